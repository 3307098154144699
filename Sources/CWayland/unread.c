#define _GNU_SOURCE
#include "CWayland.h"

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

int utter_peer_process(int socket)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -1;
    return peer.pid;
}

int utter_list_unread(const char *path, struct utter_unread *list, int capacity)
{
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (netlink < 0)
        return -1;
    int count = lists(netlink, path, list, capacity);
    int reason = errno;
    close(netlink);
    errno = reason;
    return count;
}
