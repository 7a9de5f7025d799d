/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_launch.h"

void bank_mirror_ports(struct l2_bank *bank)
{
    struct l2_bank_counters *counters = &bank->counters;
    counters->reply_busy_cycles = bank->reply_port.busy_cycles;
    counters->reply_credit_stall_cycles = bank->reply_port.credit_stall_cycles;
    counters->dram_busy_cycles = bank->dram_port.busy_cycles;
    counters->dram_credit_stall_cycles = bank->dram_port.credit_stall_cycles;
}

void bank_turn(struct l2_bank *bank, uint32_t launch)
{
    bank_mirror_ports(bank);
    launch_meter_turn(&bank->meter, launch);
}
