#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// TCP_ESTABLISHED of the kernel's tcp_states.h, which unix sockets share.
enum { ESTABLISHED = 1 };

/// An attribute of a message about a socket, and its size in bytes; NULL if the message has none.
static const void *attribute(const struct nlmsghdr *header, int type, size_t *size)
{
    const struct unix_diag_msg *message = NLMSG_DATA(header);
    int length = header->nlmsg_len - NLMSG_LENGTH(sizeof *message);
    for (struct rtattr *next = (struct rtattr *)(message + 1); RTA_OK(next, length);
         next = RTA_NEXT(next, length)) {
        if (next->rta_type != type)
            continue;
        *size = RTA_PAYLOAD(next);
        return RTA_DATA(next);
    }
    return NULL;
}

/// The backlog in both directions; NULL if the message doesn't have it.
static const struct unix_diag_rqlen *queue_of(const struct nlmsghdr *header)
{
    size_t size = 0;
    const struct unix_diag_rqlen *queue = attribute(header, UNIX_DIAG_RQLEN, &size);
    return size >= sizeof *queue ? queue : NULL;
}

/// Whether a message is about a connected socket; if so, fills in the unread bytes. A socket
/// accepted at `path` has the name of the listening socket.
static int reads_message(const struct nlmsghdr *header, const char *path,
                         struct utter_unread *unread)
{
    const struct unix_diag_msg *message = NLMSG_DATA(header);
    const struct unix_diag_rqlen *queue = queue_of(header);
    if (!queue)
        return 0;
    unread->inode = message->udiag_ino;
    unread->bytes = queue->udiag_wqueue;
    size_t size = 0;
    // With or without the terminating zero, as it was bound.
    const char *name = attribute(header, UNIX_DIAG_NAME, &size);
    size_t count = name ? strnlen(name, size) : 0;
    unread->is_accepted = name && count == strlen(path) && memcmp(name, path, count) == 0;
    return 1;
}

static int lists(int netlink, const char *path, struct utter_unread *list, int capacity)
{
    struct {
        struct nlmsghdr header;
        struct unix_diag_req request;
    } question = {
        .header = {
            .nlmsg_len = sizeof question,
            .nlmsg_type = SOCK_DIAG_BY_FAMILY,
            .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP,
        },
        .request = {
            .sdiag_family = AF_UNIX,
            .udiag_states = 1 << ESTABLISHED,
            .udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_RQLEN,
        },
    };
    if (send(netlink, &question, sizeof question, 0) < 0)
        return -1;

    int count = 0;
    // The buffer size up to which the kernel fills one answer; aligned for the headers.
    _Alignas(struct nlmsghdr) char answer[32768];
    for (;;) {
        ssize_t length = recv(netlink, answer, sizeof answer, MSG_DONTWAIT);
        if (length < 0)
            return -1;
        for (struct nlmsghdr *header = (struct nlmsghdr *)answer; NLMSG_OK(header, length);
             header = NLMSG_NEXT(header, length)) {
            if (header->nlmsg_type == NLMSG_DONE)
                return count;
            if (header->nlmsg_type == NLMSG_ERROR) {
                const struct nlmsgerr *error = NLMSG_DATA(header);
                errno = -error->error;
                return -1;
            }
            if (count < capacity && reads_message(header, path, &list[count]))
                count++;
        }
    }
}

static int opened(void)
{
    return socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
}

/// Closes it and keeps errno.
static void closes(int netlink)
{
    int reason = errno;
    close(netlink);
    errno = reason;
}

int utter_list_unread(const char *path, struct utter_unread *list, int capacity)
{
    int netlink = opened();
    if (netlink < 0)
        return -1;
    int count = lists(netlink, path, list, capacity);
    closes(netlink);
    return count;
}

static void reads_socket(const struct nlmsghdr *header, struct utter_unix_socket *answer)
{
    size_t size = 0;
    const void *peer = attribute(header, UNIX_DIAG_PEER, &size);
    if (peer && size >= sizeof answer->peer)
        memcpy(&answer->peer, peer, sizeof answer->peer);
    const char *name = attribute(header, UNIX_DIAG_NAME, &size);
    if (name && size < sizeof answer->name) {
        // An abstract name begins with a zero (unix(7)).
        int skipped = size > 0 && name[0] == 0;
        memcpy(answer->name, name + skipped, size - skipped);
    }
    const struct unix_diag_rqlen *queue = queue_of(header);
    if (queue) {
        answer->unread = queue->udiag_rqueue;
        answer->unsent = queue->udiag_wqueue;
    }
}

static int asks(int netlink, uint32_t inode, struct utter_unix_socket *answer)
{
    struct {
        struct nlmsghdr header;
        struct unix_diag_req request;
    } question = {
        .header = {
            .nlmsg_len = sizeof question,
            .nlmsg_type = SOCK_DIAG_BY_FAMILY,
            .nlmsg_flags = NLM_F_REQUEST,
        },
        .request = {
            .sdiag_family = AF_UNIX,
            .udiag_ino = inode,
            .udiag_show = UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN,
            // Any socket that has this inode now.
            .udiag_cookie = {~0U, ~0U},
        },
    };
    if (send(netlink, &question, sizeof question, 0) < 0)
        return -1;
    _Alignas(struct nlmsghdr) char message[4096];
    ssize_t length = recv(netlink, message, sizeof message, MSG_DONTWAIT);
    if (length < 0)
        return -1;
    const struct nlmsghdr *header = (struct nlmsghdr *)message;
    if (!NLMSG_OK(header, length) || header->nlmsg_type != SOCK_DIAG_BY_FAMILY) {
        errno = ENOENT;
        return -1;
    }
    reads_socket(header, answer);
    return 0;
}

int utter_ask_unix_socket(uint32_t inode, struct utter_unix_socket *answer)
{
    memset(answer, 0, sizeof *answer);
    int netlink = opened();
    if (netlink < 0)
        return -1;
    int status = asks(netlink, inode, answer);
    closes(netlink);
    return status;
}
