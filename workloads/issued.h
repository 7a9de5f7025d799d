/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's view of a warp, and the effect of one issued instruction: the lanes that ran, the
 * addresses that they touched, and their waits.
 *
 * Shared, local, constant and parameter memory act inside issue(), because they are private to an
 * SM or read-only. Global memory moves with messages (ARCHITECTURE.md, "Memory"). issue() only
 * reports addresses and operand values. The SM later copies loaded bytes, or hands them to
 * deliver().
 */
#ifndef SIMGPU_WORKLOADS_ISSUED_H
#define SIMGPU_WORKLOADS_ISSUED_H

#include "workloads/address_shape.h"
#include "workloads/bulk.h"
#include "workloads/child_launch.h"
#include "workloads/launch.h"

#include <string.h>

/* An instruction that a source knows ahead. */
struct known_step {
    uint32_t pc;
    lane_mask lanes; /* lanes that will run it */
};

/* A warp's control state, as the SM sees it. */
struct warp_context {
    const struct kernel_code *code;
    const struct block_context *block;
    uint32_t pc;       /* next instruction */
    lane_mask active;  /* lanes that will run it, before its guard applies; 0: warp finished */
    uint32_t in_block; /* index of the warp in its block: lanes are threads 32*in_block + lane */
    uint32_t slot;     /* %warpid */
    bool again;        /* for warp_start: state is as the warp of this number in an earlier block of
                          the launch has left it, with the same slot and SM */
    bool ahead;        /* instructions that only write registers may run before they issue: nobody
                          looks at the warp's registers meanwhile */
    uint32_t n_steps;  /* known steps from `step` on. All but the last only write registers. 0: the
                          source knows nothing ahead */
    const struct known_step *step; /* the next instruction */
    void *state;                   /* code->warp_state_bytes, owned by the SM */
};

/* Replaces issue() for an instruction that only writes registers, if n_steps > 1. Moves on, and
 * returns the lanes that ran it. */
static inline lane_mask warp_context_step(struct warp_context *w)
{
    const lane_mask lanes = w->step->lanes;
    w->n_steps--;
    w->step++;
    w->pc = w->step->pc;
    return lanes;
}

/* A 32-lane operand: lane i's value is the low bytes at base + i * stride. */
struct lane_operand {
    const uint8_t *base;
    uint32_t stride;
};

/* Kinds of barriers. The reductions combine a predicate over all threads that arrive. Their result
 * comes through deliver(), as 4 bytes. The last two are those of the block's cluster. */
enum barrier_kind {
    BARRIER_SYNC,
    BARRIER_ARRIVE,
    BARRIER_AND,
    BARRIER_OR,
    BARRIER_COUNT,
    BARRIER_CLUSTER_ARRIVE,
    BARRIER_CLUSTER_WAIT
};

/* cp.async: a load whose bytes go to shared memory when they arrive. */
enum async_step {
    ASYNC_NONE,
    ASYNC_COPY,   /* OP_LOAD: issued.copy */
    ASYNC_COMMIT, /* OP_FENCE: the copies since the last one are a group */
    ASYNC_WAIT,   /* OP_FENCE: until at most issued.async_groups groups are on their way */
    /* OP_SYNC: */
    ASYNC_ARRIVED,     /* mbarriers of the block have changed */
    ASYNC_TEST,        /* an mbarrier was looked at; nothing waits */
    ASYNC_TRY_WAIT,    /* issued.waits: lanes whose phase is not complete wait for it */
    ASYNC_TRACK,       /* issued.waits: their mbarriers get an arrival when all copies are there */
    ASYNC_BULK,        /* issued.bulk */
    ASYNC_BULK_COMMIT, /* the bulk copies since the last one are a group */
    ASYNC_BULK_WAIT,   /* until at most issued.async_groups bulk groups are on their way */
    ASYNC_LAUNCH       /* issued.children */
};

struct async_copy {
    uint32_t to[WARP_LANES];   /* offset in block_context.shared */
    uint8_t bytes[WARP_LANES]; /* 1 to 16, from the address on */
};

/* In issued.limit_ns: until the phase is complete. */
#define ISSUED_NO_LIMIT UINT32_MAX

