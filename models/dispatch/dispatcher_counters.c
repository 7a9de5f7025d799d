/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/dispatcher_counters.h"
#include <stddef.h>

#define ROW(...) COUNTER_ROW(struct dispatcher_counters, __VA_ARGS__)

const struct counter dispatcher_counter_table[] = {
    ROW(kernels, "kernels", "Kernels that have ended."),
    ROW(blocks, "blocks", "Thread blocks sent to SMs."),
    ROW(kernel_cycles, "cycles", "Core cycles in which one or more kernels ran."),
    {.name = "dispatch_credit_wait_cycles",
     .unit = "cycles",
     .meaning = "Core cycles in which the dispatcher had something to send but no credit.",
     .offset = offsetof(struct dispatcher_counters, credit_wait_cycles)},
    {0}};
