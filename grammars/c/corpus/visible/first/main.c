#include "util.h"
static void trace(void);
int main(void) { trace(); return only_first() + only_second(); } //: def function main; call main > only_first = direct first/util.c#only_first; call main > only_second = unresolved; call main > trace = unresolved
