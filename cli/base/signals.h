/* SPDX-License-Identifier: BSD-3-Clause */
/* What signals ask for. */
#ifndef SIMGPU_CLI_BASE_SIGNALS_H
#define SIMGPU_CLI_BASE_SIGNALS_H

struct signals {
    volatile int interrupted; /* to end in good order; also PROGRAM_DIED and WALL_TIME_IS_OVER */
    volatile int asked;       /* to tell where the run stands: see cli/run/status.h */
};

#endif
