/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels on the host's cores, one at a time, on all of them: a user of the CPU (cpu.h) that rests
 * between kernels. */
#ifndef SIMGPU_CPU_HOST_KERNELS_H
#define SIMGPU_CPU_HOST_KERNELS_H

#include "models/core/engine.h"
#include "models/cpu/cpu.h"
#include "models/cpu/kernel_work.h"

struct host_kernels {
    struct cpu *cpu;
    struct cpu_user user;
    struct kernel_work work; /* of the kernel that runs, or is about to */
    double bytes;            /* that all kernels have moved */
};

/* cpu is borrowed and ready. So are the kernels afterwards. */
void host_kernels_init(struct host_kernels *kernels, struct cpu *cpu);
/* A transfer.carry_out. data is the struct host_kernels, with its work set. */
sim_time host_kernels_carry_out(const struct transfer *transfer);

#endif
