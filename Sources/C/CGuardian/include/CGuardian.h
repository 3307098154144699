// A process between a program of the house and one that is given what the person said: it ends that
// program and all that came of it, whatever becomes of its own parent.
//
// It is the same executable again, started as
//
//     /proc/self/exe utter-guardian LINK PROGRAM [ARGUMENT]…
//
// which this module turns into the guardian before anything else of it runs. PROGRAM gets the
// descriptors 0, 1 and 2 and no others. 3 is a socket (SOCK_SEQPACKET) on which the guardian tells
// what becomes of PROGRAM; when its other end is closed, be it by the end of the process that has
// it, PROGRAM is killed. LINK is a path that leads to the file that is descriptor 4 while the
// guardian lives, and is removed after; "" for none.
//
// A module of its own, and not for utter-hotkeys: a program with the set-group-ID bit must not start
// what its caller names.
#pragma once

#define UTTER_GUARDIAN "utter-guardian"
enum { UTTER_GUARDIAN_SOCKET = 3, UTTER_GUARDIAN_FILE = 4 };

/// What the guardian tells, one message for each.
struct utter_guardian_report {
    int kind;
    /// An errno, or what waitpid(2) says.
    int value;
};

enum {
    /// PROGRAM can't be started.
    UTTER_GUARDIAN_FAILED = 1,
    /// PROGRAM has ended. Its children are killed after.
    UTTER_GUARDIAN_ENDED = 2,
};
