/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/host/address_room.h"

#include <glib.h>
#include <sys/resource.h>
#include <unistd.h>

/* The first number of the file is the process's size in pages. */
static uint64_t bytes_in_use(void)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents("/proc/self/statm", &text, NULL, NULL))
        return 0;
    return g_ascii_strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t address_room(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return UINT64_MAX;
    const uint64_t used = bytes_in_use();
    return limit.rlim_cur > used ? limit.rlim_cur - used : 0;
}
