/* SPDX-License-Identifier: BSD-3-Clause */
/* The files that a run reads, for the provenance of its results. */
#ifndef SIMGPU_CLI_RUN_INPUTS_H
#define SIMGPU_CLI_RUN_INPUTS_H

#include "cli/options/options.h"

/* What the run is about to read: struct input_file (study/key.h). g_ptr_array_unref. */
GPtrArray *run_inputs(const struct options *options);

#endif
