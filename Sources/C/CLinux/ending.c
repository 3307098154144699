#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Written before the handlers are set, and constant from then on. */
static struct {
    int event;
    int status;
    const char *words;
    size_t length;
    timer_t timer;
    struct itimerspec time;
} ending;

static volatile sig_atomic_t is_asked;

static void ask(int number)
{
    int before = errno;
    uint64_t one = 1;
    (void)number;
    /* A second signal doesn't extend the time. */
    if (!is_asked) {
        is_asked = 1;
        timer_settime(ending.timer, 0, &ending.time, NULL);
    }
    if (write(ending.event, &one, sizeof one) < 0)
        ; /* Its counter is full: it was told. */
    errno = before;
}

static void end(int number)
{
    (void)number;
    if (write(STDERR_FILENO, ending.words, ending.length) < 0)
        ; /* Nobody is left to tell. */
    _exit(ending.status);
}

static int handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

int utter_end_on_signals(
    const int *signals, int count, int event, int milliseconds, int status,
    const char *words)
{
    struct sigevent what = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct sigaction before;
    sigset_t set;
    ending.event = event;
    ending.status = status;
    ending.words = words;
    ending.length = strlen(words);
    ending.time.it_value.tv_sec = milliseconds / 1000;
    ending.time.it_value.tv_nsec = milliseconds % 1000 * 1000000L;
    if (timer_create(CLOCK_MONOTONIC, &what, &ending.timer) < 0 || handle(SIGALRM, end) < 0)
        return -1;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    for (int i = 0; i < count; i++) {
        if (sigaction(signals[i], NULL, &before) < 0)
            return -1;
        if (before.sa_handler == SIG_IGN)
            continue;
        if (handle(signals[i], ask) < 0)
            return -1;
        sigaddset(&set, signals[i]);
    }
    return pthread_sigmask(SIG_UNBLOCK, &set, NULL) ? -1 : 0;
}
