/* SPDX-License-Identifier: BSD-3-Clause */
/* One start of a kernel, one of its blocks, and what the host does for kernels while they run. */
#ifndef SIMGPU_WORKLOADS_LAUNCH_H
#define SIMGPU_WORKLOADS_LAUNCH_H

#include "workloads/instruction.h"

struct texture;

/* What kernels get from the host side while they run. */
struct launch_services {
    void *data;
    /* Reads global memory at once, without simulated time: strings of printf, texels. Only what no
     * running kernel writes may be read so. False if no allocation holds the whole range. */
    bool (*read)(void *data, uint64_t address, void *bytes, size_t n_bytes);
    /* The texture that a tex instruction's operand names: a texture object, or the address of a
     * .texref variable. NULL if it names none. The function may be NULL: no textures. */
    const struct texture *(*texture)(void *data, uint64_t operand);
    /* Device memory for malloc in kernels, 0 if there is no more, and its release, false if no
     * allocation begins there. Both may be NULL: kernels can't allocate. */
    uint64_t (*allocate)(void *data, uint64_t bytes);
    bool (*release)(void *data, uint64_t address);
};

/* What CUDA keeps of device printf's output where nothing else is asked for.
 * Source: CUDA C++ Programming Guide, "Formatted Output", cudaLimitPrintfFifoSize. */
enum { LAUNCH_OUTPUT_BYTES = 1 << 20 };

/* One kernel launch. Borrowed by blocks and warps for as long as they run. */
struct launch {
    uint32_t id; /* 0, 1, 2, ... in command order; travels with every transaction */
    const struct launch_services *services;
    const struct kernel_code *code;
    uint32_t grid[3], block[3];
    uint32_t dynamic_shared_bytes;
    uint32_t n_sms; /* %nsmid; 0: not known */
    /* Lanes of a warp that wait for each other (a lock). Volta and later schedule them
     * independently; in lock step they wait for ever, which is a fault after so many rounds of the
     * loop. 0: 10,000, ASSUMED; UINT32_MAX: never. */
    bool independent_lanes;
    uint32_t spin_limit;
    uint64_t output_limit; /* of what device printf writes so many bytes are wanted, the youngest,
                            * and one more where some are lost; 0: all */
    const uint8_t *params; /* code->param_bytes */
    uint32_t client;       /* of the host, whose it is; set by the host */
    uint64_t stream;       /* in which it was issued; for whoever writes that down */
    uint64_t detailed_blocks; /* the first so many blocks are simulated; the rest runs functionally
                                 afterwards. Set by the host */
    uint64_t
        code_address; /* of its first instruction, for the instruction cache; set by the host */
};

struct block_context {
    const struct launch *launch;
    uint32_t index[3]; /* %ctaid */
    uint8_t *shared;   /* static then dynamic shared memory, zeroed at block start */
    uint32_t sm;       /* %smid */
};

#endif
