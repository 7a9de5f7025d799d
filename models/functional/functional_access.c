/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_access.h"
#include "models/memory/address_check.h"
#include "workloads/atomic.h"
#include "workloads/cluster.h"
#include "workloads/instruction_source.h"

enum { DELIVERY_STRIDE = 16 }; /* bytes from lane to lane of what deliver() gets */

/* The bytes of a lane: in device memory, or in the shared memory of another block of the cluster.
 */
static uint8_t *place_of(struct device_memory *memory, const struct warp_context *w,
                         const struct issued *what, unsigned lane)
{
    const uint64_t address = what->address[lane];
    if (what->space == SPACE_GLOBAL)
        return device_memory_at(memory, address);
    const uint32_t rank = cluster_address_rank((uint32_t)address, w->block->rank);
    return w->block->peers[rank] + cluster_address_offset((uint32_t)address);
}

/* Whether the blocks that lanes reach are still there. */
static bool peers_are_there(const struct warp_context *w, struct issued *what)
{
    if (!w->block->peers) {
        what->fault_lane = (uint8_t)__builtin_ctz(what->active);
        what->fault =
            g_strdup("accesses to other blocks' shared memory cannot run as a trace does");
        return false;
    }
    for (lane_mask left = what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t rank = cluster_address_rank((uint32_t)what->address[lane], w->block->rank);
        if (w->block->peers[rank])
            continue;
        what->fault_lane = (uint8_t)lane;
        what->fault = g_strdup_printf("block %u of its cluster has ended, and with it its shared "
                                      "memory",
                                      rank);
        return false;
    }
    return true;
}

/* Where all lanes' bytes lie, if they lie side by side on the host as in device memory: address 0
 * would be there. */
static uint8_t *common_origin(struct device_memory *memory, const struct issued *what)
{
    uint64_t low = UINT64_MAX, high = 0;
    if (what->space != SPACE_GLOBAL || what->async == ASYNC_COPY)
        return NULL;
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t at = what->address[__builtin_ctz(left)];
        low = MIN(low, at);
        high = MAX(high, at);
    }
    uint8_t *first = device_memory_at(memory, low);
    return device_memory_at(memory, high) == first + (high - low) ? first - low : NULL;
}

/* Each active lane's `n` bytes, from or to a place that depends on the lane. */
#define EACH_BYTES(lane, to, from, n)                                                              \
    for (lane_mask left = what->active; left; left &= left - 1) {                                  \
        const unsigned lane = (unsigned)__builtin_ctz(left);                                       \
        memcpy(to, from, n);                                                                       \
    }

/* Sizes that the compiler knows are moved by one instruction. */
#define EACH_BYTES_KNOWN(lane, to, from, n)                                                        \
    if ((n) == 4) {                                                                                \
        EACH_BYTES(lane, to, from, 4)                                                              \
    } else if ((n) == 8) {                                                                         \
        EACH_BYTES(lane, to, from, 8)                                                              \
    } else {                                                                                       \
        EACH_BYTES(lane, to, from, n)                                                              \
    }

static void load(struct device_memory *memory, struct warp_context *w, uint32_t pc, unsigned bytes,
                 const struct issued *what)
{
    uint8_t data[WARP_LANES * DELIVERY_STRIDE];
    uint16_t offset[WARP_LANES];
    const uint8_t *origin = common_origin(memory, what);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        offset[lane] = (uint16_t)(lane * DELIVERY_STRIDE);
    if (origin) {
        EACH_BYTES_KNOWN(lane, data + lane * DELIVERY_STRIDE, origin + what->address[lane], bytes)
    } else {
        EACH_BYTES(lane, data + lane * DELIVERY_STRIDE, place_of(memory, w, what, lane),
                   what->async == ASYNC_COPY ? what->copy.bytes[lane] : bytes)
    }
    if (what->async == ASYNC_COPY)
        async_copy_deliver(&what->copy, w->block->shared, what->active, data, offset);
    else
        w->code->ops->deliver(w, pc, what->active, data, offset);
}

