/* SPDX-License-Identifier: BSD-3-Clause */
/* What device printf has written and no call has delivered: at most cudaLimitPrintfFifoSize, of
 * which the oldest lines are overwritten.
 * Source: CUDA C++ Programming Guide, "Formatted Output", "Limitations".
 * Differs: the limit counts the text, not the arguments that hardware keeps instead of it, and
 * whole lines are lost.
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_DEVICE_OUTPUT_H
#define SIMGPU_WORKLOADS_PROGRAM_DEVICE_OUTPUT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Appends to *output; false if something was lost. */
bool device_output_append(GString *output, const char *text, uint64_t limit);

#endif
