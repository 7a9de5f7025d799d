/* SPDX-License-Identifier: BSD-3-Clause */
/* What the other files of the program in containers.cu define. */
#ifndef SIMGPU_TESTS_SIMGPUCC_PARTS_H
#define SIMGPU_TESTS_SIMGPUCC_PARTS_H

#include <cuda_runtime.h>

#ifdef __cplusplus
int scaled_in_cpp(int x);
int tripled_on_device(int x);
extern "C"
#endif
    int
    counted_in_c(void);

#endif
