/* SPDX-License-Identifier: BSD-3-Clause */
/* What handoff must leave: lane l of row t holds the sum of (s + l) over s = 0 .. t. */
#include "workloads/reference.h"

enum { ROW = 32 };

void handoff_reference(struct reference_case *c);

void handoff_reference(struct reference_case *c)
{
    size_t blocks = 0;
    int32_t *flags = reference_buffer(c, "flags", &blocks);
    int32_t *values = reference_buffer(c, "values", NULL);
    int32_t *tickets = reference_buffer(c, "tickets", NULL);

    tickets[0] = (int32_t)blocks;
    for (size_t t = 0; t < blocks; t++) {
        flags[t] = 1;
        for (size_t lane = 0; lane < ROW; lane++)
            values[t * ROW + lane] = (int32_t)(t * (t + 1) / 2 + (t + 1) * lane);
    }
}
