#ifndef STACK_H
#define STACK_H
struct stack;
void stack_push(struct stack *stack, int value);
int stack_pop(struct stack *stack);
#define STACK_EMPTY(stack) (stack_size(stack) == 0) //: def macro STACK_EMPTY
static inline int stack_peek(struct stack *stack) { return stack_size(stack); } //: def function stack_peek; call stack_peek > stack_size = direct stack.c#stack_size
int stack_size(struct stack *stack);
size_t strlcpy(char *to, const char *from, size_t size);
#endif
