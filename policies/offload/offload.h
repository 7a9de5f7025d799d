/* SPDX-License-Identifier: BSD-3-Clause */
/* Offloading: the policy chooses the device of a launch, the host's CPU or the GPU.
 *
 * The host asks once for each launch, when it issues the launch, in the order of issue. It does not
 * ask about launches that are computed without time. It then copies the data that the chosen device
 * needs.
 *
 * Contract (tests/policies/offload/test_offload_contract.c): choices depend only on the view, the
 * choices before and the parameters.
 *
 * This header is installed for plug-ins.
 */
#ifndef SIMGPU_POLICIES_OFFLOAD_H
#define SIMGPU_POLICIES_OFFLOAD_H

#include "policies/policy.h"

#define OFFLOAD_KIND "offload"

enum offload_device { OFFLOAD_CPU, OFFLOAD_GPU, OFFLOAD_DEVICES };

/* Features of a launch that are known when the host issues it. --features writes them as columns of
 * these names. */
enum offload_feature {
    OFFLOAD_THREADS,
    OFFLOAD_CPU_SCALAR_ALU,
    OFFLOAD_CPU_SCALAR_MEM,
    OFFLOAD_CPU_VECTOR_ALU,
    OFFLOAD_CPU_VECTOR_MEM,
    OFFLOAD_CPU_BRANCH,
    OFFLOAD_CPU_ATOMIC,
    OFFLOAD_GPU_MEM,
    OFFLOAD_GPU_INT,
    OFFLOAD_GPU_FP,
    OFFLOAD_GPU_MATH,
    OFFLOAD_GPU_BRANCH,
    OFFLOAD_GPU_BARRIER,
    OFFLOAD_BUFFER_BYTES,
    OFFLOAD_LLC_MISSES,     /* misses a second of the applications on the CPU */
    OFFLOAD_DRAM_BANDWIDTH, /* bytes a second that these applications move */
    OFFLOAD_FEATURES
};

#define OFFLOAD_FEATURE_NAMES                                                                      \
    "threads", "cpu_scalar_alu", "cpu_scalar_mem", "cpu_vector_alu", "cpu_vector_mem",             \
        "cpu_branch", "cpu_atomic", "gpu_mem", "gpu_int", "gpu_fp", "gpu_math", "gpu_branch",      \
        "gpu_barrier", "buffer_bytes", "llc_misses", "dram_bandwidth"

/* The CPU. */
struct offload_host {
    unsigned threads; /* how many its SIMD units run at a time */
    double llc_bytes, dram_bytes_per_second;
    unsigned n_applications; /* that run on it; their names follow */
    const char *const *applications;
};

/* Valid during a call. */
struct offload_view {
    const char *kernel;
    uint32_t launch; /* its number in the run */
    double features[OFFLOAD_FEATURES];
    const struct offload_host *host;
    /* By device: seconds of the copies that it needs before the launch, if nobody shares the way.
     * 0: the launch's buffers are there. */
    double copy_seconds[OFFLOAD_DEVICES];
};

/* What all offload policies have. */
struct offload_policy {
    struct policy_head head;
    /* NULL: the policy begins with a zeroed state. */
    void (*init)(void *state, const struct policy_values *values);
    /* Frees the memory that init and choices have allocated. The framework frees the state itself.
     * May be NULL. */
    void (*finish)(void *state);
};

struct offload_ops {
    struct offload_policy policy;
    /* NULL: all launches run on the GPU, as if there were no other device. */
    enum offload_device (*choose)(void *state, const struct offload_view *view);
};

#endif
