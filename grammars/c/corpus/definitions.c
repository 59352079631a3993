/* Every kind of definition, and what is none. */
#ifndef QUEUE_DEFS
#define QUEUE_DEFS

#define QUEUE_LIMIT 64 //: def macro QUEUE_LIMIT
#define QUEUE_FULL(q) ((q)->count == QUEUE_LIMIT) //: def macro QUEUE_FULL

typedef unsigned long ticket_t; //: def type ticket_t
typedef int (*compare_fn)(const void *left, const void *right); //: def type compare_fn
typedef struct { //: def struct queue_t +5
    int count;
    struct slot { //: def struct slot +2
        void *value;
    } slots[QUEUE_LIMIT];
} queue_t, *queue_ptr; //: def type queue_ptr
typedef struct node { //: def type node_t +2; def struct node +2
    struct node *next;
} node_t;
typedef enum { EMPTY, FILLED } state_t; //: def enum state_t

struct timer { //: def struct timer +3
    ticket_t due;
    int (*fire)(struct timer *self);
};
union word { //: def union word +3
    int number;
    char bytes[4];
};
enum color { RED, GREEN }; //: def enum color

struct timer *forward(struct timer *);
extern int verbosity;
static int priority(const node_t *node), lowest(void);

static int depth = 3; //: def variable depth
const int limits[] = { 1, 2, 3 }; //: def constant limits
static const char *const names[] = { "one", "two" }; //: def variable names
char *label, *title = "queue", letters[26]; //: def variable label; def variable title; def variable letters
int (*hook)(int), (*handlers[2])(void); //: def variable hook; def variable handlers

static int priority(const node_t *node) //: def function priority +7
{
    struct local_pair { //: def struct priority::local_pair +2
        int a, b;
    } pair = { 0, 0 };
    static int calls;
    return pair.a + (node != 0);
}

struct timer *forward(struct timer *timer) { return timer; } //: def function forward

char **table(void) //: def function table +3
{
    return 0;
}

int (*choose(int which))(int) //: def function choose +3
{
    return which ? hook : 0;
}

static inline int lowest(void) { return depth; } //: def function lowest

int old_style(first, second) //: def function old_style +5
    int first;
    char *second;
{
    return first + (second != 0);
}

#endif
