/* SPDX-License-Identifier: BSD-3-Clause */
/* Sixty small kernels with known answers, for --sanitize. A name says what is wrong:
 * bad_CHECKER_... is wrong on every GPU, volta_race_... where lanes of a warp do not go in step,
 * good_... nowhere. p points to zeros, out to as many more, which the host copies afterwards; fresh
 * to memory that nobody has written. */
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

enum { N = 1024, BLOCK = 64 };
#define KERNEL extern "C" __global__ void
#define T      threadIdx.x
#define B      blockIdx.x

static __device__ inline void copy_async(int *to, const int *from)
{
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from)
        : "memory");
}
static __device__ inline void copies_commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int left> static __device__ inline void copies_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(left) : "memory");
}

/* ---- shared memory ---- */
KERNEL bad_race_no_barrier(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    s[T] = p[T];
    out[T] = s[BLOCK - 1 - T];
}
KERNEL good_barrier(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    s[T] = p[T];
    __syncthreads();
    out[T] = s[BLOCK - 1 - T];
}
KERNEL good_barrier_of_who_is_left(int *p, int *out, int *)
{
    __shared__ int s[32];
    if (T >= 32)
        return;
    s[T] = p[T];
    __syncthreads();
    out[T] = s[31 - T];
}
KERNEL bad_race_second_round(int *, int *out, int *)
{
    __shared__ int s[BLOCK];
    for (int i = 0; i < 2; i++) {
        s[T] = i;
        __syncthreads();
        out[T] += s[BLOCK - 1 - T]; /* the next round overwrites it */
    }
}
KERNEL good_double_buffer(int *, int *out, int *)
{
    __shared__ int s[2][BLOCK];
    for (int i = 0; i < 4; i++) {
        s[i & 1][T] = i;
        __syncthreads();
        out[T] += s[i & 1][BLOCK - 1 - T];
    }
}
KERNEL volta_race_tree_without_barrier(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    s[T] = p[T];
    __syncthreads();
    for (int d = BLOCK / 2; d > 0; d /= 2)
        if (T < d)
            s[T] += s[T + d];
    if (T == 0)
        out[0] = s[0];
}
KERNEL good_tree(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    s[T] = p[T];
    for (int d = BLOCK / 2; d > 0; d /= 2) {
        __syncthreads();
        if (T < d)
            s[T] += s[T + d];
    }
    if (T == 0)
        out[0] = s[0];
}
KERNEL bad_race_shared_counter(int *, int *out, int *)
{
    __shared__ int count;
    if (T == 0)
        count = 0;
    __syncthreads();
    count++;
    __syncthreads();
    out[T] = count;
}
KERNEL good_shared_counter(int *, int *out, int *)
{
    __shared__ int count;
    if (T == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    out[T] = count;
}
KERNEL bad_race_counter_read_early(int *, int *out, int *)
{
    __shared__ int count;
    if (T == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    out[T] = count;
}
KERNEL good_bytes_side_by_side(int *, int *out, int *)
{
    __shared__ char s[BLOCK];
    s[T] = (char)T;
    __syncthreads();
    if (T == 0)
        out[0] = *(int *)s;
}
KERNEL bad_race_byte_of_word(int *, int *out, int *)
{
    __shared__ int s[BLOCK];
    s[T] = 0;
    ((char *)s)[(4 * T + 129) % (4 * BLOCK)] = 1; /* of the thread 32 further on */
    __syncthreads();
    out[T] = s[T];
}

/* ---- one warp ---- */
KERNEL volta_race_warp_exchange(int *p, int *out, int *)
{
    __shared__ int s[32];
    s[T] = p[T];
    out[T] = s[31 - T];
}
KERNEL good_warp_exchange(int *p, int *out, int *)
{
    __shared__ int s[32];
    s[T] = p[T];
    __syncwarp();
    out[T] = s[31 - T];
}
KERNEL volta_race_volatile_warp_reduction(int *p, int *out, int *)
{
    __shared__ int s[64];
    volatile int *v = s;
    v[T] = p[T];
    v[T + 32] = 0;
    v[T] += v[T + 16];
    v[T] += v[T + 8];
    out[T] = v[T];
}
KERNEL good_half_warp_sync(int *p, int *out, int *)
{
    __shared__ int s[32];
    s[T] = p[T];
    if (T < 16) {
        __syncwarp(0xffff);
        out[T] = s[15 - T];
    }
}
KERNEL volta_race_other_half(int *p, int *out, int *)
{
    __shared__ int s[32];
    s[T] = p[T];
    if (T < 16) {
        __syncwarp(0xffff);
        out[T] = s[31 - T]; /* of lanes that did not meet */
    }
}
KERNEL good_shuffle(int *p, int *out, int *)
{
    out[T] = __shfl_xor_sync(0xffffffff, p[T], 1);
}
KERNEL bad_race_all_write_one(int *p, int *, int *)
{
    p[0] = (int)T;
}
KERNEL good_lane_zero_writes(int *p, int *, int *)
{
    if (T == 0)
        p[0] = 1;
}

/* ---- blocks ---- */
KERNEL bad_race_neighbour_block(int *p, int *out, int *)
{
    const int i = B * blockDim.x + T;
    p[i] = i;
    out[i] = p[(i + blockDim.x) % (gridDim.x * blockDim.x)];
}
KERNEL good_own_elements(int *p, int *out, int *)
{
    const int i = B * blockDim.x + T;
    p[i] = i;
    out[i] = p[i];
}
KERNEL bad_race_global_counter(int *p, int *, int *)
{
    if (T == 0)
        p[0]++;
}
KERNEL good_global_counter(int *p, int *, int *)
{
    atomicAdd(p, 1);
}
KERNEL bad_race_block_scope_counter(int *p, int *, int *)
{
    atomicAdd_block(p, 1);
}
KERNEL good_block_scope_counter(int *p, int *, int *)
{
    atomicAdd_block(p + B, 1);
}
KERNEL bad_race_atomic_and_store(int *p, int *, int *)
{
    if (B == 0)
        atomicAdd(p, 1);
    else if (T == 0)
        p[0] = 7;
}
/* Producer and consumer: p[0] is data, p[1] a flag. */
KERNEL good_flag_with_fences(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (B == 0) {
        p[0] = 42;
        __threadfence();
        atomicExch(&p[1], 1);
    } else if (B == 1) {
        while (atomicAdd(&p[1], 0) == 0)
            ;
        __threadfence();
        out[0] = p[0];
    }
}
KERNEL bad_race_flag_without_release(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (B == 0) {
        p[0] = 42;
        atomicExch(&p[1], 1);
    } else if (B == 1) {
        while (atomicAdd(&p[1], 0) == 0)
            ;
        __threadfence();
        out[0] = p[0];
    }
}
KERNEL bad_race_flag_without_acquire(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (B == 0) {
        p[0] = 42;
        __threadfence();
        atomicExch(&p[1], 1);
    } else if (B == 1) {
        while (atomicAdd(&p[1], 0) == 0)
            ;
        out[0] = p[0];
    }
}
KERNEL bad_race_flag_with_block_fence(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (B == 0) {
        p[0] = 42;
        __threadfence_block();
        atomicExch(&p[1], 1);
    } else if (B == 1) {
        while (atomicAdd(&p[1], 0) == 0)
            ;
        __threadfence();
        out[0] = p[0];
    }
}
KERNEL good_volatile_flag(int *p, int *out, int *)
{
    volatile int *flag = p + 1;
    if (T != 0)
        return;
    if (B == 0) {
        p[0] = 42;
        __threadfence();
        *flag = 1;
    } else if (B == 1) {
        while (*flag == 0)
            ;
        __threadfence();
        out[0] = p[0];
    }
}
KERNEL bad_race_plain_flag(int *p, int *, int *)
{
    if (T == 0 && B == 0)
        p[1] = 1;
    if (T == 0 && B == 1)
        p[2] = p[1];
}
KERNEL good_flag_in_block(int *p, int *out, int *)
{
    if (T == 0) {
        p[B * 2] = 42;
        __threadfence_block();
        atomicExch_block(&p[B * 2 + 1], 1);
    } else if (T == 32) {
        while (atomicAdd_block(&p[B * 2 + 1], 0) == 0)
            ;
        __threadfence_block();
        out[B] = p[B * 2];
    }
}

/* ---- locks ---- */
KERNEL good_lock(int *p, int *, int *)
{
    if (T != 0)
        return;
    while (atomicCAS(&p[1], 0, 1) != 0)
        ;
    __threadfence();
    p[0]++;
    __threadfence();
    atomicExch(&p[1], 0);
}
KERNEL bad_race_lock_without_fence_at_end(int *p, int *, int *)
{
    if (T != 0)
        return;
    while (atomicCAS(&p[1], 0, 1) != 0)
        ;
    __threadfence();
    p[0]++;
    atomicExch(&p[1], 0);
}
KERNEL bad_race_lock_without_fence_at_begin(int *p, int *, int *)
{
    if (T != 0)
        return;
    while (atomicCAS(&p[1], 0, 1) != 0)
        ;
    p[0]++;
    __threadfence();
    atomicExch(&p[1], 0);
}
KERNEL bad_race_lock_without_fence_in_first_block(int *p, int *, int *)
{
    if (T != 0)
        return;
    while (atomicCAS(&p[1], 0, 1) != 0)
        ;
    if (B != 0)
        __threadfence();
    p[0]++; /* right only if block 0 comes first, as it does here */
    __threadfence();
    atomicExch(&p[1], 0);
}
KERNEL bad_race_volatile_after_unlock(int *p, int *out, int *)
{
    volatile int *data = p;
    if (T != 0)
        return;
    while (atomicCAS(&p[1], 0, 1) != 0)
        ;
    __threadfence();
    out[B] = data[0];
    __threadfence();
    atomicExch(&p[1], 0);
    if (B == 0)
        data[0] = 1; /* not behind the lock any more */
}
KERNEL bad_race_two_locks(int *p, int *, int *)
{
    if (T != 0)
        return;
    int *lock = &p[1 + B % 2];
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    p[0]++;
    __threadfence();
    atomicExch(lock, 0);
}
KERNEL bad_race_lock_forgotten(int *p, int *out, int *)
{
    if (T == 0 && B != 0) {
        while (atomicCAS(&p[1], 0, 1) != 0)
            ;
        __threadfence();
        p[0]++;
        __threadfence();
        atomicExch(&p[1], 0);
    } else if (T == 0) {
        out[0] = p[0];
    }
}

/* ---- whole grids ---- */
KERNEL good_last_block(int *p, int *out, int *)
{
    __shared__ bool last;
    p[16 + B * BLOCK + T] = (int)T;
    __threadfence();
    __syncthreads();
    if (T == 0)
        last = atomicAdd(&p[0], 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (last) {
        __threadfence();
        for (unsigned b = 0; b < gridDim.x; b++)
            out[T] += p[16 + b * BLOCK + T];
    }
}
KERNEL bad_race_last_block_without_fence(int *p, int *out, int *)
{
    __shared__ bool last;
    p[16 + B * BLOCK + T] = (int)T;
    __syncthreads();
    if (T == 0)
        last = atomicAdd(&p[0], 1) == (int)gridDim.x - 1;
    __syncthreads();
    if (last)
        for (unsigned b = 0; b < gridDim.x; b++)
            out[T] += p[16 + b * BLOCK + T];
}
KERNEL good_grid_barrier(int *p, int *out, int *)
{
    const int n = gridDim.x * BLOCK, i = B * BLOCK + T;
    p[i] = i;
    cooperative_groups::this_grid().sync();
    out[i] = p[(i + BLOCK) % n];
}
KERNEL good_grid_barriers_in_turn(int *p, int *out, int *)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    for (int i = 0; i < 3; i++) {
        p[B * BLOCK + T] = i;
        grid.sync();
        out[B * BLOCK + T] += p[(B + 1) % 4 * BLOCK + T];
        grid.sync();
    }
}
KERNEL bad_race_grid_barrier_too_early(int *p, int *out, int *)
{
    const int n = gridDim.x * BLOCK, i = B * BLOCK + T;
    cooperative_groups::this_grid().sync();
    p[i] = i;
    out[i] = p[(i + BLOCK) % n];
}
KERNEL good_own_grid_barrier(int *p, int *out, int *)
{
    const int n = gridDim.x * BLOCK, i = B * BLOCK + T;
    p[16 + i] = i;
    __syncthreads();
    if (T == 0) {
        __threadfence();
        atomicAdd(&p[0], 1);
        while (*(volatile int *)p < (int)gridDim.x)
            ;
        __threadfence();
    }
    __syncthreads();
    out[i] = p[16 + (i + BLOCK) % n];
}

/* ---- named barriers, asynchronous copies ---- */
KERNEL good_named_barrier(int *, int *out, int *)
{
    __shared__ int s[32];
    if (T < 32) {
        s[T] = (int)T;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[T] = s[T - 32];
    }
}
KERNEL bad_race_after_arrival(int *, int *out, int *)
{
    __shared__ int s[32];
    if (T < 32) {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        s[T] = (int)T;
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[T] = s[T - 32];
    }
}
KERNEL good_async_copy(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    copy_async(&s[T], &p[T]);
    copies_commit();
    copies_wait<0>();
    __syncthreads();
    out[T] = s[BLOCK - 1 - T];
}
KERNEL bad_race_async_copy_not_waited(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    copy_async(&s[T], &p[T]);
    copies_commit();
    __syncthreads();
    out[T] = s[T];
    copies_wait<0>();
}
KERNEL good_async_pipeline(int *p, int *out, int *)
{
    __shared__ int s[2][BLOCK];
    copy_async(&s[0][T], &p[T]);
    copies_commit();
    for (int i = 0; i < 4; i++) {
        if (i < 3)
            copy_async(&s[(i + 1) & 1][T], &p[T]);
        copies_commit();
        copies_wait<1>();
        out[T] += s[i & 1][T];
    }
}

/* ---- mbarriers ---- */
static __device__ inline unsigned shared_address(const void *at)
{
    return (unsigned)__cvta_generic_to_shared(at);
}
static __device__ inline void mbarrier_init(unsigned long long *b, unsigned count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(count)
                 : "memory");
}
static __device__ inline void mbarrier_inval(unsigned long long *b)
{
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(shared_address(b)) : "memory");
}
static __device__ inline unsigned long long mbarrier_arrive(unsigned long long *b)
{
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(shared_address(b))
                 : "memory");
    return state;
}
static __device__ inline void mbarrier_wait(unsigned long long *b, unsigned long long state)
{
    unsigned done;
    do {
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(shared_address(b)), "l"(state)
                     : "memory");
    } while (!done);
}
KERNEL good_mbarrier(int *p, int *out, int *)
{
    __shared__ unsigned long long b;
    __shared__ int s[BLOCK];
    if (T == 0)
        mbarrier_init(&b, BLOCK);
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        s[T] = p[T] + i;
        mbarrier_wait(&b, mbarrier_arrive(&b));
        out[T] += s[BLOCK - 1 - T];
        mbarrier_wait(&b, mbarrier_arrive(&b));
    }
}
KERNEL bad_race_before_mbarrier_wait(int *p, int *out, int *)
{
    __shared__ unsigned long long b;
    __shared__ int s[BLOCK];
    if (T == 0)
        mbarrier_init(&b, BLOCK);
    __syncthreads();
    s[T] = p[T];
    const unsigned long long state = mbarrier_arrive(&b);
    out[T] += s[BLOCK - 1 - T]; /* others may not have arrived */
    mbarrier_wait(&b, state);
}
KERNEL bad_sync_mbarrier_again(int *, int *out, int *)
{
    __shared__ unsigned long long b;
    for (int i = 0; i < 2; i++) {
        if (T == 0)
            mbarrier_init(&b, BLOCK);
        __syncthreads();
        mbarrier_wait(&b, mbarrier_arrive(&b));
        __syncthreads();
    }
    out[T] = 1;
}
KERNEL good_mbarrier_invalidated(int *, int *out, int *)
{
    __shared__ unsigned long long b;
    for (int i = 0; i < 2; i++) {
        if (T == 0)
            mbarrier_init(&b, BLOCK);
        __syncthreads();
        mbarrier_wait(&b, mbarrier_arrive(&b));
        __syncthreads();
        if (T == 0)
            mbarrier_inval(&b);
    }
    out[T] = 1;
}

