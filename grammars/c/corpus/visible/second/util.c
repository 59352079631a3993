#include "util.h"
int only_second(void) { return 2; } //: def function only_second
void on_idle(void) { } //: def function on_idle
