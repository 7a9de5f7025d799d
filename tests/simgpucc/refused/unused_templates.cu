/* SPDX-License-Identifier: BSD-3-Clause */
/* What clang refuses and nvcc takes: a template that nothing uses and that sets what is constant, gives back what it
 * must not, or takes a number for a struct; and __restrict__ behind another name of a type that is no pointer. */
#include <cstdio>

typedef struct two { int a, b; } pair;
typedef int number;

template <class T> __global__ void constant(T *p)
{
    const int row = threadIdx.x;
    pair both;
    p[row] = 1;
    row = blockIdx.x;
    both = 3;
    p[row] = both.a;
}
template <int N> __global__ void gives(int *p) { return p[N]; }
template <int N> struct holds {
    const int value;
    __device__ void set() { value = N; }
};

__global__ void add(const pair __restrict__ *from, number __restrict *to)
{
    *to = from->a + from->b;
}

int main()
{
    pair h = {40, 2}, *from;
    int *to, sum;
    cudaMalloc(&from, sizeof h);
    cudaMalloc(&to, sizeof sum);
    cudaMemcpy(from, &h, sizeof h, cudaMemcpyHostToDevice);
    add<<<1, 1>>>(from, to);
    cudaMemcpy(&sum, to, sizeof sum, cudaMemcpyDeviceToHost);
    printf("sum %d\n", sum);
    return 0;
}
