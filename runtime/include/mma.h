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

/* ---- instructions --------------------------------------------------------------------------- */

/* Macros make a function for each form.
 *
 * SIMGPU_WMMA_NAMES_n and SIMGPU_WMMA_ARGS_n are n operands p0, p1, ... of an asm statement: in its
 * text, and behind its colons, of the array r with the constraint c. On the host there is no asm.
 */
#ifdef __CUDA_ARCH__
#define SIMGPU_WMMA_ASM(...) asm volatile(__VA_ARGS__)
#else
#define SIMGPU_WMMA_ASM(...) ((void)0)
#endif

#define SIMGPU_WMMA_LIST_1(p) "%[" #p "0]"
#define SIMGPU_WMMA_LIST_2(p) SIMGPU_WMMA_LIST_1(p) ", %[" #p "1]"
#define SIMGPU_WMMA_LIST_4(p) SIMGPU_WMMA_LIST_2(p) ", %[" #p "2], %[" #p "3]"
#define SIMGPU_WMMA_LIST_8(p)                                                                      \
    SIMGPU_WMMA_LIST_4(p) ", %[" #p "4], %[" #p "5], %[" #p "6], %[" #p "7]"
#define SIMGPU_WMMA_NAMES(n, p) "{" SIMGPU_WMMA_LIST_##n(p) "}"

#define SIMGPU_WMMA_ARGS_1(p, c, r) [p##0] c(r[0])
#define SIMGPU_WMMA_ARGS_2(p, c, r) SIMGPU_WMMA_ARGS_1(p, c, r), [p##1] c(r[1])
#define SIMGPU_WMMA_ARGS_4(p, c, r) SIMGPU_WMMA_ARGS_2(p, c, r), [p##2] c(r[2]), [p##3] c(r[3])
#define SIMGPU_WMMA_ARGS_8(p, c, r)                                                                \
    SIMGPU_WMMA_ARGS_4(p, c, r), [p##4] c(r[4]), [p##5] c(r[5]), [p##6] c(r[6]), [p##7] c(r[7])

/* A fragment's registers. */
#define SIMGPU_WMMA_TAKE(word, n, r, fragment)                                                     \
    word r[n];                                                                                     \
    __builtin_memcpy(r, (fragment).x, sizeof r)

/* load_matrix_sync of A or B. use: matrix_a, "a"; layout: row_major, "row"; n words of a type whose
 * constraint is c. */
#define SIMGPU_WMMA_LOAD(use, letter, layout, way, m, n, k, type, pointed, name, count, word, c)   \
    SIMGPU_WMMA_DEVICE void load_matrix_sync(fragment<use, m, n, k, type, layout> &f,              \
                                             const pointed *at, unsigned ldm)                      \
    {                                                                                              \
        word r[count] = {};                                                                        \
        SIMGPU_WMMA_ASM("wmma.load." letter ".sync.aligned." way ".m" #m "n" #n "k" #k "." name    \
                        " " SIMGPU_WMMA_NAMES(count, r) ", [%[at]], %[ldm];"                       \
                        : SIMGPU_WMMA_ARGS_##count(r, "=" c, r)                                    \
                        : [at] "l"(at), [ldm] "r"(ldm)                                             \
                        : "memory");                                                               \
        __builtin_memcpy(f.x, r, sizeof r);                                                        \
    }

#define SIMGPU_WMMA_LOAD_SUMS_BY(way, m, n, k, name, count, c)                                     \
    SIMGPU_WMMA_ASM("wmma.load.c.sync.aligned." way ".m" #m "n" #n "k" #k "." name                 \
                    " " SIMGPU_WMMA_NAMES(count, r) ", [%[at]], %[ldm];"                           \
                    : SIMGPU_WMMA_ARGS_##count(r, "=" c, r)                                        \
                    : [at] "l"(at), [ldm] "r"(ldm)                                                 \
                    : "memory")

#define SIMGPU_WMMA_STORE_SUMS_BY(way, m, n, k, name, count, c)                                    \
    SIMGPU_WMMA_ASM("wmma.store.d.sync.aligned." way ".m" #m "n" #n "k" #k "." name                \
                    " [%[at]], " SIMGPU_WMMA_NAMES(count, r) ", %[ldm];" ::[at] "l"(at),           \
                    [ldm] "r"(ldm), SIMGPU_WMMA_ARGS_##count(r, c, r)                              \
                    : "memory")

/* The accumulators' fragment, its load and its store. */
#define SIMGPU_WMMA_SUMS(m, n, k, type, elements, name, count, word, c)                            \
    template <>                                                                                    \
    class fragment<accumulator, m, n, k, type, void>                                               \
        : public simgpu_elements<type, type, elements>                                             \
    {                                                                                              \
    };                                                                                             \
    SIMGPU_WMMA_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, type> &f,              \
                                             const type *at, unsigned ldm, layout_t layout)        \
    {                                                                                              \
        word r[count] = {};                                                                        \
        if (layout == mem_row_major)                                                               \
            SIMGPU_WMMA_LOAD_SUMS_BY("row", m, n, k, name, count, c);                              \
        else                                                                                       \
            SIMGPU_WMMA_LOAD_SUMS_BY("col", m, n, k, name, count, c);                              \
        __builtin_memcpy(f.x, r, sizeof r);                                                        \
    }                                                                                              \
    SIMGPU_WMMA_DEVICE void store_matrix_sync(                                                     \
        type *at, const fragment<accumulator, m, n, k, type> &f, unsigned ldm, layout_t layout)    \
    {                                                                                              \
        SIMGPU_WMMA_TAKE(word, count, r, f);                                                       \
        if (layout == mem_row_major)                                                               \
            SIMGPU_WMMA_STORE_SUMS_BY("row", m, n, k, name, count, c);                             \
        else                                                                                       \
            SIMGPU_WMMA_STORE_SUMS_BY("col", m, n, k, name, count, c);                             \
    }

