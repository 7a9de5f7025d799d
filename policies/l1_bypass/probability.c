/* SPDX-License-Identifier: BSD-3-Clause */
/* A fixed part of the loads bypasses, drawn by lot: of all instructions, or of one.
 *
 * A lot is drawn for each transaction that is asked for, when it goes through, so that asking again
 * gives the same answer.
 *
 * Source: S.-Y. Lee, "Intelligent Scheduling and Memory Management Techniques for Modern GPU
 * Architectures" (dissertation, Arizona State University 2017), 5.1, Figure 5.5: a request of
 * an instruction is inserted with probability 1/2^N, N from 0 to 7, which is percent = 100 (1 -
 * 1/2^N); static_ratio.c takes N itself. Units: pc in instructions from the kernel's begin.
 */
#include "policies/l1_bypass/l1_bypass.h"
#include "policies/l1_bypass/lots.h"

enum parameter { PERCENT, PC, AT, SEED };
enum at { AT_MISS, AT_LOOKUP };

static const char *const at_words[] = {"miss", "lookup", NULL};

static const struct policy_parameter parameters[] = {
    [PERCENT] = POLICY_REAL_ROW(
        "percent", "%", 50, 0, 100,
        "share of the transactions that bypass; ASSUMED: one half, N of 1 in Lee, figure 5.5"),
    [PC] = POLICY_INTEGER_ROW("pc", "1", -1, -1, UINT32_MAX,
                              "pc of the instruction whose loads may bypass; -1: all instructions"),
    [AT] = POLICY_CHOICE_ROW("at", at_words, AT_MISS,
                             "miss: the share is of transactions that miss (Lee, 5.1); lookup: of "
                             "all transactions, which then skip the cache"),
    [SEED] = POLICY_INTEGER_ROW("seed", "1", 1, 0, UINT32_MAX,
                                "seed of the random numbers; each SM has its own stream. ASSUMED"),
    {0}};

struct state {
    uint64_t chance;  /* a lot below it bypasses */
    struct lots lots; /* the next one is of the next transaction */
    int64_t pc;
    enum at at;
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    struct state *own = state;
    own->chance =
        (uint64_t)(values->values[PERCENT].real / 100.0 * (double)(UINT64_C(1) << LOT_BITS));
    own->pc = values->values[PC].integer;
    own->at = (enum at)values->values[AT].choice;
    lots_begin(&own->lots, values->values[SEED].integer, site->sm);
}

static bool is_drawn(const struct state *own, uint32_t pc)
{
    return own->pc < 0 || own->pc == pc;
}

static bool around(const void *state, const struct bypass_request *request,
                   const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    return own->at == AT_LOOKUP && is_drawn(own, request->pc) && own->lots.next < own->chance;
}

static bool on_miss(const void *state, const struct bypass_request *request,
                    const struct warp_view *view)
{
    const struct state *own = state;
    (void)view;
    return own->at == AT_MISS && is_drawn(own, request->pc) && own->lots.next < own->chance;
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    (void)view;
    bool missed = access->outcome == WARP_ACCESS_MISS || access->outcome == WARP_ACCESS_BYPASSED;
    bool asked = own->at == AT_MISS ? missed : access->outcome != WARP_ACCESS_UNCACHED;
    if (asked && is_drawn(own, access->pc))
        lots_draw(&own->lots);
}

const struct l1_bypass_ops l1_bypass_probability = {
    .policy = {.head = {.name = "probability",
                        .summary =
                            "A fixed share of all loads, or of one instruction's loads, bypasses",
                        .source = "Lee, dissertation, Arizona State University 2017, 5.1",
                        .parameters = parameters,
                        .state_bytes = sizeof(struct state)},
               .on = {.accessed = accessed},
               .init = init},
    .around = around,
    .on_miss = on_miss,
};
