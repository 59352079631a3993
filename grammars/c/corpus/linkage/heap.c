#include <stdio.h>

static void grow(int *heap) { heap[0]++; } //: def function grow

void heap_insert(int *heap) //: def function heap_insert +9
{
    grow(heap); //: call heap_insert > grow = direct grow
    check(heap); //: call heap_insert > check = unresolved
    stack_peek(0); //: call heap_insert > stack_peek = unresolved
    STACK_EMPTY(0); //: call heap_insert > STACK_EMPTY = unresolved
    remove("heap"); //: call heap_insert > remove = unresolved
    strlcpy(0, 0, 0); //: call heap_insert > strlcpy = unresolved
    log_line("unseen"); //: call heap_insert > log_line = unresolved
}
