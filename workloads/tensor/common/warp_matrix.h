/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel with tensor cores needs of PTX for compute capability 8.0: copies from global to
 * shared memory that nobody waits for, matrices of 8 x 8 halves out of shared memory, and the
 * product of a warp, 16 x 8 x 16.
 *
 * Inline PTX: it compiles with simgpucc and with nvcc.
 *
 * Source: NVIDIA, PTX ISA 8.5, 9.7.8.25 (cp.async), 9.7.14.5 (mma, ldmatrix) and the figures of
 *   who holds which element there.
 */
#ifndef SIMGPU_TENSOR_COMMON_WARP_MATRIX_H
#define SIMGPU_TENSOR_COMMON_WARP_MATRIX_H

#include <cuda_fp16.h>
#include <utility>

/* For the lambdas below: what they capture must stay in registers. */
#define TENSOR_INLINE __attribute__((always_inline))

/* A number that is known when the kernel is compiled. */
template <int N> struct known {
    __host__ __device__ constexpr operator int() const
    {
        return N;
    }
};

/* Calls f(0), f(1), ... f(N - 1), each with a number that the compiler knows: it can stand in an
 * instruction. */
template <class F, int... I>
static __device__ __forceinline__ void repeat(F f, std::integer_sequence<int, I...>)
{
    (f(known<I>()), ...);
}

template <int N, class F> static __device__ __forceinline__ void repeat(F f)
{
    repeat(f, std::make_integer_sequence<int, N>());
}

/* A place in shared memory as PTX counts it, in bytes. */
static __device__ __forceinline__ unsigned shared_place(const void *pointer)
{
    return (unsigned)__cvta_generic_to_shared(pointer);
}

/* 16 bytes to OFFSET bytes behind `to`, past L1. */
template <int OFFSET = 0>
static __device__ __forceinline__ void copy_16(unsigned to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0 + %2], [%1], 16;" ::"r"(to), "l"(from), "n"(OFFSET)
                 : "memory");
}

/* Ends a group of copies. */
static __device__ __forceinline__ void copies_end()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until at most LEFT of this thread's groups are on their way. */
template <int LEFT> static __device__ __forceinline__ void copies_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(LEFT) : "memory");
}

/* Four matrices of 8 x 8 halves. Lane l says where row l % 8 of matrix l / 8 is, OFFSET bytes
 * behind `from`; it gets elements 2 (l % 4) and the next one of row l / 4 of each. */
template <int OFFSET = 0>
static __device__ __forceinline__ void load_4(unsigned (&to)[4], unsigned from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4 + %5];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from), "n"(OFFSET)
                 : "memory");
}

/* The same, each matrix transposed on its way. */
template <int OFFSET = 0>
static __device__ __forceinline__ void load_4_transposed(unsigned (&to)[4], unsigned from)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4 + %5];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(from), "n"(OFFSET)
                 : "memory");
}

/* d += a b: a of 16 x 16 halves, b of 16 x 8 halves, d of 16 x 8 floats. Lane l has of d the
 * columns 2 (l % 4) and the next one, in row l / 4 (d[0], d[1]) and eight rows below (d[2], d[3]).
 */
static __device__ __forceinline__ void multiply_add(float (&d)[4], const unsigned (&a)[4],
                                                    unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* 16 bytes of global memory. */
static __device__ __forceinline__ void store_4(float *to, float x, float y, float z, float w)
{
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(x), "f"(y), "f"(z),
                 "f"(w)
                 : "memory");
}

#endif
