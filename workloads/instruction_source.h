/* SPDX-License-Identifier: BSD-3-Clause */
/* The interface between front ends and hardware: static instructions, and their effect at issue.
 *
 * A front end implements `struct instruction_source_ops`. Its issue() runs one warp's next
 * instruction and reports the effect. The SM decides *when*; the source knows *what*.
 *
 * The parts: instruction.h (the code), static_facts.h (further facts about it), launch.h (a start
 * of it), issued.h (the effect of an instruction).
 */
#ifndef SIMGPU_WORKLOADS_INSTRUCTION_SOURCE_H
#define SIMGPU_WORKLOADS_INSTRUCTION_SOURCE_H

#include "base/content_digest.h"
#include "workloads/issued.h"
#include "workloads/static_facts.h"
#include <glib.h>

struct block_lines;
struct runner_host;
struct value_flow;
struct warp_runner;

/* An instruction in the front end's own words. */
struct instruction_text {
    const char *opcode; /* with modifiers: "ld.global.v2.f32"; NULL: it has none */
    int64_t immediate;  /* the operation's, 0 if it has none */
};

/* The places of a warp's lanes: groups of lanes. The running lanes are the first group. */
struct warp_standing {
    uint32_t outer; /* the running lanes' pc in the kernel itself, behind the calls made */
    unsigned n;
    struct {
        uint32_t pc;
        lane_mask lanes;
    } group[WARP_LANES];
};

/* What each warp of some blocks issues, and how many of these instructions its lanes run, all of
 * them. */
struct idle_blocks {
    uint32_t instructions, run; /* 0: they may do more than end */
};

enum { IDLE_MOST = 64 }; /* instructions */

