char *text_new(const char *init);
void text_free(char *text);
