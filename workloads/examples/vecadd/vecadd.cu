/* SPDX-License-Identifier: BSD-3-Clause */
/* c = a + b, one thread an element: neighbouring threads touch neighbouring words, so that a warp's
 * load is one 128-byte line. */

extern "C" __global__ void vecadd(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}
