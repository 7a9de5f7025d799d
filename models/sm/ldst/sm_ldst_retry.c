/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads that wait aside: cache access re-execution, for schedulers that ask for it
 * (warp_orders.retries).
 *
 * L1D may be unable to take a load's transaction: no MSHR, no line, no room in the port's queue. It
 * then leaves the load/store unit and is tried again later. So a transaction behind it, perhaps a
 * hit, passes. Loads aside go before the queue's head, the oldest first, one a cycle. They go once
 * there is an MSHR and room in the port's queue, or their line has come.
 *
 * Nobody must see that something has passed. Only plain loads wait aside. A transaction whose line
 * one of them wants stays behind it: a load waits aside too, anything else at the queue's head. So
 * within the SM every load, of whatever warp, has the value that it would have had in its turn:
 * nothing writes to a line that it waits for meanwhile. Of other SMs' stores it may see more. Only
 * a fence could forbid that, and fences wait for the block's loads (sm_fence.c).
 *
 * Source: Sethia, Jamshidi, Mahlke, "Mascar", HPCA 2015 (the paper was not at hand: a queue of 32
 * accesses that could not proceed and are tried again). ASSUMED: an entry is one transaction; the
 * order; it is tried when it may succeed rather than round after round; it takes the unit for that
 * cycle.
 */
#include "models/sm/ldst/sm_ldst_retry.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/l1d/l1d.h"

void sm_retries_init(struct load_store *ldst)
{
    ldst->retries.list = g_new0(struct ldst_retry, WARP_MAX_RETRIES);
    ldst->retries.entry = g_new0(struct ldst_entry, 1);
}

void sm_retries_finish(struct load_store *ldst)
{
    g_free(ldst->retries.list);
    g_free(ldst->retries.entry);
}

static inline struct ldst_retry *retry_at(const struct load_store *ldst, uint32_t i)
{
    return &ldst->retries.list[(ldst->retries.first + i) % WARP_MAX_RETRIES];
}

static inline unsigned line_key(uint64_t line)
{
    return line / LINE_BYTES % G_N_ELEMENTS(((struct ldst_retries *)NULL)->lines);
}

static inline uint8_t *wanting(struct load_store *ldst, uint64_t line)
{
    return &ldst->retries.lines[line_key(line)];
}

/* Whether one of the first n wants the line. */
static bool wanted(const struct load_store *ldst, uint64_t line, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (retry_at(ldst, i)->line.line == line)
            return true;
    return false;
}

bool sm_retries_want(const struct load_store *ldst, uint64_t line)
{
    return ldst->retries.lines[line_key(line)] > 0 && wanted(ldst, line, ldst->retries.n);
}

bool sm_set_aside(struct load_store *ldst, const struct ldst_entry *entry,
                  const struct line_transaction *line)
{
    if (!ldst->retries.list ||
        ldst->retries.n >= MIN((*ldst->core->policies.orders)->retries, WARP_MAX_RETRIES) ||
        entry->op_class != OP_LOAD ||
        (entry->flags & (INSTRUCTION_STRONG | INSTRUCTION_UNCACHED | INSTRUCTION_ACQUIRE)) ||
        (entry->space == SPACE_TEXTURE && ldst->config->texture.size_bytes > 0) ||
        entry->space == SPACE_CLUSTER)
        return false;
    *retry_at(ldst, ldst->retries.n++) = (struct ldst_retry){.line = *line,
                                                             .access = entry->access,
                                                             .launch = entry->launch,
                                                             .pc = entry->pc,
                                                             .warp = entry->warp,
                                                             .space = entry->space,
                                                             .values = entry->values};
    ++*wanting(ldst, line->line);
    sm_access_await(ldst->accesses, entry->access);
    ldst->core->counters.l1.retried++;
    ldst->wait = LDST_WAITS_NOT;
    return true;
}

static void set_filled(struct load_store *ldst, struct ldst_retry *retry, bool filled)
{
    ldst->retries.filled += (uint32_t)filled - (uint32_t)retry->filled;
    retry->filled = filled;
}

void sm_retries_filled(struct load_store *ldst, uint64_t line)
{
    for (uint32_t i = 0; *wanting(ldst, line) > 0 && i < ldst->retries.n; i++)
        if (retry_at(ldst, i)->line.line == line)
            set_filled(ldst, retry_at(ldst, i), true);
}

/* The load at place i has been made: those before it move up. */
static void leave(struct load_store *ldst, uint32_t i)
{
    --*wanting(ldst, retry_at(ldst, i)->line.line);
    for (; i > 0; i--)
        *retry_at(ldst, i) = *retry_at(ldst, i - 1);
    ldst->retries.first = (ldst->retries.first + 1) % WARP_MAX_RETRIES;
    ldst->retries.n--;
}

static bool try_again(struct load_store *ldst, struct ldst_retry *retry)
{
    struct ldst_entry *entry = ldst->retries.entry;
    entry->op_class = OP_LOAD;
    entry->flags = ldst->core->policies.load_flags;
    entry->space = retry->space;
    entry->values = retry->values;
    entry->warp = retry->warp;
    entry->access = retry->access;
    entry->launch = retry->launch;
    entry->pc = retry->pc;
    set_filled(ldst, retry, false);
    sm_meter_note(ldst->core, entry->launch);
    return l1d_load(ldst->l1d, entry, &retry->line) == LDST_WAITS_NOT;
}

/* Whether it is behind another one that wants the same line. Most lines are wanted once. */
static bool is_behind(struct load_store *ldst, uint32_t i)
{
    uint64_t line = retry_at(ldst, i)->line.line;
    return *wanting(ldst, line) > 1 && wanted(ldst, line, i);
}

/* Makes the first load that can be made; *complete: its access, if it is complete with that. */
static bool retry_one(struct load_store *ldst, uint32_t *complete)
{
    bool room = sm_port_has_room(ldst->l1d->port) && l1d_mshrs_have_room(ldst->l1d, 1);
    for (uint32_t i = 0; (room || ldst->retries.filled > 0) && i < ldst->retries.n; i++) {
        struct ldst_retry *retry = retry_at(ldst, i);
        if ((!room && !retry->filled) || is_behind(ldst, i) || !try_again(ldst, retry))
            continue;
        uint64_t line = retry->line.line;
        uint32_t access = retry->access;
        leave(ldst, i);
        sm_retries_filled(ldst, line); /* the next one that wants it may join this one */
        if (sm_access_reply(ldst->accesses, access, ldst->core->cycle))
            *complete = access;
        return true;
    }
    return false;
}

bool sm_retries_first(struct load_store *ldst, uint32_t *complete)
{
    if (retry_one(ldst, complete)) {
        /* Now the head may go aside, or its line is no longer wanted. */
        ldst->wait = LDST_WAITS_NOT;
        ldst->free = ldst->next = ldst->core->cycle + 1;
        return true;
    }
    ldst->retries.due = false;
    bool waits = ldst->count == 0 || ldst->wait != LDST_WAITS_NOT;
    ldst->next = waits ? CYCLE_NEVER : MAX(ldst->free, ldst->queue[ldst->first].at);
    return ldst->next > ldst->core->cycle;
}
