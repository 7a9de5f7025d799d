/* SPDX-License-Identifier: BSD-3-Clause */
/* nvcuda::wmma: products of matrices by the warp, each call one wmma instruction.
 *
 * A fragment's x[] has the elements of one lane. Which ones they are is left open. In simgpu they
 * lie as for mma (workloads/ptx/analysis/wmma_form.h), and where CUDA asks for more elements than a
 * lane needs, some appear twice.
 *
 * Source: CUDA C++ Programming Guide, "Warp Matrix Functions". Differs: mma_sync with satf and
 * floats compiles, and fails when it runs. precision::tf32 and __nv_bfloat16 need compute
 * capability 8.0, as does double; integers 7.2, smaller ones 7.5. Nothing checks this.
 */
#ifndef SIMGPU_CUDA_MMA_H
#define SIMGPU_CUDA_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "simgpu/wmma_asm.h"

#define SIMGPU_WMMA_DEVICE static __device__ inline __attribute__((always_inline))

namespace nvcuda
{
namespace wmma
{

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision
{
struct tf32;
}
namespace experimental
{
namespace precision
{
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/* T: the type that it is named by; S: what memory and x[] have. */
template <typename T, typename S, int n> struct simgpu_elements {
    enum { num_elements = n, num_storage_elements = n };
    typedef T element_type;
    typedef S storage_element_type;
    S x[n];
};

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment;

template <typename Use, int m, int n, int k, typename T, typename Layout, typename V>
SIMGPU_WMMA_DEVICE void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const V &value)
{
    typedef typename fragment<Use, m, n, k, T, Layout>::storage_element_type element;
#pragma unroll
    for (int i = 0; i < fragment<Use, m, n, k, T, Layout>::num_storage_elements; i++)
        f.x[i] = static_cast<element>(value);
}

/* The nearest tf32; ties away from zero. */
static __device__ inline float __float_to_tf32(float x)
{
#ifdef __CUDA_ARCH__
    unsigned bits;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
    return __uint_as_float(bits);
#else
    return x;
#endif
}

/* ---- 16-bit floats -------------------------------------------------------------------------- */

#define SIMGPU_WMMA_HALF(m, n, k)                                                                  \
    SIMGPU_WMMA_MULTIPLICAND(matrix_a, "a", m, n, k, __half, __half, 16, "f16", 8, unsigned, "r")  \
    SIMGPU_WMMA_MULTIPLICAND(matrix_b, "b", m, n, k, __half, __half, 16, "f16", 8, unsigned, "r")  \
    SIMGPU_WMMA_SUMS(m, n, k, __half, 8, "f16", 4, unsigned, "r")                                  \
    SIMGPU_WMMA_SUMS(m, n, k, float, 8, "f32", 8, float, "f")                                      \
    SIMGPU_WMMA_MMA(m, n, k, __half, "f16.f16", 8, unsigned, "r", 8, __half, 4, unsigned, "r",     \
                    __half, 4, unsigned, "r")                                                      \
    SIMGPU_WMMA_MMA(m, n, k, __half, "f32.f16", 8, unsigned, "r", 8, float, 8, float, "f", __half, \
                    4, unsigned, "r")                                                              \
    SIMGPU_WMMA_MMA(m, n, k, __half, "f16.f32", 8, unsigned, "r", 8, __half, 4, unsigned, "r",     \
                    float, 8, float, "f")                                                          \
    SIMGPU_WMMA_MMA(m, n, k, __half, "f32.f32", 8, unsigned, "r", 8, float, 8, float, "f", float,  \
                    8, float, "f")
SIMGPU_WMMA_HALF(16, 16, 16)
SIMGPU_WMMA_HALF(32, 8, 16)
SIMGPU_WMMA_HALF(8, 32, 16)

/* ea, ra: elements and registers of A; eb, rb: of B. */
#define SIMGPU_WMMA_BF16(m, n, k, ea, ra, eb, rb)                                                  \
    SIMGPU_WMMA_MULTIPLICAND(matrix_a, "a", m, n, k, __nv_bfloat16, __nv_bfloat16, ea, "bf16", ra, \
                             unsigned, "r")                                                        \
    SIMGPU_WMMA_MULTIPLICAND(matrix_b, "b", m, n, k, __nv_bfloat16, __nv_bfloat16, eb, "bf16", rb, \
                             unsigned, "r")                                                        \
    SIMGPU_WMMA_MMA(m, n, k, __nv_bfloat16, "f32.bf16.bf16.f32", ra, unsigned, "r", rb, float, 8,  \
                    float, "f", float, 8, float, "f")
SIMGPU_WMMA_BF16(16, 16, 16, 8, 4, 8, 4)
SIMGPU_WMMA_BF16(32, 8, 16, 16, 8, 4, 2)
SIMGPU_WMMA_BF16(8, 32, 16, 4, 2, 16, 8)

/* ---- other floats --------------------------------------------------------------------------- */

SIMGPU_WMMA_MULTIPLICAND(matrix_a, "a", 16, 16, 8, precision::tf32, float, 4, "tf32", 4, unsigned,
                         "r")
SIMGPU_WMMA_MULTIPLICAND(matrix_b, "b", 16, 16, 8, precision::tf32, float, 4, "tf32", 4, unsigned,
                         "r")
SIMGPU_WMMA_SUMS(16, 16, 8, float, 8, "f32", 8, float, "f")
SIMGPU_WMMA_MMA(16, 16, 8, precision::tf32, "f32.tf32.tf32.f32", 4, unsigned, "r", 4, float, 8,
                float, "f", float, 8, float, "f")

SIMGPU_WMMA_MULTIPLICAND(matrix_a, "a", 8, 8, 4, double, double, 1, "f64", 1, double, "d")
SIMGPU_WMMA_MULTIPLICAND(matrix_b, "b", 8, 8, 4, double, double, 1, "f64", 1, double, "d")
SIMGPU_WMMA_SUMS(8, 8, 4, double, 2, "f64", 2, double, "d")
SIMGPU_WMMA_MMA(8, 8, 4, double, "f64.f64.f64.f64", 1, double, "d", 1, double, 2, double, "d",
                double, 2, double, "d")

/* ---- integers ------------------------------------------------------------------------------- */

#define SIMGPU_WMMA_BYTES(m, n, k, type, name, ea, ra, eb, rb)                                     \
    SIMGPU_WMMA_MULTIPLICAND(matrix_a, "a", m, n, k, type, type, ea, name, ra, unsigned, "r")      \
    SIMGPU_WMMA_MULTIPLICAND(matrix_b, "b", m, n, k, type, type, eb, name, rb, unsigned, "r")      \
    SIMGPU_WMMA_MMA(m, n, k, type, "s32." name "." name ".s32", ra, unsigned, "r", rb, int, 8,     \
                    int, "r", int, 8, int, "r")
#define SIMGPU_WMMA_BYTES_OF(type, name)                                                           \
    SIMGPU_WMMA_BYTES(16, 16, 16, type, name, 8, 2, 8, 2)                                          \
    SIMGPU_WMMA_BYTES(32, 8, 16, type, name, 16, 4, 4, 1)                                          \
    SIMGPU_WMMA_BYTES(8, 32, 16, type, name, 4, 1, 16, 4)
SIMGPU_WMMA_SUMS(16, 16, 16, int, 8, "s32", 8, int, "r")
SIMGPU_WMMA_SUMS(32, 8, 16, int, 8, "s32", 8, int, "r")
SIMGPU_WMMA_SUMS(8, 32, 16, int, 8, "s32", 8, int, "r")
SIMGPU_WMMA_BYTES_OF(signed char, "s8")
SIMGPU_WMMA_BYTES_OF(unsigned char, "u8")

/* Smaller than a byte: A by rows, B by columns; x[0] has 32 bits of them. */
#define SIMGPU_WMMA_SMALL(k, type, element, name)                                                  \
    template <>                                                                                    \
    class fragment<matrix_a, 8, 8, k, type, row_major> : public simgpu_elements<type, element, 1>  \
    {                                                                                              \
    };                                                                                             \
    template <>                                                                                    \
    class fragment<matrix_b, 8, 8, k, type, col_major> : public simgpu_elements<type, element, 1>  \
    {                                                                                              \
    };                                                                                             \
    SIMGPU_WMMA_LOAD(matrix_a, "a", row_major, "row", 8, 8, k, type, void, name, 1, unsigned, "r") \
    SIMGPU_WMMA_LOAD(matrix_b, "b", col_major, "col", 8, 8, k, type, void, name, 1, unsigned, "r")
SIMGPU_WMMA_SUMS(8, 8, 128, int, 2, "s32", 2, int, "r")
SIMGPU_WMMA_SUMS(8, 8, 32, int, 2, "s32", 2, int, "r")
SIMGPU_WMMA_SMALL(128, experimental::precision::b1, unsigned, "b1")
SIMGPU_WMMA_SMALL(32, experimental::precision::s4, int, "s4")
SIMGPU_WMMA_SMALL(32, experimental::precision::u4, unsigned, "u4")
SIMGPU_WMMA_MMA_OF(row_major, "row", col_major, "col", 8, 8, 32, experimental::precision::s4,
                   "s32.s4.s4.s32", 1, unsigned, "r", 1, int, 2, int, "r", int, 2, int, "r")
SIMGPU_WMMA_MMA_OF(row_major, "row", col_major, "col", 8, 8, 32, experimental::precision::u4,
                   "s32.u4.u4.s32", 1, unsigned, "r", 1, int, 2, int, "r", int, 2, int, "r")

SIMGPU_WMMA_DEVICE void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
          const fragment<accumulator, 8, 8, 128, int> &c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    SIMGPU_WMMA_TAKE(unsigned, 1, ra, a);
    SIMGPU_WMMA_TAKE(unsigned, 1, rb, b);
    SIMGPU_WMMA_TAKE(int, 2, rc, c);
    int rd[2] = {};
    if (op == experimental::bmmaBitOpXOR)
        SIMGPU_WMMA_MMA_BY("wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", 2, "r",
                           1, "r", 1, 2, "r");
    else
        SIMGPU_WMMA_MMA_BY("wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32", 2, "r",
                           1, "r", 1, 2, "r");
    __builtin_memcpy(d.x, rd, sizeof rd);
}

} // namespace wmma
} // namespace nvcuda

#undef SIMGPU_WMMA_HALF
#undef SIMGPU_WMMA_BF16
#undef SIMGPU_WMMA_BYTES
#undef SIMGPU_WMMA_BYTES_OF
#undef SIMGPU_WMMA_SMALL
#undef SIMGPU_WMMA_DEVICE

#endif
