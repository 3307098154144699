#define _GNU_SOURCE
#include "CWayland.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/// Closes a file after an error; -1 with the errno of that error.
static int give_up(int file)
{
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

int utter_sealed_file(const void *bytes, size_t size)
{
    int file = memfd_create("utter-keymap", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return -1;
    // No seal against writing: before Linux 6.7 that would forbid every shared mapping, even a
    // read-only one, and a compositor may map it either way.
    if (write(file, bytes, size) != (ssize_t)size
        || fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0)
        return give_up(file);
    return file;
}

int utter_shared_memory(size_t size, void **memory)
{
    int file = memfd_create("utter-overlay", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return -1;
    if (ftruncate(file, size) == 0 && fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL) == 0) {
        *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (*memory != MAP_FAILED)
            return file;
    }
    return give_up(file);
}
