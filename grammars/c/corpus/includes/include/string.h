#define NOT_THE_LIBRARY(x) (x) //: def macro NOT_THE_LIBRARY
