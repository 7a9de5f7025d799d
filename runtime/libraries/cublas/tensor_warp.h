/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernel with tensor cores needs of PTX for compute capability 8.0.
 *
 * Source: NVIDIA, PTX ISA 8.5: cp.async, ldmatrix, mma.
 */
#ifndef SIMGPU_CUBLAS_TENSOR_WARP_H
#define SIMGPU_CUBLAS_TENSOR_WARP_H

#include "gemm.h"

/* f(N) for each N from FROM to TO, each a constant. */
template <int N> struct warp_constant {
    constexpr __device__ operator int() const
    {
        return N;
    }
};
template <int FROM, int TO, class F> static __device__ __forceinline__ void warp_repeat(F f)
{
    if constexpr (FROM < TO) {
        f(warp_constant<FROM>());
        warp_repeat<FROM + 1, TO>(f);
    }
}
#define WARP_INLINE __attribute__((always_inline))

/* `bytes` of 16 from global to shared memory, and zeros for the rest; nobody waits. */
template <int OFFSET = 0>
static __device__ __forceinline__ void warp_copy(unsigned to, const void *from, int bytes)
{
    asm volatile("cp.async.cg.shared.global [%0+%3], [%1], 16, %2;" ::"r"(to), "l"(from),
                 "r"(bytes), "n"(OFFSET)
                 : "memory");
}

static __device__ __forceinline__ void warp_copies_end()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int LEFT> static __device__ __forceinline__ void warp_copies_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

/* Has the value computed here: not earlier and not later among the statements of this file. */
template <class T> static __device__ __forceinline__ void warp_now(T *&value)
{
    asm volatile("" : "+l"(value));
}
static __device__ __forceinline__ void warp_now(long long &value)
{
    asm volatile("" : "+l"(value));
}
template <class T> static __device__ __forceinline__ void warp_now(T &value)
{
    asm volatile("" : "+r"(value));
}

/* The thread's number, of which nothing is remembered from before: the loop over k has no register
 * for what follows from it. */
static __device__ __forceinline__ unsigned warp_thread()
{
    unsigned thread;
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    return thread;
}

/* Four matrices of 8 x 8; lane l says where row l % 8 of matrix l / 8 is. */
template <bool TRANSPOSED, int OFFSET>
static __device__ __forceinline__ void warp_load(unsigned (&to)[4], unsigned from)
{
    if (TRANSPOSED)
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4+%5];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(from), "n"(OFFSET)
                     : "memory");
    else
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4+%5];"
                     : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                     : "r"(from), "n"(OFFSET)
                     : "memory");
}

/* 16 bytes to memory. */
static __device__ __forceinline__ void warp_store(void *to, const unsigned (&value)[4])
{
    asm volatile("st.v4.b32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(value[0]), "r"(value[1]),
                 "r"(value[2]), "r"(value[3])
                 : "memory");
}

/* Zeros that the compiler does not write again where sums are used first. */
static __device__ __forceinline__ void warp_zero(float (&sums)[4])
{
    asm volatile("mov.f32 %0, 0f00000000;\n\tmov.f32 %1, 0f00000000;\n\tmov.f32 %2, 0f00000000;\n\t"
                 "mov.f32 %3, 0f00000000;"
                 : "=f"(sums[0]), "=f"(sums[1]), "=f"(sums[2]), "=f"(sums[3]));
}

/* sums += a b, 16 x 8 x 16, for halves and for bfloat16s. */
static __device__ __forceinline__ void
warp_multiply(const __half *, float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
static __device__ __forceinline__ void warp_multiply(const __nv_bfloat16 *, float (&d)[4],
                                                     const unsigned (&a)[4], unsigned b0,
                                                     unsigned b1)
{
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
        "{%8, %9}, {%0, %1, %2, %3};"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* Two numbers side by side, the first one low. */
static __device__ __forceinline__ unsigned warp_pair(const __half *, float low, float high)
{
    unsigned pair;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}
static __device__ __forceinline__ unsigned warp_pair(const __nv_bfloat16 *, float low, float high)
{
    unsigned pair;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
    return pair;
}

#endif
