/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/child_launch.h"

#include <glib.h>

void child_launch_free_all(struct child_launch *first)
{
    while (first) {
        struct child_launch *next = first->next;
        g_free(first);
        first = next;
    }
}