/* ---- memory that nobody has written ---- */
KERNEL bad_init_global(int *, int *out, int *fresh)
{
    out[T] = fresh[T] + 1;
}
KERNEL good_written_first(int *, int *out, int *fresh)
{
    fresh[N / 2 + T] = 1;
    out[T] = fresh[N / 2 + T];
}
KERNEL bad_init_one_too_far(int *, int *out, int *fresh)
{
    fresh[N / 4 + T] = 1;
    out[T] = 2 * fresh[N / 4 + T + 1];
}
KERNEL bad_init_shared(int *, int *out, int *)
{
    __shared__ int s[BLOCK];
    if (T > 0)
        s[T] = 1;
    __syncthreads();
    if (s[T] > 0)
        out[T] = 1;
}
KERNEL good_shared_zeroed(int *, int *out, int *)
{
    __shared__ int s[BLOCK];
    s[T] = 0;
    __syncthreads();
    atomicAdd(&s[T / 2], 1);
    __syncthreads();
    out[T] = s[T];
}
KERNEL bad_init_counter(int *, int *out, int *)
{
    __shared__ int count;
    atomicAdd(&count, 1);
    __syncthreads();
    out[T] = count;
}
KERNEL good_memset_by_bytes(int *, int *out, int *fresh)
{
    char *bytes = (char *)(fresh + 3 * N / 4);
    for (int i = 0; i < 4; i++)
        bytes[4 * T + i] = 0;
    out[T] = fresh[3 * N / 4 + T];
}

