/* SPDX-License-Identifier: BSD-3-Clause */
/* How far a kernel runs from its limits, and what lifting each would save.
 *
 * Limits are told as in a roofline: how many cycles the kernel would take if only issuing, only
 * DRAM, only L2's replies, the SMs' ports, or a unit of the SMs (load/store, tensor cores, TMA)
 * took time. The largest is a bound that no better schedule of the same work beats. Where the
 * kernel takes much longer, it waits for latencies.
 *
 * The account says for each limit alone how many cycles the kernel could be shorter without it, at
 * most. Of a unit it is the time that the unit is busy, of a wait its part of the average warp's
 * time, and never more than what the largest of the other limits leaves. A kernel whose units
 * overlap saves less: these are bounds, no promises.
 *
 * Source: S. Williams, A. Waterman, D. Patterson, "Roofline", CACM 52(4), 2009, for the bounds.
 * Differs: cycles instead of rates. From which share on a bound is named is ASSUMED.
 * Units: cycles of the SM.
 */
#include "cli/explain/explain_limits.h"
#include "cli/explain/explain_memory.h"

enum { BOUND_PERCENT = 60, IDLE_PERCENT = 50, TOLD_TURNS_PERCENT = 20, MOST_SAVINGS = 4 };

enum limit {
    LIMIT_ISSUE,
    LIMIT_DRAM,
    LIMIT_L2,
    LIMIT_PORT,
    LIMIT_LDST,
    LIMIT_TENSOR,
    LIMIT_TMA,
    LIMITS
};

static const char *const names[LIMITS] = {[LIMIT_ISSUE] = "issuing",
                                          [LIMIT_DRAM] = "DRAM",
                                          [LIMIT_L2] = "L2's replies",
                                          [LIMIT_PORT] = "the SMs' ports into the crossbar",
                                          [LIMIT_LDST] = "the load/store units",
                                          [LIMIT_TENSOR] = "the tensor cores",
                                          [LIMIT_TMA] = "the TMA engines"};

/* What each takes, and of the load/store units' cycles those of shared memory and of its bank
 * conflicts; the rest are L1D's and of other caches beside it. */
struct bounds {
    double of[LIMITS], shared, conflicts;
    double turns; /* the share of their time that warps wait for turns of shared memory's banks */
};

/* Of an SM. */
static double tensor_units(const struct sm_config *sm)
{
    return MAX(sm->pipes[PIPE_TENSOR], 1) * (sm->private_units ? sm->schedulers : 1);
}

/* Requests leave at an interval, and copies are taken at another one. */
static double tma_cycles(const struct subject *s)
{
    const struct tma_counters *counters = &s->sm->async.engine;
    const struct tma_config *tma = &s->config->sm.access.tma;
    return MAX((double)counters->tma_requests * tma->line_interval,
               (double)counters->tma_copies * tma->interval);
}

/* Cycles of the SMs that so many cycles of another clock take. */
static double core_cycles(const struct subject *s, double cycles, const struct clock *clock)
{
    return cycles * (double)s->config->sm.clock.frequency_hz / (double)clock->frequency_hz;
}

static struct bounds bounds_of(const struct subject *s)
{
    const struct gpu_config *config = s->config;
    double seconds = (double)(s->dram->read_bytes + s->dram->write_bytes) /
                     (double)s->numbers->platform.dram_bytes_per_s;
    double sms = config->n_sms, conflicts = explain_conflicts(s);
    return (struct bounds){
        .of = {[LIMIT_ISSUE] = (double)s->sm->slots[SLOT_ISSUED] / (sms * config->sm.schedulers),
               [LIMIT_DRAM] = seconds * (double)config->sm.clock.frequency_hz,
               [LIMIT_L2] = core_cycles(s, (double)s->l2->reply_busy_cycles, &config->bank.clock) /
                            config->n_banks,
               [LIMIT_PORT] = (double)s->sm->inject.busy_cycles / sms,
               [LIMIT_LDST] = (double)s->sm->ldst_busy_cycles / sms,
               [LIMIT_TENSOR] =
                   (double)s->sm->units[UNITS_TENSOR] / (sms * tensor_units(&config->sm)),
               [LIMIT_TMA] = tma_cycles(s) / sms},
        .shared = (double)(s->sm->shared_accesses + s->sm->shared_conflict_cycles) / sms,
        .conflicts = conflicts / sms,
        .turns = s->sm->warp_cycles == 0
                     ? 0
                     : conflicts * config->sm.shared.conflict_latency / (double)s->sm->warp_cycles};
}

