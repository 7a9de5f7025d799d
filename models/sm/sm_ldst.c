/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit: a short in-order queue in front of shared memory, the constant cache and L1.
 *
 * Its head makes its transactions, in order, as fast as L1D's banks serve their sectors, or so many
 * whole lines, if l1d.sector is 128B (one instruction a cycle), and what cannot proceed holds
 * everything behind it: that is where memory-bound kernels stall. With ldst.pipeline, accesses that
 * wait for L1D's tags are in a pipeline of their own: an instruction all of whose accesses are in
 * there has left the queue, and its place is free. Values of global loads arrive here (from an L1
 * line, or with a reply) and go to the front end's registers; other spaces have acted at issue.
 *
 * Source: Khairy, Akram, Tine, Rogers, "Accel-Sim" (ISCA 2020), section IV-C: L1 banks of Volta,
 * interleaved by sector.
 */
#include "base/vector_clones.h"
#include "models/memory/address_check.h"
#include "models/sm/access_shape.h"
#include "models/sm/shared_conflicts.h"
#include "models/sm/sm_events.h"
#include "models/sm/sm_meter.h"

/* ASSUMED: beyond these, instructions in the pipeline keep their place in the queue. */
enum { PIPELINE_INSTRUCTIONS = 32 };

/* Of a lane: what may be coalesced in segments as wide as 32 lanes of it. */
enum { NARROW_BYTES = 2 };

void sm_ldst_init(struct sm *sm)
{
    const struct sm_config *config = sm->core.config;
    sm->ldst.size = config->ldst_queue + MIN(config->ldst_pipeline, PIPELINE_INSTRUCTIONS);
    sm->ldst.queue = g_new0(struct ldst_entry, sm->ldst.size);
    sm->ldst.next = CYCLE_NEVER;
}

void sm_ldst_finish(struct sm *sm)
{
    g_free(sm->ldst.queue);
}

VECTOR_CLONES static void line_offsets(const uint64_t address[WARP_LANES],
                                       uint16_t offset[WARP_LANES])
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        offset[lane] = address[lane] % LINE_BYTES;
}

/* Local memory is laid out so that the lanes' copies of one element are neighbours. */
static void place_local(struct sm *sm, unsigned slot, unsigned bytes)
{
    uint64_t per_warp =
        (uint64_t)sm->warps.list[slot].context.code->local_bytes_per_thread * WARP_LANES;
    uint64_t base = LOCAL_BASE + ((uint64_t)sm->core.site.index * WARP_SLOTS + slot) *
                                     ((per_warp + LINE_BYTES - 1) & ~(uint64_t)(LINE_BYTES - 1));
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        sm->issue.what.address[lane] = base +
                                       sm->issue.what.address[lane] / bytes * bytes * WARP_LANES +
                                       (uint64_t)lane * bytes;
}

/* One transaction for each different address, as the constant cache serves them. */
static unsigned constant_lines(struct sm *sm, struct line_transaction *lines)
{
    unsigned count = 0;
    uint64_t base = sm->issue.what.space == SPACE_PARAM ? PARAM_BASE : CONSTANT_BASE;
    uint64_t seen[WARP_LANES];
    for (lane_mask left = sm->issue.what.active; left; left &= left - 1) {
        uint64_t address = sm->issue.what.address[__builtin_ctz(left)];
        unsigned i = 0;
        while (i < count && seen[i] != address)
            i++;
        if (i < count)
            continue;
        seen[count] = address;
        lines[count++] =
            (struct line_transaction){.line = (base + address) & ~(uint64_t)(LINE_BYTES - 1)};
    }
    return count;
}

static unsigned shared_cycles(struct sm *sm, const struct instruction *instruction)
{
    struct issued *what = &sm->issue.what;
    unsigned bytes = instruction->access_bytes, banks = sm->core.config->shared_banks;
    bool atomic = instruction->op_class == OP_ATOMIC;
    if (what->shape)
        return access_shape_shared_cycles(what, bytes, banks, atomic);
    return atomic ? shared_atomic_cycles(what->active, what->address, bytes, banks)
                  : shared_access_cycles(what->active, what->address, bytes, banks);
}

