#define _GNU_SOURCE
#include "front.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* As Guardian (ProcessGuardian) starts this process: the pipe's reading end; for one that types into an
   X display also the socket of its connection. */
enum { words = 3, connection = 4 };
/* In ms. How long something may be held is counted in glances, not read from a clock: what holds
   up the whole machine, as a virtual one may be, holds up the count, too. */
enum { glance = 100 };

static int is_kind(int descriptor, mode_t kind)
{
    struct stat status;
    return fstat(descriptor, &status) == 0 && (status.st_mode & S_IFMT) == kind;
}

/* Whether an X server hasn't read the typist's requests (unix(7)): then the server hangs, since
   during a grab it serves the typist at once. */
static int is_server_behind(void)
{
    int count = 0;
    return ioctl(connection, SIOCOUTQ, &count) == 0 && count > 0;
}

/* Whether the guarded process, this one's parent, is stopped by a signal or a debugger (proc(5)). */
static int is_stopped(void)
{
    char path[32], line[256];
    snprintf(path, sizeof path, "/proc/%d/stat", getppid());
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, line, sizeof line - 1);
    if (file >= 0)
        close(file);
    if (length < 0)
        return 0;
    line[length] = 0;
    const char *state = strrchr(line, ')'); /* After the name, which may have parentheses. */
    return state && (!strncmp(state, ") T", 3) || !strncmp(state, ") t", 3));
}

/* Waits until the guarded process is done (1) or has failed (0). */
static int is_finished(int has_connection)
{
    /* The first two bytes: for how many glances something may be held, and for how many of them the
       process may be stopped. One that isn't stopped may only be waiting for a busy processor. */
    unsigned char limits[2];
    if (read(words, limits, sizeof limits) != sizeof limits)
        return 0;
    int left = 0; /* Of the glances; 0 while nothing is held. */
    int stopped = 0;
    for (;;) {
        struct pollfd events = {.fd = words, .events = POLLIN};
        int count = poll(&events, 1, left == 0 ? -1 : glance);
        if (count < 0)
            continue;
        if (count == 0) {
            if (has_connection && is_server_behind()) /* Once it isn't, the typist can continue. */
                left = limits[0];
            else if (--left == 0)
                return 0;
            stopped = is_stopped() ? stopped + 1 : 0;
            if (stopped == limits[1])
                return 0;
            continue;
        }
        stopped = 0;
        char said[256];
        ssize_t length = read(words, said, sizeof said);
        if (length <= 0)
            return 0;
        for (ssize_t i = 0; i < length; i++)
            if (said[i] == 'd')
                return 1;
            else if (said[i] == 'g')
                left = limits[0];
            else if (said[i] == 'r')
                left = 0;
    }
}

/* Ends the typist's connection, for all copies of the socket at once: with it go a grab, the claim and
   everything that it would have sent next. What it has sent counts as typed, so the server handles that
   first: only writing is shut down, and the server closes its side when it comes to the end. Of a socket
   that is shut down whole it drops what it hasn't handled (ClientReady in os/connection.c). */
static void end_connection(void)
{
    shutdown(connection, SHUT_WR);
    for (;;) {
        struct pollfd events = {.fd = connection, .events = POLLIN};
        (void)!poll(&events, 1, -1);
        char answers[4096];
        ssize_t length = read(connection, answers, sizeof answers);
        if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR))
            return;
    }
}

void guard(int has_connection)
{
    if (!is_kind(words, S_IFIFO) || (has_connection && !is_kind(connection, S_IFSOCK)))
        return;
    /* No core dump, no ptrace(2); what is executed gains no privileges. */
    prctl(PR_SET_DUMPABLE, 0);
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    (void)!chdir("/");
    if (is_finished(has_connection))
        _exit(0);
    if (!has_connection)
        return;
    end_connection();
}
