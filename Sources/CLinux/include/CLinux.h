// What the kernel and the C library offer and Swift's Glibc module cannot see:
// headers that it leaves out, variadic functions and function macros.
#pragma once
#include <linux/keyboard.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <unistd.h>

/// The uid of the process at the other end of a unix socket (SO_PEERCRED, unix(7)); -1 with
/// errno on failure. Here because struct ucred needs _GNU_SOURCE.
int utter_peer_uid(int socket, uid_t *uid);

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

/// Gives the resident pages of the program's own code and constants back to the page cache.
/// They are clean pages of its file, and are mapped again when they are used (madvise(2),
/// MADV_DONTNEED on a private file mapping that was never written to).
void utter_release_code_pages(void);

/// What a key means in one of the console's tables (ioctl_console(2), KDGKBENT); -1 with errno on
/// failure. Here because ioctl is variadic.
int utter_console_key(int console, unsigned char table, unsigned char key);
