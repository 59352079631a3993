#include "util.h"
__attribute__((weak)) void on_idle(void) { } //: def function on_idle
__attribute__((weak)) void on_exit_hook(void) { } //: def function on_exit_hook
int only_first(void) { on_idle(); on_exit_hook(); return 1; } //: def function only_first; call only_first > on_exit_hook = direct on_exit_hook; call only_first > on_idle = unresolved
