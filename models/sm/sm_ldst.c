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
#include "models/sm/access_shape.h"
#include "models/sm/shared_conflicts.h"
#include "models/sm/sm_events.h"
#include "models/sm/sm_l1d_internal.h"
#include "models/sm/sm_meter.h"

/* ASSUMED: beyond these, instructions in the pipeline keep their place in the queue. */
enum { PIPELINE_INSTRUCTIONS = 32 };

/* Of a lane: what may be coalesced in segments as wide as 32 lanes of it. */
enum { NARROW_BYTES = 2 };

void sm_ldst_init(struct sm *sm)
{
    const struct sm_config *config = sm->config;
    sm->queue_size = config->ldst_queue + MIN(config->ldst_pipeline, PIPELINE_INSTRUCTIONS);
    sm->queue = g_new0(struct ldst_entry, sm->queue_size);
    sm->ldst_next = CYCLE_NEVER;
    sm->access_free = NO_ACCESS;
}

void sm_ldst_finish(struct sm *sm)
{
    g_free(sm->queue);
    g_free(sm->accesses);
    g_free(sm->access_values);
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
    uint64_t per_warp = (uint64_t)sm->warps[slot].context.code->local_bytes_per_thread * WARP_LANES;
    uint64_t base = LOCAL_BASE + ((uint64_t)sm->site.index * WARP_SLOTS + slot) *
                                     ((per_warp + LINE_BYTES - 1) & ~(uint64_t)(LINE_BYTES - 1));
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        sm->issued.address[lane] =
            base + sm->issued.address[lane] / bytes * bytes * WARP_LANES + (uint64_t)lane * bytes;
}

/* One transaction for each different address, as the constant cache serves them. */
static unsigned constant_lines(struct sm *sm, struct line_transaction *lines)
{
    unsigned count = 0;
    uint64_t base = sm->issued.space == SPACE_PARAM ? PARAM_BASE : CONSTANT_BASE;
    uint64_t seen[WARP_LANES];
    for (lane_mask left = sm->issued.active; left; left &= left - 1) {
        uint64_t address = sm->issued.address[__builtin_ctz(left)];
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
    struct issued *what = &sm->issued;
    unsigned bytes = instruction->access_bytes, banks = sm->config->shared_banks;
    bool atomic = instruction->op_class == OP_ATOMIC;
    if (what->shape)
        return access_shape_shared_cycles(what, bytes, banks, atomic);
    return atomic ? shared_atomic_cycles(what->active, what->address, bytes, banks)
                  : shared_access_cycles(what->active, what->address, bytes, banks);
}

G_NO_INLINE static void enqueue_told(struct sm *sm, struct ldst_entry *entry)
{
    entry->flags |= sm->policies.load_flags;
    if (entry->space != SPACE_TEXTURE)
        SM_TELL(sm, coalesced, entry->warp, entry->pc,
                (unsigned)__builtin_popcount(sm->issued.active), entry->count);
}

static void enqueue_global(struct sm *sm, struct ldst_entry *entry,
                           const struct instruction *instruction)
{
    struct issued *what = &sm->issued;
    unsigned bytes = instruction->access_bytes, request_bytes = sm->config->coalescing_bytes;
    entry->count = what->shape
                       ? access_shape_coalesce(what, bytes, request_bytes, entry->lines)
                       : coalesce(what->active, what->address, bytes, request_bytes, entry->lines);
    if (G_UNLIKELY(sm->config->narrow_segments && bytes <= NARROW_BYTES)) {
        issued_expand(what);
        entry->count =
            coalesce_in_segments(what->address, bytes * SECTOR_BYTES, entry->lines, entry->count);
    }
    entry->unserved = entry->lines[0].sectors;
    if (entry->op_class == OP_STORE)
        entry->epoch = sm_begin_requests(sm, entry->warp, entry->count);
    if (entry->op_class != OP_LOAD) {
        sm_pack_operands(sm, entry, instruction);
        return;
    }
    if (G_UNLIKELY(sm->policies.loads_differ))
        enqueue_told(sm, entry);
    bool values = entry->values && entry->space == SPACE_GLOBAL;
    sm->accesses[entry->access].values = values;
    if (values)
        line_offsets(what->address, sm->access_values[entry->access].offset);
}

/* Accesses of the transactions from one on, each for a bank. */
static uint32_t accesses_from(const struct sm *sm, const struct ldst_entry *entry,
                              uint32_t position)
{
    if (!sm->config->l1d_sectored)
        return entry->count - position;
    uint32_t accesses = 0;
    for (; position < entry->count; position++)
        accesses += sector_count(entry->lines[position].sectors);
    return accesses;
}

/* Numbers the instruction's accesses, and says when L1D's pipeline can have taken them. */
static void enter_pipeline(struct sm *sm, struct ldst_entry *entry)
{
    uint32_t accesses = accesses_from(sm, entry, 0), banks = sm->config->l1d_banks;
    entry->last = sm->pipeline_last += accesses;
    entry->entered = sm->pipeline_entered =
        MAX(sm->pipeline_entered, entry->at - 1) + (accesses + banks - 1) / banks;
}

bool sm_ldst_enqueue(struct sm *sm, unsigned slot, const struct instruction *instruction,
                     uint32_t pc)
{
    const struct issued *what = &sm->issued;
    unsigned bytes = instruction->access_bytes;
    struct sm_warp *warp = &sm->warps[slot];
    bool traced = warp->context.code->traced;
    if (what->space == SPACE_GLOBAL && !traced) {
        if (!sm_check_addresses(sm, slot, pc))
            return false;
        if (G_UNLIKELY(what->active == 0)) /* all have strayed: see stray_access.h */
            return true;
    }
    struct ldst_entry *entry = &sm->queue[(sm->queue_first + sm->queue_count++) % sm->queue_size];
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
    entry->at = sm->cycle + sm->config->ldst_latency;
    if (sm->queue_count == 1)
        sm->ldst_next = MIN(sm->ldst_next, MAX(sm->ldst_free, entry->at));
    entry->access =
        instruction->op_class == OP_STORE ? NO_ACCESS : sm_access_take(sm, slot, pc, instruction);
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        warp->ready_at[instruction->registers[i]] = CYCLE_NEVER;
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
        if (sm->config->ldst_pipeline > 0)
            enter_pipeline(sm, entry);
    }
    return true;
}

