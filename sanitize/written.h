/* SPDX-License-Identifier: BSD-3-Clause */
/* Which bytes somebody has written: a bit for each, by pages. */
#ifndef SIMGPU_SANITIZE_WRITTEN_H
#define SIMGPU_SANITIZE_WRITTEN_H

#include <stdbool.h>
#include <stdint.h>

struct written;

struct written *written_new(void);
void written_free(struct written *written);
void written_set(struct written *written, uint64_t offset, uint64_t bytes, bool is);
/* How many bytes of the range are. */
uint64_t written_count(const struct written *written, uint64_t offset, uint64_t bytes);

#endif
