/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <sys/mman.h>
#include <unistd.h>

char *fuzz_file(const uint8_t *data, size_t size, int *file)
{
    *file = memfd_create("input", MFD_CLOEXEC);
    g_assert(*file >= 0);
    for (size_t written = 0; written < size;) {
        ssize_t n = write(*file, data + written, size - written);
        g_assert(n > 0);
        written += (size_t)n;
    }
    return g_strdup_printf("/proc/self/fd/%d", *file);
}

void fuzz_file_remove(int file)
{
    close(file);
}
