/* SPDX-License-Identifier: BSD-3-Clause */
/* Digests of what allocations contain. One is computed again only if somebody may have written to
 * the allocation since.
 *
 * Whoever writes to device memory says so here, unless launches are simulated in detail: their
 * writes are too many to tell of, and no digest is kept until all of them have ended.
 */
#ifndef SIMGPU_MEMORY_MEMORY_DIGEST_H
#define SIMGPU_MEMORY_MEMORY_DIGEST_H

#include "models/memory/device_memory.h"

/* Somebody has written to these bytes, or may have. Other addresses than of one allocation: nothing
 * is known. */
void device_memory_changed(struct device_memory *memory, uint64_t address, uint64_t bytes);
/* Somebody has written somewhere. */
void device_memory_all_changed(struct device_memory *memory);
/* From now on somebody may write at any time: to the allocation with this address, or anywhere. */
void device_memory_keep_no_digest(struct device_memory *memory, uint64_t address);
void device_memory_keep_no_digests(struct device_memory *memory);
/* A launch that is simulated may write anywhere between these two. */
void device_memory_launch_leaves(struct device_memory *memory);
void device_memory_launch_ended(struct device_memory *memory);

/* Whether the digest of the allocation that begins there is at hand. */
bool device_memory_has_digest(struct device_memory *memory, uint64_t address);
/* The digest of all bytes of the allocation that begins there. */
struct content_digest device_memory_digest(struct device_memory *memory, uint64_t address);
/* Its bytes are those of this digest: somebody has copied them there. */
void device_memory_set_digest(struct device_memory *memory, uint64_t address,
                              struct content_digest digest);

#endif
