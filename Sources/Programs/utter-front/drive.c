#include "front.h"

#include <stdio.h>
#include <unistd.h>

/* In ms, for each line; then the whole program waits. */
enum { timeout = 1000 };

void drive(const char *command)
{
    int daemon = connected();
    if (daemon < 0)
        return;
    char request[128];
    snprintf(request, sizeof request, "%s{\"command\":\"%s\"}\n", greeting, command);
    if (!is_sent(daemon, request)) {
        /* Without its line feed the daemon has no command. */
        close(daemon);
        return;
    }
    /* From here on the command must not be sent again. */
    int is_greeted = is_next(daemon, greeting, timeout);
    if (is_greeted && is_next(daemon, success, timeout))
        _exit(0);
    hand_over(daemon, is_greeted);
}
