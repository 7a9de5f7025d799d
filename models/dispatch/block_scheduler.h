/* SPDX-License-Identifier: BSD-3-Clause */
/* Block schedulers: which SM gets the next block of the grid.
 *
 * A block scheduler decides and does nothing else. It sees of the SMs only what messages have told
 * the dispatcher: how many blocks it has sent to each, less those reported done.
 */
#ifndef SIMGPU_DISPATCH_BLOCK_SCHEDULER_H
#define SIMGPU_DISPATCH_BLOCK_SCHEDULER_H

#include <stddef.h>
#include <stdint.h>

/* Valid during a call. */
struct block_scheduler_view {
    uint32_t n_sms;
    const uint32_t *room; /* blocks of this kernel that still fit, by SM; not all are 0 */
    uint64_t blocks_left; /* of the grid, this one included */
};

struct block_scheduler_ops {
    const char *name;    /* as in the platform file */
    const char *summary; /* one line */
    size_t state_bytes;  /* zeroed when the run starts; it lives through all kernels */
    /* The blocks of another kernel are dealt out from now on. May be NULL. */
    void (*start_kernel)(void *state);
    /* The SM that gets the next block: room[it] > 0. */
    uint32_t (*choose)(void *state, const struct block_scheduler_view *view);
};

/* One block an SM a turn: block 0 to SM 0, 1 to SM 1, ..., going on after the SM served last. */
extern const struct block_scheduler_ops block_scheduler_round_robin;

#endif
