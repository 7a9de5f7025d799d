/* SPDX-License-Identifier: BSD-3-Clause */
/* How a launch is computed. */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_OPTIONS_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_OPTIONS_H

#include "base/status_request.h"
#include "models/launch/execution_watch.h"
#include "models/launch/functional_counts.h"
#include "workloads/issued.h"

struct functional_threads;
struct known_launches;
struct memory_undo;

/* Codes of INPUT_ERROR for runs that were cut off, not wrong. */
enum functional_cut { FUNCTIONAL_LIMIT = 1, FUNCTIONAL_INTERRUPTED };

/* Hears of each instruction before its effect on global memory. */
struct functional_listener {
    void *data;
    void (*issued)(void *data, const struct instruction *instruction, struct issued *what);
    /* The instructions that follow are of that warp. May be NULL; nobody calls it for leaps. */
    void (*turn)(void *data, const struct warp_context *w);
};

/* Whether the front end may offer a faster way (workloads/warp_runner.h). The result is the same.
 */
enum functional_runners {
    RUNNERS_WHEN_THEY_PAY, /* for kernels that run long: made beside the run, or waited for */
    RUNNERS_NEVER,
    RUNNERS_AT_ONCE /* waited for */
};

struct functional_options {
    uint64_t first_block, n_blocks;      /* which blocks of the grid, by linear index */
    uint64_t max_instructions;           /* 0: no limit; a launch that needs more is an error */
    const volatile int *interrupted;     /* may be NULL: becomes non-zero to give up */
    const struct status_request *status; /* may be NULL */
    const struct functional_listener *listener; /* may be NULL */
    const struct execution_watch *watch;        /* may be NULL */
    struct memory_undo *undo; /* keeps what memory was; NULL: it changes for good */
    enum functional_runners runners;
    struct functional_threads *threads; /* may be NULL: one thread runs all blocks */
    struct known_launches *known;       /* may be NULL: every launch is run */
};

#endif
