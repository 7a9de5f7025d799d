/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/memory_size.h"
#include "base/host/address_room.h"
#include "base/host/shared_file.h"
#include "cli/base/output.h"
#include <glib.h>

enum {
    MIB = 1 << 20,
    /* Of the addresses that are left, what stays for everything else: a half. A program of the
     * runtime has the same limit. It maps device memory up to twice (managed memory has its device
     * address) and pinned memory of the same size. */
    SHARES = 2,
    SHARES_OF_PROGRAM = 5
};

static uint64_t fitting(uint64_t bytes, uint64_t fits, const char *limit, uint64_t room,
                        const char *what)
{
    if (bytes <= fits)
        return bytes;
    const uint64_t taken = MAX(fits / MIB, 1) * MIB;
    g_autofree char *line =
        g_strdup_printf("simgpu: warning: a limit of this machine (%s) leaves %" G_GUINT64_FORMAT
                        " MiB of %s, so the GPU has %" G_GUINT64_FORMAT
                        " MiB of memory instead of %" G_GUINT64_FORMAT " MiB",
                        limit, room / MIB, what, taken / MIB, bytes / MIB);
    output_line(stderr, "%s", line);
    return taken;
}

uint64_t memory_size_that_fits(uint64_t bytes, uint32_t programs, uint32_t gpus)
{
    const uint64_t room = address_room(), file = shared_file_room();
    const uint64_t addresses =
        programs > 0 ? room / SHARES_OF_PROGRAM / programs / gpus : room / SHARES;
    const uint64_t fitting_addresses = fitting(bytes, addresses, "ulimit -v", room, "addresses");
    return programs == 0 ? fitting_addresses
                         : fitting(fitting_addresses, file / gpus, "ulimit -f", file, "a file");
}
