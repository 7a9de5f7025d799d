/* SPDX-License-Identifier: BSD-3-Clause */
/* What an L2 bank reports: its counters, its launches, and what it waits for. */
#ifndef SIMGPU_L2_BANK_REPORT_H
#define SIMGPU_L2_BANK_REPORT_H

#include "models/core/counters.h"
#include "models/l2/bank_state.h"

extern const struct counter l2_bank_counter_table[];

void bank_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void bank_snapshot(const struct unit *unit, sim_time time, void *counters);

#endif
