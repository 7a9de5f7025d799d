/* SPDX-License-Identifier: BSD-3-Clause */
/* The load/store unit: a short in-order queue in front of shared memory, the constant cache and L1.
 *
 * Its head makes one transaction a cycle, and what cannot proceed holds everything behind it:
 * that is where memory-bound kernels stall. Values of global loads arrive here (from an L1 line,
 * or with a reply) and go to the front end's registers; other spaces have acted at issue.
 */
#include "base/vector_clones.h"
#include "models/sm/shared_conflicts.h"
#include "models/sm/sm_internal.h"
#include <string.h>

enum { NO_ACCESS = UINT32_MAX };

bool sm_ldst_has_room(const struct sm *sm)
{
    return sm->queue_count < sm->config->ldst_queue;
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

/* Whether lane i's address is address[0] + i * bytes: the usual store of a full warp. */
VECTOR_CLONES static bool consecutive(const uint64_t address[WARP_LANES], unsigned bytes)
{
    uint64_t different = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        different |= address[lane] ^ (address[0] + (uint64_t)lane * bytes);
    return different == 0;
}

static void mark_written(struct payload *payload, unsigned offset, unsigned bytes)
{
    for (unsigned word = 0; word < LINE_BYTES / 64; word++) {
        unsigned low = MAX(offset, word * 64), high = MIN(offset + bytes, word * 64 + 64);
        if (low < high)
            payload->written[word] |= (UINT64_MAX >> (64 - (high - low))) << (low % 64);
    }
}

static void pack_lane(struct payload *payload, const struct issued *what, unsigned lane)
{
    unsigned offset = what->address[lane] % LINE_BYTES;
    for (unsigned e = 0; e < what->elements; e++, offset += what->element_bytes) {
        const struct lane_operand *value = &what->value[e];
        memcpy(payload->bytes + offset, value->base + (size_t)lane * value->stride,
               what->element_bytes);
        payload->written[offset / 64] |= ((UINT64_C(1) << what->element_bytes) - 1)
                                         << (offset % 64);
    }
}

/* A line that 32 lanes fill one after the other is one copy. */
static void pack_store(struct payload *payload, const struct issued *what, lane_mask lanes)
{
    memset(payload->written, 0, sizeof payload->written);
    unsigned bytes = what->element_bytes;
    if (lanes == UINT32_MAX && what->elements == 1 && bytes == what->value[0].stride &&
        consecutive(what->address, bytes)) {
        unsigned offset = what->address[0] % LINE_BYTES;
        memcpy(payload->bytes + offset, what->value[0].base, (size_t)bytes * WARP_LANES);
        mark_written(payload, offset, bytes * WARP_LANES);
        return;
    }
    for (; lanes; lanes &= lanes - 1)
        pack_lane(payload, what, (unsigned)__builtin_ctz(lanes));
}

/* A traced store: its bytes are not known. */
static void mark_store(struct payload *payload, const struct issued *what, unsigned bytes,
                       lane_mask lanes)
{
    memset(payload->written, 0, sizeof payload->written);
    payload->has_bytes = false;
    for (; lanes; lanes &= lanes - 1)
        mark_written(payload, what->address[__builtin_ctz(lanes)] % LINE_BYTES, bytes);
}

static uint64_t lane_value(const struct lane_operand *operand, unsigned lane, unsigned bytes)
{
    uint64_t value = 0;
    if (operand->base)
        memcpy(&value, operand->base + (size_t)lane * operand->stride, bytes);
    return value;
}

static void pack_atomic(struct payload *payload, const struct issued *what,
                        const struct instruction *instruction, lane_mask lanes)
{
    payload->op = instruction->atomic_op;
    payload->type = instruction->atomic_type;
    payload->n_lanes = 0;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        payload->lanes[payload->n_lanes++] =
            (struct atomic_lane){.a = lane_value(&what->value[0], lane, what->element_bytes),
                                 .b = lane_value(&what->value[1], lane, what->element_bytes),
                                 .lane = (uint8_t)lane,
                                 .offset = (uint8_t)(what->address[lane] % LINE_BYTES)};
    }
}

/* Counts n more requests out for the warp and its block. Returns the block's epoch (sm_fence.c). */
static uint8_t begin_requests(struct sm *sm, unsigned slot, uint32_t n)
{
    struct sm_warp *warp = &sm->warps[slot];
    struct sm_block *block = &sm->blocks[warp->block];
    warp->outstanding += n;
    block->outstanding[block->epoch] += n;
    return block->epoch;
}

