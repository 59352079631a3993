#pragma once
#include "net/address.h"
#define SOCKET_OPEN(s) ((s) > 0) //: def macro SOCKET_OPEN
