/* SPDX-License-Identifier: BSD-3-Clause */
/* The front end's runner for a launch (workloads/warp_runner.h), if it offers one. */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_RUNNER_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_RUNNER_H

#include "models/functional/functional_warp.h"

void functional_runner_start(struct functional *f);
/* Asks for one now and then, as long as there is none. */
void functional_runner_ask(struct functional *f);
void functional_runner_stop(struct functional *f);

#endif