static uint32_t take_access(struct sm *sm, unsigned slot, uint32_t pc,
                            const struct instruction *instruction)
{
    uint32_t index = sm->access_free;
    g_assert(index != NO_ACCESS);
    struct access *access = &sm->accesses[index];
    sm->access_free = access->next_free;
    access->pc = pc;
    access->warp = (uint8_t)slot;
    access->sent = false;
    access->values = false;
    access->acquire =
        (instruction->flags & INSTRUCTION_ACQUIRE) && sm->issued.space == SPACE_GLOBAL;
    access->async = sm->issued.async == ASYNC_COPY;
    access->remaining = 0;
    access->ready = 0;
    access->epoch = begin_requests(sm, slot, 1);
    if (access->async)
        sm_async_begin(sm, access);
    return index;
}

/* Stores and atomics carry their operands from issue on: the registers may change. */
static void enqueue_global(struct sm *sm, struct ldst_entry *entry,
                           const struct instruction *instruction)
{
    const struct issued *what = &sm->issued;
    unsigned bytes = instruction->access_bytes;
    entry->count =
        coalesce(what->active, what->address, bytes, sm->config->coalescing_bytes, entry->lines);
    bool payloads = entry->space == SPACE_GLOBAL; /* which bytes, and values unless it is a trace */
    if (entry->op_class == OP_STORE)
        entry->epoch = begin_requests(sm, entry->warp, entry->count);
    if (entry->op_class == OP_LOAD) {
        struct access *access = &sm->accesses[entry->access];
        access->values = entry->values && entry->space == SPACE_GLOBAL;
        line_offsets(what->address, access->offset);
        return;
    }
    for (uint32_t i = 0; i < entry->count; i++) {
        entry->payloads[i] = payloads ? payload_take(&sm->unit.engine->payloads) : NULL;
        if (payloads && entry->op_class == OP_STORE && !entry->values)
            mark_store(entry->payloads[i], what, bytes, entry->lines[i].lanes);
        else if (payloads && entry->op_class == OP_STORE)
            pack_store(entry->payloads[i], what, entry->lines[i].lanes);
        else if (payloads)
            pack_atomic(entry->payloads[i], what, instruction, entry->lines[i].lanes);
    }
}

bool sm_ldst_enqueue(struct sm *sm, unsigned slot, const struct instruction *instruction,
                     uint32_t pc)
{
    const struct issued *what = &sm->issued;
    unsigned bytes = instruction->access_bytes;
    struct sm_warp *warp = &sm->warps[slot];
    bool traced = warp->context.code->traced;
    if (what->space == SPACE_GLOBAL && !traced && !sm_check_addresses(sm, instruction))
        return false;
    struct ldst_entry *entry =
        &sm->queue[(sm->queue_first + sm->queue_count++) % sm->config->ldst_queue];
    /* Texels act at issue, but in L1D other loads may hit their lines: those have their bytes. */
    entry->values = (what->space == SPACE_GLOBAL || what->space == SPACE_TEXTURE) && !traced;
    entry->op_class = instruction->op_class;
    entry->space = what->space;
    entry->flags = instruction->flags;
    entry->warp = (uint8_t)slot;
    entry->launch = warp->context.block->launch->id;
    entry->position = 0;
    entry->at = sm->cycle + sm->config->ldst_latency;
    entry->access =
        instruction->op_class == OP_STORE ? NO_ACCESS : take_access(sm, slot, pc, instruction);
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        warp->ready_at[instruction->registers[i]] = CYCLE_NEVER;
    switch (what->space) {
    case SPACE_SHARED:
        entry->cycles =
            instruction->op_class == OP_ATOMIC
                ? shared_atomic_cycles(what->active, what->address, bytes, sm->config->shared_banks)
                : shared_access_cycles(what->active, what->address, bytes,
                                       sm->config->shared_banks);
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
    }
    return true;
}

/* One request less is out: fences may go on, and a warp that has ended may leave. */
static void count_down(struct sm *sm, unsigned slot, unsigned epoch)
{
    struct sm_warp *warp = &sm->warps[slot];
    struct sm_block *block = &sm->blocks[warp->block];
    g_assert(warp->outstanding > 0 && block->outstanding[epoch] > 0);
    warp->outstanding--;
    block->outstanding[epoch]--;
    sm_fence_progress(sm, block);
    if (warp->outstanding == 0 && (sm->draining >> slot & 1))
        sm_retire_warp(sm, slot);
}

