#include "text.h"
char *text_new(const char *init) { return text_copy(init); } //: def function text_new; call text_new > text_copy = direct text_copy
void text_free(char *text) { text_check(text); } //: def function text_free; call text_free > text_check = direct text_check
char *text_copy(const char *init) { return 0; } //: def function text_copy
static void text_check(char *text) { } //: def function text_check
