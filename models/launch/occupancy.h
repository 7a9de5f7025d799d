/* SPDX-License-Identifier: BSD-3-Clause */
/* Occupancy: how many blocks of a kernel an SM holds at once, and what keeps it from holding more.
 *
 * A block occupies a slot, warps, threads, registers and shared memory. Each is rounded up to what
 * the hardware hands out; the scarcest of them decides. Registers go to warps. The register file is
 * divided between groups of warps (the two schedulers of a Fermi SM). A warp's registers lie in one
 * part, so each part holds a whole number of warps. Whether a block fits at all is checked as if
 * its warps were spread over all parts.
 *
 * Source: CUDA Occupancy Calculator and cuda_occupancy.h of CUDA toolkit 7.0; CUDA C Programming
 * Guide 4.2, section 4.2 "Hardware Multithreading".
 * Differs: on compute capability 2.x the toolkit rounds the registers of a warp to 128 instead of
 * 64 for eight register counts (21, 22, 29, 30, 37, 38, 45, 46); here the unit is one number.
 * Units: registers are 32 bits wide.
 */
#ifndef SIMGPU_LAUNCH_OCCUPANCY_H
#define SIMGPU_LAUNCH_OCCUPANCY_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct kernel_code;
struct platform_group;

/* What an SM has. Compute capability 2.x in brackets. */
struct occupancy_limits {
    uint32_t max_warps;             /* [48] */
    uint32_t max_blocks;            /* [8] */
    uint32_t max_threads;           /* [1536] */
    uint32_t max_threads_per_block; /* [1024] */
    uint32_t registers;             /* [32768] */
    uint32_t register_unit;         /* a warp's registers are rounded up to it [64] */
    uint32_t warp_granularity;      /* parts of the register file, see above [2] */
    uint32_t shared_bytes;          /* [49152] */
    uint32_t shared_unit;           /* a block's bytes are rounded up to it [128] */
};

/* What a launch asks for. */
struct occupancy_need {
    uint32_t threads_per_block; /* > 0 */
    uint32_t registers_per_thread;
    uint64_t shared_bytes_per_block; /* static + dynamic */
    uint64_t grid_blocks;
    uint32_t n_sms; /* over which the grid is spread, > 0 */
};

/* The sizes that shared memory can have, ascending, where it shares a memory with L1. n is 0 if it
 * doesn't. */
enum { CARVE_OUT_SIZES = 16 };
struct occupancy_carve_out {
    uint32_t n;
    uint32_t bytes[CARVE_OUT_SIZES];
};
/* The smallest size that holds so many bytes; the largest if none does. */
uint32_t occupancy_carve(const struct occupancy_carve_out *carve_out, uint64_t bytes);

enum occupancy_resource {
    OCCUPANCY_WARPS,
    OCCUPANCY_BLOCKS,
    OCCUPANCY_THREADS,
    OCCUPANCY_REGISTERS,
    OCCUPANCY_SHARED_MEMORY,
    OCCUPANCY_GRID, /* there are not enough blocks to fill the SMs */
    OCCUPANCY_RESOURCES
};

struct occupancy {
    uint32_t capacity; /* blocks that fit on an SM; 0: not even one does */
    uint32_t blocks;   /* on the fullest SM, if the grid is spread evenly: capacity or less */
    uint32_t warps;    /* of these blocks */
    uint32_t warps_per_block;
    enum occupancy_resource limit; /* of `blocks`; the first in the order above among equals */
    uint64_t need, available;      /* of `limit`: what one block takes, what there is */
};

/* A block's use of an SM, rounded as in occupancy_compute. For kernels side by side on an SM,
 * registers are counted for whole groups of warp_granularity warps. */
struct occupancy_footprint {
    uint64_t amount[OCCUPANCY_GRID]; /* by enum occupancy_resource */
};
struct occupancy_footprint occupancy_footprint_of(const struct occupancy_limits *limits,
                                                  const struct occupancy_need *need);
/* How many blocks of this footprint fit beside what is used. */
uint32_t occupancy_room(const struct occupancy_limits *limits,
                        const struct occupancy_footprint *used,
                        const struct occupancy_footprint *block);

/* How many registers a thread of this code gets on such an SM. It is what the code needs, or less
 * if the launch bounds (.maxntid, .minnctapersm) want so many blocks that there are not as many
 * registers. The code stays as it is. If the SM has no room for the blocks anyway, one is wanted.
 * Without both bounds it is what the code needs.
 * Source: PTX ISA, section 11.4.4 ".minnctapersm": with .maxntid, what ptxas limits registers by.
 * Differs: a compiler would spill the values that find no register.
 */
uint32_t occupancy_registers(const struct occupancy_limits *limits, const struct kernel_code *code);

/* Reads an SM group's "warps", "blocks", "threads", "threads.per_block",
 * "registers", "registers.allocation", "registers.warp_granularity", "shared.size" and
 * "shared.allocation". */
bool occupancy_limits_read(struct platform_group *group, struct occupancy_limits *out,
                           GError **error);

struct occupancy occupancy_compute(const struct occupancy_limits *limits,
                                   const struct occupancy_need *need);

/* "warps", "blocks", "threads", "registers", "shared memory", "grid". */
const char *occupancy_resource_name(enum occupancy_resource resource);

/* For capacity 0: "a block needs 70016 bytes of shared memory, and there are 49152". g_free. */
char *occupancy_describe_misfit(const struct occupancy *occupancy);

#endif
