#include "stack.h"
#include <stdlib.h>

int use(struct stack *stack) //: def function use +11
{
    stack_push(stack, 1); //: call use > stack_push = direct stack.c#stack_push
    stack_peek(stack); //: call use > stack_peek = direct stack.h#stack_peek
    STACK_EMPTY(stack); //: call use > STACK_EMPTY = macro stack.h#STACK_EMPTY
    grow(stack); //: call use > grow = unresolved
    heap_insert(0); //: call use > heap_insert = unresolved
    strlcpy(0, 0, 0); //: call use > strlcpy = direct stack.c#strlcpy
    remove("user"); //: call use > remove = unresolved
    malloc(1); //: call use > malloc = unresolved
    return stack_pop(stack); //: call use > stack_pop = direct stack.c#stack_pop
}
