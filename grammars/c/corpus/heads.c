/* Macros in and around the head of a function. */
#define API __attribute__((visibility("default"))) //: def macro API
#define EXPORTED(type) type //: def macro EXPORTED
#define CALLCONV //: def macro CALLCONV
#define NONNULL(n) __attribute__((nonnull(n))) //: def macro NONNULL
#define PRINTF_LIKE(a, b) __attribute__((format(printf, a, b))) //: def macro PRINTF_LIKE
#define TEST_CASE(name) static void name(void) //: def macro TEST_CASE

typedef struct handle handle_t; //: def type handle_t

int helper(int x) { return x; } //: def function helper

API int visible(int x) { return helper(x); } //: def function visible; call visible > helper = direct helper
API const char *text(int x) { helper(x); return ""; } //: def function text; call text > helper = direct helper
EXPORTED(handle_t *) open_handle(int x) { helper(x); return 0; } //: def function open_handle; call open_handle > helper = direct helper
EXPORTED(void) //: def function close_handle +4
close_handle(handle_t *handle)
{
    helper(handle != 0); //: call close_handle > helper = direct helper
}
static void CALLCONV internal(void *p) { helper(p != 0); } //: def function internal; call internal > helper = direct helper
int CALLCONV main(void) //: def function main +3
{
    return helper(1); //: call main > helper = direct helper
}
static __attribute__((noinline)) int attributed(int x) { return helper(x); } //: def function attributed; call attributed > helper = direct helper
static inline API int several(int x) __attribute__((unused));
static inline API int several(int x) { return helper(x); } //: def function several; call several > helper = direct helper
int NONNULL(1) checked(int *x) { return helper(*x); } //: def function checked; call checked > helper = direct helper
[[nodiscard]] int modern(int x) { return helper(x); } //: def function modern; call modern > helper = direct helper

API handle_t *make_handle(int x);
API void drop_handle(handle_t *handle);
int report(const char *format, ...) PRINTF_LIKE(1, 2);

int declared(void) //: def function declared +5
{
    make_handle(1); //: call declared > make_handle = unresolved
    drop_handle(0); //: call declared > drop_handle = unresolved
    return report("x"); //: call declared > report = unresolved
}

/* a function that a macro defines goes by the macro's last argument */
TEST_CASE(adds_up) //: def function adds_up +3
{
    helper(1); //: call adds_up > helper = direct helper
}

TEST(calculator, adds) //: call <module> > TEST = unresolved
{ //: def function adds +2
    helper(2); //: call adds > helper = direct helper
}
