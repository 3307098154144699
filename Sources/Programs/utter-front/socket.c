#define _GNU_SOURCE
#include "front.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The socket's number in the whole program. */
enum { handed_over = 3 };

const char greeting[] = "{\"protocol\":\"utter\",\"version\":1}\n";
const char success[] = "{\"reply\":\"ok\"}\n";

int connected(void)
{
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    const char *directory = getenv("XDG_RUNTIME_DIR");
    if (!directory || *directory != '/')
        return -1;
    int length = snprintf(place.sun_path, sizeof place.sun_path, "%s/utter/control", directory);
    if (length >= (int)sizeof place.sun_path)
        return -1;
    int daemon = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (connect(daemon, (struct sockaddr *)&place, sizeof place) == 0
        && getsockopt(daemon, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid())
        return daemon;
    close(daemon);
    return -1;
}

int is_sent(int daemon, const char *bytes)
{
    const size_t length = strlen(bytes);
    return send(daemon, bytes, length, MSG_NOSIGNAL) == (ssize_t)length;
}

int is_next(int daemon, const char *line, int timeout)
{
    char bytes[64];
    size_t length = strlen(line);
    struct pollfd events = {.fd = daemon, .events = POLLIN};
    if (poll(&events, 1, timeout) <= 0)
        return 0;
    if (recv(daemon, bytes, length, MSG_PEEK) != (ssize_t)length || memcmp(bytes, line, length))
        return 0;
    return recv(daemon, bytes, length, 0) == (ssize_t)length;
}

_Noreturn void hand_over(int daemon, int is_greeted)
{
    dup2(daemon, handed_over);
    become_utter((char *[]){
        "utter", "hear-reply", is_greeted ? "greeted" : "connected", NULL});
}
