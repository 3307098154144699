#define _GNU_SOURCE
#include "CGuardian.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void report(int kind, int value)
{
    struct utter_guardian_report report = {kind, value};
    send(UTTER_GUARDIAN_SOCKET, &report, sizeof report, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static _Noreturn void become(char **program, pid_t guardian)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guardian) /* It died before the line above. */
        _exit(127);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvp(program[0], program);
    report(UTTER_GUARDIAN_FAILED, errno);
    _exit(127);
}

/* Kills the children; their children then become the guardian's (PR_SET_CHILD_SUBREAPER). No pid
 * can have been reused, since only the guardian reaps them. */
static void kill_children(pid_t program)
{
    char text[512];
    unsigned pid = 0;
    ssize_t count;
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) { /* A kernel without CONFIG_PROC_CHILDREN. */
        if (program)
            kill(-program, SIGKILL);
        return;
    }
    while ((count = read(list, text, sizeof text)) > 0)
        for (ssize_t i = 0; i < count; i++)
            if (text[i] >= '0' && text[i] <= '9') {
                pid = 10 * pid + text[i] - '0';
            } else {
                if (pid)
                    kill(pid, SIGKILL);
                pid = 0;
            }
    close(list);
}

/* Until the program and all its descendants have ended. */
static void watch(pid_t program, int ends)
{
    struct pollfd events[] = {
        {.fd = UTTER_GUARDIAN_SOCKET, .events = POLLIN}, {.fd = ends, .events = POLLIN},
    };
    for (int is_over = 0;;) {
        if (is_over)
            kill_children(program);
        poll(events, 2, -1);
        /* Nothing is ever sent to the guardian, so the other end is closed. */
        if (events[0].revents) {
            is_over = 1;
            events[0].fd = -1;
        }
        struct signalfd_siginfo signals[8];
        while (read(ends, signals, sizeof signals) > 0)
            ;
        pid_t pid;
        int status;
        while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
            if (pid == program) {
                program = 0;
                is_over = 1;
                report(UTTER_GUARDIAN_ENDED, status);
            }
        if (pid < 0 && errno == ECHILD)
            return;
    }
}

static int guard(char **program)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    /* Made before the program is started, or its end could be missed. */
    const int ends = signalfd(-1, &all, SFD_NONBLOCK | SFD_CLOEXEC);
    if (ends < 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) < 0)
        return errno;
    const pid_t guardian = getpid(), child = fork();
    if (child == 0)
        become(program, guardian);
    if (child < 0)
        return errno;
    /* The program's input and output must close when the program ends. */
    for (int i = 0; i < 3; i++)
        close(i);
    watch(child, ends);
    return 0;
}

static void guard_if_asked(int count, char **arguments, char **environment)
{
    if (count < 4 || strcmp(arguments[1], UTTER_GUARDIAN) || getauxval(AT_SECURE))
        return;
    /* The C library's constructor, which sets it, runs later. */
    environ = environment;
    prctl(PR_SET_NAME, UTTER_GUARDIAN);
    fcntl(UTTER_GUARDIAN_SOCKET, F_SETFD, FD_CLOEXEC);
    fcntl(UTTER_GUARDIAN_FILE, F_SETFD, FD_CLOEXEC);
    const char *link = arguments[2];
    int error = 0;
    if (*link) {
        char file[64];
        snprintf(file, sizeof file, "/proc/%d/fd/%d", getpid(), UTTER_GUARDIAN_FILE);
        if (symlink(file, link) < 0) {
            error = errno;
            link = "";
        }
    }
    if (!error)
        error = guard(arguments + 3);
    if (error)
        report(UTTER_GUARDIAN_FAILED, error);
    if (*link)
        unlink(link);
    _exit(0);
}

/* The functions in .preinit_array are called first (System V ABI, "Initialization and
 * Termination Functions"): a guardian needs none of the executable's libraries. */
__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) =
    guard_if_asked;
