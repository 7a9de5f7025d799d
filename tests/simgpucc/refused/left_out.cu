/* SPDX-License-Identifier: BSD-3-Clause */
/* What nvcc takes and clang does not, several at a time, so that some are seen only when others are mended: no
 * "template" and no "typename" where they belong, host code with objects whose constructors are for devices, arguments
 * behind a function template's name, a launch in parts, a default argument that nobody uses, and memcpy passed on. */
#include <cstdio>
#include <cstring>
#include <thread>

struct counter {
    unsigned long long value;
    int seen = 3;
    __device__ counter() : value{1} { seen = threadIdx.x; }
    __device__ counter(unsigned long long v)
        : value(v)
    {
        seen = threadIdx.x + 1;
    }
};
struct queue {
    counter count;
    int length;
    queue() : length(4) {}
    void reset() { count = 7ull; }
};
struct host_only {
    int *p;
    host_only() : p(nullptr) {}
};
struct both {
    host_only host;
    counter device;
};

struct adder {
    template <int N> __device__ int add(int x) { return N + x; }
    template <bool B> __device__ bool is(int x) { return B && x >= 0; }
};

template <class T> __device__ int add_with(T *t, int x)
{
    if (!t->is<true>(x))
        return 0;
    return t->add<3>(x) + t->add<4>(x);
}

template <class T> struct kinds {
    enum kind { NONE, SOME };
    __device__ kind of(T t);
};
template <class T> __device__ kinds<T>::kind kinds<T>::of(T t)
{
    return t ? SOME : NONE;
}

/* A reference to a temporary object, which no call asks for. */
template <class T> int number_of(const T &from, queue &to = queue());
template <class T> int number_of(const T &from, queue &to)
{
    return to.length = (int)from;
}

template <class T> __device__ T twice(T x);
template <class T> __device__ T twice<T>(T x)
{
    return 2 * x;
}

__global__ void k(int *result, queue *q)
{
    adder a;
    kinds<int> some;
    counter c;
    memcpy(&q->length, &c.seen, sizeof c.seen);
    result[threadIdx.x] = twice(add_with(&a, threadIdx.x)) + some.of(threadIdx.x);
}

int main()
{
    queue q;
    both b;
    q.reset();
    number_of(5.5, q);
    printf("queue %llu %d %d, both %llu %d\n", q.count.value, q.count.seen, q.length, b.device.value, b.device.seen);
    int *result;
    queue *shown;
    cudaMallocManaged(&result, 2 * sizeof *result);
    cudaMallocManaged(&shown, sizeof *shown);
    k<< <1, 2>> >(result, shown);
    cudaDeviceSynchronize();
    char from[8] = "passed", to[8];
    std::thread copies(memcpy, (void *)to, (const void *)from, sizeof from);
    copies.join();
    printf("kernel %d %d, memcpy %s\n", result[0], result[1], to);
    return 0;
}
