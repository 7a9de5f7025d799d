/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers of one unit that make no sense together, each legal by itself. */
#ifndef SIMGPU_CLI_EXPLAIN_SENSE_UNITS_H
#define SIMGPU_CLI_EXPLAIN_SENSE_UNITS_H

#include "models/gpu.h"

/* Sentences about numbers of SMs and caches that make no sense together: threads against warps,
 * more MSHRs than lines. Empty: there are none. g_ptr_array_unref. */
GPtrArray *sense_of_units(const struct gpu_config *config);

/* A sentence about a way between L2 and DRAM whose slots can't cover its round trip at DRAM's peak
 * bandwidth; NULL: both can. g_free. */
char *sense_of_dram_wires(const struct gpu_config *config);

#endif
