/* Times the start of programs, and is the least program there can be that drives the daemon.

   startup ready COUNT PROGRAM...   from start to READY=1 (sd_notify(3)), the median in ms
   startup toggle COUNT PROGRAM...  the same from start to end; after each, the dictation that it
                                    has begun is cancelled
   startup run COUNT PROGRAM...     the same for a program that leaves nothing to be undone
   startup tell COMMAND             sends a command to the daemon's control socket */
#define _GNU_SOURCE
#include <err.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static pid_t start(char **program)
{
    pid_t child;
    if (posix_spawnp(&child, program[0], NULL, NULL, program, environ)) err(1, "%s", program[0]);
    return child;
}

static struct sockaddr_un address(const char *directory, const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", directory, name);
    return address;
}

/* Reads one line; the daemon's lines come whole, one a message. */
static void read_line(FILE *daemon, char *line, int size)
{
    if (!fgets(line, size, daemon)) errx(1, "the daemon has hung up");
}

/* The reply to a command. */
static const char *ask(const char *command)
{
    static char line[1 << 16];
    struct sockaddr_un place = address(getenv("XDG_RUNTIME_DIR"), "utter/control");
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&place, sizeof place)) err(1, "%s", place.sun_path);
    dprintf(descriptor, "{\"protocol\":\"utter\",\"version\":1}\n{\"command\":\"%s\"}\n", command);
    FILE *daemon = fdopen(descriptor, "r");
    read_line(daemon, line, sizeof line);
    read_line(daemon, line, sizeof line);
    fclose(daemon);
    return line;
}

static double time_of_readiness(char **program, int manager)
{
    char message[4096];
    double begin = now();
    pid_t child = start(program);
    ssize_t length;
    do {
        length = recv(manager, message, sizeof message - 1, 0);
        if (length < 0) err(1, "recv");
        message[length] = 0;
    } while (!strstr(message, "READY=1"));
    double time = now() - begin;
    kill(child, SIGTERM);
    waitpid(child, NULL, 0);
    while (recv(manager, message, sizeof message, MSG_DONTWAIT) >= 0) {}
    return time;
}

static double time_of_running(char **program)
{
    int status;
    double begin = now();
    waitpid(start(program), &status, 0);
    double time = now() - begin;
    if (status) errx(1, "%s failed", program[0]);
    return time;
}

static double time_of_toggling(char **program)
{
    double time = time_of_running(program);
    while (!strstr(ask("status"), "\"state\":\"idle\"")) ask("cancel");
    return time;
}

static int is_less(const void *left, const void *right)
{
    return *(const double *)left > *(const double *)right ? 1 : -1;
}

int main(int count, char **words)
{
    if (count == 3 && !strcmp(words[1], "tell")) return !strstr(ask(words[2]), "\"ok\"");
    if (count < 4) errx(64, "startup ready|toggle|run COUNT PROGRAM...");

    int manager = -1, rounds = atoi(words[2]);
    if (!strcmp(words[1], "ready")) {
        struct sockaddr_un place = address(getenv("XDG_RUNTIME_DIR"), "notify");
        manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        if (bind(manager, (struct sockaddr *)&place, sizeof place)) err(1, "%s", place.sun_path);
        setenv("NOTIFY_SOCKET", place.sun_path, 1);
    }
    double times[rounds];
    for (int round = 0; round < rounds; round++)
        times[round] = manager >= 0 ? time_of_readiness(words + 3, manager)
                       : !strcmp(words[1], "run") ? time_of_running(words + 3)
                                                  : time_of_toggling(words + 3);
    qsort(times, rounds, sizeof *times, is_less);
    printf("%.1f\n", times[rounds / 2]);
    return 0;
}
