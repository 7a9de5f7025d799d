/* SPDX-License-Identifier: BSD-3-Clause */
/* Bulk copies between global and shared memory: what a warp hands to the TMA engine.
 *
 * A copy is a list of rows. A row is contiguous in global memory and, before the swizzle, in shared
 * memory. A plain copy has one row, a box of a tensor one for each of its lines.
 *
 * Source: PTX ISA 8.6, "cp.async.bulk", "cp.reduce.async.bulk", "cp.async.bulk.tensor",
 *   "Tensors: swizzling modes".
 */
#ifndef SIMGPU_WORKLOADS_BULK_H
#define SIMGPU_WORKLOADS_BULK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum bulk_kind {
    BULK_LOAD,     /* global to shared memory; then bytes arrive at an mbarrier */
    BULK_STORE,    /* shared to global memory; part of a bulk group */
    BULK_REDUCE,   /* the same, and an operation combines both */
    BULK_PREFETCH, /* global memory to L2 */
    BULK_LOCAL     /* shared memory of the block to itself */
};

enum { BULK_NO_BARRIER = UINT32_MAX, BULK_SWIZZLE_BYTES = 16 };

struct bulk_row {
    uint64_t global; /* address; 0: outside of the tensor, nothing is read or written */
    uint32_t shared; /* offset in the block's shared memory, before the swizzle */
    uint32_t bytes;
};

/* g_free. */
struct bulk_job {
    struct bulk_job *next; /* of the same instruction: another lane's */
    uint8_t kind;          /* enum bulk_kind */
    uint8_t swizzle;       /* log2 of its span in units of 16 bytes: 0, 1, 2, 3 */
    uint8_t atomic_op, atomic_type;
    uint8_t fill;    /* bytes of a quiet NaN's element that fills rows outside: 2, 4, 8; 0: zeros */
    bool traced;     /* no values */
    uint16_t blocks; /* a load's: bits of ranks of the cluster; 0: to the own block */
    uint8_t *const *peers; /* by rank: their shared memory, where it is known, else NULL */
    uint32_t mbarrier;     /* its offset in shared memory; BULK_NO_BARRIER */
    uint32_t bytes;        /* all, with what lies outside */
    uint32_t from;         /* BULK_LOCAL: offset of the source */
    uint32_t n_rows;
    struct bulk_row rows[];
};

/* Where a byte of shared memory lies after the swizzle: units of 16 bytes within a span of up to
 * 128 change places by the number of the 128 bytes that they are in. */
static inline uint32_t bulk_swizzled(const struct bulk_job *job, uint32_t offset)
{
    const uint32_t mask = (1u << job->swizzle) - 1;
    return offset ^ ((offset >> 7 & mask) << 4);
}

/* Bytes from a place of a row on that stay together: up to a line of global memory's end, and with
 * a swizzle up to the end of a unit. */
static inline uint32_t bulk_run(const struct bulk_job *job, uint32_t shared, uint32_t bytes)
{
    const uint32_t unit = BULK_SWIZZLE_BYTES - shared % BULK_SWIZZLE_BYTES;
    return job->swizzle > 0 && unit < bytes ? unit : bytes;
}

/* Between bytes side by side and shared memory, from `shared` on. */
static inline void bulk_move(const struct bulk_job *job, uint8_t *memory, uint32_t shared,
                             uint8_t *bytes, uint32_t n, bool to_shared)
{
    for (uint32_t done = 0, run; done < n; done += run) {
        uint8_t *at = memory + bulk_swizzled(job, shared + done);
        run = bulk_run(job, shared + done, n - done);
        memcpy(to_shared ? at : bytes + done, to_shared ? bytes + done : at, run);
    }
}

/* A row outside of the tensor goes to shared memory. */
static inline void bulk_fill(const struct bulk_job *job, uint8_t *memory,
                             const struct bulk_row *row)
{
    uint8_t element[8];
    memset(element, 0xff, sizeof element);
    if (job->fill > 0)
        element[job->fill - 1] = 0x7f;
    else
        memset(element, 0, sizeof element);
    const uint32_t bytes = job->fill > 0 ? job->fill : 1;
    for (uint32_t done = 0; done < row->bytes; done += bytes)
        bulk_move(job, memory, row->shared + done, element, bytes, true);
}

#endif
