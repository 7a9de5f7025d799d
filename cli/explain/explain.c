/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel's counters and its latency attribution say, in sentences. */
#include "cli/explain/explain.h"
#include "base/kernel_name.h"
#include "cli/explain/explain_kernels.h"
#include "cli/explain/explain_limits.h"
#include "cli/explain/explain_lines.h"
#include "cli/explain/explain_memory.h"
#include "cli/explain/explain_occupancy.h"
#include "cli/write/summary.h"

enum { MOST_KERNELS = 3, MOST_REASONS = 3 };

/* ---- a kernel ------------------------------------------------------------------------------- */

static void add_head(GString *text, const struct subject *s)
{
    g_autofree char *cycles = summary_grouped((uint64_t)s->cycles);
    g_autofree char *work = summary_grouped(s->sm->warp_instructions);
    g_autofree char *name = kernel_plain_name(s->record->name);
    g_string_append_printf(text, "\n%s, launch %u: %s cycles, %s warp instructions, IPC %.3f\n",
                           name, s->record->launch, cycles, work,
                           (double)s->sm->warp_instructions / s->cycles);
}

static void add_occupancy(GString *text, const struct subject *s)
{
    g_autofree char *words = explain_occupancy(&s->config->sm.limits, &s->record->occupancy_need);
    explain_field(text, "occupancy", words);
}

static void add_slots(GString *text, const struct subject *s)
{
    static const char *const reasons[SLOT_REASONS] = {
        [SLOT_IDLE] = "no warp was resident",
        [SLOT_POLICY] = "the warp scheduler held its warps back",
        [SLOT_STRUCTURAL] =
            "a warp was ready, but its unit was busy or the load/store queue was full",
        [SLOT_MEMORY] = "all warps waited, at least one for memory",
        [SLOT_DATA] = "all warps waited, at least one for an arithmetic result",
        [SLOT_FETCH] = "all warps waited for instructions",
        [SLOT_BARRIER] = "all warps waited at a barrier",
        [SLOT_FENCE] = "all warps waited at a fence",
        [SLOT_DRAIN] = "warps had ended and waited for their stores"};
    struct share shares[SLOT_REASONS];
    const bool copies = s->sm->async.copies > 0;
    unsigned n = 0;
    double resident = 0;
    for (unsigned i = 0; i < SLOT_REASONS; i++)
        if (i != SLOT_IDLE)
            resident += (double)s->sm->slots[i];
    for (unsigned i = 0; i < SLOT_REASONS; i++)
        if (i == SLOT_IDLE)
            shares[n++] = (struct share){reasons[i], MAX(s->slots - resident, 0)};
        else if (i != SLOT_ISSUED)
            shares[n++] = (struct share){i == SLOT_FENCE && copies
                                             ? "all warps waited at a fence or for copies"
                                             : reasons[i],
                                         (double)s->sm->slots[i]};
    g_autoptr(GString) words = g_string_new(NULL);
    g_string_append_printf(words, "%.1f %% of the issue slots issued. Lost: ",
                           explain_percent((double)s->sm->slots[SLOT_ISSUED], s->slots));
    explain_largest(words, shares, n, MOST_REASONS, s->slots);
    explain_field(text, "slots", words->str);
}

/* ---- the critical warp ---------------------------------------------------------------------- */

static void add_excess(GString *text, const struct latency_kernel *kernel,
                       const struct latency_warp *warp)
{
    double mean = (double)kernel->elapsed / (double)kernel->warps;
    double more = (double)warp->elapsed - mean, most = 0;
    unsigned which = 0;
    for (unsigned i = 0; i < LATENCY_PARTS; i++) {
        double excess = (double)warp->parts[i] - (double)kernel->parts[i] / (double)kernel->warps;
        if (excess > most) {
            most = excess;
            which = i;
        }
    }
    if (more < 1 || most <= 0) {
        g_string_append(text, "The average warp takes just as long.");
        return;
    }
    g_string_append_printf(text,
                           "The average warp takes %.0f cycles less. Most of this warp's extra "
                           "cycles go to: %s (%.0f).",
                           more, latency_part_meaning(which), most);
}

