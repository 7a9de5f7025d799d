/* SPDX-License-Identifier: BSD-3-Clause */
/* One source that is compiled three times: PART says what it is. */
#include <cstdio>

#ifdef PART
static __device__ int number = PART;
static __global__ void add(int *p) { *p += number; }
#define NAME(part)  NAME_(part)
#define NAME_(part) add_##part
void NAME(PART)(int *p) { add<<<1, 1>>>(p); }
#else
void add_10(int *p);
void add_20(int *p);

__global__ void start(int *p) { *p = 3; }

int main()
{
    int *p, sum;
    cudaMalloc(&p, sizeof *p);
    start<<<1, 1>>>(p);
    add_10(p);
    add_20(p);
    cudaMemcpy(&sum, p, sizeof sum, cudaMemcpyDeviceToHost);
    printf("sum %d\n", sum);
    return 0;
}
#endif
