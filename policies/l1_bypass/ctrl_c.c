/* SPDX-License-Identifier: BSD-3-Clause */
/* Ctrl-C: control-loop based adaptive bypassing. Each load instruction has a feedback loop that
 * bypasses more of its misses while too many of its lines leave L1 unused, and fewer while nearly
 * all of them are used.
 *
 * The iReuse table has an entry of four counters for each instruction, by the low bits of its PC:
 *   AGG     how aggressively it bypasses: one of 2^AGG misses takes a line;
 *   BYP     misses that have bypassed since one took a line;
 *   INSERT  lines of the instruction that have been evicted in this sample period;
 *   ZERO    those of them that nothing had used.
 * A sample period ends after 1024 >> AGG evictions: if ZERO by INSERT is above the high threshold,
 * AGG goes up, if it is below the low one, down.
 *
 * Source: S.-Y. Lee, "Intelligent Scheduling and Memory Management Techniques for Modern GPU
 * Architectures" (dissertation, Arizona State University 2017), 5.2, Algorithms 11 and 12, Table
 * 5.2 (which calls INSERT "REF"). The 1-bit prediction of 5.2.2 is not kept: the algorithms never
 * read it, AGG above 0 says the same, and the 608 bytes of 5.3.5 (128 x 30 bits, and 8 bits for
 * each of 128 lines) do not count it.
 * Table 5.2 gives the target as [0.1, 0.4], and the text names the thresholds the high one first.
 * That the high one is 0.4 follows from 5.2.4, where the loop is stable between them, and from
 * 5.3.4, where 30.8 % meets the target: the other way round nothing is stable, and `check` refuses
 * it.
 * INSERT has 10 bits and the longest period is 1024: its end is the carry of that counter.
 * ASSUMED: a miss of a sector in a line that is there is a miss like any other; what was learned
 * stays when another kernel starts, as the text has no reset, so that kernels whose loads have the
 * same low bits share an entry. Units: pc in instructions from the kernel's begin.
 */
#include "base/input_error.h"
#include "policies/l1_bypass/l1_bypass.h"

#include <string.h>

enum parameter { PERIOD, THRESHOLD_LOW, THRESHOLD_HIGH, AT_LAUNCH };
enum at_launch { LAUNCH_KEEP, LAUNCH_CLEAR };

/* Table 5.2. */
enum { ENTRIES = 128, AGG_MAX = 7, BYP_MAX = 127, COUNT_MAX = 1023, PERIOD_MAX = COUNT_MAX + 1 };

static const char *const launch_words[] = {"keep", "clear", NULL};

static const struct policy_parameter parameters[] = {
    [PERIOD] = POLICY_INTEGER_ROW("period", "lines", PERIOD_MAX, 1 << AGG_MAX, PERIOD_MAX,
                                  "lines of an instruction evicted in a sample period while AGG is "
                                  "0; each step of AGG halves them. Lee, table 5.2"),
    [THRESHOLD_LOW] =
        POLICY_INTEGER_ROW("threshold_low", "%", 10, 0, 100,
                           "share of unused lines below which AGG goes down. Lee, table 5.2"),
    [THRESHOLD_HIGH] =
        POLICY_INTEGER_ROW("threshold_high", "%", 40, 0, 100,
                           "share of unused lines above which AGG goes up. Lee, table 5.2"),
    [AT_LAUNCH] = POLICY_CHOICE_ROW("at_launch", launch_words, LAUNCH_KEEP,
                                    "whether the table is kept or cleared when a launch begins on "
                                    "the SM. ASSUMED"),
    {0}};

struct entry {
    uint8_t agg, byp;
    uint16_t insert, zero;
};

struct state {
    uint32_t period, low, high;
    bool clears;
    uint64_t raised, lowered; /* AGG, since the launch began */
    struct entry entries[ENTRIES];
};

