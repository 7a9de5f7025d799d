/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads what a run needs before it begins: platform, workload or trace, settings, policies. */
#ifndef SIMGPU_CLI_RUN_SETUP_READ_H
#define SIMGPU_CLI_RUN_SETUP_READ_H

#include "cli/run/clients/detail.h"
#include "cli/run/host_cpu.h"
#include "cli/run/setup.h"

/* All that setup->options name; detail and cpu, too, are theirs. All three are to be cleared in any
 * case. */
bool setup_read(struct run_setup *setup, struct detail *detail, struct host_cpu *cpu,
                GError **error);

#endif
