#define _GNU_SOURCE
#include "front.h"

#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the daemon says where `utter type` is to type by itself. */
static const char declined[] = "{\"reply\":\"declined\"}\n";
/* In ms, for the daemon's greeting. */
enum { timeout = 1000 };

/* A line of JSON (RFC 8259) that grows at its end. */
struct line {
    char bytes[16 * 1024];
    size_t length;
    /* Whether something didn't fit. */
    int is_full;
};

static void put(struct line *line, const char *bytes)
{
    size_t length = strlen(bytes);
    if (length >= sizeof line->bytes - line->length) {
        line->is_full = 1;
        return;
    }
    memcpy(line->bytes + line->length, bytes, length + 1);
    line->length += length;
}

/* The inside of a string: UTF-8, with what JSON doesn't allow there escaped. */
static void put_text(struct line *line, const char *text)
{
    for (; *text; text++) {
        char form[8] = {*text};
        if (*text == '"' || *text == '\\')
            snprintf(form, sizeof form, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            snprintf(form, sizeof form, "\\u%04x", *text);
        put(line, form);
    }
}

static int is_utf8(const char *text)
{
    return mbstowcs(NULL, text, 0) != (size_t)-1;
}

/* Puts a member of the environment, if it is set (CommandEnvironment). Whether it can be said. */
static int put_variable(struct line *line, const char *key, const char *name)
{
    const char *value = getenv(name);
    if (!value)
        return 1;
    if (line->bytes[line->length - 1] != '{')
        put(line, ",");
    put(line, "\"");
    put(line, key);
    put(line, "\":\"");
    put_text(line, value);
    put(line, "\"");
    return is_utf8(value);
}

/* The request; 0 if it can't be said this way. */
static int is_request(struct line *line, char **words)
{
    /* Built into libc: no file is read. */
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        return 0;
    put(line, greeting);
    put(line, "{\"command\":\"type\",\"environment\":{");
    int is_sayable = put_variable(line, "display", "DISPLAY")
        & put_variable(line, "wayland", "WAYLAND_DISPLAY")
        & put_variable(line, "config", "XDG_CONFIG_HOME") & put_variable(line, "home", "HOME");
    put(line, "},\"text\":\"");
    for (char **word = words; *word; word++) {
        if (word != words)
            put(line, " ");
        put_text(line, *word);
        is_sayable &= is_utf8(*word);
    }
    put(line, "\"}\n");
    return is_sayable && !line->is_full;
}

static void note_signal(int signal)
{
    (void)signal;
}

/* Waits for the reply. Signals that end a program cancel the typing: the reply then says how far it
   came. They are blocked, and arrive here only. */
static void await_reply(int daemon, const sigset_t *unblocked)
{
    struct pollfd events = {.fd = daemon, .events = POLLIN};
    while (ppoll(&events, 1, NULL, unblocked) < 0)
        is_sent(daemon, "{\"command\":\"cancel\"}\n");
}

/* Blocks the signals that end a program; answers which were before. */
static sigset_t block_ends(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    const struct sigaction note = {.sa_handler = note_signal};
    sigset_t blocked, before;
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct sigaction present;
        sigaction(ends[i], NULL, &present);
        if (present.sa_handler == SIG_IGN)
            continue;
        sigaction(ends[i], &note, NULL);
        sigaddset(&blocked, ends[i]);
    }
    sigprocmask(SIG_BLOCK, &blocked, &before);
    return before;
}

/* Whether the daemon has typed it; else nobody has. Doesn't return if the reply is another one. */
static int is_typed(int daemon, const struct line *line, const sigset_t *unblocked)
{
    if (!is_sent(daemon, line->bytes))
        /* Without its line feed the daemon has no command. */
        return 0;
    /* From here on nothing may be typed again, unless the daemon says so. */
    const int is_greeted = is_next(daemon, greeting, timeout);
    if (is_greeted) {
        await_reply(daemon, unblocked);
        if (is_next(daemon, success, 0))
            return 1;
        if (is_next(daemon, declined, 0))
            return 0;
    }
    sigprocmask(SIG_SETMASK, unblocked, NULL);
    hand_over(daemon, is_greeted);
}

void type(char **words)
{
    for (char **word = words; *word; word++)
        if (**word == '-')
            return;
    static struct line line;
    if (!is_request(&line, words))
        return;
    int daemon = connected();
    if (daemon < 0)
        return;
    const sigset_t before = block_ends();
    if (is_typed(daemon, &line, &before))
        _exit(0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(daemon);
}