G_NO_INLINE static void enqueue_told(struct sm *sm, struct ldst_entry *entry)
{
    entry->flags |= sm->core.policies.load_flags;
    if (entry->space != SPACE_TEXTURE)
        SM_TELL(&sm->core, coalesced, entry->warp, entry->pc,
                (unsigned)__builtin_popcount(sm->issue.what.active), entry->count);
}

static void enqueue_global(struct sm *sm, struct ldst_entry *entry,
                           const struct instruction *instruction)
{
    struct issued *what = &sm->issue.what;
    unsigned bytes = instruction->access_bytes, request_bytes = sm->core.config->coalescing_bytes;
    entry->count = what->shape
                       ? access_shape_coalesce(what, bytes, request_bytes, entry->lines)
                       : coalesce(what->active, what->address, bytes, request_bytes, entry->lines);
    if (G_UNLIKELY(sm->core.config->narrow_segments && bytes <= NARROW_BYTES)) {
        issued_expand(what);
        entry->count =
            coalesce_in_segments(what->address, bytes * SECTOR_BYTES, entry->lines, entry->count);
    }
    entry->unserved = entry->lines[0].sectors;
    if (entry->op_class == OP_STORE)
        entry->epoch = sm_requests_begin(&sm->warps, entry->warp, entry->count);
    if (entry->op_class != OP_LOAD) {
        sm_pack_operands(sm, entry, instruction);
        return;
    }
    if (G_UNLIKELY(sm->core.policies.loads_differ))
        enqueue_told(sm, entry);
    bool values = entry->values && entry->space == SPACE_GLOBAL;
    if (values)
        line_offsets(what->address, sm_access_want_values(&sm->accesses, entry->access));
}

/* Accesses of the transactions from one on, each for a bank. */
static uint32_t accesses_from(const struct sm *sm, const struct ldst_entry *entry,
                              uint32_t position)
{
    if (!sm->core.config->l1d_sectored)
        return entry->count - position;
    uint32_t accesses = 0;
    for (; position < entry->count; position++)
        accesses += sector_count(entry->lines[position].sectors);
    return accesses;
}

/* Numbers the instruction's accesses, and says when L1D's pipeline can have taken them. */
static void enter_pipeline(struct sm *sm, struct ldst_entry *entry)
{
    uint32_t accesses = accesses_from(sm, entry, 0), banks = sm->core.config->l1d_banks;
    entry->last = sm->ldst.pipeline_last += accesses;
    entry->entered = sm->ldst.pipeline_entered =
        MAX(sm->ldst.pipeline_entered, entry->at - 1) + (accesses + banks - 1) / banks;
}

bool sm_ldst_enqueue(struct sm *sm, unsigned slot, const struct instruction *instruction,
                     uint32_t pc)
{
    struct issued *what = &sm->issue.what;
    unsigned bytes = instruction->access_bytes;
    struct sm_warp *warp = &sm->warps.list[slot];
    bool traced = warp->context.code->traced;
    if (what->space == SPACE_GLOBAL && !traced &&
        !addresses_check(sm->core.site.memory, instruction, what))
        return false;
    struct ldst_entry *entry = &sm->ldst.queue[(sm->ldst.first + sm->ldst.count++) % sm->ldst.size];
    /* Texels act at issue, but in L1D other loads may hit their lines: those have their bytes. */
    entry->values = (what->space == SPACE_GLOBAL || what->space == SPACE_TEXTURE) && !traced;
    entry->op_class = instruction->op_class;
    entry->space = what->space;
    entry->flags = instruction->flags;
    entry->warp = (uint8_t)slot;
    entry->pc = pc;
    entry->launch = warp->context.block->launch->id;
    entry->position = 0;
    entry->last = UINT64_MAX;
    entry->at = sm->core.cycle + sm->core.config->ldst_latency;
    if (sm->ldst.count == 1)
        sm->ldst.next = MIN(sm->ldst.next, MAX(sm->ldst.free, entry->at));
    entry->access = instruction->op_class == OP_STORE
                        ? NO_ACCESS
                        : sm_access_take(&sm->accesses, slot, pc, instruction, what);
    sm_warp_set_registers(&sm->warps, slot, pc, CYCLE_NEVER);
    switch (what->space) {
    case SPACE_SHARED:
        entry->cycles = shared_cycles(sm, instruction);
        break;
    case SPACE_CONST:
    case SPACE_PARAM:
        entry->count = constant_lines(sm, entry->lines);
        break;
    case SPACE_LOCAL:
        place_local(sm, slot, bytes);
        /* fall through */
    default:
        enqueue_global(sm, entry, instruction);
        if (sm->core.config->ldst_pipeline > 0)
            enter_pipeline(sm, entry);
    }
    return true;
}

