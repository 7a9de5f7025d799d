/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that are declared for host and device and defined for the host, and the other way round: nvcc takes
 * each for one of both. And a name that clang knows by itself, an array of variable size that begins with zeros, a
 * template's arguments behind its name where it is defined, and a kernel that uses what only the device's part has. */
#include <cstdio>

struct pair {
    int value;
    __host__ __device__ int sum() const;
    static int twice(int x);
};
__host__ __device__ int plus_one(int x);
int product(int x, int y);
float *same(float *p);

int pair::sum() const
{
    return value + plus_one(value);
}
int plus_one(int x)
{
    return x + 1;
}
__host__ __device__ int product(int x, int y)
{
    return x * y;
}
__device__ __host__ float *same(float *p)
{
    return p;
}
__device__ __host__ int pair::twice(int x)
{
    return 2 * x;
}

static inline unsigned long long __rdtsc()
{
    return 7;
}

template <class A> struct holder {
    A held;
    template <class B> B plus(B more) const;
};
template <class A>
template <class B>
B holder<A>::plus<B>(B more) const
{
    return (B)held + more;
}

template <class T> struct wide {
    T all;
#ifdef __CUDA_ARCH__
    __device__ explicit wide(T value) : all(value) {}
    __device__ T first() const { return all; }
#else
    wide(const char *, int) {}
#endif
};

template <class T> __global__ void __launch_bounds__(32) of_device(T *to)
{
    if (*to > 0) { /* "}" in a comment, and '}' */
        const char brace = '}', *text = "}\"{";
        wide<T> value(*to);
        *to = value.first() + (brace == text[0]); /* one more */
    }
}

__global__ void k(int *answer, float *one)
{
    pair p = {3};
    *answer = p.sum() + product(2, 5) + pair::twice(4);
    *same(one) = 1;
}

int main(int n, char **)
{
    double zeros[n + 1][2] = {0};
    int *answer;
    float *one;
    cudaMallocManaged(&answer, sizeof *answer);
    cudaMallocManaged(&one, sizeof *one);
    k<<<1, 1>>>(answer, one);
    cudaDeviceSynchronize();
    of_device<<<1, 1>>>(answer);
    of_device<<<1, 1>>>(one);
    cudaDeviceSynchronize();
    *one = holder<int>{(int)*one - 1}.plus<float>(0);
    pair p = {3};
    *one += (float)zeros[n][1];
    printf("device %d %g, host %d %g, %d\n", *answer, *one, p.sum() + product(2, 5) + pair::twice(4), *same(one),
           (int)__rdtsc());
}
