/* SPDX-License-Identifier: BSD-3-Clause */
/* A start of a kernel, a block of it, and the host's services for kernels while they run. */
#ifndef SIMGPU_WORKLOADS_LAUNCH_H
#define SIMGPU_WORKLOADS_LAUNCH_H

#include "workloads/instruction.h"

struct launch;
struct launch_watch;
struct texture;
struct cluster_place;

/* Services of the host side for running kernels. */
struct launch_services {
    void *data;
    /* Reads global memory at once, without simulated time: strings of printf, texels. Use it only
     * for data that no running kernel writes. False: no allocation holds the whole range. */
    bool (*read)(void *data, uint64_t address, void *bytes, size_t n_bytes);
    /* Where such bytes lie on the host. NULL: no allocation holds all. The function may be NULL. */
    const uint8_t *(*at)(void *data, uint64_t address, size_t n_bytes);
    /* The texture of a tex instruction's operand: a texture object, or the address of a .texref
     * variable, which is what it was bound to when the launch was issued. NULL: it names none. The
     * function may be NULL: no textures. */
    const struct texture *(*texture)(void *data, const struct launch *launch, uint64_t operand);
    /* allocate: device memory for malloc in kernels; 0: there is no more. release: frees it; false:
     * no allocation begins there. Both may be NULL: kernels cannot allocate. */
    uint64_t (*allocate)(void *data, uint64_t bytes);
    bool (*release)(void *data, uint64_t address);
    /* Lanes executed the .sync instruction at pc without being in its membermask. Any thread may
     * call. May be NULL. */
    void (*outsiders)(void *data, const struct kernel_code *code, uint32_t pc);
};

/* The size of CUDA's buffer for device printf, by default.
 * Source: CUDA C++ Programming Guide, "Formatted Output", cudaLimitPrintfFifoSize. */
enum { LAUNCH_OUTPUT_BYTES = 1 << 20 };

/* One kernel launch. Borrowed by blocks and warps for as long as they run. */
struct launch {
    uint32_t id; /* 0, 1, 2, ... in command order; travels with every transaction */
    const struct launch_services *services;
    const struct kernel_code *code;
    uint32_t grid[3], block[3];
    uint32_t
        cluster[3]; /* blocks of a cluster along x, y, z (cluster.h); all 0: it has no clusters */
    uint32_t dynamic_shared_bytes;
    uint32_t n_sms;    /* %nsmid; 0: not known */
    uint64_t clock_hz; /* of the cycles that issue() is told, for %globaltimer; 0: it counts them */
    /* For lanes of a warp that wait for each other (a lock). Volta and later GPUs schedule lanes
     * independently. In lock step they wait for ever. This is a fault after spin_limit rounds of
     * the loop. 0: 10,000, ASSUMED; UINT32_MAX: never. */
    bool independent_lanes;
    uint32_t spin_limit;
    uint64_t output_limit; /* keep the last so many bytes of device printf, and one more if some are
                            * lost; 0: all */
    const uint8_t *params; /* code->param_bytes */
    uint32_t client;       /* the host's client that issued it; the host sets it */
    uint32_t device;       /* the GPU that it runs on, from 0; the host sets it */
    uint64_t stream;       /* the stream in which it was issued, for records */
    uint64_t command;      /* the id of the command that it is, for records */
    uint64_t textures;     /* textures that the client had when it issued it; the host sets it. 0:
                            * all that it has */
    uint32_t depth;        /* 0: the host has launched it; else one more than that of its parent */
    const struct launch_watch *watch; /* models/launch/launch_watch.h; borrowed. NULL: nobody hears
                                         of its blocks */
    uint64_t detailed_blocks; /* the first so many blocks are simulated; the rest runs functionally
                                 afterwards. The host sets it */
    uint64_t first_left_out, left_out; /* of these, so many are not simulated: whoever chose them
                                          has computed them. 0: none */
    uint64_t
        code_address; /* of its first instruction, for the instruction cache; set by the host */
};

struct block_context {
    const struct launch *launch;
    uint32_t index[3]; /* %ctaid */
    uint8_t *shared;   /* static then dynamic shared memory, zeroed at block start */
    uint32_t sm;       /* %smid */
    uint32_t rank;     /* %cluster_ctarank; 0 without clusters */
    const struct cluster_place *place; /* of its cluster; the SM's. NULL: the launch has none */
    uint8_t *const *peers; /* by rank: shared memory of the cluster's blocks, NULL of one that has
                              ended. NULL: they are reached by messages only, or there are none */
};

#endif
