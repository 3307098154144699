#define _GNU_SOURCE
#include "CLinux.h"

#include <linux/kd.h>
#include <link.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

int utter_peer(int socket, pid_t *process, uid_t *user)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -1;
    *process = peer.pid;
    *user = peer.uid;
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

int utter_may_gain_privileges(void)
{
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0;
}

int utter_memory_file(const char *name)
{
    return memfd_create(name, MFD_CLOEXEC);
}

int utter_spawn_close_from(posix_spawn_file_actions_t *actions, int first)
{
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

const int utter_spawn_own_session = POSIX_SPAWN_SETSID;

int utter_console_key(int console, unsigned char table, unsigned char key)
{
    struct kbentry entry = {.kb_table = table, .kb_index = key};
    return ioctl(console, KDGKBENT, &entry) < 0 ? -1 : entry.kb_value;
}

static int release_program(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        /* Only segments that were never writable: relocations have changed the others. */
        if (part->p_type != PT_LOAD || part->p_flags & PF_W)
            continue;
        uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = object->dlpi_addr + part->p_vaddr + part->p_memsz;
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 1; /* dl_iterate_phdr(3) begins with the program itself, and that is all. */
}

void utter_release_code_pages(void)
{
    dl_iterate_phdr(release_program, NULL);
}
