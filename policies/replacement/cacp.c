/* SPDX-License-Identifier: BSD-3-Clause */
/* CACP, criticality-aware cache prioritization: a part of L1's ways is for lines that critical
 * warps will use again.
 *
 * Two tables of 2-bit counters are indexed by a line's signature, the PC that brought it XOR its
 * region of memory, 8 bits of each. CCBP says whether a line will be used by critical warps, and so
 * in which part of its set it is put; SHiP whether it will be used at all: if not, its RRPV begins
 * as distant, else as long (rrip.h). Which warps are critical, says the run's predictor.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University 2017), 4.2.3, algorithms 7 (on_miss),
 * 8 (on_hit) and 9 (on_eviction). Differs: a PC is the number of the instruction in its kernel. The
 * text XORs the lower 8 bits of the address; a line's address has only one of its lower 8 bits, so
 * that which 8 is a parameter (docs/papers/cawa-experiments.md has what they do). ASSUMED: CCBP's
 * threshold and what the counters begin with; the parts lie among each other, so that a cache of
 * any number of ways, and one that has lent some to shared memory, has both; a part in which no
 * line may go takes the other one's; a line that is dropped was not evicted, and teaches nothing;
 * the tables are never cleared. Units: ways.
 */
#include "policies/replacement/rrip.h"

#include <string.h>

enum { CRITICAL_WAYS, THRESHOLD, INITIAL, ADDRESS_SHIFT };
enum { SIXTEENTHS = 16, SIGNATURES = 256, LARGEST = 3, DISTANT = 3 };

static const struct policy_parameter parameters[] = {
    [CRITICAL_WAYS] =
        POLICY_INTEGER_ROW("critical_ways", "ways", 8, 0, SIXTEENTHS,
                           "ways of each 16 for critical lines. Lee's dissertation, 4.2.3"),
    [THRESHOLD] = POLICY_INTEGER_ROW("threshold", "1", 1, 0, LARGEST,
                                     "a line is critical if its counter of CCBP is above this: in "
                                     "the counter's higher half. ASSUMED"),
    [INITIAL] = POLICY_INTEGER_ROW(
        "initial", "1", 1, 0, LARGEST,
        "first value of all counters: lines begin neither critical nor distant. ASSUMED"),
    [ADDRESS_SHIFT] = POLICY_INTEGER_ROW(
        "address_shift", "bits", 14, 0, 56,
        "the lowest of the 8 address bits that name the region; see docs/papers/cawa.md"),
    {0}};

struct line {
    uint8_t signature, rrpv;
    bool c_reuse, nc_reuse; /* used by critical warps, by others */
};

struct counts {
    uint64_t insertions, critical_insertions;
};

struct state {
    uint32_t ways;
    uint32_t critical_ways; /* of each 16 */
    uint8_t threshold, shift;
    uint8_t ccbp[SIGNATURES], ship[SIGNATURES];
    struct replacement_ways critical; /* the part for critical lines */
    struct counts counts;
};

static bool is_in_critical_part(const struct state *own, unsigned way)
{
    return replacement_has(&own->critical, way);
}

static void begin(void *state, const struct replacement_site *site,
                  const struct policy_values *values)
{
    struct state *own = state;
    const union policy_value *value = values->values;
    own->ways = site->ways;
    own->critical_ways = (uint32_t)value[CRITICAL_WAYS].integer;
    own->threshold = (uint8_t)value[THRESHOLD].integer;
    own->shift = (uint8_t)value[ADDRESS_SHIFT].integer;
    memset(own->ccbp, (int)value[INITIAL].integer, sizeof own->ccbp);
    memset(own->ship, (int)value[INITIAL].integer, sizeof own->ship);
    for (unsigned way = 0; way < site->ways; way++)
        if ((way + 1) * own->critical_ways / SIXTEENTHS != way * own->critical_ways / SIXTEENTHS)
            own->critical.word[way / 64] |= UINT64_C(1) << way % 64;
}

static uint8_t signature_of(const struct state *own, const struct replacement_access *access)
{
    return (uint8_t)(access->pc ^ (access->line >> own->shift));
}

static void count_up(uint8_t *counter)
{
    *counter += *counter < LARGEST;
}

static void count_down(uint8_t *counter)
{
    *counter -= *counter > 0;
}

/* ---- the way to take --------------------------------------------------------------------------
 */