/* The instructions before the queue's own places must have gone in: as soon as those in front have
 * left so much room, but an access a cycle and bank. */
uint64_t sm_ldst_pipeline_at(const struct sm *sm)
{
    uint32_t ahead = sm->ldst.count - sm->core.config->ldst_queue;
    if (sm->ldst.count == sm->ldst.size)
        return CYCLE_NEVER;
    const struct ldst_entry *head = &sm->ldst.queue[sm->ldst.first];
    const struct ldst_entry *entry = &sm->ldst.queue[(sm->ldst.first + ahead) % sm->ldst.size];
    if (head->last == UINT64_MAX || entry->last == UINT64_MAX)
        return CYCLE_NEVER;
    uint64_t inside = entry->last - head->last + accesses_from(sm, head, head->position);
    return inside <= sm->core.config->ldst_pipeline ? entry->entered : CYCLE_NEVER;
}

/* Returns its access if that is complete, else NO_ACCESS. */
static uint32_t finish_entry(struct sm *sm, struct ldst_entry *entry, uint64_t ready)
{
    sm->ldst.first = sm->ldst.first + 1 == sm->ldst.size ? 0 : sm->ldst.first + 1;
    sm->ldst.count--;
    sm->ldst.next =
        sm->ldst.count > 0 ? MAX(sm->ldst.free, sm->ldst.queue[sm->ldst.first].at) : CYCLE_NEVER;
    if (entry->access == NO_ACCESS || !sm_access_sent(&sm->accesses, entry->access, ready))
        return NO_ACCESS;
    return entry->access;
}

static uint32_t step_shared(struct sm *sm, struct ldst_entry *entry)
{
    sm->core.counters.shared_accesses++;
    sm->core.counters.shared_conflict_cycles += entry->cycles - 1;
    sm->ldst.free = sm->core.cycle + entry->cycles;
    return finish_entry(sm, entry,
                        sm->core.cycle + entry->cycles - 1 + sm->core.config->shared_latency);
}

static uint32_t step_constant(struct sm *sm, struct ldst_entry *entry)
{
    uint32_t served = entry->count - entry->position;
    sm->ldst.wait = constant_cache_access(&sm->constants, entry);
    if (sm->ldst.wait != LDST_WAITS_NOT) {
        sm->ldst.next = CYCLE_NEVER;
        return NO_ACCESS;
    }
    sm->ldst.free = sm->core.cycle + MAX(served, 1);
    return finish_entry(sm, entry, sm->ldst.free - 1 + sm->core.config->constant_latency);
}

/* Lets the banks that are not busy serve the transaction's sectors, in order, up to the first
 * conflict. Returns the sectors that are left for a later cycle. */
static inline uint8_t serve_sectors(const struct sm_config *config,
                                    const struct line_transaction *transaction, uint8_t left,
                                    uint32_t *busy)
{
    uint64_t line = transaction->line;
    uint32_t banks = config->l1d_banks; /* a power of two */
    if (!config->l1d_sectored)          /* whole lines: so many, wherever they lie */
        return left == 0 || (*busy)++ < banks ? 0 : left;
    if (banks >= SECTORS) { /* a line's sectors lie in different banks, side by side */
        unsigned first = (unsigned)(line / SECTOR_BYTES) & (banks - 1);
        uint32_t conflicts = *busy >> first & left;
        uint32_t served = conflicts ? left & ((conflicts & -conflicts) - 1) : left;
        *busy |= served << first;
        return (uint8_t)(left & ~served);
    }
    for (; left; left &= (uint8_t)(left - 1)) {
        uint32_t bank = UINT32_C(1) << ((uint32_t)__builtin_ctz(left) & (banks - 1));
        if (*busy & bank)
            break;
        *busy |= bank;
    }
    return left;
}