static void store(struct device_memory *memory, const struct warp_context *w,
                  const struct issued *what)
{
    uint8_t *origin = common_origin(memory, what);
    if (origin && what->elements == 1) {
        const uint8_t *value = what->value[0].base;
        const size_t stride = what->value[0].stride;
        EACH_BYTES_KNOWN(lane, origin + what->address[lane], value + lane * stride,
                         what->element_bytes)
        return;
    }
    for (lane_mask left = what->active; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        uint8_t *to = place_of(memory, w, what, lane);
        for (unsigned e = 0; e < what->elements; e++, to += what->element_bytes)
            memcpy(to, what->value[e].base + (size_t)lane * what->value[e].stride,
                   what->element_bytes);
    }
}

static uint64_t operand_of(const struct lane_operand *operand, unsigned lane, unsigned bytes)
{
    uint64_t value = 0;
    if (operand->base)
        memcpy(&value, operand->base + (size_t)lane * operand->stride, bytes);
    return value;
}

static void atomic(struct device_memory *memory, bool together, struct warp_context *w, uint32_t pc,
                   const struct instruction *instruction, const struct issued *what)
{
    uint64_t (*const apply)(enum atomic_op, enum atomic_type, void *, uint64_t, uint64_t) =
        together ? atomic_apply_together : atomic_apply;
    uint64_t old[WARP_LANES];
    uint16_t offset[WARP_LANES];
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        offset[lane] = (uint16_t)(lane * sizeof old[0]);
    for (lane_mask left = what->active; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        old[lane] =
            apply(instruction->atomic_op, instruction->atomic_type, place_of(memory, w, what, lane),
                  operand_of(&what->value[0], lane, what->element_bytes),
                  operand_of(&what->value[1], lane, what->element_bytes));
    }
    if (instruction->n_destinations > 0)
        w->code->ops->deliver(w, pc, what->active, (const uint8_t *)old, offset);
}

/* An asynchronous copy has as many bytes as each lane says, perhaps none. */
static void note_copy(struct footprint *footprint, const struct issued *what)
{
    for (lane_mask left = what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t at = what->address[lane];
        if (what->copy.bytes[lane] > 0)
            footprint_note(footprint, at, at + what->copy.bytes[lane], FOOTPRINT_READ);
    }
}

static void note(struct footprint *footprint, const struct instruction *instruction,
                 const struct issued *what)
{
    static const unsigned how[] = {[OP_LOAD] = FOOTPRINT_READ,
                                   [OP_STORE] = FOOTPRINT_WRITTEN,
                                   [OP_ATOMIC] = FOOTPRINT_READ | FOOTPRINT_WRITTEN};
    if (what->async == ASYNC_COPY)
        note_copy(footprint, what);
    else if (what->space == SPACE_GLOBAL && instruction->op_class < G_N_ELEMENTS(how))
        footprint_note_lanes(footprint, what, instruction->access_bytes,
                             how[instruction->op_class]);
}

bool functional_access(struct device_memory *memory, struct footprint *footprint, bool together,
                       struct warp_context *w, uint32_t pc, const struct instruction *instruction,
                       struct issued *what)
{
    if ((what->space != SPACE_GLOBAL && what->space != SPACE_CLUSTER) || what->active == 0)
        return true;
    if (what->space == SPACE_CLUSTER ? !peers_are_there(w, what)
                                     : !addresses_check(memory, w, pc, what))
        return false;
    if (what->active == 0)
        return true;
    if (footprint)
        note(footprint, instruction, what);
    if (instruction->op_class == OP_LOAD)
        load(memory, w, pc, instruction->access_bytes, what);
    else if (instruction->op_class == OP_STORE)
        store(memory, w, what);
    else if (instruction->op_class == OP_ATOMIC)
        atomic(memory, together, w, pc, instruction, what);
    return true;
}
