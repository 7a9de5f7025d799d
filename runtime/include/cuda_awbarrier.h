/* SPDX-License-Identifier: BSD-3-Clause */
/* nvcuda::experimental::awbarrier, which cuda::barrier has replaced: a barrier in shared memory in
 * which arriving and waiting are two steps.
 *
 * Source: CUDA C++ Programming Guide 11.0, "Asynchronous Barrier".
 */
#ifndef SIMGPU_CUDA_AWBARRIER_H
#define SIMGPU_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#ifdef __CUDA__
namespace nvcuda
{
namespace experimental
{

class awbarrier
{
  public:
    typedef __mbarrier_token_t arrival_token;

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;

    static __device__ unsigned int max()
    {
        return __mbarrier_maximum_count();
    }
    __device__ void arrive_and_drop()
    {
        __mbarrier_arrive_and_drop(&word);
    }
    __device__ arrival_token arrive()
    {
        return __mbarrier_arrive(&word);
    }
    __device__ bool timed_wait_parity(bool parity, unsigned int nanoseconds)
    {
        return __mbarrier_try_wait_parity(&word, parity, nanoseconds);
    }
    __device__ void wait(arrival_token token)
    {
        while (!__mbarrier_test_wait(&word, token))
            ;
    }
    __device__ void arrive_and_wait()
    {
        wait(arrive());
    }
    __device__ __mbarrier_t *native_handle()
    {
        return &word;
    }

  private:
    __mbarrier_t word;
    friend __device__ inline void init(awbarrier *barrier, unsigned int expected)
    {
        __mbarrier_init(&barrier->word, expected);
    }
    friend __device__ inline void inval(awbarrier *barrier)
    {
        __mbarrier_inval(&barrier->word);
    }
};

} // namespace experimental
} // namespace nvcuda
#endif

#endif
