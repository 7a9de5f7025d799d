/* SPDX-License-Identifier: BSD-3-Clause */
/* What a generator is asked for. */
#ifndef SIMGPU_CURAND_OUTPUTS_H
#define SIMGPU_CURAND_OUTPUTS_H

enum output_kind {
    BITS,
    UNIFORM,
    UNIFORM_DOUBLE,
    NORMAL,
    NORMAL_DOUBLE,
    LOG_NORMAL,
    LOG_NORMAL_DOUBLE,
    POISSON
};

#endif
