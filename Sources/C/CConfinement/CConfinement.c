#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t utter_fork(void)
{
    return fork();
}

int utter_message_sockets(int sockets[2])
{
    return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
}

int utter_close_from(int first)
{
    return close_range((unsigned)first, UINT_MAX, 0);
}

int utter_allow_most_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        return -1;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit);
}

int utter_become_unreadable(void)
{
    const struct rlimit none = { 0, 0 };
    if (setrlimit(RLIMIT_CORE, &none) < 0)
        return -1;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0)
        return -1;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int utter_drop_group(void)
{
    const gid_t group = getgid();
    return setresgid(group, group, group);
}

int utter_drop_capabilities(void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct none[2];
    memset(none, 0, sizeof none);
    /* Where a service may not set any, it has none either. */
    struct __user_cap_data_struct own[2];
    if (syscall(SYS_capget, &header, own) == 0 && memcmp(own, none, sizeof none) == 0)
        return 0;
    return (int)syscall(SYS_capset, &header, none);
}

int utter_die_with_parent(void)
{
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
}

/* All rights of Landlock's first version: what is handled and not granted is refused. */
static const __u64 all_rights = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

/* What may be granted: a file has no entries to read. */
static __u64 reading_of(int path)
{
    struct stat status;
    const int is_folder = fstat(path, &status) == 0 && S_ISDIR(status.st_mode);
    return LANDLOCK_ACCESS_FS_READ_FILE | (is_folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0);
}

/* Grants rights to paths and what is below them. 0, or -1 with errno. */
static int allow(int rules, const char *const *paths, __u64 also)
{
    int result = 0;
    for (; *paths && result == 0; paths++) {
        struct landlock_path_beneath_attr rule = { .allowed_access = also };
        rule.parent_fd = open(*paths, O_PATH | O_CLOEXEC);
        if (rule.parent_fd < 0)
            continue;
        rule.allowed_access |= reading_of(rule.parent_fd);
        result = (int)syscall(
            SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(rule.parent_fd);
    }
    return result;
}

int utter_restrict_files(const char *const *readable, const char *const *writable,
                         const char *const *startable)
{
    const struct landlock_ruleset_attr attributes = { .handled_access_fs = all_rights };
    const int rules =
        (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
    if (rules < 0)
        return -1;
    int result = allow(rules, readable, 0);
    if (result == 0)
        result = allow(rules, writable, LANDLOCK_ACCESS_FS_WRITE_FILE);
    if (result == 0)
        result = allow(rules, startable, LANDLOCK_ACCESS_FS_EXECUTE);
    if (result == 0)
        result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    const int error = errno;
    close(rules);
    errno = error;
    return result;
}

enum { most_descriptors = 2 };

union control {
    struct cmsghdr header; /* for its alignment */
    char bytes[CMSG_SPACE(most_descriptors * sizeof(int))];
};

int utter_send_message(int socket, const void *bytes, size_t size, const int *descriptors,
                       int count)
{
    struct iovec part = { (void *)bytes, size };
    struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1 };
    union control control;
    memset(&control, 0, sizeof control);
    if (count > most_descriptors) {
        errno = EINVAL;
        return -1;
    }
    if (count > 0) {
        const size_t length = (size_t)count * sizeof(int);
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(length);
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(length);
        memcpy(CMSG_DATA(&control.header), descriptors, length);
    }
    return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

ssize_t utter_receive_message(int socket, void *bytes, size_t size, int *descriptors, int count)
{
    struct iovec part = { bytes, size };
    union control control;
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = CMSG_SPACE((size_t)count * sizeof(int)),
    };
    for (int i = 0; i < count; i++)
        descriptors[i] = -1;
    if (count > most_descriptors) {
        errno = EINVAL;
        return -1;
    }
    const ssize_t length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (length < 0)
        return -1;
    const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS)
        memcpy(descriptors, CMSG_DATA(header), header->cmsg_len - CMSG_LEN(0));
    if (message.msg_flags & MSG_CTRUNC) {
        for (int i = 0; i < count; i++)
            if (descriptors[i] >= 0)
                close(descriptors[i]);
        errno = EMFILE;
        return -1;
    }
    return length;
}