KERNEL bad_init_address(int *, int *out, int *fresh)
{
    out[fresh[T] & (N - 1)] = 1;
}
KERNEL bad_init_through_memory(int *, int *out, int *fresh)
{
    fresh[N / 2 + T] = fresh[T];
    __syncthreads();
    const int v = fresh[N / 2 + (T ^ 1)];
    if (v == 3)
        out[T] = 1;
}
KERNEL bad_init_shuffled(int *p, int *out, int *fresh)
{
    int v = T == 31 ? fresh[0] : p[T];
    v = __shfl_down_sync(0xffffffff, v, 1);
    out[T] = v + 1;
}
KERNEL bad_init_select(int *p, int *out, int *fresh)
{
    out[T] = fresh[T] > 3 ? p[T] : p[T + 1] + 1;
}
KERNEL bad_init_async_copy(int *, int *out, int *fresh)
{
    __shared__ int s[BLOCK];
    copy_async(&s[T], &fresh[T]);
    copies_commit();
    copies_wait<0>();
    out[T] = s[T] * 3;
}
KERNEL bad_init_local(int *p, int *out, int *)
{
    int a[8];
    for (int i = 0; i < 4 + p[T]; i++)
        a[(i + p[i]) & 7] = i;
    if (a[(T + p[T]) & 7] > 100)
        out[T] = 1;
}
KERNEL bad_init_byte_of_word(int *, int *out, int *fresh)
{
    char *bytes = (char *)fresh;
    for (int i = 0; i < 3; i++)
        bytes[4 * T + i] = 0;
    out[T] = fresh[T] + 1;
}
struct padded {
    char c;
    double d;
    short s;
};
KERNEL good_padding(int *, int *out, int *fresh)
{
    padded *a = (padded *)fresh, *b = a + BLOCK / 2;
    if (T >= BLOCK / 2)
        return;
    a[T].c = 1;
    a[T].d = 2;
    a[T].s = 3;
    b[T] = a[T];
    if (b[T].c == 1 && b[T].s == 3)
        out[T] = (int)b[T].d;
}
KERNEL good_copied_garbage(int *, int *out, int *fresh)
{
    __shared__ int s[BLOCK];
    s[T] = fresh[T];
    __syncthreads();
    out[T] = s[BLOCK - 1 - T];
}
struct fields {
    unsigned a : 3, b : 5, c : 24;
};
KERNEL good_bit_fields(int *, int *out, int *fresh)
{
    volatile fields *f = (volatile fields *)fresh + T;
    fields one;
    one.a = 3;
    one.b = 1;
    one.c = 0;
    *(volatile unsigned *)f = *(unsigned *)&one;
    f->b = 2;
    if (f->a == 3 && f->b == 2)
        out[T] = f->c;
}
KERNEL good_half_used(int *, int *out, int *fresh)
{
    ((short *)fresh)[2 * T] = 5;
    const unsigned v = *(volatile unsigned *)&fresh[T];
    out[T] = (v & 0xffff) + 1;
    if ((short)v == 5)
        out[T] += 1;
}
KERNEL good_select(int *p, int *out, int *fresh)
{
    fresh[T] = 1;
    __syncthreads();
    const int v = *(volatile int *)&fresh[T + 8];
    out[T] = T + 8 < BLOCK ? v + 1 : p[T];
}
KERNEL good_shuffled(int *, int *out, int *fresh)
{
    if (T % 2 == 0)
        fresh[T] = 1;
    __syncwarp();
    int v = *(volatile int *)&fresh[T];
    v = __shfl_sync(0xffffffff, v, T & 30);
    out[T] = v + 1;
}
KERNEL good_overwritten(int *, int *out, int *fresh)
{
    int v = *(volatile int *)&fresh[T];
    out[T] = v + 1;
    out[T] = 7;
}

