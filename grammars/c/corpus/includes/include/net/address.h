#pragma once
static inline int address_of(int host) { return host; } //: def function address_of
