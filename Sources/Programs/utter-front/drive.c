#define _GNU_SOURCE
#include "front.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The daemon's lines when all is well, as Swift's encoder writes them (ControlProtocol). Anything
   else is for the whole program to read. */
static const char greeting[] = "{\"protocol\":\"utter\",\"version\":1}\n";
static const char success[] = "{\"reply\":\"ok\"}\n";

/* The socket's number in the whole program. */
enum { handed_over = 3 };
/* In ms, for each line; then the whole program waits. */
enum { patience = 1000 };

/* A connection to the daemon of this user; -1 if there is none. */
static int connected(void)
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

/* Whether the daemon's next line is the expected one, which is read then; other bytes are not. */
static int is_told(int daemon, const char *line)
{
    char bytes[64];
    size_t length = strlen(line);
    struct pollfd events = {.fd = daemon, .events = POLLIN};
    if (poll(&events, 1, patience) <= 0)
        return 0;
    if (recv(daemon, bytes, length, MSG_PEEK) != (ssize_t)length || memcmp(bytes, line, length))
        return 0;
    return recv(daemon, bytes, length, 0) == (ssize_t)length;
}

void drive(const char *command)
{
    int daemon = connected();
    if (daemon < 0)
        return;
    char request[128];
    int length = snprintf(
        request, sizeof request, "%s{\"command\":\"%s\"}\n", greeting, command);
    if (send(daemon, request, length, MSG_NOSIGNAL) != length) {
        /* Without its line feed the daemon has no command. */
        close(daemon);
        return;
    }
    /* From here on the command must not be sent again. */
    int is_greeted = is_told(daemon, greeting);
    if (is_greeted && is_told(daemon, success))
        _exit(0);
    dup2(daemon, handed_over);
    become_utter((char *[]){
        "utter", "hear-reply", is_greeted ? "greeted" : "connected", NULL});
}
