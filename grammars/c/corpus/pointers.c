/* A pointer that holds one function and never another stands for it. */
typedef int (*handler)(int); //: def type handler

static int accept_it(int x) { return x; } //: def function accept_it
static int refuse(int x) { return -x; } //: def function refuse

static handler fixed = accept_it; //: def variable fixed
static int (*also_fixed)(int) = &refuse; //: def variable also_fixed
static handler changing = accept_it; //: def variable changing
handler shared = accept_it; //: def variable shared
int (*exposed)(int) = accept_it; //: def variable exposed

void configure(int strict) //: def function configure +3
{
    if (strict) changing = refuse;
}

int dispatch(int x, handler given) //: def function dispatch +12
{
    int (*once)(int) = accept_it;
    int (*const address)(int) = &refuse;
    handler named = accept_it, twice = accept_it;
    handler later;
    twice = refuse;
    later = accept_it;
    return once(x) + (*once)(x) + address(x) + named(x) //: call dispatch > once = indirect accept_it; call dispatch > once = indirect accept_it; call dispatch > address = indirect refuse; call dispatch > named = indirect accept_it
        + twice(x) + later(x) + given(x) //: call dispatch > twice = unresolved; call dispatch > later = unresolved; call dispatch > given = unresolved
        + fixed(x) + also_fixed(x) //: call dispatch > fixed = indirect accept_it; call dispatch > also_fixed = indirect refuse
        + changing(x) + shared(x) + exposed(x); //: call dispatch > changing = unresolved; call dispatch > shared = unresolved; call dispatch > exposed = unresolved
}

struct actions { //: def struct actions +2
    handler on_open, on_close;
};
static const struct actions actions = { accept_it, .on_close = refuse }; //: def constant actions
static handler sequence[] = { accept_it, refuse }; //: def variable sequence

int run_all(int x) //: def function run_all +3
{
    return actions.on_open(x) + sequence[0](x); //: call run_all > on_open = unresolved; call run_all > sequence = unresolved
}
