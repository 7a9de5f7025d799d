/* SPDX-License-Identifier: BSD-3-Clause */
/* Which bytes somebody has written, and which of the others hold what was computed from such bytes:
 * two bits for each, by pages. */
#ifndef SIMGPU_SANITIZE_WRITTEN_H
#define SIMGPU_SANITIZE_WRITTEN_H

#include <stdbool.h>
#include <stdint.h>

struct written;

struct written *written_new(void);
void written_free(struct written *written);
/* is: they hold defined values; else nothing that anybody has written. */
void written_set(struct written *written, uint64_t offset, uint64_t bytes, bool is);
/* Of n bytes, at most 16, those whose bits are in `undefined` have no defined value from now on;
 * computed: they are more than a copy. The others are written. */
void written_store(struct written *written, uint64_t offset, unsigned n, uint32_t undefined,
                   bool computed);
/* How many bytes of the range are written; or hold what was computed. */
uint64_t written_count(const struct written *written, uint64_t offset, uint64_t bytes);
uint64_t written_count_computed(const struct written *written, uint64_t offset, uint64_t bytes);
/* Of n bytes, at most 16: a bit for each that is not written. *computed: one of them holds what was
 * computed. */
uint32_t written_missing(const struct written *written, uint64_t offset, unsigned n,
                         bool *computed);

#endif
