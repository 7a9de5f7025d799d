/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/host/shared_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

uint64_t shared_file_room(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX
                                                                                   : limit.rlim_cur;
}

int shared_file_new(const char *name, uint64_t bytes)
{
    if (bytes > shared_file_room()) {
        errno = EFBIG;
        return -1;
    }
    int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0)
        return -1;
    if (ftruncate(file, (off_t)bytes) == 0 &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
        return file;
    int why = errno;
    close(file);
    errno = why;
    return -1;
}
