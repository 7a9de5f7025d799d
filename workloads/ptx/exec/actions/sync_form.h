/* SPDX-License-Identifier: BSD-3-Clause */
/* Operands of instructions on mbarriers and of bulk copies: more than exec_op has room for.
 *
 * They stand in the kernel's constants, at exec_op.target. Addresses of shared memory are offsets
 * or generic ones. An address of .shared::cluster is one of the own block, except where a copy
 * goes.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_SYNC_FORM_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_SYNC_FORM_H

#include "workloads/ptx/exec/exec.h"

enum { TENSOR_MOST_DIMENSIONS = 5 };

struct sync_place {
    struct exec_operand base;
    int64_t offset;
};

struct sync_form {
    struct sync_place barrier, to, from; /* from: of a tensor's copy its map */
    struct exec_operand value;           /* a count, bytes, a state or a parity */
    struct exec_operand limit;           /* of try_wait, in ns */
    struct exec_operand blocks;          /* of a copy to several blocks: bits of their ranks */
    struct exec_operand coordinate[TENSOR_MOST_DIMENSIONS];
    uint8_t kind; /* enum bulk_kind, or enum mbarrier_op */
    uint8_t dimensions;
    bool has_value, has_limit;
    bool drops, may_complete, expects, by_parity; /* of mbarrier */
    bool increments;                              /* of cp.async.mbarrier.arrive: not .noinc */
    bool reads;                                   /* of wait_group: .read */
    bool multicasts;                              /* to `blocks` */
};

enum mbarrier_op {
    MBARRIER_INIT,
    MBARRIER_INVAL,
    MBARRIER_ARRIVE,
    MBARRIER_EXPECT,
    MBARRIER_COMPLETE,
    MBARRIER_TEST,
    MBARRIER_TRY,
    MBARRIER_TRACK,
    MBARRIER_PENDING
};

static inline const struct sync_form *sync_form_of(const struct exec_op *op,
                                                   const struct warp_context *w)
{
    return (const struct sync_form *)(const void *)(exec_kernel_of(w)->constants + op->target);
}

static inline uint64_t sync_address(const struct sync_place *place, const struct warp_context *w,
                                    unsigned lane)
{
    return exec_lane(&place->base, exec_state_of(w), lane) + (uint64_t)place->offset;
}

/* Sets the fault "op: what", of the lane. Returns false. */
bool sync_fault(const struct exec_op *op, struct issued *out, unsigned lane, const char *what);
/* The offset in the block's shared memory of `bytes` bytes aligned to `alignment`. False: the fault
 * is set. */
bool sync_shared(const struct exec_op *op, const struct warp_context *w,
                 const struct sync_place *place, unsigned lane, uint32_t bytes, uint32_t alignment,
                 uint32_t *offset, struct issued *out);

/* The same in the block of any rank, which sync_rank() says. */
bool sync_shared_of(const struct exec_op *op, const struct warp_context *w,
                    const struct sync_place *place, unsigned lane, uint32_t bytes,
                    uint32_t alignment, uint32_t *offset, struct issued *out);
/* The rank of the block in whose shared memory the address is. */
uint32_t sync_rank(const struct sync_place *place, const struct warp_context *w, unsigned lane);

#endif
