/* SPDX-License-Identifier: BSD-3-Clause */
/* What came of a run, besides the numbers that its GPU has. */
#ifndef SIMGPU_CLI_RUN_OUTCOME_H
#define SIMGPU_CLI_RUN_OUTCOME_H

#include "models/gpu.h"
#include <glib.h>

struct run_outcome {
    enum gpu_end end;
    enum fault_kind fault; /* of GPU_FAULTED */
    GPtrArray *checks;     /* struct workload_check_result; NULL unless the run is done */
    bool checks_passed;    /* of the workload; the programs have ended well */
    GString *program_ends; /* how programs ended that did not end well */
    GString *left_output;  /* of device printf, that no call has delivered */
    GPtrArray *lost;       /* char *: what could not be written, and why */
    double wall_s;         /* of the simulation itself */
    bool wall_time_over;   /* --max-wall has ended the run */
};

void outcome_init(struct run_outcome *outcome);
void outcome_clear(struct run_outcome *outcome);

#endif
