#include "text.h"
char *text_new(const char *init) { return 0; } //: def function text_new
void text_free(char *text) { text_new(text); } //: def function text_free; call text_free > text_new = direct text_new
