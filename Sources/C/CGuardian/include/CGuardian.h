// A process between one of utter's programs and a program that gets the user's data: it kills that
// program and all its descendants, even if its own parent crashes.
//
// It is the same executable again, started as
//
//     /proc/self/exe utter-guardian LINK PROGRAM [ARGUMENT]…
//
// which this module turns into the guardian before anything else in it runs. PROGRAM gets the
// descriptors 0, 1 and 2 and no others. 3 is a socket (SOCK_SEQPACKET) on which the guardian
// reports how PROGRAM ends; when its other end is closed, even by the end of the process that holds
// it, PROGRAM is killed. LINK is a path that leads to the file of descriptor 4 while the guardian
// runs, and is removed afterwards; "" for none.
//
// A separate module, and not for utter-hotkeys: a program with the set-group-ID bit must not start
// what its caller names.
// what its caller names.
#pragma once

#define UTTER_GUARDIAN "utter-guardian"
enum { UTTER_GUARDIAN_SOCKET = 3, UTTER_GUARDIAN_FILE = 4 };

/// The guardian's reports, one message for each.
struct utter_guardian_report {
    int kind;
    /// An errno, or a status from waitpid(2).
    int value;
};

enum {
    /// PROGRAM can't be started.
    UTTER_GUARDIAN_FAILED = 1,
    /// PROGRAM has ended. Its descendants are killed afterwards.
    UTTER_GUARDIAN_ENDED = 2,
};
