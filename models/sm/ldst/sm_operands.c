/* SPDX-License-Identifier: BSD-3-Clause */
/* The operands that stores and atomics take with them. They are kept from issue on, since the
 * registers may change.
 *
 * Of a traced or local store only the written bytes are known. If those are whole sectors, as they
 * mostly are, the message's sectors say it all and there is no payload.
 */
#include "models/sm/ldst/sm_operands.h"
#include "base/vector_clones.h"
#include <string.h>

/* Whether lane i's address is address[0] + i * bytes: the usual store of a full warp. */
VECTOR_CLONES static bool consecutive(const uint64_t address[WARP_LANES], unsigned bytes)
{
    uint64_t different = 0;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        different |= address[lane] ^ (address[0] + (uint64_t)lane * bytes);
    return different == 0;
}

static void mark_written(uint64_t written[LINE_BYTES / 64], unsigned offset, unsigned bytes)
{
    for (unsigned word = 0; word < LINE_BYTES / 64; word++) {
        unsigned low = MAX(offset, word * 64), high = MIN(offset + bytes, word * 64 + 64);
        if (low < high)
            written[word] |= (UINT64_MAX >> (64 - (high - low))) << (low % 64);
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
    payload->has_bytes = true;
    unsigned bytes = what->element_bytes;
    if (lanes == UINT32_MAX && what->elements == 1 && bytes == what->value[0].stride &&
        (what->regular ? what->stride == bytes : consecutive(what->address, bytes))) {
        unsigned offset = what->address[0] % LINE_BYTES;
        memcpy(payload->bytes + offset, what->value[0].base, (size_t)bytes * WARP_LANES);
        mark_written(payload->written, offset, bytes * WARP_LANES);
        return;
    }
    for (; lanes; lanes &= lanes - 1)
        pack_lane(payload, what, (unsigned)__builtin_ctz(lanes));
}

/* All lanes write into the line, one behind the other, and as many bytes as its sectors have. */
static bool fills_sectors(const struct issued *what, unsigned bytes,
                          const struct line_transaction *line)
{
    return line->lanes == UINT32_MAX &&
           bytes * WARP_LANES == sector_count(line->sectors) * SECTOR_BYTES &&
           consecutive(what->address, bytes);
}

/* A store without values: NULL if it writes all of the line's sectors that it touches. */
static struct payload *mark_store(struct payload_pool *pool, const struct issued *what,
                                  unsigned bytes, const struct line_transaction *line)
{
    uint64_t written[LINE_BYTES / 64] = {0}, all[LINE_BYTES / 64] = {0};
    if (fills_sectors(what, bytes, line))
        return NULL;
    for (lane_mask lanes = line->lanes; lanes; lanes &= lanes - 1)
        mark_written(written, what->address[__builtin_ctz(lanes)] % LINE_BYTES, bytes);
    for (unsigned left = line->sectors; left; left &= left - 1)
        mark_written(all, (unsigned)__builtin_ctz(left) * SECTOR_BYTES, SECTOR_BYTES);
    if (memcmp(written, all, sizeof all) == 0)
        return NULL;
    struct payload *payload = payload_take(pool);
    payload->has_bytes = false;
    memcpy(payload->written, written, sizeof written);
    return payload;
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

/* A traced or local store. Its shape's line memo (of this very access: access_shape.c) may say that
 * only whole sectors are written: then there is nothing to look at. */
static void mark_stores(struct payload_pool *pool, struct ldst_entry *entry, unsigned bytes,
                        struct issued *what)
{
    bool whole = what->shape && __atomic_load_n(&what->shape->whole_stores, __ATOMIC_RELAXED);
    if (!whole)
        issued_expand(what);
    unsigned partial = 0;
    for (uint32_t i = 0; i < entry->count; i++) {
        entry->payloads[i] = whole ? NULL : mark_store(pool, what, bytes, &entry->lines[i]);
        partial += entry->payloads[i] != NULL;
    }
    if (what->shape)
        __atomic_store_n(&what->shape->whole_stores, partial == 0, __ATOMIC_RELAXED);
}

void sm_pack_operands(struct payload_pool *pool, struct ldst_entry *entry,
                      const struct instruction *instruction, struct issued *what, unsigned bytes)
{
    if (entry->op_class == OP_STORE && !entry->values) {
        mark_stores(pool, entry, bytes, what);
        return;
    }
    for (uint32_t i = 0; i < entry->count; i++) {
        const struct line_transaction *line = &entry->lines[i];
        bool store = entry->op_class == OP_STORE;
        entry->payloads[i] = NULL;
        if (entry->space == SPACE_GLOBAL || entry->space == SPACE_CLUSTER) {
            entry->payloads[i] = payload_take(pool);
            if (store)
                pack_store(entry->payloads[i], what, line->lanes);
            else
                pack_atomic(entry->payloads[i], what, instruction, line->lanes);
        }
    }
}
