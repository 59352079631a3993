int main(void) { return usage(3); } //: def function main; call main > usage = unresolved
