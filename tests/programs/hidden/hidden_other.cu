/* SPDX-License-Identifier: BSD-3-Clause */
/* The second file of hidden_linked.cu. */
#include "../cu/cases.h"

namespace
{
__constant__ int limit = 30;
__device__ int written;
__global__ void take(int *out)
{
    *out = limit + written;
}
} // namespace

int other(int *device, int value)
{
    const int five = 5;
    int found;
    CHECK(cudaMemcpyToSymbol(limit, &value, sizeof value));
    CHECK(cudaMemcpyToSymbol(written, &five, sizeof five));
    take<<<1, 1>>>(device);
    CHECK(cudaMemcpy(&found, device, sizeof found, cudaMemcpyDeviceToHost));
    return found;
}
