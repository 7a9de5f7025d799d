/* SPDX-License-Identifier: BSD-3-Clause */
/* Words for lines, places and kernels. */
#include "sanitize/sanitize_private.h"

char *describe_line(const struct sanitizer *sanitizer, uint32_t number)
{
    uint32_t line;
    const char *file = site_file(sites_at(sanitizer->sites, number), &line);
    return g_strdup_printf("%s:%u", file, line);
}

char *describe_place(const struct sanitizer *sanitizer, uint8_t space, uint64_t offset)
{
    if (space == SPACE_LOCAL)
        return g_strdup_printf("byte %" G_GUINT64_FORMAT " of local memory", offset);
    if (space != SPACE_GLOBAL)
        return g_strdup_printf("byte %" G_GUINT64_FORMAT " of shared memory", offset);
    const uint64_t address = offset + DEVICE_MEMORY_BASE;
    const struct device_allocation *allocation = device_memory_find(sanitizer->memory, address, 1);
    if (!allocation)
        return g_strdup_printf("global address 0x%" G_GINT64_MODIFIER "x", address);
    return g_strdup_printf("byte %" G_GUINT64_FORMAT " of %s", address - allocation->address,
                           allocation->name);
}

const char *describe_kernel(const struct sanitizer *sanitizer, uint32_t warp)
{
    const struct known_block *block = blocks_of_warp(&sanitizer->blocks, warp);
    const struct known_launch *launch = sanitizer->blocks.launches->pdata[block->launch];
    return launch->kernel;
}

char *describe_thread(const struct sanitizer *sanitizer, const struct step *step, unsigned lane)
{
    const uint32_t warp = step->block->order->first + step->w->in_block;
    g_autofree char *thread = blocks_thread(&sanitizer->blocks, warp, lane);
    return g_strdup_printf("kernel %s, %s", describe_kernel(sanitizer, warp), thread);
}
