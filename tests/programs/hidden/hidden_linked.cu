/* SPDX-License-Identifier: BSD-3-Clause */
/* Two files that are linked have variables and kernels of one name, each its own: with
 * hidden_other.cu. */
#include "../cu/cases.h"

namespace
{
__constant__ int limit = 3;
__device__ int written;
__global__ void take(int *out)
{
    *out = limit;
    written = limit + 1;
}
} // namespace

int other(int *device, int value);

int main()
{
    int mine = 10, first, second, after, *device = device_array<int>(1);
    CHECK(cudaMemcpyToSymbol(limit, &mine, sizeof mine));
    second = other(device, 20);
    take<<<1, 1>>>(device);
    CHECK(cudaMemcpy(&first, device, sizeof first, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpyFromSymbol(&after, written, sizeof after));
    printf("first %d\nsecond %d\nafter %d\n", first, second, after);
    return 0;
}
