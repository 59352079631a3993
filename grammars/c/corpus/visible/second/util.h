int only_second(void);
