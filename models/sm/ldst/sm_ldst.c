/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit: a short in-order queue in front of shared memory, the constant cache and L1.
 *
 * Its head makes its transactions, in order, as fast as L1D's banks serve their sectors. If
 * l1d.sector is 128B they serve so many whole lines (one instruction a cycle). A transaction that
 * cannot proceed holds everything behind it: here memory-bound kernels stall. With ldst.pipeline,
 * accesses that wait for L1D's tags are in a pipeline of their own. An instruction all of whose
 * accesses are in there has left the queue, and its place is free. Values of global loads arrive
 * here (from an L1 line, or with a reply) and go to the front end's registers; other spaces have
 * acted at issue.
 *
 * Source: Khairy, Akram, Tine, Rogers, "Accel-Sim" (ISCA 2020), section IV-C: L1 banks of Volta,
 * interleaved by sector.
 */
#include "models/sm/ldst/sm_ldst.h"
#include "models/sm/core/sm_meter.h"
#include "models/sm/l1d/l1d.h"
#include "models/sm/ldst/sm_ldst_ahead.h"
#include "models/sm/ldst/sm_ldst_pass.h"
#include "models/sm/ldst/sm_ldst_places.h"
#include "models/sm/ldst/sm_ldst_retry.h"

/* ASSUMED: beyond these, instructions in the pipeline keep their place in the queue. */
enum { PIPELINE_INSTRUCTIONS = 32 };

void sm_ldst_init(struct load_store *ldst, const struct ldst_services *services)
{
    const struct sm_config *config = ldst->config = services->core->config;
    ldst->core = services->core;
    ldst->warps = services->warps;
    ldst->accesses = services->accesses;
    ldst->l1d = services->l1d;
    ldst->texture = services->texture;
    ldst->constants = services->constants;
    ldst->remote = services->remote;
    const uint32_t shares = config->access.private_places ? config->schedulers : 1;
    ldst->size = shares * config->ldst_queue + MIN(config->ldst_pipeline, PIPELINE_INSTRUCTIONS);
    ldst->queue = arena_take_rare(ldst->core->unit.engine->arena, ldst->size, sizeof *ldst->queue);
    sm_ldst_init_places(ldst);
    ldst->next = CYCLE_NEVER;
    ldst->foresees =
        (!config->l1d_sectored || config->l1d_banks >= SECTORS) && !ldst->core->site.observers;
    if (ldst->core->policies.members.needs & NEED_RETRIES) {
        sm_retries_init(ldst);
        ldst->foresees = false;
    }
    ldst->may_go_on = sm_ldst_may_go_on(ldst);
}

void sm_ldst_finish(struct load_store *ldst)
{
    sm_retries_finish(ldst);
}

static inline void leave_queue(struct load_store *ldst)
{
    ldst->count--;
    ldst->left++;
    /* An empty queue begins at its front again: that memory is the nearest to the host. */
    ldst->first = ldst->count == 0 || ldst->first + 1 == ldst->size ? 0 : ldst->first + 1;
}

/* Ends the entry. Returns its access if that is complete, else NO_ACCESS. */
static uint32_t finish_entry(struct load_store *ldst, struct ldst_entry *entry, uint64_t ready)
{
    if (G_LIKELY(!entry->passed))
        leave_queue(ldst);
    while (G_UNLIKELY(ldst->count > 0 && ldst->queue[ldst->first].passed))
        leave_queue(ldst);
    ldst->next = ldst->count > 0 ? MAX(ldst->free, ldst->queue[ldst->first].at) : CYCLE_NEVER;
    if (entry->access == NO_ACCESS || !sm_access_sent(ldst->accesses, entry->access, ready))
        return NO_ACCESS;
    return entry->access;
}

