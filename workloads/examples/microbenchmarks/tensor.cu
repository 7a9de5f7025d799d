/* SPDX-License-Identifier: BSD-3-Clause */
/* Latency and rate of products of matrices, by shape and types.
 *
 * chain_X is one warp whose products wait for each other: cycles by product are the latency.
 * rate_X has eight warps a block with three chains each, which keep the tensor cores of an SM busy.
 * No operand comes from memory, and the values mean nothing.
 *
 * Source: W. Sun et al., "Dissecting Tensor Cores via Microbenchmarks" (IEEE TPDS 34(1), 2023),
 * section 4: a chain for the latency until completion; warps and chains side by side for the rate.
 * Differs: whole kernels are timed, see microbenchmarks.cu.
 */

enum { UNROLLED = 16, CHAINS = 3 };

/* The accumulators of a chain, and a product onto them; D: registers of d and c, A: of a, B: of b.
 */
#define D4 "{%0, %1, %2, %3}"
#define D2 "{%0, %1}"


#define PRODUCT_4_4_2(name, type, constraint, form)                                                \
    struct name {                                                                                  \
        type d[4];                                                                                 \
        __device__ __forceinline__ void multiply(unsigned a)                                       \
        {                                                                                          \
            asm volatile("mma.sync.aligned." form " " D4 ", {%4, %4, %4, %4}, {%4, %4}, " D4 ";"   \
                         : "+" constraint(d[0]), "+" constraint(d[1]), "+" constraint(d[2]),       \
                           "+" constraint(d[3])                                                    \
                         : "r"(a));                                                                \
        }                                                                                          \
    };
#define PRODUCT_4_2_1(name, type, constraint, form)                                                \
    struct name {                                                                                  \
        type d[4];                                                                                 \
        __device__ __forceinline__ void multiply(unsigned a)                                       \
        {                                                                                          \
            asm volatile("mma.sync.aligned." form " " D4 ", {%4, %4}, {%4}, " D4 ";"               \
                         : "+" constraint(d[0]), "+" constraint(d[1]), "+" constraint(d[2]),       \
                           "+" constraint(d[3])                                                    \
                         : "r"(a));                                                                \
        }                                                                                          \
    };
#define PRODUCT_2_4_2(name, form)                                                                  \
    struct name {                                                                                  \
        unsigned d[4];                                                                             \
        __device__ __forceinline__ void multiply(unsigned a)                                       \
        {                                                                                          \
            asm volatile("mma.sync.aligned." form " " D2 ", {%2, %2, %2, %2}, {%2, %2}, " D2 ";"   \
                         : "+r"(d[0]), "+r"(d[1])                                                  \
                         : "r"(a));                                                                \
        }                                                                                          \
    };
#define PRODUCT_2_2_1(name, form)                                                                  \
    struct name {                                                                                  \
        unsigned d[4];                                                                             \
        __device__ __forceinline__ void multiply(unsigned a)                                       \
        {                                                                                          \
            asm volatile("mma.sync.aligned." form " " D2 ", {%2, %2}, {%2}, " D2 ";"               \
                         : "+r"(d[0]), "+r"(d[1])                                                  \
                         : "r"(a));                                                                \
        }                                                                                          \
    };

PRODUCT_4_4_2(f16_k16, float, "f", "m16n8k16.row.col.f32.f16.f16.f32")
PRODUCT_4_2_1(f16_k8, float, "f", "m16n8k8.row.col.f32.f16.f16.f32")
PRODUCT_2_4_2(half_k16, "m16n8k16.row.col.f16.f16.f16.f16")
PRODUCT_2_2_1(half_k8, "m16n8k8.row.col.f16.f16.f16.f16")
PRODUCT_4_4_2(tf32_k8, float, "f", "m16n8k8.row.col.f32.tf32.tf32.f32")
PRODUCT_4_4_2(s8_k32, unsigned, "r", "m16n8k32.row.col.s32.s8.s8.s32")
PRODUCT_4_4_2(s4_k64, unsigned, "r", "m16n8k64.row.col.s32.s4.s4.s32")

/* .xor.popc stands behind the types. */
PRODUCT_4_4_2(b1_k256, unsigned, "r", "m16n8k256.row.col.s32.b1.b1.s32.xor.popc")

template <class P, int chains> static __device__ __forceinline__ void run(int rounds, unsigned *end)
{
    P product[chains] = {};
    unsigned a = 0;
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
#pragma unroll
            for (int c = 0; c < chains; c++)
                product[c].multiply(a);
    if (rounds == 0) /* so that nothing is left out */
        *end = (unsigned)product[chains - 1].d[0];
}

#define KERNELS(name)                                                                              \
    extern "C" __global__ void chain_##name(int rounds, unsigned *end)                             \
    {                                                                                              \
        run<name, 1>(rounds, end);                                                                 \
    }                                                                                              \
    extern "C" __global__ void rate_##name(int rounds, unsigned *end)                              \
    {                                                                                              \
        run<name, CHAINS>(rounds, end);                                                            \
    }

KERNELS(f16_k16)
KERNELS(f16_k8)
KERNELS(half_k16)
KERNELS(half_k8)
KERNELS(tf32_k8)
KERNELS(s8_k32)
KERNELS(s4_k64)
KERNELS(b1_k256)
