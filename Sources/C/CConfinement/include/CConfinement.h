// What a process needs to give up rights, where Swift's Glibc module sees no function for it:
// variadic ones, those that need _GNU_SOURCE, and system calls without a function.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// fork(2), which Swift does not offer. Only for a process of one thread that has not made its
/// event loop yet.
pid_t utter_fork(void);

/// A connected pair of unix sockets that keep messages apart, close-on-exec (SOCK_SEQPACKET,
/// unix(7)). -1 with errno on failure.
int utter_message_sockets(int sockets[2]);

/// Closes all descriptors from this one on (close_range(2)). -1 with errno on failure.
int utter_close_from(int first);

/// Raises the soft limit of descriptors to the hard one (RLIMIT_NOFILE). -1 with errno on failure.
int utter_allow_most_descriptors(void);

/// Makes the process unreadable for its own user: no core dump, no ptrace(2), /proc/PID owned by
/// root (PR_SET_DUMPABLE 0, RLIMIT_CORE 0); and nothing that it executes gains rights
/// (PR_SET_NO_NEW_PRIVS). -1 with errno on failure.
int utter_become_unreadable(void);

/// Takes effective and saved group from the real one, for good. -1 with errno on failure.
int utter_drop_group(void);

/// Gives up all capabilities (capset(2)). -1 with errno on failure.
int utter_drop_capabilities(void);

/// The kernel kills this process when the thread that started it ends (PR_SET_PDEATHSIG). After
/// the last change of credentials, which clears it. -1 with errno on failure.
int utter_die_with_parent(void);

/// From here on this process opens files below these directories only, and only for reading
/// (landlock(7)). `paths` ends with NULL; one that does not exist is left out. 0, or -1 with
/// errno: ENOSYS or EOPNOTSUPP where the kernel has no Landlock.
int utter_restrict_to_reading(const char *const *paths);

/// Sends one message without waiting, with `count` descriptors, at most 2 (SCM_RIGHTS, unix(7)).
/// -1 with errno on failure.
int utter_send_message(int socket, const void *bytes, size_t size, const int *descriptors,
                       int count);

/// Receives a message without waiting: its length, at most `size`; 0 when the other end is gone;
/// -1 with errno on failure: EMFILE where there was no room for the descriptors; the message is
/// gone then. The `count` descriptors, at most 2, become those that came with it,
/// close-on-exec, or -1.
ssize_t utter_receive_message(int socket, void *bytes, size_t size, int *descriptors, int count);
