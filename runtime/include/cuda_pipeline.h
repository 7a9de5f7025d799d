/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies to shared memory that a thread starts, groups and waits for: the functions of C, and
 * nvcuda::experimental::pipeline, which cuda::pipeline has replaced.
 *
 * From compute capability 8.0 on a copy is cp.async; below it is a load and a store.
 *
 * Source: CUDA C++ Programming Guide, "Pipeline Primitives Interface", and of 11.0, "Asynchronous
 * Copy"; PTX ISA, "cp.async".
 */
#ifndef SIMGPU_CUDA_PIPELINE_H
#define SIMGPU_CUDA_PIPELINE_H

#include "cuda_awbarrier.h"

#ifdef __CUDA__

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
#define SIMGPU_HAS_CP_ASYNC 1
#else
#define SIMGPU_HAS_CP_ASYNC 0
#endif

/* Bytes is 4, 8 or 16, and both addresses are multiples of it. Of the copy's end, zeros bytes are 0
 * and not read. */
template <unsigned int Bytes>
SIMGPU_DEVICE void simgpu_pipeline_copy(void *to, const void *from, unsigned int zeros)
{
    static_assert(Bytes == 4 || Bytes == 8 || Bytes == 16, "a copy has 4, 8 or 16 bytes");
#if SIMGPU_HAS_CP_ASYNC
    const unsigned int address = (unsigned int)__cvta_generic_to_shared(to);
    const size_t global = __cvta_generic_to_global(from);
    if (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(global),
                     "r"(16 - zeros)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(address), "l"(global),
                     "n"(Bytes), "r"(Bytes - zeros)
                     : "memory");
#else
    for (unsigned int i = 0; i < Bytes; i += 4) {
        unsigned int word = 0;
        if (i + 4 <= Bytes - zeros)
            word = ((const unsigned int *)from)[i / 4];
        else
            for (unsigned int k = i; k < Bytes - zeros; k++)
                word |= (unsigned int)((const unsigned char *)from)[k] << 8 * (k - i);
        ((unsigned int *)to)[i / 4] = word;
    }
#endif
}

SIMGPU_DEVICE void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from,
                                           size_t bytes, size_t zeros = 0)
{
    if (bytes == 16)
        simgpu_pipeline_copy<16>(to, from, (unsigned int)zeros);
    else if (bytes == 8)
        simgpu_pipeline_copy<8>(to, from, (unsigned int)zeros);
    else
        simgpu_pipeline_copy<4>(to, from, (unsigned int)zeros);
}

SIMGPU_DEVICE void __pipeline_commit()
{
#if SIMGPU_HAS_CP_ASYNC
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

template <unsigned int Groups> SIMGPU_DEVICE void simgpu_pipeline_wait()
{
#if SIMGPU_HAS_CP_ASYNC
    asm volatile("cp.async.wait_group %0;" ::"n"(Groups) : "memory");
#endif
}
/* Until at most the last groups are under way. More than eight wait for eight, which is safe. */
SIMGPU_DEVICE void __pipeline_wait_prior(size_t groups)
{
    switch (groups) {
    case 0:
        simgpu_pipeline_wait<0>();
        break;
    case 1:
        simgpu_pipeline_wait<1>();
        break;
    case 2:
        simgpu_pipeline_wait<2>();
        break;
    case 3:
        simgpu_pipeline_wait<3>();
        break;
    case 4:
        simgpu_pipeline_wait<4>();
        break;
    case 5:
        simgpu_pipeline_wait<5>();
        break;
    case 6:
        simgpu_pipeline_wait<6>();
        break;
    case 7:
        simgpu_pipeline_wait<7>();
        break;
    default:
        simgpu_pipeline_wait<8>();
        break;
    }
}

/* The barrier's phase ends only after this thread's copies. */
SIMGPU_DEVICE void __pipeline_arrive_on(__mbarrier_t *barrier)
{
#if SIMGPU_HAS_CP_ASYNC
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(simgpu_mbarrier_address(barrier))
                 : "memory");
#else
    (void)barrier;
#endif
}

namespace nvcuda
{
namespace experimental
{

class pipeline
{
  public:
    pipeline() = default;
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;

    __device__ size_t commit()
    {
        __pipeline_commit();
        return n_committed++;
    }
    __device__ void commit_and_wait()
    {
        commit();
        wait_prior<0>();
    }
    /* Until the group of that number is there. */
    __device__ void wait(size_t group)
    {
        const size_t later = n_committed - group - 1;
        __pipeline_wait_prior(group < n_committed ? later : 0);
    }
    template <unsigned int Groups> __device__ void wait_prior()
    {
        __pipeline_wait_prior(Groups);
    }
    __device__ void arrive_on(awbarrier &barrier)
    {
        __pipeline_arrive_on(barrier.native_handle());
    }

  private:
    size_t n_committed = 0;
};

/* One element. Its alignment says how many bytes a copy has; below four it is assigned. */
template <class To, class From>
__device__ inline void memcpy_async(To &to, const From &from, pipeline &pipe)
{
    constexpr unsigned int aligned = alignof(To) > 16 ? 16 : (unsigned int)alignof(To);
    (void)pipe;
    if constexpr (aligned < 4)
        to = from;
    else
        for (unsigned int i = 0; i < sizeof(To); i += aligned)
            simgpu_pipeline_copy<aligned>((char *)&to + i, (const char *)&from + i, 0);
}

} // namespace experimental
} // namespace nvcuda

#endif

#endif