static uint32_t step_shared(struct load_store *ldst, struct ldst_entry *entry)
{
    ldst->core->counters.shared_accesses++;
    ldst->core->counters.shared_conflict_cycles += entry->cycles - 1;
    ldst->core->counters.ldst_busy_cycles += entry->cycles;
    ldst->free = ldst->core->cycle + entry->cycles;
    ldst->may_pass -= ldst->may_pass > 0;
    return finish_entry(ldst, entry,
                        ldst->core->cycle + ldst->config->shared.latency +
                            (entry->cycles - 1) * ldst->config->shared.conflict_latency);
}

static uint32_t step_constant(struct load_store *ldst, struct ldst_entry *entry)
{
    uint32_t served = entry->count - entry->position;
    ldst->wait = constant_cache_access(ldst->constants, entry);
    if (ldst->wait != LDST_WAITS_NOT) {
        ldst->next = CYCLE_NEVER;
        return NO_ACCESS;
    }
    ldst->core->counters.ldst_busy_cycles += MAX(served, 1);
    ldst->free = ldst->core->cycle + MAX(served, 1);
    return finish_entry(ldst, entry, ldst->free - 1 + entry->cycles);
}

static inline enum ldst_wait access_line(struct load_store *ldst, const struct ldst_entry *entry,
                                         const struct line_transaction *line)
{
    if (ldst_is_for_texture_cache(ldst, entry))
        return texture_cache_load(ldst->texture, entry, line);
    if (G_UNLIKELY(entry->space == SPACE_CLUSTER))
        return sm_remote_access(ldst->remote, entry, line);
    if (G_UNLIKELY(ldst->retries.n > 0) && sm_retries_want(ldst, line->line))
        return LDST_WAITS_RETRY;
    if (G_UNLIKELY(ldst->absent)) {
        ldst->absent = false;
        return l1d_load_absent(ldst->l1d, entry, line);
    }
    if (entry->op_class == OP_LOAD)
        return l1d_load(ldst->l1d, entry, line);
    if (entry->op_class == OP_STORE)
        return l1d_store(ldst->l1d, entry, line);
    return l1d_atomic(ldst->l1d, entry, line);
}

/* Whether the head, whose next transaction is due in the next cycle, will find no MSHR then unless
 * a reply comes before. Never for a head that can be held up in other ways, or is looked at
 * meanwhile, or may be passed then. */
static inline bool foresees_stall(struct load_store *ldst, const struct ldst_entry *entry)
{
    const struct l1d *l1d = ldst->l1d;
    if (!ldst->foresees || ldst->may_pass > 0 ||
        l1d_mshrs_have_room(l1d, l1d_units(l1d, entry->unserved)) || entry->op_class != OP_LOAD ||
        l1d_goes_otherwise(entry) || ldst->core->meter.several)
        return false;
    if (ldst_is_for_texture_cache(ldst, entry) || entry->space == SPACE_CLUSTER)
        return false;
    return l1d_will_wait(l1d, &entry->lines[entry->position], &ldst->absent);
}

void sm_ldst_stall_ahead(struct load_store *ldst)
{
    ldst->foreseen = false;
    ldst->ahead = true;
    ldst->stalls_from = ldst->core->cycle + 1;
    ldst->wait = LDST_WAITS_FILL;
    ldst->next = CYCLE_NEVER;
}

/* Makes up for the cycle in which the head began to wait: its banks have served it. */
static void catch_up(struct load_store *ldst, struct ldst_entry *entry)
{
    const uint64_t busy = sm_ldst_busy_ahead(ldst, ldst->core->cycle);
    ldst->core->counters.ldst_busy_cycles += busy;
    if (busy)
        entry->unserved = 0;
    ldst->ahead = false;
}

/* A transaction is made in the cycle in which its last sector is served; one that had to wait for
 * something else has been served already. The texture cache serves one line a cycle, or as many as
 * an L1D of whole lines. */
