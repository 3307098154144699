#define _GNU_SOURCE
#include "CWayland.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

int utter_sealed_file(const void *bytes, size_t size)
{
    int file = memfd_create("utter-keymap", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return -1;
    // No seal against writing: before Linux 6.7 that would forbid every shared mapping, even a
    // read-only one, and a compositor may map it either way.
    if (write(file, bytes, size) != (ssize_t)size
        || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0) {
        int reason = errno;
        close(file);
        errno = reason;
        return -1;
    }
    return file;
}