struct instruction_source_ops {
    const char *name;
    /* For reports of where a run stands. NULL: all lanes stand at w->pc. */
    void (*standing)(const struct warp_context *w, struct warp_standing *out);
    /* For listings of instructions. May be NULL. */
    void (*describe)(const struct kernel_code *code, uint32_t pc, struct instruction_text *out);
    /* Sets up w->state, w->pc and w->active. The caller sets the other fields of w. */
    void (*warp_start)(struct warp_context *w);
    /* Runs the instruction at w->pc for w->active and moves w->pc and w->active on. The scoreboard
     * has made sure that operands are ready. False: out->fault names the fault (an unsupported
     * instruction, a misaligned address), without file, kernel or thread; the caller adds these.
     * cycle is for %clock. */
    bool (*issue)(struct warp_context *w, uint64_t cycle, struct issued *out);
    /* Runs the instructions from w->pc on that only write registers, up to where another one or a
     * turn's end comes (turn_ends), and moves w on. Returns how many, and adds the lanes that ran
     * each. So issue() would have done, one by one, with reports. Loads must have been delivered at
     * once. May be NULL. */
    uint32_t (*run_plain)(struct warp_context *w, uint64_t *threads);
    /* Takes loaded (or, for an atomic, old) values for lanes: lane i's bytes are at data +
     * offset[i]. pc names the load. The SM calls it once or more for each load, until every lane
     * has its value. For asynchronous copies see async_copy_deliver. */
    void (*deliver)(struct warp_context *w, uint32_t pc, lane_mask lanes, const uint8_t *data,
                    const uint16_t offset[WARP_LANES]);
    /* The lines of device memory that the launch's first n_blocks blocks read, as far as code, grid
     * and parameters tell (policies/block_lines.h). The caller owns the answer. The function or the
     * answer may be NULL: the front end does not know. */
    struct block_lines *(*block_lines)(const struct launch *launch, uint64_t n_blocks,
                                       uint32_t line_bytes);
    /* How much work a launch is, in a unit of the front end's own, before anything of it has run; 0
     * or NULL: it does not know. */
    uint64_t (*work)(const struct launch *launch);
    /* By pc; 0 for other instructions than conditional branches. Made at the first call; the code
     * owns it. The function or the answer may be NULL: the front end does not know. */
    const struct branch_path *(*branch_paths)(const struct kernel_code *code);
    /* By pc; g_free. NULL: the front end does not know, and all are vectors. */
    struct simd_form *(*simd_forms)(const struct kernel_code *code);
    /* By pc; g_free. NULL: the front end does not know. */
    struct value_flow *(*value_flows)(const struct kernel_code *code);
    /* The lanes' values of source k of the instruction at pc, which the warp has just run: a
     * uint32_t or uint64_t for each lane, or a lane_mask, of four or eight bytes each, as wide as
     * its register. NULL: they are not there any more. May be NULL. */
    const void *(*operand)(const struct warp_context *w, uint32_t pc, unsigned k);
    /* NULL: the front end does not know. */
    void (*static_counts)(const struct kernel_code *code, struct static_counts *out);
    /* The block goes to an SM. The source now makes data that its warps share with others. Nothing
     * else runs during this call. warp_start, issue and deliver of different SMs may run side by
     * side. May be NULL. */
    void (*block_sent)(const struct launch *launch, uint64_t block);
    /* By pc: whether a warp's turn may end before the instruction, where warps are run in turns:
     * enum turn_end (warp_runner.h). The code owns it. The function may be NULL: anywhere. */
    const uint8_t *(*turn_ends)(const struct kernel_code *code);
    /* By pc: 0, or the instruction reads a clock in a loop of so many instructions that does
     * nothing but wait for it. The code owns it. It is NULL if there is none, and so may be the
     * function.
     */
    const uint32_t *(*clock_polls)(const struct kernel_code *code);
    /* By pc: enum loop_wait of the loops around the instruction, without LOOP_TIMED; and behind the
     * last one the most of all, with it. The code owns it. It is NULL if no loop waits, and so may
     * be the function. */
    const uint8_t *(*wait_loops)(const struct kernel_code *code);
    /* A digest of all that decides what the warp does next, but for memory that others see and for
     * clocks. From then on it is as if its lanes had just come to their loop. May be NULL if
     * wait_loops is. */
    struct content_digest (*standstill)(struct warp_context *w);
    /* A runner for the launch's warps, or NULL: not now. `more` warp instructions of the kernel
     * have run without one since the last call; a runner may be worth its making only later. host
     * may be NULL: none is wanted. The function may be NULL. */
    struct warp_runner *(*runner)(const struct launch *launch, const struct runner_host *host,
                                  uint64_t more);
    /* Whether a runner of the kernel could not be made, by a mistake in what is made for it. The
     * function may be NULL: no. */
    bool (*refused)(const struct kernel_code *code);
    /* A digest of all of the kernel that decides what a launch computes: its code, where its
     * variables lie, its .const memory as it is now. False: the result depends on more than that,
     * the launch and global memory (clocks, textures), or the launch does more than write global
     * memory. The function may be NULL: not known. */
    bool (*fingerprint)(const struct kernel_code *code, struct content_digest *out);
    /* Whether blocks leave the same in memory in whatever order they run, unless they race: then
     * they may run side by side on several threads. Their atomics, if there are any, must then be
     * the host's, too. The function may be NULL: they don't. */
    bool (*blocks_commute)(const struct kernel_code *code);
    /* Whether no block can tell which one it is, but by what lies in global memory, and memory is
     * all that blocks do to each other: only loads and stores. The function may be NULL: they can.
     */
    bool (*blocks_alike)(const struct kernel_code *code);
    /* Blocks whose three coordinates are those of first, last, or between. Whether each of their
     * threads does nothing but find out, from parameters and its number, that it is to end. May be
     * NULL. */
    struct idle_blocks (*idle_blocks)(const struct launch *launch, const uint32_t first[3],
                                      const uint32_t last[3]);
    /* The kernel that a pointer in this code leads to, for launches from kernels (child_launch.h).
     * Nothing else runs during this call. NULL with an error: there is none. The function may be
     * NULL: kernels launch none. */
    const struct kernel_code *(*kernel_at)(const struct kernel_code *code, uint64_t address,
                                           GError **error);
};

#endif
