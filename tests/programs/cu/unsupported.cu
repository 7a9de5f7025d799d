/* SPDX-License-Identifier: BSD-3-Clause */
/* An instruction that simgpu knows but does not carry out, which the kernel may or may not reach. */
#include "cases.h"

__global__ void perhaps(int *word, int reach)
{
    if (reach) {
        unsigned d0, d1, a = 0, b = 0; /* line of mma */
        asm volatile("mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%2, %3}, {%2, %3}, %2, 0;"
                     : "=r"(d0), "=r"(d1)
                     : "r"(a), "r"(b));
        *word = d0 + d1;
    } else {
        *word = 7;
    }
}

int main(int argc, char **argv)
{
    int *word = device_array<int>(1), value;
    perhaps<<<1, 32>>>(word, argc > 1);
    CHECK(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDeviceToHost));
    printf("value %d\n", value);
    return 0;
}
