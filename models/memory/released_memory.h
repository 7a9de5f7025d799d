/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that was released and is kept closed for a while: an access to it finds no allocation, and
 * a second release is seen. For checkers; without them what is released is free at once. */
#ifndef SIMGPU_MEMORY_RELEASED_MEMORY_H
#define SIMGPU_MEMORY_RELEASED_MEMORY_H

#include "models/memory/device_memory.h"

/* Who hears of allocations. Each may be NULL. */
struct memory_listener {
    void *data;
    void (*allocated)(void *data, const struct device_allocation *allocation);
    void (*released_twice)(void *data, const struct device_allocation *allocation);
    /* A release of an address where no allocation begins. */
    void (*released_nothing)(void *data, uint64_t address);
};

/* From now on up to so many released bytes stay closed; older ones become free, and all do when
 * memory is short. */
void released_memory_begin(struct device_memory *memory, uint64_t bytes,
                           const struct memory_listener *listener);

#endif
