/* SPDX-License-Identifier: BSD-3-Clause */
/* Special registers: lane arrays in the warp's state, filled when the warp starts.
 *
 * Only those that the kernel reads have one. %clock and its kin are refreshed before every
 * instruction that reads them (PREPARE_CLOCKS).
 *
 * Differs: %globaltimer counts nanoseconds from the start of the simulation, one by one. Hardware
 * counts from a date, and in larger steps.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_SPECIAL_H
#define SIMGPU_WORKLOADS_PTX_EXEC_SPECIAL_H

#include "workloads/ptx/exec/exec.h"

void exec_special_fill(const struct exec_special *special, const struct warp_context *w);
bool exec_special_is_clock(enum exec_special_register which);
/* Whether warps of the same number in a launch's blocks have other values there, or one warp. */
bool exec_special_differs(enum exec_special_register which);

#endif
