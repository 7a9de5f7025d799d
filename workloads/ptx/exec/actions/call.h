/* SPDX-License-Identifier: BSD-3-Clause */
/* Device functions: frames, calls, returns, and the call sequence's parameters.
 *
 * The kernel and every function it may call are linked into one array of instructions; each is
 * lowered by itself, with registers of its own at offsets from a frame. A warp has a stack of
 * frames. All lanes of a frame entered the function by the same instruction at the same time;
 * frames of the same function (recursion) are independent.
 *
 * A frame has two parts: registers (lane arrays in the warp's state, at frame.registers) and
 * memory, which is a piece of every lane's local memory from the local address frame.local on: the
 * function's .local variables, its parameters, its results, and the .param variables of its
 * body, through which it passes parameters to others. So parameters have local addresses, as PTX
 * says (ISA, 9.7.9, "mov": "the address will be in the local state space").
 * A kernel's own parameters are not there, but in the .param space.
 *
 * A function with alloca has a lane array in its registers, the tops: where each lane's part of its
 * frame ends, as a local address. What it calls has its frame above the highest top of the lanes
 * that call. stacksave and stackrestore read and write the tops, and are plain moves. Here the
 * stack grows upwards, which PTX leaves open.
 *
 * Loads write the registers of the frame they were issued in when they arrive, so nothing that ends
 * a frame or makes one issues while a load is out: INSTRUCTION_DRAIN.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_CALL_H
#define SIMGPU_WORKLOADS_PTX_EXEC_ACTIONS_CALL_H

#include "workloads/ptx/exec/exec.h"

struct exec_frame {
    uint32_t registers; /* offset in the state */
    uint32_t local;     /* local address of its memory */
    uint32_t function;  /* in exec_kernel.functions */
    uint32_t caller;    /* frame; of the first one: itself */
    uint32_t call;      /* in exec_kernel.calls: what made it */
};

/* Where a value of a parameter or result is in a frame. */
struct exec_slot {
    bool in_memory;
    uint32_t offset; /* in the frame's memory */
    uint32_t bytes;
    struct exec_operand operand; /* if not in memory: a register, or a constant */
};

/* A lane array in the frame's registers that holds an address in the frame's memory. */
struct exec_frame_address {
    uint32_t offset; /* of the array */
    uint8_t bytes;   /* of a lane */
    uint64_t to;     /* in the frame's memory */
};

struct exec_function {
    const char *name;
    uint64_t address; /* what a pointer to it holds */
    uint32_t entry;   /* pc */
    uint32_t register_bytes, memory_bytes;
    uint32_t cleared_bytes; /* of its memory, the first: what a new frame sets to zero */
    uint32_t stack_bytes;   /* what a frame takes of a thread's stack: memory_bytes or more */
    uint32_t tops;          /* of a function with alloca: offset in its registers + 1 */
    struct exec_slot *parameters, *results;
    uint32_t n_parameters, n_results;
    struct exec_frame_address *addresses;
    uint32_t n_addresses;
};

enum { EXEC_INDIRECT = UINT32_MAX };

/* One call instruction: what is passed. */
struct exec_call {
    uint32_t
        function; /* in exec_kernel.functions; EXEC_INDIRECT: source 0 of its op is a pointer */
    struct exec_slot *arguments, *results;
    uint32_t n_arguments, n_results;
    const struct ptx_function *entry; /* a kernel: the call launches it. NULL: a function */
};

static inline struct exec_frame *exec_frames(const struct warp_context *w)
{
    return (struct exec_frame *)(void *)((uint8_t *)w->state + exec_kernel_of(w)->frames_offset);
}

/* Lane i's memory of the current frame. */
static inline uint8_t *exec_frame_memory(const struct warp_context *w, const struct exec_frame *f,
                                         unsigned i)
{
    const struct exec_kernel *kernel = exec_kernel_of(w);
    return (uint8_t *)w->state + kernel->local_offset + (size_t)i * kernel->local_stride + f->local;
}

/* The first frame of a warp, which becomes the current one; */
void exec_frame_first(struct warp_context *w);
/* and all that it holds is set to zero; whether that takes anything. */
void exec_frame_clear(struct warp_context *w);
bool exec_frame_needs_clear(const struct exec_kernel *kernel);
/* Makes the frame of the running lanes the current one, after other lanes have become the running
 * ones. */
void exec_frame_restore(struct warp_context *w);

/* call: op.target is its exec_call. EXEC_CONTROL. */
bool exec_call_function(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                        struct issued *out);
/* ret of a function that isn't the kernel. EXEC_CONTROL. */
bool exec_return(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out);
/* ld.param and st.param at a known place of the frame: immediate is the offset in its memory. */
bool exec_load_frame(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                     struct issued *out);
bool exec_store_frame(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                      struct issued *out);

/* alloca: sources: bytes, tops; immediate: the alignment, a power of two. Destination 0: a local
 * address. Faults where a thread's stack has no room. */
bool exec_alloca(const struct exec_op *op, struct warp_context *w, lane_mask lanes,
                 struct issued *out);

/* Reads bytes of slot in lane i of a frame; more than 8 bytes only if it is in memory. */
void exec_slot_read(const struct warp_context *w, const struct exec_frame *frame,
                    const struct exec_slot *slot, unsigned i, void *bytes);
void exec_slot_write(const struct warp_context *w, const struct exec_frame *frame,
                     const struct exec_slot *slot, unsigned i, const void *bytes);

#endif
