/* SPDX-License-Identifier: BSD-3-Clause */
/* What compiled kernels and simgpu share: the state of a warp that runs in compiled code.
 *
 * The text of this header also stands before every kernel that is compiled, so it includes nothing
 * but the compiler's own headers. Whoever changes it changes the digest of all compiled kernels.
 *
 * A register is an array of 32 lanes at an offset from `registers`, as in exec.h; a predicate is
 * one mask. Lane i is bit i of a mask.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_COMPILED_WARP_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_COMPILED_WARP_H

#include <stdbool.h>
#include <stdint.h>

/* Addresses from low to below high may be read and written, and nobody has to be asked. */
struct compiled_window {
    uint64_t low, high;
};

/* How a register with addresses goes from lane to lane: by `step`, in each half of the warp. Such
 * are most, those of tiles 16 wide among them. */
struct lane_shape {
    uint64_t first, second; /* of lanes 0 and 16 */
    uint64_t step;
    bool regular; /* else the others mean nothing */
};

/* The pointers of a fragment of wmma: `row` from each four lanes to the next four, in these
 * `column` from lane to lane. */
struct lane_tile {
    uint64_t first, row, column;
    bool regular; /* else the others mean nothing */
};

/* A load or store of a part of a fragment. */
struct fragment_site {
    uint64_t offset; /* from the pointers */
    uint32_t window; /* compiled_warp.windows, if not `shared`; and what find() is told: */
    uint32_t site;
    uint32_t pc;      /* for execute() */
    uint32_t pointer; /* offsets of registers: of the pointers, */
    uint32_t data[2]; /* and of the elements; UINT32_MAX: none, or a constant */
    uint32_t elements;
    bool shared, generic; /* else they are global */
};

/* Why compiled code has returned. */
enum compiled_end {
    COMPILED_TURN,  /* its turn is over */
    COMPILED_ISSUE, /* the instruction at pc is one for the interpreter */
    COMPILED_FAULT, /* execute() has failed, and has said why */
    COMPILED_OVER,  /* all lanes have ended */
    COMPILED_MEETS, /* all lanes wait at compiled_warp.barrier, for the whole block; pc is behind it
                     */
    /* Between the two functions of a kernel. */
    COMPILED_MOVED,    /* branch() has moved the lanes */
    COMPILED_ELSEWHERE /* the function for whole warps can't begin at pc */
};

struct compiled_warp {
    uint8_t *registers;       /* of the running frame */
    const uint8_t *constants; /* the kernel's pool */
    const uint8_t *specials;  /* the warp's special registers */
    const uint8_t *params;    /* the launch's */
    uint8_t *memory;          /* where device address 0 would lie on the host */
    uint8_t *shared;          /* the block's */
    uint8_t *local;           /* lane 0's local memory; the next lane's is local_stride behind it */
    uint8_t *frame;           /* the running frame's, of lane 0: parameters of calls */
    const uint8_t *constant_memory;
    struct compiled_window *windows; /* one for each access to global memory in the kernel */
    struct compiled_window shared_window, local_window, constant_window, param_window;
    uint32_t local_stride;
    uint32_t together;   /* other threads run blocks of the launch: atomics are the host's, too */
    uint32_t pc;         /* the next instruction */
    uint32_t active;     /* the running lanes */
    uint32_t reconverge; /* the pc at which the running lanes meet others, or UINT32_MAX */
    uint32_t depth;      /* of the SIMT stack: 1 if all lanes of the warp run */
    uint32_t apart;      /* lanes have been taken apart, and do not wait for each other */
    uint32_t strayed;    /* they have, or have come together elsewhere than where branches meet */
    uint32_t unproven; /* others have run the whole warp, and have not looked whether words wrap */
    uint32_t barrier;  /* of COMPILED_MEETS */
    uint32_t holds;    /* enum turn_hold: where the turn is over */
    uint32_t spins;    /* branch() has seen that the lanes wait for others: the turn is over */
    uint32_t loop_lanes; /* the running lanes, if they have gone round a loop while others wait, */
    int32_t loop_left;   /* and how often they may do so before branch() must look at them */
    int64_t left;        /* instructions until the turn is over; may become negative */
    uint64_t threads;    /* instructions executed, one for each lane */
    uint64_t uneven; /* how often words that become long ones have wrapped around: blocks/even.h */

    /* Finds the allocation that holds [low, high), for windows[site / 4]; site % 4 says how it will
     * be accessed: enum runner_access. False: there is none. */
    bool (*find)(struct compiled_warp *c, uint32_t site, uint64_t low, uint64_t high);
    /* Executes the instruction at pc, no branch, for these lanes, on registers in memory. So many
     * are left of the turn, it included. False: a fault. */
    bool (*execute)(struct compiled_warp *c, uint32_t pc, uint32_t lanes, int64_t left);
    /* The branch at pc, which `taken` of the running lanes take. Sets pc, active, reconverge, depth
     * and registers. False: a fault. */
    bool (*branch)(struct compiled_warp *c, uint32_t pc, uint32_t taken);
    /* The running lanes have come to `reconverge`, which is pc. Sets the same. */
    void (*settle)(struct compiled_warp *c);
    /* The kernel's function for whole warps, for one that is compiled apart from it. */
    enum compiled_end (*whole)(struct compiled_warp *c);
};

/* The upper halves of generic addresses of shared and local memory: exec.h's. */
enum { COMPILED_WINDOW_SHIFT = 32, COMPILED_SHARED = 1, COMPILED_LOCAL = 2 };

/* The numbers of workloads/warp_runner.h's turns: TURN_INSTRUCTIONS - TURN_LONG_INSTRUCTIONS. */
enum { COMPILED_LONG_TURN = -1008 };

/* Lanes that one instruction after the other is done for, before the next ones; X for the first
 * lane of each such strip. */
#ifdef __AVX512DQ__
enum { COMPILED_STRIP = 16 };
#define COMPILED_STRIPS(X) X(0) X(16)
#else
enum { COMPILED_STRIP = 8 };
#define COMPILED_STRIPS(X) X(0) X(8) X(16) X(24)
#endif

typedef enum compiled_end compiled_kernel(struct compiled_warp *c);

#endif
