/* SPDX-License-Identifier: BSD-3-Clause */
/* libcu++ as Debian packages it: atomics with scopes, a barrier of a block, a pipeline, and the standard
 * library's parts in kernels. */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>

static const int THREADS = 64, BLOCKS = 3;

__device__ cuda::atomic<int, cuda::thread_scope_device> arrived(0);

__global__ void use(int *out)
{
    typedef cuda::barrier<cuda::thread_scope_block> block_barrier;
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ block_barrier others[2];
    __shared__ int words[THREADS];
    if (threadIdx.x == 0) {
        init(&barrier, THREADS);
        for (int i = 0; i < 2; i++)
            init(&others[i], THREADS);
    }
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        words[threadIdx.x] = (round + 1) * threadIdx.x;
        /* Lanes of a warp arrive apart, and some wait while others have yet to come. */
        if (threadIdx.x % 3 == 0) {
            barrier.arrive_and_wait();
            words[threadIdx.x] += round;
        } else {
            for (unsigned i = 0; i < threadIdx.x; i++)
                words[threadIdx.x] = words[threadIdx.x] * 3 - 2 * words[threadIdx.x];
            block_barrier::arrival_token token = barrier.arrive();
            words[threadIdx.x] += round;
            barrier.wait(cuda::std::move(token));
        }
        barrier.arrive_and_wait();
        const int next = words[(threadIdx.x + 1) % THREADS];
        others[round & 1].arrive_and_wait();
        const cuda::std::tuple<int, int> both(next - round, round);
        const cuda::std::array<int, 2> list = {cuda::std::get<0>(both), cuda::std::get<1>(both)};
        if (round == 2)
            out[blockIdx.x * THREADS + threadIdx.x] = list[0] + list[1];
    }
    arrived.fetch_add(1, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_system> most(out[BLOCKS * THREADS]);
    most.fetch_max((int)threadIdx.x);
    static_assert(cuda::std::is_same<cuda::std::decay<const int &>::type, int>::value, "traits");
}

__global__ void tell(int *out)
{
    *out = arrived.load();
}

int main()
{
    int *out, wrong = 0;
    cudaMallocManaged(&out, (BLOCKS * THREADS + 2) * sizeof *out);
    out[BLOCKS * THREADS] = 0;
    use<<<BLOCKS, THREADS>>>(out);
    tell<<<1, 1>>>(out + BLOCKS * THREADS + 1);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < BLOCKS * THREADS; i++)
        wrong += out[i] != 3 * ((i + 1) % THREADS) + 2;
    wrong += out[BLOCKS * THREADS] != THREADS - 1;
    wrong += out[BLOCKS * THREADS + 1] != BLOCKS * THREADS;
    printf("libcu++: %d wrong\n", wrong);
    return wrong;
}
