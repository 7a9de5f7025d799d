/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/access/access_shape.h"
#include "models/sm/access/shared_conflicts.h"

/* A key is neither 0 nor KEY_CLAIMED: bytes are at least 1. */
enum { KEY_CLAIMED = 1 };
enum { KEY_BYTES_SHIFT = 8, KEY_BANKS_SHIFT = 16, KEY_ATOMIC = 1 << 24, KEY_REQUEST_SHIFT = 32 };

static void keep_lines(struct address_shape *shape, uint64_t key, uint64_t base_line,
                       const struct line_transaction *found, unsigned n)
{
    __atomic_store_n(&shape->whole_stores, false, __ATOMIC_RELAXED);
    shape->n_lines = n <= SHAPE_LINES ? (uint8_t)n : 0;
    for (unsigned i = 0; i < shape->n_lines; i++) {
        shape->lines[i].distance = found[i].line - base_line;
        shape->lines[i].lanes = found[i].lanes;
        shape->lines[i].sectors = found[i].sectors;
    }
    __atomic_store_n(&shape->lines_key, key, __ATOMIC_RELEASE);
}

/* Only one SM of all may note what nobody has found out yet. */
static bool claim_lines(struct address_shape *shape)
{
    uint64_t none = 0;
    return __atomic_compare_exchange_n(&shape->lines_key, &none, KEY_CLAIMED, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static bool claim_conflicts(struct address_shape *shape)
{
    uint32_t none = 0;
    return __atomic_compare_exchange_n(&shape->conflict_key, &none, KEY_CLAIMED, false,
                                       __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

unsigned access_shape_coalesce(struct issued *what, unsigned access_bytes, unsigned request_bytes,
                               bool beside, struct line_transaction out[WARP_LANES])
{
    struct address_shape *shape = what->shape;
    uint64_t place = what->base % COALESCER_LINE_BYTES, line = what->base - place;
    uint64_t key =
        (uint64_t)request_bytes << KEY_REQUEST_SHIFT | access_bytes << KEY_BYTES_SHIFT | place;
    const uint64_t kept = __atomic_load_n(&shape->lines_key, __ATOMIC_ACQUIRE);
    if (kept == key && shape->n_lines > 0) {
        for (unsigned i = 0; i < shape->n_lines; i++)
            out[i] = (struct line_transaction){line + shape->lines[i].distance,
                                               shape->lines[i].lanes, shape->lines[i].sectors};
        return shape->n_lines;
    }
    issued_expand(what);
    unsigned n = coalesce(what->active, what->address, access_bytes, request_bytes, out);
    if (kept == key)
        return n;
    if (!beside || claim_lines(shape))
        keep_lines(shape, key, line, out, n);
    else
        what->shape = NULL;
    return n;
}

unsigned access_shape_shared_cycles(struct issued *what, unsigned access_bytes, unsigned banks,
                                    bool atomic, bool beside)
{
    struct address_shape *shape = what->shape;
    uint32_t place = (uint32_t)(what->base % SHARED_WORD_BYTES);
    uint32_t key = (atomic ? KEY_ATOMIC : 0) | banks << KEY_BANKS_SHIFT |
                   access_bytes << KEY_BYTES_SHIFT | place;
    if (__atomic_load_n(&shape->conflict_key, __ATOMIC_ACQUIRE) == key)
        return shape->conflict_cycles;
    issued_expand(what);
    const uint32_t cycles =
        atomic ? shared_atomic_cycles(what->active, what->address, access_bytes, banks)
               : shared_access_cycles(what->active, what->address, access_bytes, banks);
    if (!beside || claim_conflicts(shape)) {
        shape->conflict_cycles = cycles;
        __atomic_store_n(&shape->conflict_key, key, __ATOMIC_RELEASE);
    }
    return cycles;
}
