/* A local name is never the function of the same name. */
int count(void) { return 1; } //: def function count
int visit(int x) { return x; } //: def function visit
int merge(int x) { return x; } //: def function merge

typedef int (*visitor)(int); //: def type visitor

int by_parameter(int (*visit)(int), visitor merge, int count(void)) //: def function by_parameter +3
{
    return visit(1) + merge(2) + count(); //: call by_parameter > visit = unresolved; call by_parameter > merge = unresolved; call by_parameter > count = unresolved
}

int by_local(void) //: def function by_local +9
{
    int (*visit)(int) = lookup("visit"); //: call by_local > lookup = unresolved
    visitor merge, other;
    {
        int (*count)(void), *unused;
        count(); //: call by_local > count = unresolved
    }
    return visit(1) + merge(2) + count(); //: call by_local > visit = unresolved; call by_local > merge = unresolved; call by_local > count = direct count
}

int by_loop(void) //: def function by_loop +5
{
    for (visitor visit = first_visitor(); visit(0); visit = next_visitor()) //: call by_loop > first_visitor = unresolved; call by_loop > visit = unresolved; call by_loop > next_visitor = unresolved
        visit(1); //: call by_loop > visit = unresolved
    return visit(2); //: call by_loop > visit = direct visit
}

int by_block(int flag) //: def function by_block +7
{
    if (flag) {
        visitor merge = pick(); //: call by_block > pick = unresolved
        return merge(1); //: call by_block > merge = unresolved
    }
    return merge(2); //: call by_block > merge = direct merge
}

int knr(visit, n) //: def function knr +5
    int (*visit)();
    int n;
{
    return visit(n); //: call knr > visit = unresolved
}

/* names of parameters in a prototype, a type or a member bind nothing */
int declared(int (*visit)(int merge), int count);
struct walker { //: def struct walker +2
    int (*step)(int visit, int merge);
};

int after(void) { return visit(1) + merge(2) + count(); } //: def function after; call after > visit = direct visit; call after > merge = direct merge; call after > count = direct count

int redeclared(void) //: def function redeclared +5
{
    extern int outside(int);
    int visit(int);
    return outside(1) + visit(2); //: call redeclared > outside = unresolved; call redeclared > visit = direct visit
}