static struct replacement_ways part_of(const struct state *own, const struct replacement_ways *ways,
                                       bool critical)
{
    struct replacement_ways part;
    for (unsigned i = 0; i < REPLACEMENT_MASK_WORDS; i++)
        part.word[i] = ways->word[i] & (critical ? own->critical.word[i] : ~own->critical.word[i]);
    return part;
}

static bool is_empty(const struct replacement_ways *ways)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < REPLACEMENT_MASK_WORDS; i++)
        any |= ways->word[i];
    return any == 0;
}

/* As rrip_victim, but lines of the other part keep their RRPV. allowed: of that part. */
static unsigned victim_in(const struct state *own, struct line *lines,
                          const struct replacement_ways *allowed)
{
    unsigned farthest = replacement_first(allowed);
    bool critical = is_in_critical_part(own, farthest);
    for (unsigned way = farthest + 1; way < own->ways; way++)
        if (replacement_has(allowed, way) && lines[way].rrpv > lines[farthest].rrpv)
            farthest = way;
    uint8_t more = (uint8_t)(DISTANT - lines[farthest].rrpv);
    for (unsigned way = 0; more > 0 && way < own->ways; way++)
        if (is_in_critical_part(own, way) == critical)
            lines[way].rrpv = (uint8_t)MIN(lines[way].rrpv + more, DISTANT);
    return farthest;
}

/* Algorithm 7, lines 3 to 6 and 10. */
static unsigned victim(void *state, const struct replacement_set *set,
                       const struct replacement_access *access)
{
    const struct state *own = state;
    bool critical = own->ccbp[signature_of(own, access)] > own->threshold;
    struct replacement_ways allowed = part_of(own, &set->allowed, critical);
    if (is_empty(&allowed)) {
        critical = !critical;
        allowed = part_of(own, &set->allowed, critical);
    }
    struct replacement_ways invalid = part_of(own, &set->invalid, critical);
    if (!is_empty(&invalid))
        return replacement_first(&invalid);
    return victim_in(own, set->lines, &allowed);
}

/* ---- what is kept of lines --------------------------------------------------------------------
 */

/* Algorithm 7, lines 3, 7 and 11. */
static void inserted(void *state, void *lines, uint32_t set, unsigned way,
                     const struct replacement_access *access)
{
    struct state *own = state;
    uint8_t signature = signature_of(own, access);
    (void)set;
    ((struct line *)lines)[way] = (struct line){
        .signature = signature, .rrpv = own->ship[signature] == 0 ? DISTANT : rrip_long(DISTANT)};
    own->counts.insertions++;
    own->counts.critical_insertions += is_in_critical_part(own, way);
}

/* Algorithm 8. */
static void touched(void *state, void *lines, uint32_t set, unsigned way,
                    const struct replacement_access *access)
{
    struct state *own = state;
    struct line *line = (struct line *)lines + way;
    (void)set;
    line->rrpv = 0;
    if (access->view->criticality->critical & warp_bit(access->slot)) {
        line->c_reuse = true;
        count_up(&own->ccbp[line->signature]);
    } else {
        line->nc_reuse = true;
    }
    count_up(&own->ship[line->signature]);
}

/* Algorithm 9. */
static void removed(void *state, void *lines, uint32_t set, unsigned way, bool evicted)
{
    struct state *own = state;
    const struct line *line = (struct line *)lines + way;
    (void)set;
    if (!evicted || line->c_reuse)
        return;
    if (!line->nc_reuse)
        count_down(&own->ship[line->signature]);
    else if (is_in_critical_part(own, way))
        count_down(&own->ccbp[line->signature]);
}

/* ---- what it tells ----------------------------------------------------------------------------
 */

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    (void)kernel, (void)view;
    ((struct state *)state)->counts = (struct counts){0};
}

static const struct policy_result results[] = {
    {"insertions", "lines", 1, "that came"},
    {"critical_insertions", "lines", 1, "those that went into the part for critical lines"},
    {0}};

static void report(const void *state, uint64_t *values)
{
    const struct state *own = state;
    values[0] = own->counts.insertions;
    values[1] = own->counts.critical_insertions;
}

const struct replacement_ops replacement_cacp = {
    .policy = {.head = {.name = "cacp",
                        .summary = "Half of the ways are for lines that critical warps use (CACP)",
                        .source = "S.-Y. Lee, dissertation, Arizona State University 2017, 4.2.3",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .on = {.kernel_started = kernel_started},
               .results = results,
               .report = report},
    .l1_only = true,
    .any_way = true,
    .line_bytes = sizeof(struct line),
    .begin = begin,
    .victim = victim,
    .inserted = inserted,
    .touched = touched,
    .removed = removed,
};
