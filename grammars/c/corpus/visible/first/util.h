int only_first(void);
