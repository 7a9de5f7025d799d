/* SPDX-License-Identifier: BSD-3-Clause */
/* Bank conflicts, uncoalesced accesses and misses of the instruction caches, in words. From which
 * factor or share on they are told is ASSUMED. */
#include "cli/explain/explain_memory.h"
#include "cli/write/summary.h"

static const double TOLD_FACTOR = 1.25;
enum { TOLD_PERCENT = 10 };

void explain_sectors(const struct subject *s, double *sectors, double *least)
{
    *sectors = *least = 0;
    const GPtrArray *all = s->latency ? s->latency->code->instructions : NULL;
    for (guint i = 0; all && i < all->len; i++) {
        const struct latency_instruction *one = g_ptr_array_index(all, i);
        if (!one || one->accesses == 0)
            continue;
        *sectors += (double)one->sectors;
        *least += (double)MIN(one->sectors, one->sectors_least);
    }
}

double explain_conflicts(const struct subject *s)
{
    const GPtrArray *all = s->latency ? s->latency->code->instructions : NULL;
    double further = 0, needless = 0;
    for (guint i = 0; all && i < all->len; i++) {
        const struct latency_instruction *one = g_ptr_array_index(all, i);
        if (!one || one->shared == 0)
            continue;
        further += (double)(one->shared_cycles - one->shared);
        needless += (double)(one->shared_cycles - one->shared_least);
    }
    return (double)s->sm->shared_conflict_cycles * (further > 0 ? needless / further : 1);
}

/* Asynchronous copies, and whether their warps come too early. */
static void add_copies(GString *words, const struct subject *s)
{
    const struct async_counters *copies = &s->sm->async;
    if (copies->copies == 0)
        return;
    double past = (double)copies->past_l1_sectors, all = past + (double)copies->l1_sectors;
    double share = explain_percent((double)copies->wait_cycles, (double)s->sm->warp_cycles);
    g_autofree char *bytes = summary_grouped(copies->bytes);
    g_string_append_printf(
        words,
        "Asynchronous copies bring %s bytes to shared memory, %.1f %% of them "
        "past L1. Warps wait for copies in %.1f %% of their cycles%s. ",
        bytes, explain_percent(past, all), share,
        share < TOLD_PERCENT ? "" : ": more groups on their way would hide more of it");
}

/* Bulk copies and mbarriers. */
static void add_bulk(GString *words, const struct subject *s)
{
    const struct tma_counters *engine = &s->sm->async.engine;
    double share =
        explain_percent((double)engine->mbarrier_wait_cycles, (double)s->sm->warp_cycles);
    if (engine->tma_copies > 0) {
        g_autofree char *copies = summary_grouped(engine->tma_copies);
        g_autofree char *requests = summary_grouped(engine->tma_requests);
        g_string_append_printf(words,
                               "The TMA engines carry out %s bulk cop%s, with %s requests of a "
                               "line or less. ",
                               copies, engine->tma_copies == 1 ? "y" : "ies", requests);
    }
    if (engine->mbarrier_waits == 0)
        return;
    g_autofree char *waits = summary_grouped(engine->mbarrier_waits);
    g_string_append_printf(
        words,
        "Warps wait %s time%s at mbarriers, %.0f cycles each, in %.1f %% of their cycles%s. ",
        waits, engine->mbarrier_waits == 1 ? "" : "s",
        (double)engine->mbarrier_wait_cycles / (double)engine->mbarrier_waits, share,
        share < TOLD_PERCENT || engine->tma_copies == 0
            ? ""
            : ": copies that begin earlier would hide more of it");
}

/* Shared memory of other blocks of a cluster. */
static void add_remote(GString *words, const struct subject *s)
{
    const struct remote_counters *remote = &s->sm->remote;
    const struct sm_network_config *network = &s->config->sm.shared.network;
    if (remote->requests == 0)
        return;
    g_autofree char *lines = summary_grouped(remote->requests);
    g_string_append_printf(words,
                           "Blocks access the shared memory of others in their cluster, %s lines "
                           "of it. Each takes %u cycles or more, to an SM that is not the pair's "
                           "other one %u. ",
                           lines, 2 * network->near + network->serve,
                           2 * network->far + network->serve);
}

void explain_memory(GString *text, const struct subject *s)
{
    double accesses = (double)s->sm->shared_accesses, sectors, least;
    double conflicts = explain_conflicts(s), all = (double)s->sm->shared_conflict_cycles;
    double latency = s->config->sm.shared.conflict_latency;
    g_autoptr(GString) words = g_string_new(NULL);
    if (accesses + conflicts > TOLD_FACTOR * accesses)
        g_string_append_printf(words,
                               "Shared memory has bank conflicts. An access keeps it busy for %.1f "
                               "cycles on average. Its warp waits %.1f cycles longer. Conflicts "
                               "take %.1f %% of the cycles in which an SM has warps. ",
                               1 + all / accesses, latency * conflicts / accesses,
                               explain_percent(conflicts, (double)s->sm->active_cycles));
    explain_sectors(s, &sectors, &least);
    if (sectors > TOLD_FACTOR * least)
        g_string_append_printf(words,
                               "Global accesses are not coalesced: they touch %.1f times as many "
                               "sectors of 32 bytes as their lanes' data need. ",
                               sectors / least);
    add_copies(words, s);
    add_bulk(words, s);
    add_remote(words, s);
    if (words->len > 0)
        explain_field(text, "memory", g_strchomp(words->str));
}

/* What the prefetcher of instructions did. */
static void add_prefetches(GString *words, const struct sm_counters *sm)
{
    if (sm->icache.prefetches == 0)
        return;
    g_autofree char *asked = summary_grouped(sm->icache.prefetches);
    g_string_append_printf(
        words,
        " Their prefetchers asked for %s more. Warps used %.0f %% of these, and "
        "waited for %.0f %% because they came late.",
        asked, explain_percent((double)sm->icache.prefetches_used, (double)sm->icache.prefetches),
        explain_percent((double)sm->icache.prefetches_late, (double)sm->icache.prefetches));
}

/* A wait for instructions is one for L2 where lines had to come from there: SMs begin without the
 * kernel's code, and a kernel that is over soon never makes up for that. */
void explain_fetch(GString *text, const struct subject *s)
{
    const struct latency_kernel *latency = s->latency;
    if (!latency || explain_percent((double)latency->parts[LATENCY_FETCH],
                                    (double)latency->elapsed) < TOLD_PERCENT)
        return;
    double warps = (double)latency->warps;
    g_autoptr(GString) words = g_string_new(NULL);
    g_string_append_printf(
        words,
        "The average warp waits for instructions in %.0f of its %.0f cycles, and issues in %.0f. ",
        (double)latency->parts[LATENCY_FETCH] / warps, (double)latency->elapsed / warps,
        (double)latency->instructions / warps);
    if (s->sm->icache.misses > 0) {
        g_autofree char *lines = summary_grouped(s->sm->icache.misses);
        g_string_append_printf(
            words,
            "The SMs' instruction caches fetched %s line%s of 128 bytes from L2. An SM that does "
            "not hold this code yet fetches each line once, and all its warps wait for it. A short "
            "kernel cannot hide that wait. Launches with more work can.",
            lines, s->sm->icache.misses == 1 ? "" : "s");
        add_prefetches(words, s->sm);
    } else {
        g_string_append(words, "No line of code came from L2. Warps wait for their turn to fetch, "
                               "or for the instructions after a branch.");
    }
    explain_field(text, "fetch", words->str);
}