/* The instructions before the queue's own places must have gone in: as soon as those in front have
 * left so much room, but an access a cycle and bank. */
uint64_t sm_ldst_pipeline_at(const struct sm *sm)
{
    uint32_t ahead = sm->queue_count - sm->config->ldst_queue;
    if (sm->queue_count == sm->queue_size)
        return CYCLE_NEVER;
    const struct ldst_entry *head = &sm->queue[sm->queue_first];
    const struct ldst_entry *entry = &sm->queue[(sm->queue_first + ahead) % sm->queue_size];
    if (head->last == UINT64_MAX || entry->last == UINT64_MAX)
        return CYCLE_NEVER;
    uint64_t inside = entry->last - head->last + accesses_from(sm, head, head->position);
    return inside <= sm->config->ldst_pipeline ? entry->entered : CYCLE_NEVER;
}

static void finish_entry(struct sm *sm, struct ldst_entry *entry, uint64_t ready)
{
    sm->queue_first = sm->queue_first + 1 == sm->queue_size ? 0 : sm->queue_first + 1;
    sm->queue_count--;
    sm->ldst_next =
        sm->queue_count > 0 ? MAX(sm->ldst_free, sm->queue[sm->queue_first].at) : CYCLE_NEVER;
    if (entry->access != NO_ACCESS)
        sm_access_sent(sm, entry->access, ready);
}

static void step_shared(struct sm *sm, struct ldst_entry *entry)
{
    sm->counters.shared_accesses++;
    sm->counters.shared_conflict_cycles += entry->cycles - 1;
    sm->ldst_free = sm->cycle + entry->cycles;
    finish_entry(sm, entry, sm->cycle + entry->cycles - 1 + sm->config->shared_latency);
}

static void step_constant(struct sm *sm, struct ldst_entry *entry)
{
    uint32_t served = entry->count - entry->position;
    sm->ldst_wait = sm_constant_access(sm, entry);
    if (sm->ldst_wait != LDST_WAITS_NOT) {
        sm->ldst_next = CYCLE_NEVER;
        return;
    }
    sm->ldst_free = sm->cycle + MAX(served, 1);
    finish_entry(sm, entry, sm->ldst_free - 1 + sm->config->constant_latency);
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
    if (entry->space == SPACE_TEXTURE && sm->config->texture.size_bytes > 0)
        return sm_texture_load(sm, entry, line);
    if (G_UNLIKELY(sm->n_retries > 0) && sm_retries_want(sm, line->line))
        return LDST_WAITS_RETRY;
    if (entry->op_class == OP_LOAD)
        return l1d_load(sm, entry, line);
    if (entry->op_class == OP_STORE)
        return sm_l1d_store(sm, entry, line);
    return sm_l1d_atomic(sm, entry, line);
}

/* A transaction is made in the cycle in which its last sector is served; one that had to wait for
 * something else has been served already. The texture cache serves one line a cycle, or as many as
 * an L1D of whole lines. */
static void step_lines(struct sm *sm, struct ldst_entry *entry)
{
    bool texture = entry->space == SPACE_TEXTURE && sm->config->texture.size_bytes > 0;
    uint32_t position = entry->position, busy = 0;
    uint8_t unserved = entry->unserved;
    sm->ldst_free = sm->ldst_next = sm->cycle + 1;
    if (unserved == 0)
        serve_sectors(sm->config, &entry->lines[position], entry->lines[position].sectors, &busy);
    while (position < entry->count) {
        const struct line_transaction *line = &entry->lines[position];
        unserved = serve_sectors(sm->config, line, unserved, &busy);
        if (unserved)
            break;
        sm->ldst_wait = access_line(sm, entry, line);
        if (sm->ldst_wait != LDST_WAITS_NOT && !sm_set_aside(sm, entry, line))
            break;
        unserved = ++position < entry->count ? line[1].sectors : 0;
        if (texture && sm->config->l1d_sectored)
            break;
    }
    entry->position = position;
    entry->unserved = unserved;
    if (position == entry->count)
        finish_entry(sm, entry, sm->cycle);
    else if (sm->ldst_wait != LDST_WAITS_NOT)
        sm->ldst_next = CYCLE_NEVER;
}

void sm_ldst_step(struct sm *sm)
{
    if (G_UNLIKELY(sm->retry_due) && sm_retries_first(sm))
        return;
    struct ldst_entry *entry = &sm->queue[sm->queue_first];
    sm_meter_note(sm, entry->launch);
    if (entry->space == SPACE_SHARED)
        step_shared(sm, entry);
    else if (entry->space == SPACE_CONST || entry->space == SPACE_PARAM)
        step_constant(sm, entry);
    else
        step_lines(sm, entry);
}