/* One wmma.mma: `head` is all before the registers. */
#define SIMGPU_WMMA_MMA_BY(head, dn, dc, an, ac, bn, cn, cc)                                       \
    SIMGPU_WMMA_ASM(head " " SIMGPU_WMMA_NAMES(dn, d) ", " SIMGPU_WMMA_NAMES(                      \
                        an, a) ", " SIMGPU_WMMA_NAMES(bn, b) ", " SIMGPU_WMMA_NAMES(cn, c) ";"     \
                    : SIMGPU_WMMA_ARGS_##dn(d, "=" dc, rd)                                         \
                    : SIMGPU_WMMA_ARGS_##an(a, ac, ra), SIMGPU_WMMA_ARGS_##bn(b, ac, rb),          \
                      SIMGPU_WMMA_ARGS_##cn(c, cc, rc))

/* mma_sync of fragments with given layouts. types: what follows the shape in PTX. */
#define SIMGPU_WMMA_MMA_OF(la, wa, lb, wb, m, n, k, type, types, an, aw, ac, bn, dtype, dn, dw,    \
                           dc, ctype, cn, cw, cc)                                                  \
    SIMGPU_WMMA_DEVICE void mma_sync(                                                              \
        fragment<accumulator, m, n, k, dtype> &d, const fragment<matrix_a, m, n, k, type, la> &a,  \
        const fragment<matrix_b, m, n, k, type, lb> &b,                                            \
        const fragment<accumulator, m, n, k, ctype> &c, bool satf = false)                         \
    {                                                                                              \
        SIMGPU_WMMA_TAKE(aw, an, ra, a);                                                           \
        SIMGPU_WMMA_TAKE(aw, bn, rb, b);                                                           \
        SIMGPU_WMMA_TAKE(cw, cn, rc, c);                                                           \
        dw rd[dn] = {};                                                                            \
        if (satf)                                                                                  \
            SIMGPU_WMMA_MMA_BY("wmma.mma.sync.aligned." wa "." wb ".m" #m "n" #n "k" #k "." types  \
                               ".satfinite",                                                       \
                               dn, dc, an, ac, bn, cn, cc);                                        \
        else                                                                                       \
            SIMGPU_WMMA_MMA_BY("wmma.mma.sync.aligned." wa "." wb ".m" #m "n" #n "k" #k "." types, \
                               dn, dc, an, ac, bn, cn, cc);                                        \
        __builtin_memcpy(d.x, rd, sizeof rd);                                                      \
    }

/* The same of all four pairs of layouts. */
#define SIMGPU_WMMA_MMA(...)                                                                       \
    SIMGPU_WMMA_MMA_OF(row_major, "row", row_major, "row", __VA_ARGS__)                            \
    SIMGPU_WMMA_MMA_OF(row_major, "row", col_major, "col", __VA_ARGS__)                            \
    SIMGPU_WMMA_MMA_OF(col_major, "col", row_major, "row", __VA_ARGS__)                            \
    SIMGPU_WMMA_MMA_OF(col_major, "col", col_major, "col", __VA_ARGS__)

/* The fragment of A or B, and its loads. */
#define SIMGPU_WMMA_MULTIPLICAND(use, letter, m, n, k, type, element, elements, name, count, word, \
                                 c)                                                                \
    template <typename Layout>                                                                     \
    class fragment<use, m, n, k, type, Layout> : public simgpu_elements<type, element, elements>   \
    {                                                                                              \
    };                                                                                             \
    SIMGPU_WMMA_LOAD(use, letter, row_major, "row", m, n, k, type, element, name, count, word, c)  \
    SIMGPU_WMMA_LOAD(use, letter, col_major, "col", m, n, k, type, element, name, count, word, c)

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
