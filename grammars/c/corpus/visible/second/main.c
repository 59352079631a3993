#include "util.h"
void trace(void) { } //: def function trace
int main(void) { trace(); return only_second(); } //: def function main; call main > only_second = direct second/util.c#only_second; call main > trace = direct trace
