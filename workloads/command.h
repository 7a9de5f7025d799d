/* SPDX-License-Identifier: BSD-3-Clause */
/* What the host side asks of the GPU: buffers, launches, transfers, one command at a time.
 *
 * A command source (a workload file today; a running CUDA program or a trace's kernel list
 * later) is pulled by the host model: next() is called when the previous command has completed,
 * so that a source may look at device memory to decide (do-while on a device word).
 * The source never touches device memory itself: it reads through `struct device_access`.
 */
#ifndef SIMGPU_WORKLOADS_COMMAND_H
#define SIMGPU_WORKLOADS_COMMAND_H

#include "workloads/instruction.h"
#include <glib.h>

/* How sources reach device memory; implemented by models/memory. Addresses are device
 * addresses; a range must lie in one allocation. */
struct device_access {
    void *memory;
    /* Returns the device address, aligned to 256 bytes; 0 with an error when memory is full. */
    uint64_t (*allocate)(void *memory, const char *name, size_t bytes, GError **error);
    void (*write)(void *memory, uint64_t address, const void *bytes, size_t n_bytes);
    void (*read)(void *memory, uint64_t address, void *bytes, size_t n_bytes);
};

enum command_kind {
    COMMAND_LAUNCH, /* run `launch` to its end */
    COMMAND_WRITE,  /* host to device: already carried out by next(); counted for statistics */
    COMMAND_END     /* nothing left */
};

struct command {
    enum command_kind kind;
    struct launch launch; /* COMMAND_LAUNCH; params borrowed until the next call of next() */
    uint64_t bytes;       /* COMMAND_WRITE */
};

struct command_source {
    /* Fills *out with the next command; false with an error (a bad step, a limit reached). */
    bool (*next)(struct command_source *source, const struct device_access *device,
                 struct command *out, GError **error);
};

#endif
