// Interfaces of the kernel and the C library that Swift's Glibc module can't import: headers that
// it leaves out, variadic functions and function-like macros.
#pragma once
#include <linux/keyboard.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/vfs.h>
#include <unistd.h>

/// The process at the other end of a unix socket and its user, at the time when it connected or
/// began to listen (SO_PEERCRED, unix(7)); -1 with errno on failure. In C because struct ucred
/// needs _GNU_SOURCE.
int utter_peer(int socket, pid_t *process, uid_t *user);

/// Accepts a connection: non-blocking, close-on-exec (accept4(2)). Needs _GNU_SOURCE.
int utter_accept(int socket);

/// Names the calling thread for `ps -L`: at most 15 bytes. Needs _GNU_SOURCE.
void utter_name_thread(const char *name);

/// Whether a program that is setuid or setgid gets its privileges when this process starts it: 0 if
/// no_new_privs is set (PR_SET_NO_NEW_PRIVS(2const)). In C because prctl is variadic.
int utter_may_gain_privileges(void);

/// A nameless file in memory (memfd_create(2)), close-on-exec; -1 with errno on failure. `name` is
/// only shown in /proc. Needs _GNU_SOURCE.
int utter_memory_file(const char *name);

/// Makes a child of posix_spawn close all descriptors from this one on
/// (posix_spawn_file_actions_addclosefrom_np, glibc 2.34). Needs _GNU_SOURCE.
int utter_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// Gives a child of posix_spawn its own session (POSIX_SPAWN_SETSID, glibc 2.26). Needs
/// _GNU_SOURCE.
extern const int utter_spawn_own_session;

/// Releases the resident pages of the program's own code and constants. They are clean pages of its
/// file, stay in the page cache, and are mapped again when they are used (madvise(2), MADV_DONTNEED
/// on a private file mapping that was never written to).
void utter_release_code_pages(void);

/// The meaning of a key in one of the console's tables (ioctl_console(2), KDGKBENT); -1 with errno
/// on failure. In C because ioctl is variadic.
int utter_console_key(int console, unsigned char table, unsigned char key);

/// One end of a connected unix socket, and what its peer has not read yet.
struct utter_unread {
    uint32_t inode;
    /// As the kernel counts them, with overhead, and as SO_SNDBUF limits them (unix_diag's wqueue).
    uint32_t bytes;
    /// Whether it was accepted from the listening socket at `path`.
    uint32_t is_accepted;
};

/// Lists the connected unix sockets, at most `capacity`, which sock_diag(7) reports to everybody in
/// the same network namespace; `path` names a listening socket. Returns their number, or -1 with
/// errno. Never waits: the kernel answers within the calls. In C because of netlink's message
/// structures.
int utter_list_unread(const char *path, struct utter_unread *list, int capacity);

/// One end of a connected unix socket.
struct utter_unix_socket {
    /// The inode of the other end.
    uint32_t peer;
    /// Bytes that this end has not read yet, and those that it has written and the other end has
    /// not read yet, as the kernel counts them (unix_diag's rqueue and wqueue).
    uint32_t unread, unsent;
    /// Its path, or its abstract name without the leading zero; empty if it has none.
    char name[109];
};

/// The state of the unix socket with this inode, from sock_diag(7); -1 with errno if there is none
/// in this network namespace. Never waits.
int utter_ask_unix_socket(uint32_t inode, struct utter_unix_socket *answer);

/// From the first of these signals on the process has a limited time: the signal is reported
/// through an eventfd, which must stay open, and after this many milliseconds the process ends with
/// `status` whatever it is doing, and writes `words`, which must stay, to standard error
/// (sigaction(2), timer_create(2)). A signal that is ignored stays
/// ignored. Returns 0, or -1 with errno. In C because few functions may be called in a handler
/// (signal-safety(7)).
int utter_end_on_signals(
    const int *signals, int count, int event, int milliseconds, int status,
    const char *words);
