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

/// Whether a message is about a connected socket; if so, fills in what is unread. One accepted at
/// `path` has the name of the listening socket.
static int reads_message(const struct nlmsghdr *header, const char *path,
                         struct utter_unread *unread)
{
    const struct unix_diag_msg *message = NLMSG_DATA(header);
    int length = header->nlmsg_len - NLMSG_LENGTH(sizeof *message);
    int has_queue = 0;
    unread->inode = message->udiag_ino;
    unread->is_accepted = 0;
    for (struct rtattr *attribute = (struct rtattr *)(message + 1); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        size_t size = RTA_PAYLOAD(attribute);
        if (attribute->rta_type == UNIX_DIAG_NAME) {
            // With or without the terminating zero, as it was bound.
            const char *name = RTA_DATA(attribute);
            size_t count = strnlen(name, size);
            unread->is_accepted = count == strlen(path) && memcmp(name, path, count) == 0;
        } else if (attribute->rta_type == UNIX_DIAG_RQLEN
                   && size >= sizeof(struct unix_diag_rqlen)) {
            const struct unix_diag_rqlen *queue = RTA_DATA(attribute);
            unread->bytes = queue->udiag_wqueue;
            has_queue = 1;
        }
    }
    return has_queue;
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
    // The size of buffer up to which the kernel fills one answer; aligned for the headers.
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

/// Closes it without a change of errno.
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
    const struct unix_diag_msg *message = NLMSG_DATA(header);
    int length = header->nlmsg_len - NLMSG_LENGTH(sizeof *message);
    for (struct rtattr *attribute = (struct rtattr *)(message + 1); RTA_OK(attribute, length);
         attribute = RTA_NEXT(attribute, length)) {
        size_t size = RTA_PAYLOAD(attribute);
        if (attribute->rta_type == UNIX_DIAG_PEER && size >= sizeof answer->peer) {
            memcpy(&answer->peer, RTA_DATA(attribute), sizeof answer->peer);
        } else if (attribute->rta_type == UNIX_DIAG_NAME && size < sizeof answer->name) {
            // One in the abstract namespace begins with a zero (unix(7)).
            const char *name = RTA_DATA(attribute);
            int skipped = size > 0 && name[0] == 0;
            memcpy(answer->name, name + skipped, size - skipped);
        } else if (attribute->rta_type == UNIX_DIAG_RQLEN
                   && size >= sizeof(struct unix_diag_rqlen)) {
            const struct unix_diag_rqlen *queue = RTA_DATA(attribute);
            answer->unread = queue->udiag_rqueue;
            answer->unsent = queue->udiag_wqueue;
        }
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
            // Whatever socket has the number now.
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
