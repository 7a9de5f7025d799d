/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel launches a kernel. tests/programs/cu/children.cu has more. */
#include <cstdio>

__global__ void child(int *p)
{
    *p = 5;
}
__global__ void parent(int *p)
{
    child<<<1, 1>>>(p);
}
int main()
{
    int *p, value = 0;
    cudaMalloc(&p, sizeof *p);
    parent<<<1, 1>>>(p);
    cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
    printf("child: %d\n", value);
    return 0;
}
