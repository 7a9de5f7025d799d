/* SPDX-License-Identifier: BSD-3-Clause */
/* What a front end gives the hardware: static instructions, and their effect when issued.
 *
 * A front end implements `struct instruction_source_ops`. Its issue() says what one warp's next
 * instruction did. The SM decides *when*; the source knows *what*.
 *
 * The parts: instruction.h (the code), static_facts.h (what else is known of it), launch.h (a start
 * of it), issued.h (what an instruction did).
 */
#ifndef SIMGPU_WORKLOADS_INSTRUCTION_SOURCE_H
#define SIMGPU_WORKLOADS_INSTRUCTION_SOURCE_H

#include "workloads/issued.h"
#include "workloads/static_facts.h"

struct block_lines;

/* An instruction in the front end's own words. */
struct instruction_text {
    const char *opcode; /* with modifiers: "ld.global.v2.f32"; NULL: it has none */
    int64_t immediate;  /* the operation's, 0 if it has none */
};

/* Where the lanes of a warp stand: groups of lanes, those that run first. */
struct warp_standing {
    uint32_t outer; /* of the running lanes: the pc in the kernel itself, behind the calls made */
    unsigned n;
    struct {
        uint32_t pc;
        lane_mask lanes;
    } group[WARP_LANES];
};

struct instruction_source_ops {
    const char *name;
    /* For whoever tells where a run stands. NULL: all lanes stand at w->pc. */
    void (*standing)(const struct warp_context *w, struct warp_standing *out);
    /* For whoever writes instructions down. May be NULL. */
    void (*describe)(const struct kernel_code *code, uint32_t pc, struct instruction_text *out);
    /* Sets up w->state, w->pc and w->active; the other fields of w are set by the caller. */
    void (*warp_start)(struct warp_context *w);
    /* Runs the instruction at w->pc for w->active and moves w->pc and w->active on. Sources
     * are ready (the scoreboard saw to it). False: out->fault says what went wrong (an
     * unsupported instruction, a misaligned address), without file, kernel or thread, which
     * the caller adds. cycle is for %clock. */
    bool (*issue)(struct warp_context *w, uint64_t cycle, struct issued *out);
    /* Loaded (or, for an atomic, old) values for lanes: lane i's bytes are at data + offset[i].
     * pc names the load; called once or more per load until every lane has its value. Not for
     * asynchronous copies: see async_copy_deliver. */
    void (*deliver)(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                    const uint16_t offset[WARP_LANES]);
    /* The lines of device memory that the launch's first n_blocks blocks read, as far as code, grid
     * and parameters say (policies/block_lines.h); the caller owns the answer. NULL, also as an
     * answer: the front end can't tell. */
    struct block_lines *(*block_lines)(const struct launch *launch, uint64_t n_blocks,
                                       uint32_t line_bytes);
    /* By pc, 0 for what is no conditional branch; made when first asked for, and the code's. NULL,
     * also as an answer: the front end can't tell. */
    const struct branch_path *(*branch_paths)(const struct kernel_code *code);
    /* By pc; g_free. NULL: the front end can't tell, and all are vectors. */
    struct simd_form *(*simd_forms)(const struct kernel_code *code);
    /* NULL: the front end can't tell. */
    void (*static_counts)(const struct kernel_code *code, struct static_counts *out);
    /* The block goes to an SM: what its warps share with others is made now. It is called while
     * nothing else runs; warp_start, issue and deliver of different SMs may run side by side. May
     * be NULL. */
    void (*block_sent)(const struct launch *launch, uint64_t block);
};

#endif
