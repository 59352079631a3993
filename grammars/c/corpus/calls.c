/* Every form of a call, and to whom it belongs. */
#include <stdio.h>

struct ops { //: def struct ops +3
    int (*run)(int);
    int (*steps[2])(int);
};

int helper(int value) { return value; } //: def function helper
#define TWICE(x) ((x) + (x)) //: def macro TWICE

static int seed = 0; //: def variable seed
static struct ops defaults = { .run = helper }; //: def variable defaults

int first(struct ops *ops, struct ops table[], int n) //: def function first +17
{
    int total = helper(n) + helper(helper(1)); //: call first > helper = direct helper; call first > helper = direct helper; call first > helper = direct helper
    total += ops->run(1); //: call first > run = unresolved
    total += (*ops).run(2); //: call first > run = unresolved
    total += (*ops->run)(3); //: call first > run = unresolved
    total += ops->steps[0](4); //: call first > steps = unresolved
    total += table[n].run(5); //: call first > run = unresolved
    total += (n ? helper : 0)(6); //: call first > (n?helper:0) = unresolved
    total += ((int (*)(int))ops)(7); //: call first > ((int(*)(int))ops) = unresolved
    total += (*helper)(8); //: call first > helper = direct helper
    total += (helper)(9, 10); //: call first > helper = direct helper
    total += (unsigned)(n);
    total += TWICE(helper(11)); //: call first > TWICE = macro TWICE; call first > helper = direct helper
    printf("%d\n", total); //: call first > printf = unresolved
    undeclared(total); //: call first > undeclared = unresolved
    return sizeof(helper(12)) + first(ops, table, 0); //: call first > helper = direct helper; call first > first = direct first
}

int second(int n) //: def function second +13
{
    int sizes[] = { helper(1), TWICE(2) }; //: call second > helper = direct helper; call second > TWICE = macro TWICE
    for (int i = helper(0); i < helper(n); i++) { //: call second > helper = direct helper; call second > helper = direct helper
        if (helper(i)) continue; //: call second > helper = direct helper
        switch (helper(2)) { //: call second > helper = direct helper
        case 1: return helper(3); //: call second > helper = direct helper
        default: break;
        }
    }
    while (helper(4)) //: call second > helper = direct helper
        do helper(5); while (helper(6)); //: call second > helper = direct helper; call second > helper = direct helper
    return sizes[0] ? helper(7) : (helper(8), helper(9)); //: call second > helper = direct helper; call second > helper = direct helper; call second > helper = direct helper
}

int lazily = sizeof(helper(1)); //: def variable lazily; call <module> > helper = direct helper
struct ops chosen = { .run = helper, .steps = { helper, 0 } }; //: def variable chosen
int (*picked)(int) = helper; //: def variable picked

__attribute__((format(printf, 1, 2))) void log_line(const char *format, ...);
int format(int a) { return a; } //: def function format