/* ---- barriers and masks ---- */
KERNEL bad_sync_half_a_warp(int *p, int *out, int *)
{
    if (T < 16)
        __syncthreads();
    out[T] = p[T];
}
KERNEL good_all_or_none(int *p, int *out, int *)
{
    if (B == 0)
        __syncthreads();
    out[B * BLOCK + T] = p[T];
}
KERNEL good_early_exit(int *p, int *out, int *)
{
    if (T >= 40)
        return;
    __syncthreads();
    out[B * BLOCK + T] = p[T];
}
KERNEL bad_sync_mask_of_all(int *p, int *out, int *)
{
    int v = p[T];
    if (T % 32 < 8)
        v = __shfl_sync(0xffffffff, v, 0);
    out[T] = v;
}
KERNEL good_mask_of_some(int *p, int *out, int *)
{
    int v = p[T];
    if (T % 32 < 8)
        v = __shfl_sync(0xff, v, 0);
    out[T] = v;
}
KERNEL bad_sync_not_in_mask(int *p, int *out, int *)
{
    out[T] = __shfl_sync(0xffff, p[T], 0);
}
KERNEL bad_sync_ballot(int *p, int *out, int *)
{
    if (T % 2)
        out[T] = (int)__ballot_sync(0xffffffff, p[T]);
    else
        out[T] = p[T];
}
KERNEL good_ballot_then_mask(int *p, int *out, int *)
{
    const unsigned odd = __ballot_sync(0xffffffff, T % 2);
    if (T % 2)
        out[T] = (int)__ballot_sync(odd, p[T]);
}
KERNEL bad_sync_barrier_in_loop(int *p, int *out, int *)
{
    for (unsigned i = 0; i < T % 4 + 1; i++)
        __syncthreads();
    out[T] = p[T];
}

