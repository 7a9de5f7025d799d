/* SPDX-License-Identifier: BSD-3-Clause */
/* The group of a cluster's blocks: cooperative_groups::this_cluster(). cooperative_groups.h has the
 * other groups, and includes this file.
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups", "Cluster Group"; PTX ISA, "mapa",
 *   "getctarank", "barrier.cluster".
 */
#ifndef SIMGPU_COOPERATIVE_GROUPS_CLUSTER_GROUP_H
#define SIMGPU_COOPERATIVE_GROUPS_CLUSTER_GROUP_H

namespace cooperative_groups
{

namespace simgpu
{
#define SIMGPU_CLUSTER_REGISTER(function, name)                                                    \
    SIMGPU_DEVICE unsigned int function()                                                          \
    {                                                                                              \
        unsigned int value;                                                                        \
        asm("mov.u32 %0, %%" name ";" : "=r"(value));                                              \
        return value;                                                                              \
    }
SIMGPU_CLUSTER_REGISTER(cluster_rank, "cluster_ctarank")
SIMGPU_CLUSTER_REGISTER(cluster_blocks, "cluster_nctarank")
SIMGPU_CLUSTER_REGISTER(cluster_block_x, "cluster_ctaid.x")
SIMGPU_CLUSTER_REGISTER(cluster_block_y, "cluster_ctaid.y")
SIMGPU_CLUSTER_REGISTER(cluster_block_z, "cluster_ctaid.z")
SIMGPU_CLUSTER_REGISTER(cluster_size_x, "cluster_nctaid.x")
SIMGPU_CLUSTER_REGISTER(cluster_size_y, "cluster_nctaid.y")
SIMGPU_CLUSTER_REGISTER(cluster_size_z, "cluster_nctaid.z")
#undef SIMGPU_CLUSTER_REGISTER
} // namespace simgpu

class cluster_group
{
  public:
    struct arrival_token {
    };

    static __device__ arrival_token barrier_arrive()
    {
        asm volatile("barrier.cluster.arrive;" ::: "memory");
        return arrival_token();
    }
    static __device__ void barrier_wait()
    {
        asm volatile("barrier.cluster.wait;" ::: "memory");
    }
    static __device__ void barrier_wait(arrival_token &&)
    {
        barrier_wait();
    }
    static __device__ void sync()
    {
        barrier_arrive();
        barrier_wait();
    }
    /* The same variable in the shared memory of the block of that rank. */
    template <class T> static __device__ T *map_shared_rank(T *pointer, int rank)
    {
        unsigned long long mapped;
        asm("mapa.u64 %0, %1, %2;" : "=l"(mapped) : "l"(pointer), "r"(rank));
        return (T *)mapped;
    }
    /* The rank of the block in whose shared memory it lies. */
    static __device__ unsigned int query_shared_rank(const void *pointer)
    {
        unsigned int rank;
        asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(pointer));
        return rank;
    }
    static __device__ unsigned int block_rank()
    {
        return simgpu::cluster_rank();
    }
    static __device__ unsigned int num_blocks()
    {
        return simgpu::cluster_blocks();
    }
    static __device__ unsigned int thread_rank()
    {
        return block_rank() * simgpu::block_size() + simgpu::rank_in_block();
    }
    static __device__ unsigned int num_threads()
    {
        return num_blocks() * simgpu::block_size();
    }
    static __device__ unsigned int size()
    {
        return num_threads();
    }
    static __device__ dim3 block_index()
    {
        return dim3(simgpu::cluster_block_x(), simgpu::cluster_block_y(),
                    simgpu::cluster_block_z());
    }
    static __device__ dim3 dim_blocks()
    {
        return dim3(simgpu::cluster_size_x(), simgpu::cluster_size_y(), simgpu::cluster_size_z());
    }
    static __device__ dim3 thread_index()
    {
        const dim3 block = block_index();
        return dim3(block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y,
                    block.z * blockDim.z + threadIdx.z);
    }
    static __device__ dim3 dim_threads()
    {
        const dim3 blocks = dim_blocks();
        return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
    }
};
SIMGPU_DEVICE cluster_group this_cluster()
{
    return cluster_group();
}

inline __device__ dim3 grid_group::dim_clusters()
{
    return dim3(gridDim.x / simgpu::cluster_size_x(), gridDim.y / simgpu::cluster_size_y(),
                gridDim.z / simgpu::cluster_size_z());
}
inline __device__ dim3 grid_group::cluster_index()
{
    return dim3(blockIdx.x / simgpu::cluster_size_x(), blockIdx.y / simgpu::cluster_size_y(),
                blockIdx.z / simgpu::cluster_size_z());
}
inline __device__ unsigned long long grid_group::num_clusters()
{
    const dim3 all = dim_clusters();
    return (unsigned long long)all.x * all.y * all.z;
}
inline __device__ unsigned long long grid_group::cluster_rank()
{
    const dim3 all = dim_clusters(), here = cluster_index();
    return ((unsigned long long)here.z * all.y + here.y) * all.x + here.x;
}

} // namespace cooperative_groups

#endif