/* The largest but `but`; LIMITS: of all. */
static enum limit largest_but(const struct bounds *bounds, unsigned but)
{
    unsigned largest = but == 0;
    for (unsigned i = 0; i < LIMITS; i++)
        if (i != but && bounds->of[i] > bounds->of[largest])
            largest = i;
    return largest;
}

/* What a bound by the load/store units is about. */
static const char *part_of_ldst(const struct bounds *bounds)
{
    double ldst = bounds->of[LIMIT_LDST];
    if (bounds->conflicts * 2 > ldst)
        return ", most of all by bank conflicts in shared memory";
    return bounds->shared * 2 > ldst ? ", most of all by shared memory"
                                     : ", most of all by L1D and the caches beside it";
}

static bool is_in_sm(enum limit limit)
{
    return limit == LIMIT_ISSUE || limit == LIMIT_PORT || limit == LIMIT_LDST ||
           limit == LIMIT_TENSOR || limit == LIMIT_TMA;
}

static void add_verdict(GString *words, const struct subject *s, const struct bounds *bounds)
{
    enum limit largest = largest_but(bounds, LIMITS);
    double cycles = bounds->of[largest], sms = s->config->n_sms;
    double busy = (double)s->sm->active_cycles / sms;
    bool in_sm = is_in_sm(largest);
    const char *part = largest == LIMIT_LDST ? part_of_ldst(bounds) : "";
    if (explain_percent(cycles, s->cycles) >= BOUND_PERCENT)
        g_string_append_printf(words, "The kernel is bound by %s%s.", names[largest], part);
    else if (in_sm && explain_percent(cycles, busy) >= BOUND_PERCENT)
        g_string_append_printf(
            words,
            "SMs have a warp in only %.1f %% of the cycles. In these the kernel is bound by %s%s.",
            explain_percent(busy, s->cycles), names[largest], part);
    else if (explain_percent(busy, s->cycles) < IDLE_PERCENT)
        g_string_append_printf(
            words, "The kernel is near no limit: SMs have a warp in only %.1f %% of the cycles.",
            explain_percent(busy, s->cycles));
    else
        g_string_append_printf(words,
                               "The kernel is near no limit: it waits for latencies%s. It takes "
                               "%.1f times as long as %s alone.",
                               bounds->turns * 100 >= TOLD_TURNS_PERCENT
                                   ? ", among them those of bank conflicts in shared memory"
                                   : "",
                               cycles > 0 ? s->cycles / cycles : 0, names[largest]);
}

static void add_limits(GString *text, const struct subject *s, const struct bounds *bounds)
{
    g_autoptr(GString) words = g_string_new("Alone, issuing would take");
    for (unsigned i = 0; i < LIMITS; i++)
        if (i < LIMIT_TENSOR || bounds->of[i] > 0) /* few kernels use these units */
            g_string_append_printf(words, "%s%s %.0f%s (%.1f %%)", i > 0 ? ", " : "",
                                   i > 0 ? names[i] : "", bounds->of[i], i > 0 ? "" : " cycles",
                                   explain_percent(bounds->of[i], s->cycles));
    if (bounds->shared > 0)
        g_string_append_printf(words, ", of these shared memory %.0f and its bank conflicts %.0f",
                               bounds->shared, bounds->conflicts);
    g_string_append(words, ". ");
    add_verdict(words, s, bounds);
    explain_field(text, "limits", words->str);
}

/* ---- the account ---------------------------------------------------------------------------- */

/* At most `cycles`, and no more than what the largest of the others leaves. */
static double saving(const struct subject *s, const struct bounds *bounds, unsigned but,
                     double cycles)
{
    double others = bounds->of[largest_but(bounds, but)];
    if (but == LIMIT_LDST)
        others = MAX(others, bounds->of[LIMIT_LDST] - cycles);
    return MAX(MIN(cycles, s->cycles - others), 0);
}

/* What L1D would be spared if each access touched no more sectors than hold its bytes. */
static double uncoalesced(const struct subject *s, const struct bounds *bounds)
{
    double sectors, least;
    explain_sectors(s, &sectors, &least);
    return sectors > least ? (bounds->of[LIMIT_LDST] - bounds->shared) * (1 - least / sectors) : 0;
}

