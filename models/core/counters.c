/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/counters.h"
#include <string.h>

const struct counter *counter_find(const struct counter *table, const char *name)
{
    for (const struct counter *row = table; row->name; row++)
        if (strcmp(row->name, name) == 0)
            return row;
    return NULL;
}
