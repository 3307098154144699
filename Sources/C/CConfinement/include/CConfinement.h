// What a process needs to drop privileges, where Swift's Glibc module has no function for it:
// variadic functions, those that need _GNU_SOURCE, and system calls without a function.
#pragma once
#include <stddef.h>
#include <sys/types.h>

/// fork(2), which Swift does not offer. Only for a process with one thread and without its event
/// loop yet.
pid_t utter_fork(void);

/// A connected pair of unix sockets that preserve message boundaries, close-on-exec
/// (SOCK_SEQPACKET, unix(7)). -1 with errno on failure.
int utter_message_sockets(int sockets[2]);

/// Closes all descriptors from this one on (close_range(2)). -1 with errno on failure.
int utter_close_from(int first);

/// Raises the soft limit of descriptors to the hard one (RLIMIT_NOFILE). -1 with errno on failure.
int utter_allow_most_descriptors(void);

/// Makes the process inaccessible to its own user: no core dump, no ptrace(2), /proc/PID owned by
/// root (PR_SET_DUMPABLE 0, RLIMIT_CORE 0); and programs that it executes gain no privileges
/// (PR_SET_NO_NEW_PRIVS). -1 with errno on failure.
int utter_become_unreadable(void);

/// Sets the effective and saved group to the real one, permanently. -1 with errno on failure.
int utter_drop_group(void);

/// Drops all capabilities (capset(2)). -1 with errno on failure.
int utter_drop_capabilities(void);

/// The kernel kills this process when the thread that started it ends (PR_SET_PDEATHSIG). Call it
/// after the last change of credentials, which clears it. -1 with errno on failure.
int utter_die_with_parent(void);

/// From here on this process opens only these files and what is below these directories
/// (landlock(7)): `readable` for reading, `writable` for reading and writing, `startable` for reading
/// and execve(2). Each ends with NULL; a path that does not exist is skipped. 0, or -1 with errno:
/// ENOSYS or EOPNOTSUPP if the kernel has no Landlock.
int utter_restrict_files(const char *const *readable, const char *const *writable,
                         const char *const *startable);

/// Sends a message without waiting, with `count` descriptors, at most 2 (SCM_RIGHTS, unix(7)). -1
/// with errno on failure.
int utter_send_message(int socket, const void *bytes, size_t size, const int *descriptors,
                       int count);

/// Receives a message without waiting. Returns its length, at most `size`; 0 when the other end is
/// gone; -1 with errno on failure: EMFILE if there was no room for the descriptors; the message is
/// lost then. The `count` entries of `descriptors`, at most 2, become the received ones,
/// close-on-exec, or -1.
ssize_t utter_receive_message(int socket, void *bytes, size_t size, int *descriptors, int count);