static void finish_access(struct sm *sm, uint32_t index)
{
    struct access *access = &sm->accesses[index];
    struct sm_warp *warp = &sm->warps[access->warp];
    const struct instruction *instruction = &warp->context.code->instructions[access->pc];
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        warp->ready_at[instruction->registers[i]] = access->ready;
    unsigned slot = access->warp, epoch = access->epoch;
    access->next_free = sm->access_free;
    sm->access_free = index;
    if (access->async)
        sm_async_done(sm, access);
    if (access->acquire)
        sm_acquire_done(sm, slot, access->ready);
    if (sm->wait_memory >> slot & 1) {
        sm->wait_memory &= ~(UINT64_C(1) << slot);
        sm_settle(sm, slot, sm->cycle);
    }
    count_down(sm, slot, epoch);
}

void sm_access_reply(struct sm *sm, uint32_t index, uint64_t ready)
{
    struct access *access = &sm->accesses[index];
    g_assert(access->remaining > 0);
    access->remaining--;
    access->ready = MAX(access->ready, ready);
    if (access->remaining == 0 && access->sent)
        finish_access(sm, index);
}

void sm_access_deliver(struct sm *sm, uint32_t index, lane_mask lanes, const uint8_t *data)
{
    struct access *access = &sm->accesses[index];
    struct warp_context *context = &sm->warps[access->warp].context;
    if (access->async)
        async_copy_deliver(&access->copy, context->block->shared, lanes, data, access->offset);
    else if (access->values)
        context->code->ops->deliver(context, access->pc, lanes, data, access->offset);
}

void sm_write_acknowledged(struct sm *sm, uint32_t tag)
{
    count_down(sm, tag & WRITE_TAG_SLOT, tag >> WRITE_TAG_EPOCH_SHIFT);
}

static void finish_entry(struct sm *sm, struct ldst_entry *entry, uint64_t ready)
{
    uint32_t index = entry->access;
    sm->queue_first = (sm->queue_first + 1) % sm->config->ldst_queue;
    sm->queue_count--;
    if (index == NO_ACCESS)
        return;
    struct access *access = &sm->accesses[index];
    access->sent = true;
    access->ready = MAX(access->ready, ready);
    if (access->remaining == 0)
        finish_access(sm, index);
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
    if (!sm_constant_access(sm, entry)) {
        sm->ldst_stalled = true;
        return;
    }
    sm->ldst_free = sm->cycle + MAX(served, 1);
    finish_entry(sm, entry, sm->ldst_free - 1 + sm->config->constant_latency);
}

static void step_line(struct sm *sm, struct ldst_entry *entry)
{
    const struct line_transaction *line = &entry->lines[entry->position];
    bool done;
    if (entry->space == SPACE_TEXTURE && sm->config->texture.size_bytes > 0)
        done = sm_texture_load(sm, entry, line);
    else if (entry->op_class == OP_LOAD)
        done = sm_l1d_load(sm, entry, line);
    else if (entry->op_class == OP_STORE)
        done = sm_l1d_store(sm, entry, line);
    else
        done = sm_l1d_atomic(sm, entry, line);
    if (!done) {
        sm->ldst_stalled = true;
        return;
    }
    sm->ldst_free = sm->cycle + 1;
    if (++entry->position == entry->count)
        finish_entry(sm, entry, sm->cycle);
}

void sm_ldst_step(struct sm *sm)
{
    struct ldst_entry *entry = &sm->queue[sm->queue_first];
    if (sm->queue_count == 0 || sm->ldst_stalled || MAX(sm->ldst_free, entry->at) > sm->cycle)
        return;
    if (entry->space == SPACE_SHARED)
        step_shared(sm, entry);
    else if (entry->space == SPACE_CONST || entry->space == SPACE_PARAM)
        step_constant(sm, entry);
    else
        step_line(sm, entry);
}

uint64_t sm_next_ldst(const struct sm *sm)
{
    if (sm->queue_count == 0 || sm->ldst_stalled)
        return CYCLE_NEVER;
    return MAX(sm->cycle + 1, MAX(sm->ldst_free, sm->queue[sm->queue_first].at));
}