/* ---- several launches ---- */
KERNEL bad_race_streams_write(int *p, int *, int *)
{
    p[T] = 1;
}
KERNEL bad_race_streams_read(int *p, int *out, int *)
{
    out[T] = p[T];
}
KERNEL good_streams_write(int *p, int *, int *)
{
    p[T] = 1;
}
KERNEL good_streams_read(int *p, int *out, int *)
{
    out[T] = p[T];
}

KERNEL bad_race_copy_beside(int *p, int *out, int *)
{
    out[T] = p[T];
}
KERNEL good_copy_before(int *p, int *out, int *)
{
    out[T] = p[T];
}
KERNEL bad_race_copied_too_early(int *p, int *, int *)
{
    p[T] = 2;
}
KERNEL good_copied_afterwards(int *p, int *, int *)
{
    p[T] = 2;
}

typedef void kernel(int *, int *, int *);
struct test {
    const char *name;
    kernel *run;
    int blocks, threads;
};
#define TEST(name, blocks, threads)                                                                \
    {                                                                                              \
#name, name, blocks, threads                                                               \
    }
static const struct test tests[] = {
    TEST(bad_race_no_barrier, 1, BLOCK),
    TEST(good_barrier, 1, BLOCK),
    TEST(good_barrier_of_who_is_left, 1, BLOCK),
    TEST(bad_race_second_round, 1, BLOCK),
    TEST(good_double_buffer, 1, BLOCK),
    TEST(volta_race_tree_without_barrier, 1, BLOCK),
    TEST(good_tree, 1, BLOCK),
    TEST(bad_race_shared_counter, 1, BLOCK),
    TEST(good_shared_counter, 1, BLOCK),
    TEST(bad_race_counter_read_early, 1, BLOCK),
    TEST(good_bytes_side_by_side, 1, BLOCK),
    TEST(bad_race_byte_of_word, 1, BLOCK),
    TEST(volta_race_warp_exchange, 1, 32),
    TEST(good_warp_exchange, 1, 32),
    TEST(volta_race_volatile_warp_reduction, 1, 32),
    TEST(good_half_warp_sync, 1, 32),
    TEST(volta_race_other_half, 1, 32),
    TEST(good_shuffle, 1, BLOCK),
    TEST(bad_race_all_write_one, 1, 32),
    TEST(good_lane_zero_writes, 1, BLOCK),
    TEST(bad_race_neighbour_block, 4, BLOCK),
    TEST(good_own_elements, 4, BLOCK),
    TEST(bad_race_global_counter, 4, BLOCK),
    TEST(good_global_counter, 4, BLOCK),
    TEST(bad_race_block_scope_counter, 4, BLOCK),
    TEST(good_block_scope_counter, 4, BLOCK),
    TEST(bad_race_atomic_and_store, 2, BLOCK),
    TEST(good_flag_with_fences, 2, 32),
    TEST(bad_race_flag_without_release, 2, 32),
    TEST(bad_race_flag_without_acquire, 2, 32),
    TEST(bad_race_flag_with_block_fence, 2, 32),
    TEST(good_volatile_flag, 2, 32),
    TEST(bad_race_plain_flag, 2, 32),
    TEST(good_flag_in_block, 2, BLOCK),
    TEST(good_lock, 4, 32),
    TEST(bad_race_lock_without_fence_at_end, 4, 32),
    TEST(bad_race_lock_without_fence_at_begin, 4, 32),
    TEST(bad_race_lock_without_fence_in_first_block, 4, 32),
    TEST(bad_race_volatile_after_unlock, 2, 32),
    TEST(bad_race_two_locks, 4, 32),
    TEST(bad_race_lock_forgotten, 4, 32),
    TEST(good_last_block, 4, BLOCK),
    TEST(bad_race_last_block_without_fence, 4, BLOCK),
    TEST(good_grid_barrier, 4, BLOCK),
    TEST(good_grid_barriers_in_turn, 4, BLOCK),
    TEST(bad_race_grid_barrier_too_early, 4, BLOCK),
    TEST(good_own_grid_barrier, 4, BLOCK),
    TEST(good_named_barrier, 1, BLOCK),
    TEST(bad_race_after_arrival, 1, BLOCK),
    TEST(good_async_copy, 1, BLOCK),
    TEST(bad_race_async_copy_not_waited, 1, BLOCK),
    TEST(good_async_pipeline, 1, BLOCK),
    TEST(good_mbarrier, 1, BLOCK),
    TEST(bad_race_before_mbarrier_wait, 1, BLOCK),
    TEST(bad_sync_mbarrier_again, 1, BLOCK),
    TEST(good_mbarrier_invalidated, 1, BLOCK),
    TEST(bad_init_global, 1, BLOCK),
    TEST(good_written_first, 1, BLOCK),
    TEST(bad_init_one_too_far, 1, BLOCK),
    TEST(bad_init_shared, 1, BLOCK),
    TEST(good_shared_zeroed, 1, BLOCK),
    TEST(bad_init_counter, 1, BLOCK),
    TEST(good_memset_by_bytes, 1, BLOCK),
    TEST(bad_init_address, 1, BLOCK),
    TEST(bad_init_through_memory, 1, BLOCK),
    TEST(bad_init_shuffled, 1, 32),
    TEST(bad_init_select, 1, 32),
    TEST(bad_init_async_copy, 1, BLOCK),
    TEST(bad_init_local, 1, 32),
    TEST(bad_init_byte_of_word, 1, BLOCK),
    TEST(good_padding, 1, BLOCK),
    TEST(good_copied_garbage, 1, BLOCK),
    TEST(good_bit_fields, 1, BLOCK),
    TEST(good_half_used, 1, BLOCK),
    TEST(good_select, 1, BLOCK),
    TEST(good_shuffled, 1, 32),
    TEST(good_overwritten, 1, BLOCK),
    TEST(bad_sync_half_a_warp, 1, BLOCK),
    TEST(good_all_or_none, 2, BLOCK),
    TEST(good_early_exit, 2, BLOCK),
    TEST(bad_sync_mask_of_all, 1, BLOCK),
    TEST(good_mask_of_some, 1, BLOCK),
    TEST(bad_sync_not_in_mask, 1, 32),
    TEST(bad_sync_ballot, 1, 32),
    TEST(good_ballot_then_mask, 1, 32),
    TEST(bad_sync_barrier_in_loop, 1, 32),
};

