#include "text.h"
int usage(int code) { return code; } //: def function usage
int main(void) { text_free(text_new("second")); return usage(2); } //: def function main; call main > text_free = unresolved; call main > text_new = unresolved; call main > usage = direct usage
