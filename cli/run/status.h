/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a run stands, on standard error, for whoever asks by SIGUSR1: the time, what each SM has
 * issued, and what every unit and warp waits for. */
#ifndef SIMGPU_CLI_RUN_STATUS_H
#define SIMGPU_CLI_RUN_STATUS_H

#include "base/status_request.h"
#include "models/gpu.h"

struct status {
    struct status_request request;
    const struct gpu *gpu; /* NULL: not made yet */
    uint64_t *issued;      /* by SM: warp instructions when it was asked last */
};

void status_init(struct status *status, volatile int *asked);
void status_clear(struct status *status);

#endif
