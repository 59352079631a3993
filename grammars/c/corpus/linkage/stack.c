#include "stack.h"

static void grow(struct stack *stack) { check(stack); } //: def function grow; call grow > check = direct check
static int check(struct stack *stack) { return stack != 0; } //: def function check

void stack_push(struct stack *stack, int value) //: def function stack_push +4
{
    grow(stack); //: call stack_push > grow = direct grow
    STACK_EMPTY(stack); //: call stack_push > STACK_EMPTY = macro stack.h#STACK_EMPTY
}

int stack_pop(struct stack *stack) { return check(stack); } //: def function stack_pop; call stack_pop > check = direct check
int stack_size(struct stack *stack) { return stack_peek(stack); } //: def function stack_size; call stack_size > stack_peek = direct stack.h#stack_peek
size_t strlcpy(char *to, const char *from, size_t size) { return size; } //: def function strlcpy
int remove(const char *path) { return 0; } //: def function remove
