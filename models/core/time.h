/* SPDX-License-Identifier: BSD-3-Clause */
/* Simulated time.
 *
 * One unit everywhere in models/: integer picoseconds since the start of the run. Integers add
 * without rounding, so the order of two events never depends on how their times were computed;
 * 64 bits last 213 days. Seconds as doubles appear only where SimGrid is called.
 */
#ifndef SIMGPU_MODELS_CORE_TIME_H
#define SIMGPU_MODELS_CORE_TIME_H

#include <stdint.h>

typedef uint64_t sim_time;

/* Later than anything: an event that is not going to happen. */
#define SIM_TIME_NEVER UINT64_MAX

#define SIM_TIME_PER_SECOND UINT64_C(1000000000000)

#endif
