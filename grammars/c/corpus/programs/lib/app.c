#include "text.h"
#include "helpers.h"
int app(void) { text_free(text_new("app")); return usage(1); } //: def function app; call app > text_free = direct lib/text.c#text_free; call app > text_new = direct lib/text.c#text_new; call app > usage = unresolved
