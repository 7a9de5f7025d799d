/* SPDX-License-Identifier: BSD-3-Clause */
/* What a kernel with tensor cores needs of PTX for compute capability 9.0: boxes of a tensor that
 * TMA copies to shared memory, mbarriers, and products of warp groups with both matrices in shared
 * memory.
 *
 * Inline PTX. nvcc wants -arch=sm_90a for it.
 *
 * Source: NVIDIA, PTX ISA 8.6: "mbarrier", "cp.async.bulk.tensor", "Asynchronous Warpgroup Level
 *   Matrix Instructions" and the figures of layouts there.
 */
#ifndef SIMGPU_TENSOR_COMMON_WARP_GROUP_H
#define SIMGPU_TENSOR_COMMON_WARP_GROUP_H

#include <cuda.h>

/* Barriers are places in shared memory, of 8 bytes each. */
static __device__ __forceinline__ void barrier_init(unsigned barrier, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}

/* After all barriers' init: so that TMA sees them. */
static __device__ __forceinline__ void barriers_ready()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

static __device__ __forceinline__ void barrier_arrive(unsigned barrier)
{
    asm volatile("{.reg .b64 s; mbarrier.arrive.shared.b64 s, [%0];}" ::"r"(barrier) : "memory");
}

/* Arrives; the phase also waits for so many bytes of copies. */
static __device__ __forceinline__ void barrier_expect(unsigned barrier, unsigned bytes)
{
    asm volatile(
        "{.reg .b64 s;"
        "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 s, [%0], %1;}" ::"r"(barrier),
        "r"(bytes)
        : "memory");
}

/* Waits until the phase of this parity is over. */
static __device__ __forceinline__ void barrier_wait(unsigned barrier, unsigned parity)
{
    unsigned done = 0;
    while (!done)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                     "selp.u32 %0, 1, 0, p;}"
                     : "=r"(done)
                     : "r"(barrier), "r"(parity)
                     : "memory");
}

/* The box whose first element is in this column and row of the tensor; its bytes count at the
 * barrier. One thread asks for it. */
static __device__ __forceinline__ void copy_box(unsigned to, const CUtensorMap *map, int column,
                                                int row, unsigned barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(to),
                 "l"(map), "r"(column), "r"(row), "r"(barrier)
                 : "memory");
}

/* A matrix in shared memory, swizzled in lines of 128 bytes, at a multiple of 1,024 bytes or slices
 * of lines on. Eight lines are a pattern. STRIDE bytes lead to the next pattern along the lines'
 * number, LEADING bytes to the next one along the lines. */
template <unsigned LEADING, unsigned STRIDE>
static __device__ __forceinline__ unsigned long long matrix_at(unsigned place)
{
    return (place & 0x3ffff) >> 4 | (unsigned long long)(LEADING / 16) << 16 |
           (unsigned long long)(STRIDE / 16) << 32 | 1ull << 62;
}

/* Before a warp group's first product, and after other instructions have touched its sums. */
static __device__ __forceinline__ void products_begin()
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
}

/* Ends a group of products. */
static __device__ __forceinline__ void products_end()
{
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

/* Waits until at most LEFT groups are unfinished. */
template <int LEFT> static __device__ __forceinline__ void products_wait()
{
    asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(LEFT) : "memory");
}

/* Sums as operands of an instruction, eight products of 8 columns at a time, and their names. */
#define SUMS_4(d, j)              "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
#define SUMS_16(d, j)             SUMS_4(d, j), SUMS_4(d, j + 1), SUMS_4(d, j + 2), SUMS_4(d, j + 3)
#define SUMS_32(d, j)             SUMS_16(d, j), SUMS_16(d, j + 4)
#define NAME_2(t, u)              "%" #t #u ", "
#define NAMES_5(t, a, b, c, e, f) NAME_2(t, a) NAME_2(t, b) NAME_2(t, c) NAME_2(t, e) NAME_2(t, f)
#define NAMES_10(t)               NAMES_5(t, 0, 1, 2, 3, 4) NAMES_5(t, 5, 6, 7, 8, 9)
#define NAMES_30                  NAMES_10() NAMES_10(1) NAMES_10(2)
#define NAMES_60                  NAMES_30 NAMES_10(3) NAMES_10(4) NAMES_10(5)
#define NAMES_120                 NAMES_60 NAMES_10(6) NAMES_10(7) NAMES_10(8) NAMES_10(9) NAMES_10(10) NAMES_10(11)

#define GROUP_PRODUCT(n, names, a, b, adds)                                                        \
    "{.reg .pred p; setp.ne.b32 p, " adds ", 0;"                                                   \
    "wgmma.mma_async.sync.aligned.m64n" #n "k16.f32.f16.f16 {" names "}, " a ", " b                \
    ", p, 1, 1, 0, 1;}"

/* d = a b, or d += a b if `adds` is not 0, when the group is done. a is 64 x 16 halves by rows, b
 * is 16 x 8 WIDE halves, also by rows. Warp w of the group has rows 16 w and on of d, 8 columns in
 * each d[j]: lane l has columns 2 (l % 4) and the next one, in row l / 4 (d[j][0], d[j][1]) and
 * eight rows below. */
template <int WIDE>
static __device__ __forceinline__ void group_multiply(float (&d)[WIDE][4], unsigned long long a,
                                                      unsigned long long b, int adds)
{
    static_assert(WIDE == 8 || WIDE == 16 || WIDE == 32, "64, 128 or 256 columns");
    if constexpr (WIDE == 8)
        asm volatile(GROUP_PRODUCT(64, NAMES_30 "%30, %31", "%32", "%33", "%34")
                     : SUMS_32(d, 0)
                     : "l"(a), "l"(b), "r"(adds)
                     : "memory");
    else if constexpr (WIDE == 16)
        asm volatile(GROUP_PRODUCT(128, NAMES_60 "%60, %61, %62, %63", "%64", "%65", "%66")
                     : SUMS_32(d, 0), SUMS_32(d, 8)
                     : "l"(a), "l"(b), "r"(adds)
                     : "memory");
    else
        asm volatile(GROUP_PRODUCT(256, NAMES_120 NAMES_5(12, 0, 1, 2, 3, 4) "%125, %126, %127",
                                   "%128", "%129", "%130")
                     : SUMS_32(d, 0), SUMS_32(d, 8), SUMS_32(d, 16), SUMS_32(d, 24)
                     : "l"(a), "l"(b), "r"(adds)
                     : "memory");
}

#endif
