// What the kernel and the C library offer and Swift's Glibc module cannot see:
// headers that it leaves out, variadic functions and function macros.
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

/// The process at the other end of a unix socket and its user, as they were when it connected or
/// began to listen (SO_PEERCRED, unix(7)); -1 with errno on failure. Here because struct ucred
/// needs _GNU_SOURCE.
int utter_peer(int socket, pid_t *process, uid_t *user);

/// Accepts a connection: non-blocking, close-on-exec (accept4(2)). Needs _GNU_SOURCE.
int utter_accept(int socket);

/// Names the calling thread for `ps -L`: at most 15 bytes. Needs _GNU_SOURCE.
void utter_name_thread(const char *name);

/// A nameless file in memory (memfd_create(2)), close-on-exec; -1 with errno on failure. `name` is
/// for /proc only. Needs _GNU_SOURCE.
int utter_memory_file(const char *name);

/// The child of posix_spawn closes all descriptors from this one on
/// (posix_spawn_file_actions_addclosefrom_np, glibc 2.34). Needs _GNU_SOURCE.
int utter_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// The child of posix_spawn has a session of its own (POSIX_SPAWN_SETSID, glibc 2.26). Needs
/// _GNU_SOURCE.
extern const int utter_spawn_own_session;

/// Gives the resident pages of the program's own code and constants back to the page cache.
/// They are clean pages of its file, and are mapped again when they are used (madvise(2),
/// MADV_DONTNEED on a private file mapping that was never written to).
void utter_release_code_pages(void);

/// What a key means in one of the console's tables (ioctl_console(2), KDGKBENT); -1 with errno on
/// failure. Here because ioctl is variadic.
int utter_console_key(int console, unsigned char table, unsigned char key);

/// One end of a connected unix socket, and what its peer has yet to read of it.
struct utter_unread {
    uint32_t inode;
    /// In the kernel's own account, overhead and all, as SO_SNDBUF limits it (unix_diag's wqueue).
    uint32_t bytes;
    /// Whether it was accepted from the listening socket that was asked about.
    uint32_t is_accepted;
};

/// Lists the connected unix sockets, at most `capacity`, as sock_diag(7) tells them to everybody
/// in the same network namespace; `path` is of a listening one. Answers how many, or -1 with
/// errno. It never waits: the kernel makes the answer within the calls. C, for the message
/// structures of netlink.
int utter_list_unread(const char *path, struct utter_unread *list, int capacity);

/// One end of a connected unix socket.
struct utter_unix_socket {
    /// The other end's inode.
    uint32_t peer;
    /// Bytes that wait for this end to read them, and, in the kernel's own account, those that it
    /// has written and the other end has yet to read (unix_diag's rqueue and wqueue).
    uint32_t unread, unsent;
    /// Its path or abstract name without the leading zero; empty where it has none.
    char name[109];
};

/// What sock_diag(7) tells of the unix socket with this inode; -1 with errno where there is none in
/// this network namespace. It never waits.
int utter_ask_unix_socket(uint32_t inode, struct utter_unix_socket *answer);

/// From the first of these signals on the process has so many milliseconds: the signal is told
/// through an eventfd, which must stay open, and whatever the process does when the time is over,
/// it ends with `status` (sigaction(2), timer_create(2)). One that is ignored stays so. Answers 0,
/// or -1 with errno. C, for a handler may call little (signal-safety(7)).
int utter_end_on_signals(
    const int *signals, int count, int event, int milliseconds, int status);