static void run_streams(int *p, int *out, int *fresh)
{
    cudaStream_t one, two;
    cudaEvent_t event;
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaEventCreate(&event);
    bad_race_streams_write<<<1, 32, 0, one>>>(p, out, fresh);
    bad_race_streams_read<<<1, 32, 0, two>>>(p, out, fresh);
    cudaDeviceSynchronize();
    good_streams_write<<<1, 32, 0, one>>>(p, out, fresh);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(two, event, 0);
    good_streams_read<<<1, 32, 0, two>>>(p, out, fresh);
    cudaDeviceSynchronize();
    int *host;
    const size_t bytes = 32 * sizeof(int);
    cudaMallocHost(&host, bytes);
    memset(host, 0, bytes);
    cudaMemcpyAsync(p, host, bytes, cudaMemcpyHostToDevice, one);
    good_copy_before<<<1, 32, 0, one>>>(p, out, fresh);
    bad_race_copy_beside<<<1, 32, 0, two>>>(p, out + 32, fresh);
    cudaDeviceSynchronize();
    good_copied_afterwards<<<1, 32, 0, one>>>(p, out, fresh);
    cudaMemcpyAsync(host, p, bytes, cudaMemcpyDeviceToHost, one);
    cudaDeviceSynchronize();
    bad_race_copied_too_early<<<1, 32, 0, one>>>(p, out, fresh);
    cudaMemcpyAsync(host, p, bytes, cudaMemcpyDeviceToHost, two);
    cudaDeviceSynchronize();
    cudaFreeHost(host);
}

