/* SPDX-License-Identifier: BSD-3-Clause */
/* What device memory held before a launch was computed aside: pieces of it are kept before they
 * change, and put back at the end. */
#ifndef SIMGPU_FUNCTIONAL_MEMORY_UNDO_H
#define SIMGPU_FUNCTIONAL_MEMORY_UNDO_H

#include "models/memory/device_memory.h"

struct memory_undo;

/* The memory is borrowed. */
struct memory_undo *memory_undo_new(struct device_memory *memory);
/* The instruction is about to change memory, if it is an access that does. */
void memory_undo_keep(struct memory_undo *undo, const struct instruction *instruction,
                      const struct issued *what);
/* Puts all back. */
void memory_undo_restore(struct memory_undo *undo);
/* NULL is fine. */
void memory_undo_free(struct memory_undo *undo);

#endif
