/* SPDX-License-Identifier: BSD-3-Clause */
/* Contents that an allocation has, and that have not been copied there yet: it is owed them.
 *
 * A launch whose effect is known (models/functional/known/) leaves a copy of hundreds of megabytes,
 * which the next one replaces. So it is copied only when somebody wants to see it, or to change it.
 * Until then its digest is all that is needed.
 *
 * Whoever takes an address on the host from device_memory_at() asks for the bytes first: kernels
 * that are computed or simulated, commands that move bytes, and the program, which moves bytes
 * itself.
 */
#ifndef SIMGPU_MEMORY_OWED_MEMORY_H
#define SIMGPU_MEMORY_OWED_MEMORY_H

#include "models/memory/device_memory.h"

/* Whether the allocation that begins there may be owed bytes: nobody can see them without asking.
 */
bool device_memory_may_owe(struct device_memory *memory, uint64_t address);
/* All of its bytes shall be these, of which this is the digest. Borrowed until somebody asks for
 * them. */
void device_memory_owe(struct device_memory *memory, uint64_t address, const uint8_t *bytes,
                       struct content_digest digest);
/* From here on the bytes of the allocation with this address, or of all, are there. */
void device_memory_arrive(struct device_memory *memory, uint64_t address);
void device_memory_arrive_all(struct device_memory *memory);
/* The same of the allocation that lies there on the host, if any does. */
void device_memory_arrive_at(struct device_memory *memory, const uint8_t *place);
/* Nothing is owed between these two; they may be nested. What is owed already may stay so. */
void device_memory_hold(struct device_memory *memory);
void device_memory_let_go(struct device_memory *memory);

#endif
