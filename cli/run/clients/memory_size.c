/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/memory_size.h"
#include "base/host/address_room.h"
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

/* Says what the limit leaves: `room` bytes, as `what` says. */
static uint64_t take_less(uint64_t bytes, uint64_t fits, uint64_t room, const char *what)
{
    const uint64_t taken = MAX(fits / MIB, 1) * MIB;
    g_autofree char *line = g_strdup_printf(
        "simgpu: warning: a limit of this machine (%s) leaves %" G_GUINT64_FORMAT
        " MiB, so the GPU has %" G_GUINT64_FORMAT
        " MiB of memory instead of %" G_GUINT64_FORMAT " MiB",
        what, room / MIB, taken / MIB, bytes / MIB);
    output_line(stderr, "%s", line);
    return taken;
}

uint64_t memory_size_that_fits(uint64_t bytes, uint32_t programs)
{
    const uint64_t room = address_room();
    const uint64_t fits = programs > 0 ? room / SHARES_OF_PROGRAM / programs : room / SHARES;
    if (programs > 0 && file_room() < MIN(bytes, fits))
        return take_less(bytes, file_room(), file_room(), "ulimit -f");
    return bytes <= fits ? bytes : take_less(bytes, fits, room, "ulimit -v");
}