static void add_critical(GString *text, const struct subject *s)
{
    const struct latency_kernel *kernel = s->latency;
    if (!kernel || kernel->slowest.n_warps == 0)
        return;
    const struct latency_block *block = &kernel->slowest;
    const struct latency_warp *warp = &block->warps[block->critical];
    struct share shares[LATENCY_PARTS];
    unsigned n = 0;
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        if (i != LATENCY_EXECUTION)
            shares[n++] = (struct share){latency_part_meaning(i), (double)warp->parts[i]};
    g_autofree char *elapsed = summary_grouped(warp->elapsed);
    g_autoptr(GString) words = g_string_new(NULL);
    g_string_append_printf(
        words,
        "Warp %u of block %" G_GUINT64_FORMAT
        " on SM %u ended last in the block that took longest. It issued in %.1f %% of its %s "
        "cycles and waited most for: ",
        warp->in_block, block->index, block->sm,
        explain_percent((double)warp->parts[LATENCY_EXECUTION], (double)warp->elapsed), elapsed);
    explain_largest(words, shares, n, MOST_REASONS, (double)warp->elapsed);
    g_string_append(words, ". ");
    add_excess(words, kernel, warp);
    explain_field(text, "critical", words->str);
}

static void add_kernel(GString *text, const struct gpu_config *config,
                       const struct observation *observation, const struct run_numbers *numbers,
                       guint index)
{
    const struct metric_values values = run_numbers_kernel(numbers, index);
    struct subject s = {.config = config,
                        .numbers = numbers,
                        .record = run_numbers_record(numbers, index),
                        .sm = values.groups[GROUP_SM],
                        .l2 = values.groups[GROUP_L2],
                        .dram = values.groups[GROUP_DRAM]};
    s.latency = latency_kernel(observation_state(observation, &latency_kind), s.record->launch);
    s.cycles = (double)MAX(kernel_record_cycles(s.record), 1);
    s.slots = s.cycles * config->n_sms * config->sm.schedulers;
    add_head(text, &s);
    add_occupancy(text, &s);
    add_slots(text, &s);
    explain_limits(text, &s);
    explain_memory(text, &s);
    explain_fetch(text, &s);
    explain_lines(text, &s);
    add_critical(text, &s);
}

/* ---- which kernels -------------------------------------------------------------------------- */

static bool told(const struct run_numbers *numbers, const guint *chosen, unsigned n, guint index)
{
    const char *name = run_numbers_record(numbers, index)->name;
    for (unsigned i = 0; i < n; i++)
        if (strcmp(run_numbers_record(numbers, chosen[i])->name, name) == 0)
            return true;
    return false;
}

/* The longest launch, of those that ended, whose name is not chosen; of equals the first. False:
 * none. */
static bool next_longest(const struct run_numbers *numbers, const guint *chosen, unsigned n,
                         guint *index)
{
    bool found = false;
    for (guint i = 0; i < numbers->kernels->len; i++) {
        const struct kernel_record *record = run_numbers_record(numbers, i);
        if (record->end_cycle == CYCLE_NEVER || told(numbers, chosen, n, i))
            continue;
        if (!found || kernel_record_cycles(record) >
                          kernel_record_cycles(run_numbers_record(numbers, *index)))
            *index = i;
        found = true;
    }
    return found;
}

char *explain_text(const struct gpu *gpu, const struct observation *observation)
{
    GString *text = g_string_new(NULL);
    struct run_numbers numbers;
    guint chosen[MOST_KERNELS];
    unsigned n = 0;
    run_numbers_init(&numbers, gpu);
    while (n < MOST_KERNELS && next_longest(&numbers, chosen, n, &chosen[n])) {
        n++;
        add_kernel(text, gpu_config_of(gpu), observation, &numbers, chosen[n - 1]);
    }
    explain_kernels(text, gpu_config_of(gpu), &numbers,
                    observation_state(observation, &latency_kind), n);
    if (n == 0)
        g_string_append(text, "\n"
                              "no kernel has ended, so there is nothing to explain\n");
    run_numbers_clear(&numbers);
    return g_string_free(text, FALSE);
}
