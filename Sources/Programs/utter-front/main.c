/* `utter` as it is installed: what a desktop's keys run while the user waits, what the daemon types
   for a command, and the guardian that stands by while text is typed. Anything else is the whole
   program's, libexec/utter/utter, which has thirty libraries to load. */
#include "front.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The path of this executable without its name, and the name. */
static char *folder(char path[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    char *name = strrchr(path, '/');
    if (!name)
        return strcpy(path, "");
    *name = 0;
    return name + 1;
}

_Noreturn void become_utter(char **arguments)
{
    char own[PATH_MAX], path[PATH_MAX + sizeof "/../libexec/utter/utter"];
    const char *name = folder(own);
    /* As in a build folder. */
    if (strcmp(name, "utter")) {
        sprintf(path, "%s/utter", own);
        execv(path, arguments);
    }
    sprintf(path, "%s/../libexec/utter/utter", own);
    execv(path, arguments);
    fprintf(stderr, "utter: cannot start %s: %s\n  Install utter again.\n", path, strerror(errno));
    _exit(1);
}

int main(int count, char **arguments)
{
    static const char *const driving[] = {"toggle", "start", "stop", "pause", "cancel"};
    /* Whoever types the command learns from the whole program where the words go. What a key of the
       desktop starts may have the desktop's terminal, but is not in its foreground. */
    if (count == 2 && !(isatty(STDERR_FILENO) && tcgetpgrp(STDIN_FILENO) == getpgrp()))
        for (size_t i = 0; i < sizeof driving / sizeof *driving; i++)
            if (!strcmp(arguments[1], driving[i]))
                drive(driving[i]);
    if (count >= 3 && !strcmp(arguments[1], "type"))
        type(arguments + 2);
    if (count == 3 && !strcmp(arguments[1], "guard-typing"))
        guard(1);
    if (count == 5 && !strcmp(arguments[1], "guard-input-source"))
        guard(0);
    become_utter(arguments);
}
