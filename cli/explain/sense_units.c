/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/explain/sense_units.h"

static void G_GNUC_PRINTF(2, 3) doubt(GPtrArray *doubts, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(doubts, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

/* More warps than threads have no effect. Fewer are a limit that a platform may mean. */
static void doubt_threads(GPtrArray *doubts, const struct occupancy_limits *limits)
{
    enum { LANES = 32 };
    uint32_t of_warps = limits->max_warps * LANES;
    if (limits->max_threads < of_warps)
        doubt(doubts,
              "sm.warps=%u makes room for %u threads, but sm.threads is %u: an SM holds the "
              "smaller number; take sm.threads=%u or sm.warps=%u",
              limits->max_warps, of_warps, limits->max_threads, of_warps,
              MAX(limits->max_threads / LANES, 1));
    uint32_t room = MIN(limits->max_threads, of_warps);
    if (limits->max_threads_per_block > room)
        doubt(doubts,
              "sm.threads.per_block=%u: no SM has room for such a block, because an SM holds %u "
              "threads; take sm.threads.per_block=%u",
              limits->max_threads_per_block, room, room);
}

/* A miss takes its line at once, so that no more can be on their way than there are lines. */
static void doubt_mshrs(GPtrArray *doubts, const struct gpu_config *config)
{
    const struct sm_config *sm = &config->sm;
    uint64_t l1 = sm->l1d.size_bytes / LINE_BYTES, l2 = config->bank.size_bytes / LINE_BYTES;
    if (l1 > 0 && !sm->l1d_allocate_on_fill && sm->l1d_mshrs > l1)
        doubt(doubts,
              "sm.l1d.mshrs=%u: a miss takes a line (sm.l1d.allocate=miss), and L1D has %" //
              G_GUINT64_FORMAT "; take sm.l1d.mshrs=%" G_GUINT64_FORMAT,
              sm->l1d_mshrs, l1, l1);
    if (config->bank.mshrs > l2)
        doubt(doubts,
              "l2.mshrs=%u: a miss takes a line, and a bank has %" G_GUINT64_FORMAT
              "; take l2.mshrs=%" G_GUINT64_FORMAT,
              config->bank.mshrs, l2, l2);
}

static void doubt_halves(GPtrArray *doubts, const struct bank_halves_config *halves)
{
    if (halves->halves == 1 && (halves->far_latency > 0 || halves->copies_bytes > 0))
        doubt(doubts, "l2.far.%s has no effect, because l2.halves=1; take l2.halves=2",
              halves->far_latency > 0 ? "latency" : "copies");
}

GPtrArray *sense_of_units(const struct gpu_config *config)
{
    GPtrArray *doubts = g_ptr_array_new_with_free_func(g_free);
    doubt_threads(doubts, &config->sm.limits);
    doubt_mshrs(doubts, config);
    doubt_halves(doubts, &config->bank.halves);
    return doubts;
}

/* Bytes that must be on their way for DRAM to be busy, a sector or a line in each slot, over the
 * wires of a channel's banks. */
static char *short_wire(const struct gpu_config *config, const char *name,
                        const struct wire_shape *wire)
{
    double peak = config->host.move_bytes_per_ps / config->n_channels;
    double bytes = peak * (double)(wire->latency + wire->credit_latency);
    uint32_t banks = MAX(config->n_banks / config->n_channels, 1);
    uint32_t needed = (uint32_t)(bytes / config->bank.fetch_bytes / banks);
    if (wire->credits >= needed)
        return NULL;
    return g_strdup_printf("%s.slots is %u: so few requests of %u bytes between a bank and its "
                           "channel can't keep DRAM busy; take %u",
                           name, wire->credits, config->bank.fetch_bytes, needed);
}

char *sense_of_dram_wires(const struct gpu_config *config)
{
    char *text = short_wire(config, "l2.to_dram", &config->bank.to_dram);
    return text ? text : short_wire(config, "dram.to_l2", &config->dram.to_l2);
}