/* What a wait may be for besides barriers and fences; NULL: nothing. */
static const char *waits_of(const struct async_counters *async)
{
    if (async->engine.mbarrier_waits > 0)
        return async->copies > 0 ? "waits at barriers, mbarriers and fences, and for copies"
                                 : "waits at barriers, mbarriers and fences";
    return async->copies > 0 ? "waits at barriers and fences, and for copies" : NULL;
}

static unsigned add_waits(struct share *shares, const struct subject *s,
                          const struct bounds *bounds)
{
    static const struct {
        enum latency_part part;
        const char *text;
    } waits[] = {{LATENCY_SYNC, "waits at barriers and fences"},
                 {LATENCY_FETCH, "waits for instructions"},
                 {LATENCY_CONTROL, "the latency of branches"},
                 {LATENCY_DATA, "the latency of arithmetic, shared memory and cache hits"},
                 {LATENCY_DATA_CACHE, "the latency of loads that miss L1 and of atomics"},
                 {LATENCY_DRAIN, "waits for the last stores"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(waits); i++) {
        double part = (double)s->latency->parts[waits[i].part] / (double)s->latency->elapsed;
        const char *text = waits[i].part == LATENCY_SYNC ? waits_of(&s->sm->async) : NULL;
        shares[i] = (struct share){text ? text : waits[i].text,
                                   saving(s, bounds, LIMITS, part * s->cycles)};
    }
    return G_N_ELEMENTS(waits);
}

static void add_account(GString *text, const struct subject *s, const struct bounds *bounds)
{
    struct share shares[LIMITS + LATENCY_PARTS];
    unsigned n = 0;
    for (unsigned i = 0; i < LIMITS; i++)
        if (i != LIMIT_LDST)
            shares[n++] = (struct share){names[i], saving(s, bounds, i, bounds->of[i])};
    shares[n++] = (struct share){
        "bank conflicts in shared memory",
        saving(s, bounds, LIMIT_LDST, MAX(bounds->conflicts, bounds->turns * s->cycles))};
    shares[n++] = (struct share){"uncoalesced accesses at L1D",
                                 saving(s, bounds, LIMIT_LDST, uncoalesced(s, bounds))};
    if (s->latency && s->latency->elapsed > 0)
        n += add_waits(shares + n, s, bounds);
    g_autoptr(GString) words = g_string_new(NULL);
    explain_largest(words, shares, n, MOST_SAVINGS, s->cycles);
    if (words->len == 0)
        return;
    g_string_prepend(words, "If one of these were gone, the kernel would be shorter by at most: ");
    g_string_append_c(words, '.');
    explain_field(text, "account", words->str);
}

void explain_limits(GString *text, const struct subject *s)
{
    const struct bounds bounds = bounds_of(s);
    add_limits(text, s, &bounds);
    add_account(text, s, &bounds);
}

/* What warps wait for longest. */
static void add_longest_wait(GString *text, const struct latency_kernel *latency)
{
    unsigned most = LATENCY_SYNC;
    for (unsigned i = 0; i < LATENCY_PARTS; i++)
        if (i != LATENCY_EXECUTION && i != LATENCY_SCHEDULING &&
            latency->parts[i] > latency->parts[most])
            most = i;
    g_string_append_printf(text, ": %s (%.1f %%)", latency_part_meaning(most),
                           explain_percent((double)latency->parts[most], (double)latency->elapsed));
}

void explain_bound(GString *text, const struct subject *s)
{
    const struct bounds bounds = bounds_of(s);
    enum limit largest = largest_but(&bounds, LIMITS);
    double busy = (double)s->sm->active_cycles / s->config->n_sms;
    if (explain_percent(bounds.of[largest], s->cycles) >= BOUND_PERCENT) {
        g_string_append_printf(text, "%s (%.1f %%)", names[largest],
                               explain_percent(bounds.of[largest], s->cycles));
        return;
    }
    bool few = explain_percent(busy, s->cycles) < IDLE_PERCENT;
    if (few)
        g_string_append_printf(text, "SMs without warps (%.1f %%); in the others ",
                               100 - explain_percent(busy, s->cycles));
    if (is_in_sm(largest) && explain_percent(bounds.of[largest], busy) >= BOUND_PERCENT) {
        g_string_append_printf(text, "%s (%.1f %%)", names[largest],
                               explain_percent(bounds.of[largest], busy));
        return;
    }
    g_string_append(text, "latency");
    if (s->latency)
        add_longest_wait(text, s->latency);
}
