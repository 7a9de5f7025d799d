/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that wait aside: cache access re-execution, for schedulers that ask for it
 * (warp_orders.retries).
 *
 * A load's transaction that L1D cannot take (no MSHR, no line, no room in the port's queue) leaves
 * the load/store unit and is tried again later, so that what is behind it, perhaps a hit, passes.
 * Those aside go before the queue's head, the oldest first, one a cycle, once there is an MSHR and
 * room in the port's queue, or their line has come.
 *
 * What passes must not be seen. Only plain loads wait aside; a transaction whose line one of them
 * wants stays behind it: a load waits aside too, anything else at the queue's head. So within the
 * SM every load has the value that it would have had in its turn (a line that it waits for is not
 * written to meanwhile), whatever warp it is of; of what other SMs write, it may see more, which
 * only a fence could forbid, and fences wait for the block's loads (sm_fence.c).
 *
 * Source: Sethia, Jamshidi, Mahlke, "Mascar", HPCA 2015 (the paper was not at hand: a queue of 32
 * accesses that could not proceed and are tried again). ASSUMED: that an entry is one transaction,
 * the order, that it is tried when it may succeed rather than round after round, and that it takes
 * the unit for that cycle.
 */
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"

void sm_retries_init(struct sm *sm)
{
    sm->ldst.aside = g_new0(struct ldst_retry, WARP_MAX_RETRIES);
    sm->ldst.trying_aside = g_new0(struct ldst_entry, 1);
}

void sm_retries_finish(struct sm *sm)
{
    g_free(sm->ldst.aside);
    g_free(sm->ldst.trying_aside);
}

static inline struct ldst_retry *retry_at(const struct sm *sm, uint32_t i)
{
    return &sm->ldst.aside[(sm->ldst.aside_first + i) % WARP_MAX_RETRIES];
}

static inline uint8_t *wanting(struct sm *sm, uint64_t line)
{
    return &sm->ldst.aside_lines[line / LINE_BYTES % G_N_ELEMENTS(sm->ldst.aside_lines)];
}

/* Whether one of the first n wants the line. */
static bool wanted(const struct sm *sm, uint64_t line, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (retry_at(sm, i)->line.line == line)
            return true;
    return false;
}

bool sm_retries_want(struct sm *sm, uint64_t line)
{
    return *wanting(sm, line) > 0 && wanted(sm, line, sm->ldst.n_aside);
}

bool sm_set_aside(struct sm *sm, const struct ldst_entry *entry,
                  const struct line_transaction *line)
{
    if (!sm->ldst.aside ||
        sm->ldst.n_aside >= MIN((*sm->core.policies.orders)->retries, WARP_MAX_RETRIES) ||
        entry->op_class != OP_LOAD ||
        (entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED | INSTRUCTION_ACQUIRE)) ||
        (entry->space == SPACE_TEXTURE && sm->core.config->texture.size_bytes > 0))
        return false;
    *retry_at(sm, sm->ldst.n_aside++) = (struct ldst_retry){.line = *line,
                                                            .access = entry->access,
                                                            .launch = entry->launch,
                                                            .pc = entry->pc,
                                                            .warp = entry->warp,
                                                            .space = entry->space,
                                                            .values = entry->values};
    ++*wanting(sm, line->line);
    sm_access_await(&sm->accesses, entry->access);
    sm->core.counters.l1d_retried++;
    sm->ldst.wait = LDST_WAITS_NOT;
    return true;
}

static void set_filled(struct sm *sm, struct ldst_retry *retry, bool filled)
{
    sm->ldst.aside_filled += (uint32_t)filled - (uint32_t)retry->filled;
    retry->filled = filled;
}

void sm_retries_filled(struct sm *sm, uint64_t line)
{
    for (uint32_t i = 0; *wanting(sm, line) > 0 && i < sm->ldst.n_aside; i++)
        if (retry_at(sm, i)->line.line == line)
            set_filled(sm, retry_at(sm, i), true);
}

/* The i-th has been made: those before it move up. */
static void leave(struct sm *sm, uint32_t i)
{
    --*wanting(sm, retry_at(sm, i)->line.line);
    for (; i > 0; i--)
        *retry_at(sm, i) = *retry_at(sm, i - 1);
    sm->ldst.aside_first = (sm->ldst.aside_first + 1) % WARP_MAX_RETRIES;
    sm->ldst.n_aside--;
}

static bool try_again(struct sm *sm, struct ldst_retry *retry)
{
    struct ldst_entry *entry = sm->ldst.trying_aside;
    entry->op_class = OP_LOAD;
    entry->flags = sm->core.policies.load_flags;
    entry->space = retry->space;
    entry->values = retry->values;
    entry->warp = retry->warp;
    entry->access = retry->access;
    entry->launch = retry->launch;
    entry->pc = retry->pc;
    set_filled(sm, retry, false);
    sm_meter_note(&sm->core, entry->launch);
    return l1d_load(&sm->l1d, entry, &retry->line) == LDST_WAITS_NOT;
}

/* Behind one that wants the same line? Most lines are wanted once. */
static bool is_behind(struct sm *sm, uint32_t i)
{
    uint64_t line = retry_at(sm, i)->line.line;
    return *wanting(sm, line) > 1 && wanted(sm, line, i);
}

/* Makes the first one that can be made; *complete: its access, if that is complete with it. */
static bool retry_one(struct sm *sm, uint32_t *complete)
{
    bool room = sm_port_has_room(&sm->port) && l1d_mshrs_have_room(&sm->l1d, 1);
    for (uint32_t i = 0; (room || sm->ldst.aside_filled > 0) && i < sm->ldst.n_aside; i++) {
        struct ldst_retry *retry = retry_at(sm, i);
        if ((!room && !retry->filled) || is_behind(sm, i) || !try_again(sm, retry))
            continue;
        uint64_t line = retry->line.line;
        uint32_t access = retry->access;
        leave(sm, i);
        sm_retries_filled(sm, line); /* the next one that wants it may join this one */
        if (sm_access_reply(&sm->accesses, access, sm->core.cycle))
            *complete = access;
        return true;
    }
    return false;
}

bool sm_retries_first(struct sm *sm, uint32_t *complete)
{
    if (retry_one(sm, complete)) {
        /* The head may go aside now, or its line is not wanted any more. */
        sm->ldst.wait = LDST_WAITS_NOT;
        sm->ldst.free = sm->ldst.next = sm->core.cycle + 1;
        return true;
    }
    sm->ldst.aside_due = false;
    bool waits = sm->ldst.count == 0 || sm->ldst.wait != LDST_WAITS_NOT;
    sm->ldst.next = waits ? CYCLE_NEVER : MAX(sm->ldst.free, sm->ldst.queue[sm->ldst.first].at);
    return sm->ldst.next > sm->core.cycle;
}