/* The error that CUDA would give to a program for a fault. */
enum fault_kind {
    FAULT_OTHER,
    FAULT_ASSERT,
    FAULT_STRAY, /* no allocation holds the bytes */
    FAULT_MISALIGNED,
    FAULT_NOWHERE, /* a generic address, such as 0, in none of the memories */
    FAULT_RANGE, /* outside of shared, local or constant memory, or a write to what is read-only */
    FAULT_SYNC   /* an mbarrier or a bulk copy is not used as it must be */
};

/* The effect of one issued instruction. Members that nearly all instructions set come first. */
struct issued {
    lane_mask active;         /* lanes that ran it: active mask and guard. For an access: lanes
                                 with addresses in `space` (others have been served) */
    uint8_t space;            /* resolved; SPACE_NONE if it touched no memory */
    uint8_t element_bytes;    /* bytes of one vector element: 1, 2, 4, 8 */
    uint8_t elements;         /* 1, 2 or 4 */
    bool diverged;            /* a branch whose lanes went both ways */
    bool regular;             /* an access of all lanes: address[i] is address[0] + i * stride.
                                 Also false if nobody has checked */
    bool spins;               /* set, never cleared: its lanes go round a loop in which nothing
                                 changes, and other lanes of the warp wait for them */
    uint8_t barrier_kind;     /* enum barrier_kind */
    uint8_t async;            /* enum async_step */
    uint8_t fault_lane;       /* the lane with the fault; WARP_LANES: the warp */
    uint8_t fault_kind;       /* enum fault_kind, of faults that are not FAULT_OTHER */
    uint32_t taken;           /* lanes that took a branch; of an access: all lanes that made it, if
                                 `active` has not all of them */
    uint32_t barrier_id;      /* OP_BARRIER */
    uint32_t barrier_threads; /* 0: all threads of the block */
    lane_mask barrier_true;   /* lanes of `active` whose predicate holds: the reductions */
    uint32_t async_groups;    /* ASYNC_WAIT; UINT32_MAX: no copy at all, committed or not */
    char *output;             /* text of device printf, NULL mostly; g_free */
    char *fault;              /* set when issue returns false; g_free */
    struct address_shape *shape;  /* NULL, or: an active lane's address is base + its offset, in
                                     place of address[], until issued_expand() */
    uint64_t base;                /* with a shape */
    uint64_t stride;              /* if it is regular */
    uint64_t address[WARP_LANES]; /* valid where active; a byte address in its space */
    struct lane_operand value[4]; /* store: one for each element; atomic: a, b */
    uint8_t *loaded; /* load of global memory: the place for lane 0's value, as it is in
                        memory. The next lane's is loaded_bytes (4 or 8) behind it.
                        NULL: deliver() takes the values */
    uint8_t loaded_bytes;
    union {
        struct async_copy copy;       /* ASYNC_COPY */
        uint32_t operand[WARP_LANES]; /* ASYNC_ARRIVED to ASYNC_TRACK: a count, bytes, a parity */
    };
    lane_mask named;   /* an instruction with membermasks: the lanes that those of `active` name */
    lane_mask waits;   /* ASYNC_TRY_WAIT, ASYNC_TRACK: address[] is the mbarrier's offset */
    lane_mask parity;  /* ASYNC_TRY_WAIT: of the phase that the lane waits for */
    uint32_t limit_ns; /* ASYNC_TRY_WAIT: how long at most; 0: as long as the SM wants;
                          ISSUED_NO_LIMIT */
    bool bulk_read;    /* ASYNC_BULK_WAIT: their sources have been read */
    struct bulk_job *bulk;         /* ASYNC_BULK: the lanes' copies; taken over */
    struct child_launch *children; /* ASYNC_LAUNCH: the lanes' launches, taken over; NULL: none */
};

/* The lanes that count: also those of an access that have been served elsewhere. */
static inline lane_mask issued_lanes(const struct issued *what)
{
    return what->active | what->taken;
}

/* Makes address[] valid, also when there is a shape. */
static inline void issued_expand(struct issued *what)
{
    if (!what->shape)
        return;
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        what->address[lane] = what->base + (uint64_t)what->shape->offset[lane];
}

/* Bytes of an asynchronous copy for lanes, as in deliver(), to the block's shared memory. */
static inline void async_copy_deliver(const struct async_copy *copy, uint8_t *shared,
                                      lane_mask lanes, const uint8_t *data,
                                      const uint16_t offset[WARP_LANES])
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned i = (unsigned)__builtin_ctz(lanes);
        memcpy(shared + copy->to[i], data + offset[i], copy->bytes[i]);
    }
}

#endif
