#include "../deps/text/text.h"
int usage(int code) { return code; } //: def function usage
int main(void) { text_free(text_new("first")); return usage(1); } //: def function main; call main > text_free = direct deps/text/text.c#text_free; call main > text_new = direct deps/text/text.c#text_new; call main > usage = direct usage
