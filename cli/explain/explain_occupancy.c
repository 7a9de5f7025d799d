/* SPDX-License-Identifier: BSD-3-Clause */
/* What would lift a limit is found by asking models/launch/occupancy.h again, with a little less of
 * it each time: whatever it rounds up is counted. */
#include "cli/explain/explain_occupancy.h"

enum { LANES = 32 };

static uint32_t warps_of(const struct occupancy_limits *limits, const struct occupancy_need *need)
{
    return occupancy_compute(limits, need).warps;
}

/* The most registers a thread with which more warps are resident; 0: none. */
static uint32_t fewer_registers(const struct occupancy_limits *limits,
                                const struct occupancy_need *need, uint32_t *warps)
{
    struct occupancy_need less = *need;
    uint32_t now = warps_of(limits, need);
    while (less.registers_per_thread > 1) {
        less.registers_per_thread--;
        *warps = warps_of(limits, &less);
        if (*warps > now)
            return less.registers_per_thread;
    }
    return 0;
}

/* The most bytes of shared memory a block with which more warps are resident. */
static uint64_t fewer_bytes(const struct occupancy_limits *limits,
                            const struct occupancy_need *need, uint32_t *warps)
{
    struct occupancy_need less = *need;
    uint64_t blocks = occupancy_compute(limits, need).capacity + 1;
    less.shared_bytes_per_block =
        limits->shared_bytes / blocks / limits->shared_unit * limits->shared_unit;
    *warps = warps_of(limits, &less);
    return less.shared_bytes_per_block;
}

/* The block size, of whole warps, with which the most warps are resident for as many threads in
 * all; of equals the one nearest to today's. 0: none is better. */
static uint32_t better_block(const struct occupancy_limits *limits,
                             const struct occupancy_need *need, uint32_t *warps)
{
    uint32_t best = 0, most = warps_of(limits, need);
    for (uint32_t threads = LANES; threads <= limits->max_threads_per_block; threads += LANES) {
        struct occupancy_need other = *need;
        other.threads_per_block = threads;
        other.grid_blocks = (need->grid_blocks * need->threads_per_block + threads - 1) / threads;
        /* a smaller block needs as much shared memory a thread */
        other.shared_bytes_per_block =
            need->shared_bytes_per_block * threads / need->threads_per_block;
        uint32_t here = warps_of(limits, &other);
        uint32_t far = ABS((int)threads - (int)need->threads_per_block);
        uint32_t best_far = ABS((int)best - (int)need->threads_per_block);
        if (here > most || (best > 0 && here == most && far < best_far)) {
            best = threads;
            most = here;
        }
    }
    *warps = most;
    return best;
}

static void add_limit(GString *text, const struct occupancy_limits *limits,
                      const struct occupancy_need *need, const struct occupancy *now)
{
    static const char *const reasons[OCCUPANCY_RESOURCES] = {
        [OCCUPANCY_WARPS] = "an SM has room for no more warps",
        [OCCUPANCY_BLOCKS] = "an SM has room for no more blocks",
        [OCCUPANCY_THREADS] = "an SM has room for no more threads",
        [OCCUPANCY_REGISTERS] = "the register file is full",
        [OCCUPANCY_SHARED_MEMORY] = "shared memory is full",
        [OCCUPANCY_GRID] = "the grid has no more blocks"};
    g_string_append_printf(text, "%u of %u warps fit on an SM at once (%u block%s of %u): %s",
                           now->warps, limits->max_warps, now->blocks, now->blocks == 1 ? "" : "s",
                           now->warps_per_block, reasons[now->limit]);
    if (now->limit == OCCUPANCY_REGISTERS)
        g_string_append_printf(text, " (%u a thread)", need->registers_per_thread);
    if (now->limit == OCCUPANCY_SHARED_MEMORY)
        g_string_append_printf(text, " (%" G_GUINT64_FORMAT " bytes a block)",
                               need->shared_bytes_per_block);
    if (now->limit == OCCUPANCY_GRID)
        g_string_append_printf(text, " (%" G_GUINT64_FORMAT " for %u SMs)", need->grid_blocks,
                               need->n_sms);
    g_string_append(text, ". ");
}

char *explain_occupancy(const struct occupancy_limits *limits, const struct occupancy_need *need)
{
    GString *text = g_string_new(NULL);
    const struct occupancy now = occupancy_compute(limits, need);
    uint32_t warps = 0, number = 0;
    add_limit(text, limits, need, &now);
    if (now.warps + now.warps_per_block > limits->max_warps && now.warps == limits->max_warps) {
        g_string_append(text, "That is all of them.");
    } else if (now.limit == OCCUPANCY_REGISTERS &&
               (number = fewer_registers(limits, need, &warps)) > 0) {
        g_string_append_printf(text, "With %u registers for each thread, %u warps would fit.",
                               number, warps);
    } else if (now.limit == OCCUPANCY_SHARED_MEMORY) {
        uint64_t bytes = fewer_bytes(limits, need, &warps);
        g_string_append_printf(text,
                               "With %" G_GUINT64_FORMAT
                               " bytes of shared memory for each block, %u warps would fit.",
                               bytes, warps);
    } else if (now.limit == OCCUPANCY_GRID) {
        g_string_append_printf(text, "%" G_GUINT64_FORMAT " blocks would fill the SMs, %u each.",
                               (uint64_t)now.capacity * need->n_sms, now.capacity);
    } else if ((number = better_block(limits, need, &warps)) > 0) {
        g_string_append_printf(text, "With blocks of %u threads, %u warps would fit.", number,
                               warps);
    } else {
        g_string_append(text, "No other block size does better.");
    }
    return g_string_free(text, FALSE);
}
