/* SPDX-License-Identifier: BSD-3-Clause */
/* A faster way to run a warp functionally: many instructions at a time, with memory at hand.
 *
 * A front end that has one offers it by instruction_source_ops.runner. It runs a warp until its
 * turn is over, or up to an instruction that issue() must run: a call, an exit of some lanes. It
 * also ends behind a barrier at which all lanes wait for all warps of the block. The effect is that
 * of issue() and of the caller's accesses, instruction by instruction. Turns end only where
 * instruction_source_ops.turn_ends says, with a runner and without, so the result is the same.
 */
#ifndef SIMGPU_WORKLOADS_WARP_RUNNER_H
#define SIMGPU_WORKLOADS_WARP_RUNNER_H

#include "workloads/issued.h"

/* Where a warp's turn may end, before an instruction. */
enum turn_end {
    TURN_GOES_ON, /* not here */
    TURN_LOOKED,  /* a runner may begin here; the turn ends only if somebody looks on */
    TURN_LONG,    /* if it has been long: what the others of the block do is not seen here */
    TURN_SHORT    /* if it is over: it is */
};

/* Added to these: where a warp stops once behind each barrier, so that others come as far. Behind
 * the last instruction stands what of it the code has anywhere. */
enum turn_hold {
    TURN_HOLDS_STORE = 4, /* before it stores: all that left the barrier read first */
    TURN_HOLDS_LOAD = 8,  /* before it loads: all that left it, or began, store first */
    TURN_HOLDS = TURN_HOLDS_STORE | TURN_HOLDS_LOAD
};

static inline enum turn_end turn_kind(uint8_t end)
{
    return (enum turn_end)(end & ~TURN_HOLDS);
}

/* Instructions of a turn, and a few more up to where it may end. So few that warps go side by side
 * as on an SM, on which programs with races in shared memory rely; and of a turn that is long.
 * ASSUMED, both. */
enum { TURN_INSTRUCTIONS = 16, TURN_LONG_INSTRUCTIONS = 1024 };

/* How long a runner takes to make, in warp instructions that are issued meanwhile: so many, and for
 * each instruction of the kernel. The interpreter issues some 20 million a second. clang took 2.1
 * to 11.4 ms of a processor for each instruction of 48 kernels of the suite, 4 to 8 ms for most,
 * with 23 to 1,884 instructions, and less than 0.1 s beside (30 November 2026, a busy machine). */
enum { RUNNER_TAKES = 1 << 21, RUNNER_TAKES_EACH = 1 << 17 };

enum runner_access { RUNNER_READS = 1, RUNNER_WRITES = 2 };

/* Whoever holds global memory. */
struct runner_host {
    void *data;
    bool at_once;    /* make the runner now, however long that takes */
    bool together;   /* other threads run blocks of the launch: atomics are the host's, too */
    uint8_t *memory; /* where device address 0 would lie on the host */
    /* The allocation that holds all bytes from low to below high, as the same kind of range. It may
     * then be accessed in the same way (enum runner_access, or-ed) as often as wanted. False: there
     * is none. */
    bool (*find)(void *data, uint64_t low, uint64_t high, unsigned kinds, uint64_t range[2]);
    /* Carries out an access to global memory or to other blocks' shared memory that the instruction
     * at pc reports. False: what->fault says why not. */
    bool (*access)(void *data, struct warp_context *w, uint32_t pc, struct issued *what);
};

enum runner_end {
    RUNNER_TURN,  /* the turn is over */
    RUNNER_ISSUE, /* the instruction at w->pc is issue()'s */
    RUNNER_FAULT, /* of the instruction at w->pc; it is in *out, as issue() leaves it */
    RUNNER_OVER,  /* all lanes have ended; w->active is 0 */
    RUNNER_MEETS  /* all lanes wait for the block's warps at turn->barrier; w->pc is behind it */
};

struct runner_turn {
    uint64_t end;     /* the cycle after the turn's last instruction, for clocks */
    int64_t left;     /* instructions until it is over; negative once it may end */
    uint64_t threads; /* instructions that ran, one for each active lane: added to */
    bool spins;       /* as issued.spins: the turn is over */
    uint8_t holds;    /* enum turn_hold, or-ed: it is over there */
    uint32_t barrier; /* of RUNNER_MEETS */
};

struct warp_runner {
    /* Instead of instruction_source_ops.warp_start, for a warp that run() is called for next. */
    void (*start)(struct warp_runner *runner, struct warp_context *w);
    /* Both in one. Most short warps end in their first turn, and need next to nothing set up. */
    enum runner_end (*begin)(struct warp_runner *runner, struct warp_context *w,
                             struct runner_turn *turn, struct issued *out);
    enum runner_end (*run)(struct warp_runner *runner, struct warp_context *w,
                           struct runner_turn *turn, struct issued *out);
    void (*free)(struct warp_runner *runner);
};

#endif