static bool check(const struct policy_values *values, GError **error)
{
    const int64_t low = values->values[THRESHOLD_LOW].integer,
                  high = values->values[THRESHOLD_HIGH].integer;
    return low <= high ||
           input_error_at(error, "ctrl_c", 0,
                          "threshold_low: expected at most threshold_high, %" G_GINT64_FORMAT " %%",
                          high);
}

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    (void)site;
    own->period = (uint32_t)values->values[PERIOD].integer;
    own->low = (uint32_t)values->values[THRESHOLD_LOW].integer;
    own->high = (uint32_t)values->values[THRESHOLD_HIGH].integer;
    own->clears = values->values[AT_LAUNCH].choice == LAUNCH_CLEAR;
}

/* Algorithm 11, line 4. */
static bool on_miss(const void *state, const struct bypass_request *request,
                    const struct warp_view *view)
{
    const struct state *own = state;
    const struct entry *entry = &own->entries[request->pc % ENTRIES];
    (void)view;
    return entry->byp < (1U << entry->agg) - 1;
}

/* Algorithm 11, lines 7 and 12. */
static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    struct entry *entry = &own->entries[access->pc % ENTRIES];
    (void)view;
    if (access->outcome == WARP_ACCESS_BYPASSED)
        entry->byp += entry->byp < BYP_MAX;
    else if (access->outcome == WARP_ACCESS_MISS)
        entry->byp = 0;
}

/* Algorithm 12, lines 9 to 19. */
static void end_period(struct state *own, struct entry *entry, uint32_t inserted)
{
    const uint32_t zero = 100U * entry->zero;
    if (zero > own->high * inserted && entry->agg < AGG_MAX) {
        entry->agg++;
        own->raised++;
    } else if (zero < own->low * inserted && entry->agg > 0) {
        entry->agg--;
        own->lowered++;
    }
    entry->insert = entry->zero = 0;
}

/* Algorithm 12. */
static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    struct state *own = state;
    struct entry *entry = &own->entries[line->pc % ENTRIES];
    const uint32_t inserted = entry->insert + 1U; /* with the carry */
    (void)view;
    entry->insert = (uint16_t)(inserted & COUNT_MAX);
    entry->zero += line->uses == 0 && entry->zero < COUNT_MAX;
    if (inserted >= own->period >> entry->agg)
        end_period(own, entry, inserted);
}

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    struct state *own = state;
    (void)kernel, (void)view;
    own->raised = own->lowered = 0;
    if (own->clears)
        memset(own->entries, 0, sizeof own->entries);
}

/* ---- results ----------------------------------------------------------------------------------
 */

enum result { RAISED, LOWERED, ENTRIES_BYPASSING, HIGHEST };

static const struct policy_result results[] = {
    [RAISED] = {"raised", "1", 1, "times that an instruction's AGG went up"},
    [LOWERED] = {"lowered", "1", 1, "times that an instruction's AGG went down"},
    [ENTRIES_BYPASSING] = {"bypassing", "1", 1, "entries whose AGG is above 0 at the end"},
    [HIGHEST] = {"highest", "1", 1, "the largest AGG at the end"},
    {0}};

static void report(const void *state, uint64_t *values)
{
    const struct state *own = state;
    values[RAISED] = own->raised;
    values[LOWERED] = own->lowered;
    for (unsigned i = 0; i < ENTRIES; i++) {
        values[ENTRIES_BYPASSING] += own->entries[i].agg > 0;
        values[HIGHEST] = MAX(values[HIGHEST], own->entries[i].agg);
    }
}

const struct l1_bypass_ops l1_bypass_ctrl_c = {
    .policy = {.head = {.name = "ctrl_c",
                        .summary = "Feedback loops keep each instruction's unused lines few",
                        .source = "Lee, dissertation, Arizona State University 2017, 5.2",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state),
                        .check = check},
               .needs = NEED_LINE_HISTORY,
               .on = {.kernel_started = kernel_started, .accessed = accessed, .evicted = evicted},
               .init = init,
               .results = results,
               .report = report},
    .on_miss = on_miss,
};
