/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/sampler_groups.h"

const struct sampler_group sampler_groups[] = {
    {"sm", sm_counter_table, GPU_SMS},
    {"l2", l2_bank_counter_table, GPU_BANKS},
    {"dram", dram_counter_table, GPU_CHANNELS},
    {"request_ports", port_counter_table, GPU_REQUEST_PORTS},
    {"reply_ports", port_counter_table, GPU_REPLY_PORTS},
    {"dispatcher", dispatcher_counter_table, GPU_DISPATCHER},
    {"host_commands", host_counter_table, GPU_HOST},
    {0}};
