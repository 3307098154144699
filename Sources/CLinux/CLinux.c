#define _GNU_SOURCE
#include "CLinux.h"

#include <pthread.h>
#include <sys/socket.h>

int utter_peer_uid(int socket, uid_t *uid)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -1;
    *uid = peer.uid;
    return 0;
}

int utter_accept(int socket)
{
    return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void utter_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}

int utter_spawn_close_from(posix_spawn_file_actions_t *actions, int first)
{
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
