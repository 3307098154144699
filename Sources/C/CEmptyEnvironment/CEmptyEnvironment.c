#include "CEmptyEnvironment.h"

/* In a program with the set-group-ID bit the environment is the caller's word, and its caller is
   who it must not trust. The C library ignores LD_PRELOAD and its like there, but the Swift
   runtime's constructors read SWIFT_* with plain getenv(3). So the environment is emptied before
   any constructor runs, even in shared libraries: the dynamic loader calls what
   .preinit_array holds first (System V ABI, "Initialization and Termination Functions"). */
static void forget_environment(int count, char **arguments, char **environment)
{
    (void)count;
    (void)arguments;
    environment[0] = 0;
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) =
    forget_environment;
