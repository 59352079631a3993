#include <net/socket.h>
#include <string.h>
#ifdef HAVE_EPOLL
#include "backend/epoll.c"
#else
#include "backend/select.c"
#endif
#include "generated.h"

static int timeout(void) { return 1; } //: def function timeout

int loop(int host) //: def function loop +7
{
    address_of(host); //: call loop > address_of = direct include/net/address.h#address_of
    SOCKET_OPEN(host); //: call loop > SOCKET_OPEN = macro include/net/socket.h#SOCKET_OPEN
    NOT_THE_LIBRARY(host); //: call loop > NOT_THE_LIBRARY = unresolved
    from_generated(host); //: call loop > from_generated = unresolved
    return backend_wait(timeout()); //: call loop > backend_wait = direct src/backend/epoll.c#backend_wait; call loop > backend_wait = direct src/backend/select.c#backend_wait; call loop > timeout = direct timeout
}