static inline enum ldst_wait access_line(struct sm *sm, const struct ldst_entry *entry,
                                         const struct line_transaction *line)
{
    if (entry->space == SPACE_TEXTURE && sm->core.config->texture.size_bytes > 0)
        return texture_cache_load(&sm->texture, entry, line);
    if (G_UNLIKELY(sm->ldst.n_aside > 0) && sm_retries_want(sm, line->line))
        return LDST_WAITS_RETRY;
    if (entry->op_class == OP_LOAD)
        return l1d_load(&sm->l1d, entry, line);
    if (entry->op_class == OP_STORE)
        return l1d_store(&sm->l1d, entry, line);
    return l1d_atomic(&sm->l1d, entry, line);
}

/* A transaction is made in the cycle in which its last sector is served; one that had to wait for
 * something else has been served already. The texture cache serves one line a cycle, or as many as
 * an L1D of whole lines. */
static uint32_t step_lines(struct sm *sm, struct ldst_entry *entry)
{
    bool texture = entry->space == SPACE_TEXTURE && sm->core.config->texture.size_bytes > 0;
    uint32_t position = entry->position, busy = 0;
    uint8_t unserved = entry->unserved;
    sm->ldst.free = sm->ldst.next = sm->core.cycle + 1;
    if (unserved == 0)
        serve_sectors(sm->core.config, &entry->lines[position], entry->lines[position].sectors,
                      &busy);
    while (position < entry->count) {
        const struct line_transaction *line = &entry->lines[position];
        unserved = serve_sectors(sm->core.config, line, unserved, &busy);
        if (unserved)
            break;
        sm->ldst.wait = access_line(sm, entry, line);
        if (sm->ldst.wait != LDST_WAITS_NOT && !sm_set_aside(sm, entry, line))
            break;
        unserved = ++position < entry->count ? line[1].sectors : 0;
        if (texture && sm->core.config->l1d_sectored)
            break;
    }
    entry->position = position;
    entry->unserved = unserved;
    if (position == entry->count)
        return finish_entry(sm, entry, sm->core.cycle);
    if (sm->ldst.wait != LDST_WAITS_NOT)
        sm->ldst.next = CYCLE_NEVER;
    return NO_ACCESS;
}

uint32_t sm_ldst_step(struct sm *sm)
{
    uint32_t complete = NO_ACCESS;
    if (G_UNLIKELY(sm->ldst.aside_due) && sm_retries_first(sm, &complete))
        return complete;
    struct ldst_entry *entry = &sm->ldst.queue[sm->ldst.first];
    sm_meter_note(&sm->core, entry->launch);
    if (entry->space == SPACE_SHARED)
        return step_shared(sm, entry);
    if (entry->space == SPACE_CONST || entry->space == SPACE_PARAM)
        return step_constant(sm, entry);
    return step_lines(sm, entry);
}

/* The set in which the head of the queue waits for a line. */
static uint32_t waited_set(const struct sm *sm)
{
    const struct ldst_entry *entry = &sm->ldst.queue[sm->ldst.first];
    return tag_array_set(&sm->l1d.tags, entry->lines[entry->position].line);
}

void sm_ldst_filled(struct sm *sm, uint64_t line)
{
    if (G_UNLIKELY(sm->ldst.n_aside > 0))
        sm_retries_filled(sm, line);
    sm_ldst_retry(sm, LDST_WAITS_FILL);
    if (sm->ldst.wait == LDST_WAITS_LINE && tag_array_set(&sm->l1d.tags, line) == waited_set(sm))
        sm_ldst_retry(sm, LDST_WAITS_LINE);
}
