/* Macros are named like functions; what their bodies call is not seen. */
#include <stdlib.h>

#define CHECK(condition) ((condition) ? 0 : fail(__LINE__)) //: def macro CHECK
#define store save_value //: def macro store
#define EACH(item, list) for (item = (list)->head; item; item = item->next) //: def macro EACH
#define FOREVER for (;;) //: def macro FOREVER

struct item { struct item *next; }; //: def struct item
struct list { struct item *head; }; //: def struct list

int fail(int line) { return line; } //: def function fail
int save_value(int x) { return x; } //: def function save_value

int use(struct list *list, int n) //: def function use +11
{
    struct item *item;
    EACH(item, list) { //: call use > EACH = macro EACH
        fail(1); //: call use > fail = direct fail
    }
    EACH(item, list) //: call use > EACH = macro EACH
        fail(2); //: call use > fail = direct fail
    CHECK(fail(3)); //: call use > CHECK = macro CHECK; call use > fail = direct fail
    FOREVER { break; }
    return store(n) + early(n); //: call use > store = macro store; call use > early = unresolved
}

/* from here on only */
#define early(x) ((x) + 1) //: def macro early

int later(int n) { return early(n); } //: def function later; call later > early = macro early

/* a body that a macro writes is not seen */
#define swap_body(type) { type t = *a; *a = *b; *b = t; } //: def macro swap_body
void swap(int *a, int *b) swap_body(int)

/* a name of the library: what it means here depends on what the library has */
#ifndef isnan
#define isnan(x) ((x) != (x)) //: def macro isnan
#endif
#define free(p) counted_free(p) //: def macro free

int library(double d, void *p) //: def function library +4
{
    free(p); //: call library > free = unresolved
    return isnan(d); //: call library > isnan = unresolved
}

/* one after the other: which is meant depends on the place */
#define STEP(x) first_step(x) //: def macro STEP
int early_steps(void) { return STEP(1); } //: def function early_steps; call early_steps > STEP = unresolved
#undef STEP
#define STEP(x) second_step(x) //: def macro STEP
int late_steps(void) { return STEP(1); } //: def function late_steps; call late_steps > STEP = unresolved
