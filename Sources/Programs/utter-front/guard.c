#define _GNU_SOURCE
#include "front.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* As TypingGuardian (SinkXTest) starts this process: the pipe's reading end, and the socket of the
   typist's X connection. */
enum { words = 3, connection = 4 };
/* How long the server may be grabbed, and how often to check a server that hangs then; in ms. */
enum { longest_grab = 1000, glance = 100 };

static long long now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static int is_kind(int descriptor, mode_t kind)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

/* Whether the server hasn't read the typist's requests (unix(7)): then the server hangs, since
   during a grab it serves the typist at once. */
static int is_server_behind(void)
{
    int count = 0;
    return ioctl(connection, SIOCOUTQ, &count) == 0 && count > 0;
}

/* Waits until the typist is done (1) or has failed (0). */
static int is_finished(void)
{
    int is_grabbed = 0, was_behind = 0;
    long long deadline = 0;
    for (;;) {
        struct pollfd events = {.fd = words, .events = POLLIN};
        long long rest = deadline - now();
        /* One more, since both times are rounded down. */
        int count = poll(&events, 1, !is_grabbed ? -1 : rest < 0 ? 0 : (int)rest + 1);
        if (count < 0)
            continue;
        if (count == 0) {
            const int is_behind = is_server_behind();
            if (is_behind)
                deadline = now() + glance;
            else if (was_behind) /* From now on the typist can continue. */
                deadline = now() + longest_grab;
            else
                return 0;
            was_behind = is_behind;
            continue;
        }
        char said[256];
        ssize_t length = read(words, said, sizeof said);
        if (length <= 0)
            return 0;
        for (ssize_t i = 0; i < length; i++)
            if (said[i] == 'd') {
                return 1;
            } else if (said[i] == 'g') {
                is_grabbed = 1;
                deadline = now() + longest_grab;
            } else if (said[i] == 'r') {
                is_grabbed = was_behind = 0;
            }
    }
}

void guard(void)
{
    if (!is_kind(words, S_IFIFO) || !is_kind(connection, S_IFSOCK))
        return;
    /* No core dump, no ptrace(2); what is executed gains no privileges. */
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    (void)!chdir("/");
    if (is_finished())
        _exit(0);
    /* Keys that count as typed would be lost with the connection. */
    while (is_server_behind())
        poll(NULL, 0, glance);
    /* Shuts down all copies of the socket at once: the server drops the typist, and with it a grab,
       the claim and everything that it would have sent next. */
    shutdown(connection, SHUT_RDWR);
}