/* ---- mistakes with memory ---- */
KERNEL bad_memory_outside(int *p)
{
    p[T] = 1;
}
KERNEL bad_memory_after_free(int *p)
{
    p[T] = 1;
}
KERNEL good_memory_inside(int *p)
{
    p[T] = 1;
}

/* Each ends its kernel, and the program. */
KERNEL bad_memory_misaligned(int *p)
{
    *(int *)((char *)p + T + 1) = 1;
}
KERNEL bad_memory_far(int *p)
{
    p[(size_t)T << 28] = 1;
}
KERNEL bad_memory_null(int *)
{
    *(volatile int *)0 = 1;
}
KERNEL bad_memory_shared(int *p)
{
    extern __shared__ int s[];
    s[2 * T] = p[T];
    p[T] = s[T];
}
__constant__ int read_only[32];
KERNEL bad_memory_const(int *)
{
    const_cast<int *>(read_only)[T] = 1;
}

KERNEL bad_memory_arrivals(int *)
{
    __shared__ unsigned long long b;
    unsigned long long state;
    if (T == 0) {
        mbarrier_init(&b, 8);
        asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 9;"
                     : "=l"(state)
                     : "r"(shared_address(&b))
                     : "memory");
    }
}
KERNEL bad_memory_uninitialised(int *)
{
    __shared__ unsigned long long b;
    mbarrier_arrive(&b);
}
KERNEL bad_memory_waits(int *p)
{
    __shared__ unsigned long long b;
    if (T == 0)
        mbarrier_init(&b, 33);
    __syncwarp();
    mbarrier_wait(&b, mbarrier_arrive(&b));
    p[T] = 1;
}

