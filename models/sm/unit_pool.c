/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/unit_pool.h"

uint64_t *unit_pipe_first_of(struct unit_pipe *pipe, unsigned instances)
{
    uint64_t *first = pipe->free_at;
    for (unsigned i = 1; i < instances; i++)
        if (pipe->free_at[i] < *first)
            first = &pipe->free_at[i];
    return first;
}