static uint32_t step_lines(struct load_store *ldst, struct ldst_entry *entry)
{
    bool texture = ldst_is_for_texture_cache(ldst, entry);
    uint32_t position = entry->position, busy = 0;
    if (ldst->ahead)
        catch_up(ldst, entry);
    uint8_t unserved = entry->unserved;
    const uint32_t room = ldst->l1d->room;
    ldst->foreseen = ldst->goes_on = false;
    ldst->free = ldst->next = ldst->core->cycle + 1;
    if (unserved == 0)
        ldst_serve(ldst->config, &entry->lines[position], entry->lines[position].sectors, &busy);
    while (position < entry->count) {
        const struct line_transaction *line = &entry->lines[position];
        unserved = ldst_serve(ldst->config, line, unserved, &busy);
        if (unserved)
            break;
        ldst->wait = access_line(ldst, entry, line);
        if (ldst->wait != LDST_WAITS_NOT && !sm_set_aside(ldst, entry, line))
            break;
        entry->served += ldst_accesses_of(ldst->config, line);
        unserved = ++position < entry->count ? line[1].sectors : 0;
        if (texture && ldst->config->l1d_sectored)
            break;
    }
    ldst->core->counters.ldst_busy_cycles +=
        position != entry->position || unserved != entry->unserved;
    entry->position = position;
    entry->unserved = unserved;
    if (position == entry->count)
        return finish_entry(ldst, entry, ldst->core->cycle);
    if (ldst->wait != LDST_WAITS_NOT) {
        ldst->next = CYCLE_NEVER;
        return NO_ACCESS;
    }
    ldst->foreseen = foresees_stall(ldst, entry);
    ldst->goes_on = ldst->may_go_on && ldst->l1d->room == room && position + 1 < entry->count;
    return NO_ACCESS;
}

G_ALWAYS_INLINE static inline uint32_t step_head(struct load_store *ldst)
{
    struct ldst_entry *entry = &ldst->queue[ldst->first];
    sm_meter_note(ldst->core, entry->launch);
    if (entry->space == SPACE_SHARED)
        return step_shared(ldst, entry);
    if (entry->space == SPACE_CONST || entry->space == SPACE_PARAM)
        return step_constant(ldst, entry);
    return step_lines(ldst, entry);
}

/* For when there are instructions that may pass a waiting head. */
G_NO_INLINE static uint32_t step_passing(struct load_store *ldst)
{
    const bool passes = sm_ldst_waits(ldst);
    uint32_t complete = passes ? step_shared(ldst, sm_ldst_pass(ldst)) : step_head(ldst);
    if (sm_ldst_waits(ldst))
        ldst->next = ldst->may_pass > 0 ? sm_ldst_pass_at(ldst) : CYCLE_NEVER;
    return complete;
}

uint32_t sm_ldst_step(struct load_store *ldst)
{
    const uint32_t count = ldst->count;
    uint32_t complete = NO_ACCESS;
    if (G_UNLIKELY(ldst->retries.due) && sm_retries_first(ldst, &complete))
        return complete;
    complete = G_UNLIKELY(ldst->may_pass > 0) ? step_passing(ldst) : step_head(ldst);
    if (ldst->count != count || ldst->config->ldst_pipeline > 0)
        sm_ldst_note_room(ldst);
    return complete;
}

/* The set in which the head of the queue waits for a line. */
static uint32_t waited_set(const struct load_store *ldst)
{
    const struct ldst_entry *entry = &ldst->queue[ldst->first];
    return tag_array_set(&ldst->l1d->tags, entry->lines[entry->position].line);
}

void sm_ldst_filled(struct load_store *ldst, uint64_t line)
{
    if (G_UNLIKELY(ldst->retries.n > 0))
        sm_retries_filled(ldst, line);
    sm_ldst_wake(ldst, LDST_WAITS_FILL);
    if (ldst->wait == LDST_WAITS_LINE && tag_array_set(&ldst->l1d->tags, line) == waited_set(ldst))
        sm_ldst_wake(ldst, LDST_WAITS_LINE);
}