static void run_fault(const char *name)
{
    static const struct {
        const char *name;
        void (*run)(int *);
    } faults[] = {{"misaligned", bad_memory_misaligned},
                  {"far", bad_memory_far},
                  {"null", bad_memory_null},
                  {"shared", bad_memory_shared},
                  {"const", bad_memory_const},
                  {"arrivals", bad_memory_arrivals},
                  {"uninitialised", bad_memory_uninitialised},
                  {"waits", bad_memory_waits}};
    int *p;
    cudaMalloc(&p, 32 * sizeof(int));
    cudaMemset(p, 0, 32 * sizeof(int));
    for (const auto &fault : faults)
        if (strcmp(fault.name, name) == 0)
            fault.run<<<1, 32, 32 * sizeof(int)>>>(p);
    printf("%d\n", (int)cudaDeviceSynchronize());
}

static void run_memory()
{
    int *p, *lost;
    cudaMalloc(&p, 32 * sizeof(int));
    cudaMalloc(&lost, 100);
    bad_memory_outside<<<1, 33>>>(p);
    good_memory_inside<<<1, 32>>>(p);
    cudaFree(p);
    bad_memory_after_free<<<1, 32>>>(p);
    cudaDeviceSynchronize();
    cudaFree(p);
    cudaFree((char *)lost + 4);
}

int main(int argc, char **argv)
{
    int *p, *out, *fresh;
    if (argc > 1 && strcmp(argv[1], "memory") == 0) {
        run_memory();
        return 0;
    }
    if (argc > 1) {
        run_fault(argv[1]);
        return 0;
    }
    cudaMalloc(&p, N * sizeof(int));
    cudaMalloc(&out, N * sizeof(int));
    static int results[N];
    for (const struct test &test : tests) {
        cudaMemset(p, 0, N * sizeof(int));
        cudaMemset(out, 0, N * sizeof(int));
        cudaMalloc(&fresh, N * sizeof(int));
        void *arguments[] = {&p, &out, &fresh};
        cudaLaunchCooperativeKernel((void *)test.run, test.blocks, test.threads, arguments, 0, 0);
        const cudaError_t error = cudaDeviceSynchronize();
        if (error != cudaSuccess)
            printf("%s: %s\n", test.name, cudaGetErrorString(error));
        cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
        cudaFree(fresh);
    }
    cudaMalloc(&fresh, N * sizeof(int));
    cudaMemset(p, 0, N * sizeof(int));
    run_streams(p, out, fresh);
    cudaFree(p);
    cudaFree(out);
    cudaFree(fresh);
}
