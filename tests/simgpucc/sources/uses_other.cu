/* SPDX-License-Identifier: BSD-3-Clause */
/* Device code that needs another file's: separate compilation. */
extern __device__ int other_function(int);
extern __constant__ int other_constant;
__global__ void kernel(int *p) { *p = other_function(2) + other_constant; }
