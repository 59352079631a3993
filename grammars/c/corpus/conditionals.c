/* Code under #if: every branch counts, and a branch may cut anything in two. */
int helper(int x) { return x; } //: def function helper

#ifdef USE_THREADS
static int lock(int id) { return helper(id); } //: def function lock; call lock > helper = direct helper
#else
static int lock(int id) { return id; } //: def function lock
#endif

#if LEVEL > 2
#define TRACE(x) helper(x) //: def macro TRACE
#elif LEVEL > 1
#define TRACE(x) (x) //: def macro TRACE
#else
#define TRACE(x) 0 //: def macro TRACE
#endif

#if 0
int never(void) { return helper(0); }
it's no code at all (
#endif

int branches(int a) //: def function branches +11
{
#ifdef FAST
    helper(1); //: call branches > helper = direct helper
#elif defined(SMALL)
    helper(2); //: call branches > helper = direct helper
#else
    helper(3); //: call branches > helper = direct helper
#endif
    TRACE(a); //: call branches > TRACE = macro TRACE; call branches > TRACE = macro TRACE; call branches > TRACE = macro TRACE
    return lock(a); //: call branches > lock = direct lock; call branches > lock = direct lock
}

#ifdef WIDE
int split_head(long a) //: def function split_head +6
#else
int split_head(int a)
#endif
{
    return helper(a); //: call split_head > helper = direct helper
}

/* where one branch must be chosen, the same is for the same condition; `STRICT` holds from here on */
int split_brace(int a) //: def function split_brace +15
{
#ifdef STRICT
    if (a > 1) {
#else
    if (a) {
#endif
        helper(1); //: call split_brace > helper = direct helper
    }
#ifdef STRICT
    else {
        helper(2); //: call split_brace > helper = direct helper
    }
#endif
    return 0;
}

int split_else(int a) //: def function split_else +8
{
#ifdef STRICT
    if (a)
        return helper(1); //: call split_else > helper = direct helper
    else
#endif
    return helper(2); //: call split_else > helper = direct helper
}

int split_condition(int a) //: def function split_condition +14
{
    if (a
#ifdef STRICT
        && helper(1) //: call split_condition > helper = direct helper
#endif
        )
        return 1;
    return a ||
#ifdef STRICT
        helper(2); //: call split_condition > helper = direct helper
#else
        helper(3) + helper(4);
#endif
}

int split_arguments(int a) //: def function split_arguments +9
{
    return helper( //: call split_arguments > helper = direct helper
#ifdef STRICT
        helper(1) //: call split_arguments > helper = direct helper
#else
        a
#endif
    );
}

static int sizes[] = { //: def variable sizes +7
    1,
#ifdef STRICT
    sizeof(int),
#endif
#define LAST 3
    LAST,
};

#ifdef _WIN32
int run(void *instance) {
#else
int run(int argc) { //: def function run +3
#endif
    return helper(1); //: call run > helper = direct helper
}

#ifdef __cplusplus
extern "C" {
#endif
int after_all(void) { return helper(sizes[0]); } //: def function after_all; call after_all > helper = direct helper
#ifdef __cplusplus
}
#endif

static int no_memory(const char *what); /* never "returns' */
#define EMPTY(x) do { /* nothing (yet) */; } while (0) //: def macro EMPTY
int last(void) { EMPTY(1); return no_memory("it's {"); } //: def function last; call last > EMPTY = macro EMPTY; call last > no_memory = unresolved
