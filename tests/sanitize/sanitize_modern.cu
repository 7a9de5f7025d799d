/* SPDX-License-Identifier: BSD-3-Clause */
/* More small kernels with known answers, for --sanitize, as sanitize.cu has them: mbarriers, warps
 * with roles, cooperative groups, libcu++, look-back scans, tensor cores, textures, graphs, pools.
 */
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_runtime.h>
#include <mma.h>

enum { N = 1024, BLOCK = 64, TILE = 16 };
#define KERNEL extern "C" __global__ void
#define T      threadIdx.x
#define B      blockIdx.x

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
static __device__ inline void mbarrier_meet(unsigned long long *b)
{
    unsigned long long state;
    unsigned done;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(shared_address(b))
                 : "memory");
    do {
        asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; "
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(shared_address(b)), "l"(state)
                     : "memory");
    } while (!done);
}
KERNEL bad_race_mbarrier_init(int *, int *out, int *)
{
    __shared__ unsigned long long b;
    if (T == 0)
        mbarrier_init(&b, BLOCK);
    mbarrier_meet(&b); /* the other warp may be first */
    out[T] = 1;
}
KERNEL volta_race_mbarrier_init_in_warp(int *, int *out, int *)
{
    __shared__ unsigned long long b;
    if (T == 0)
        mbarrier_init(&b, 32);
    mbarrier_meet(&b);
    out[T] = 1;
}
KERNEL good_mbarrier_init_in_warp(int *, int *out, int *)
{
    __shared__ unsigned long long b;
    if (T == 0)
        mbarrier_init(&b, 32);
    __syncwarp();
    mbarrier_meet(&b);
    out[T] = 1;
}
KERNEL good_two_mbarriers(int *, int *out, int *)
{
    __shared__ unsigned long long b[2];
    if (T < 2)
        mbarrier_init(&b[T], BLOCK);
    __syncthreads();
    mbarrier_meet(&b[0]);
    mbarrier_meet(&b[1]);
    out[T] = 1;
}

/* ---- warps with roles: barriers 1 and 2 say that a stage is full, 3 and 4 that it is empty ----
 */
static __device__ inline void wait_at(int barrier)
{
    asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory");
}
static __device__ inline void arrive_at(int barrier)
{
    asm volatile("bar.arrive %0, 64;" ::"r"(barrier) : "memory");
}
KERNEL good_stages(int *p, int *out, int *)
{
    __shared__ int s[2][32];
    for (int i = 0; i < 6; i++) {
        if (T < 32) {
            if (i >= 2)
                wait_at(3 + i % 2);
            s[i % 2][T] = p[T] + i;
            arrive_at(1 + i % 2);
        } else {
            wait_at(1 + i % 2);
            out[T] += s[i % 2][63 - T];
            if (i < 4)
                arrive_at(3 + i % 2);
        }
    }
}
KERNEL bad_race_stage_never_empty(int *p, int *out, int *)
{
    __shared__ int s[32];
    for (int i = 0; i < 3; i++) {
        if (T < 32) {
            s[T] = p[T] + i; /* the last one may not have been read */
            arrive_at(1 + i);
        } else {
            wait_at(1 + i);
            out[T] += s[63 - T];
        }
    }
}
KERNEL bad_race_other_stage(int *p, int *out, int *)
{
    __shared__ int s[2][32];
    for (int i = 0; i < 6; i++) {
        if (T < 32) {
            if (i >= 2)
                wait_at(3 + i % 2);
            s[i % 2][T] = p[T] + i;
            arrive_at(1 + i % 2);
        } else {
            wait_at(1 + i % 2);
            out[T] += s[(i + 1) % 2][63 - T];
            if (i < 4)
                arrive_at(3 + i % 2);
        }
    }
}

/* ---- cooperative groups ---- */
namespace cg = cooperative_groups;
KERNEL good_tile(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[T] = p[T];
    tile.sync();
    out[T] = s[T ^ 15];
}
KERNEL volta_race_other_tile(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    s[T] = p[T];
    tile.sync(); /* both tiles of a warp come here together, and yet not to one barrier */
    out[T] = s[T ^ 16];
}
KERNEL good_coalesced(int *p, int *out, int *)
{
    __shared__ int s[BLOCK];
    if (T % 2 == 0) {
        auto group = cg::coalesced_threads();
        s[T] = p[T];
        group.sync();
        out[T] = s[T ^ 2];
    }
}

/* ---- libcu++ ---- */
typedef cuda::barrier<cuda::thread_scope_block> block_barrier;
KERNEL good_barrier_object(int *p, int *out, int *)
{
    __shared__ block_barrier b;
    __shared__ int s[BLOCK];
    if (T == 0)
        init(&b, BLOCK);
    __syncthreads();
    for (int i = 0; i < 2; i++) {
        s[T] = p[T] + i;
        b.arrive_and_wait();
        out[T] += s[BLOCK - 1 - T];
        b.arrive_and_wait();
    }
}
KERNEL bad_race_barrier_object(int *p, int *out, int *)
{
    __shared__ block_barrier b;
    __shared__ int s[BLOCK];
    if (T == 0)
        init(&b, BLOCK);
    __syncthreads();
    s[T] = p[T];
    auto token = b.arrive();
    out[T] = s[BLOCK - 1 - T]; /* before the wait */
    b.wait(std::move(token));
}
typedef cuda::atomic_ref<int, cuda::thread_scope_device> on_device;
typedef cuda::atomic_ref<int, cuda::thread_scope_block> in_block;
template <class ref> static __device__ void send(int *p, cuda::memory_order order)
{
    p[0] = 42;
    ref(p[1]).store(1, order);
}
static __device__ int receive(int *p, cuda::memory_order order)
{
    while (on_device(p[1]).load(order) == 0)
        ;
    return p[0];
}
KERNEL good_release_acquire(int *p, int *out, int *)
{
    if (T == 0 && B == 0)
        send<on_device>(p, cuda::memory_order_release);
    else if (T == 0)
        out[0] = receive(p, cuda::memory_order_acquire);
}
KERNEL bad_race_relaxed_store(int *p, int *out, int *)
{
    if (T == 0 && B == 0)
        send<on_device>(p, cuda::memory_order_relaxed);
    else if (T == 0)
        out[0] = receive(p, cuda::memory_order_acquire);
}
KERNEL bad_race_relaxed_load(int *p, int *out, int *)
{
    if (T == 0 && B == 0)
        send<on_device>(p, cuda::memory_order_release);
    else if (T == 0)
        out[0] = receive(p, cuda::memory_order_relaxed);
}
KERNEL bad_race_release_in_block(int *p, int *out, int *)
{
    if (T == 0 && B == 0)
        send<in_block>(p, cuda::memory_order_release);
    else if (T == 0)
        out[0] = receive(p, cuda::memory_order_acquire);
}
static __device__ void lock(int *p, cuda::memory_order order)
{
    int free = 0;
    while (!on_device(*p).compare_exchange_weak(free, 1, order))
        free = 0;
}
static __device__ void unlock(int *p)
{
    on_device(*p).store(0, cuda::memory_order_release);
}
KERNEL good_lock_that_acquires(int *p, int *, int *)
{
    if (T != 0)
        return;
    lock(&p[1], cuda::memory_order_acquire);
    p[0]++;
    unlock(&p[1]);
}
KERNEL bad_race_lock_relaxed(int *p, int *, int *)
{
    if (T != 0)
        return;
    lock(&p[1], cuda::memory_order_relaxed);
    p[0]++;
    unlock(&p[1]);
}
KERNEL good_double_checked(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (on_device(p[1]).load(cuda::memory_order_acquire) == 0) {
        lock(&p[2], cuda::memory_order_acquire);
        if (on_device(p[1]).load(cuda::memory_order_relaxed) == 0)
            send<on_device>(p, cuda::memory_order_release);
        unlock(&p[2]);
    }
    out[B] = p[0];
}
KERNEL bad_race_double_checked(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (p[1] == 0) { /* no atomic */
        lock(&p[2], cuda::memory_order_acquire);
        if (p[1] == 0)
            p[0] = p[1] = 42;
        unlock(&p[2]);
    }
    out[B] = p[0];
}
KERNEL good_three_hops(int *p, int *out, int *)
{
    if (T != 0)
        return;
    if (B == 0)
        send<on_device>(p, cuda::memory_order_release);
    else if (B == 1)
        on_device(p[2]).store(receive(p, cuda::memory_order_acquire), cuda::memory_order_release);
    else if (B == 2 && receive(p + 1, cuda::memory_order_acquire) != 0)
        out[0] = p[0];
}

/* ---- scans by look-back: p[b] says whether block b's sum (1) or its prefix (2) is there ---- */
template <bool fences> static __device__ void look_back(int *p, int *out)
{
    volatile int *state = p;
    int *sum = p + 64, *prefix = p + 128, before = 0;
    if (T != 0)
        return;
    sum[B] = 1;
    if (B == 0)
        prefix[0] = 1;
    if (fences)
        __threadfence();
    state[B] = B == 0 ? 2 : 1;
    for (int b = (int)B - 1; b >= 0; b--) {
        while (state[b] == 0)
            ;
        __threadfence();
        before += state[b] == 2 ? prefix[b] : sum[b];
        if (state[b] == 2)
            break;
    }
    out[B] = before + 1;
}
KERNEL good_look_back(int *p, int *out, int *)
{
    look_back<true>(p, out);
}
KERNEL bad_race_look_back(int *p, int *out, int *)
{
    look_back<false>(p, out);
}

/* ---- tensor cores: row 5 of a, column 9 of b, or a sum is missing ---- */
using namespace nvcuda;
struct operands {
    half a[TILE * TILE], b[TILE * TILE];
    float c[TILE * TILE];
};
static __device__ void multiply(operands *x, int row, int column, int sum)
{
    for (int i = (int)T; i < TILE * TILE; i += 32) {
        if (i / TILE != row)
            x->a[i] = 1.f;
        if (i % TILE != column)
            x->b[i] = 1.f;
        if (i != sum)
            x->c[i] = 0;
    }
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
    wmma::load_matrix_sync(a, x->a, TILE);
    wmma::load_matrix_sync(b, x->b, TILE);
    wmma::load_matrix_sync(c, x->c, TILE, wmma::mem_row_major);
    wmma::mma_sync(c, a, b, c);
    wmma::store_matrix_sync(x->c, c, TILE, wmma::mem_row_major);
    __syncwarp();
}
KERNEL bad_init_product_row(int *, int *out, int *)
{
    __shared__ __align__(32) operands x;
    multiply(&x, 5, -1, -1);
    if (T < TILE && x.c[5 * TILE + T] > 3)
        out[T] = 1;
}
KERNEL bad_init_product_column(int *, int *out, int *)
{
    __shared__ __align__(32) operands x;
    multiply(&x, -1, 9, -1);
    if (T < TILE && x.c[T * TILE + 9] > 3)
        out[T] = 1;
}
KERNEL bad_init_product_sum(int *, int *out, int *)
{
    __shared__ __align__(32) operands x;
    multiply(&x, -1, -1, 77);
    if (x.c[77] > 3)
        out[T] = 1;
}
KERNEL good_product_of_parts(int *, int *out, int *)
{
    __shared__ __align__(32) operands x;
    multiply(&x, 5, 9, 77);
    for (int i = (int)T; i < TILE * TILE; i += 32)
        if (i / TILE != 5 && i % TILE != 9 && i != 77 && x.c[i] > 3)
            out[i] = 1;
}

/* Four products of eight lanes: lane 21 of a or b is missing, row or column 5 of the second one. */
struct quad_sums {
    float d[8];
};
template <bool ROW> static __device__ quad_sums multiply_quads()
{
    __shared__ int s[32][2];
    if (T != 21)
        s[T][0] = s[T][1] = 0x3c003c00;
    __syncwarp();
    const int x = s[T][0], y = s[T][1], one = 0x3c003c00;
    const int a0 = ROW ? x : one, a1 = ROW ? y : one, b0 = ROW ? one : x, b1 = ROW ? one : y;
    quad_sums sums = {};
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, "
                 "{%8, %9}, {%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"
                 : "+f"(sums.d[0]), "+f"(sums.d[1]), "+f"(sums.d[2]), "+f"(sums.d[3]),
                   "+f"(sums.d[4]), "+f"(sums.d[5]), "+f"(sums.d[6]), "+f"(sums.d[7])
                 : "r"(a0), "r"(a1), "r"(b0), "r"(b1));
    return sums;
}
KERNEL bad_init_quad_row(int *, int *out, int *)
{
    const quad_sums sums = multiply_quads<true>();
    if ((T == 23 ? sums.d[4] : 0) > 3)
        out[T] = 1;
}
KERNEL bad_init_quad_column(int *, int *out, int *)
{
    const quad_sums sums = multiply_quads<false>();
    if ((T == 4 ? sums.d[7] : 0) > 3)
        out[T] = 1;
}
KERNEL good_quad_rows(int *, int *out, int *)
{
    const quad_sums sums = multiply_quads<true>();
    const float own = T != 21 && T != 23 ? sums.d[0] + sums.d[1] + sums.d[4] + sums.d[5] : 0;
    if (own + sums.d[2] + sums.d[3] + sums.d[6] + sums.d[7] > 3)
        out[T] = 1;
}
KERNEL good_quad_columns(int *, int *out, int *)
{
    const quad_sums sums = multiply_quads<false>();
    const float own = T != 4 && T != 5 && T != 20 && T != 21 ? sums.d[5] + sums.d[7] : 0;
    if (own + sums.d[0] + sums.d[1] + sums.d[2] + sums.d[3] + sums.d[4] + sums.d[6] > 3)
        out[T] = 1;
}

/* A product of four warps, of matrices in shared memory: row 21 of a, or column 3 of b, is missing,
 * or a sum of lane 7. Not swizzled: eight lines of 16 bytes are 128 bytes, two of these a line's. */
struct group_operands {
    unsigned short a[64 * 16], b[8 * 16];
};
static __device__ int element(int line, int k)
{
    return line / 8 * 128 + k / 8 * 64 + line % 8 * 8 + k % 8;
}
static __device__ unsigned long long described(const void *matrix)
{
    return shared_address(matrix) >> 4 | 128ull / 16 << 16 | 256ull / 16 << 32;
}
static __device__ float4 multiply_group(int row, int column, int lane, bool adds)
{
    __shared__ __align__(128) group_operands x;
    __shared__ float4 c[128];
    for (int i = (int)T; i < 64 * 16; i += 128)
        if (i / 16 != row)
            x.a[element(i / 16, i % 16)] = 0x3c00;
    if ((int)T / 16 != column)
        x.b[element((int)T / 16, (int)T % 16)] = 0x3c00;
    if ((int)T != lane)
        c[T] = make_float4(0, 0, 0, 0);
    __syncthreads();
    float4 d = c[T];
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %6, 0;"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, "
                 "1, 0, 0; }"
                 : "+f"(d.x), "+f"(d.y), "+f"(d.z), "+f"(d.w)
                 : "l"(described(x.a)), "l"(described(x.b)), "r"((int)adds)
                 : "memory");
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    return d;
}
KERNEL bad_init_group_row(int *, int *out, int *)
{
    const float4 d = multiply_group(21, -1, -1, false); /* warp 1, row 5 */
    if ((T == 32 + 5 * 4 + 2 ? d.y : 0) > 3)
        out[T] = 1;
}
KERNEL bad_init_group_column(int *, int *out, int *)
{
    const float4 d = multiply_group(-1, 3, -1, false);
    if ((T % 4 == 1 ? d.w : 0) > 3)
        out[T] = 1;
}
KERNEL bad_init_group_sum(int *, int *out, int *)
{
    const float4 d = multiply_group(-1, -1, 7, true);
    if (d.x > 3)
        out[T] = 1;
}
/* The same with a in registers: lane 9 of each warp has rows 2 and 10. */
static __device__ float2 multiply_group_registers()
{
    __shared__ __align__(128) group_operands x;
    __shared__ int s[32];
    if (T != 9 && T < 32)
        s[T] = 0x3c003c00;
    x.b[element((int)T / 16, (int)T % 16)] = 0x3c00;
    __syncthreads();
    const int missing = s[T % 32], one = 0x3c003c00;
    float4 d;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0;"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, "
                 "{%4, %5, %4, %4}, %6, p, 1, 1, 0; }"
                 : "=f"(d.x), "=f"(d.y), "=f"(d.z), "=f"(d.w)
                 : "r"(one), "r"(missing), "l"(described(x.b))
                 : "memory");
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    return make_float2(d.x, d.z);
}
KERNEL bad_init_group_registers(int *, int *out, int *)
{
    const float2 d = multiply_group_registers(); /* register 1 has row 10 */
    if ((T == 96 + 2 * 4 + 3 ? d.y : 0) > 3)
        out[T] = 1;
}
KERNEL good_group_registers(int *, int *out, int *)
{
    const float2 d = multiply_group_registers();
    if (d.x + (T % 32 / 4 != 2 ? d.y : 0) > 3)
        out[T] = 1;
}
KERNEL good_group_of_parts(int *, int *out, int *)
{
    const float4 d = multiply_group(21, 3, 7, false);
    const bool row = T / 4 != 8 + 5, column = T % 4 != 1;
    if ((row ? d.x : 0) + (row && column ? d.y : 0) + d.z + (column ? d.w : 0) > 3)
        out[T] = 1;
}

typedef void kernel(int *, int *, int *);
#define TEST(name, blocks, threads)                                                                \
    {                                                                                              \
        name, blocks, threads                                                                      \
    }
static const struct test {
    kernel *run;
    int blocks, threads;
} tests[] = {TEST(bad_race_mbarrier_init, 1, BLOCK),
             TEST(volta_race_mbarrier_init_in_warp, 1, 32),
             TEST(good_mbarrier_init_in_warp, 1, 32),
             TEST(good_two_mbarriers, 1, BLOCK),
             TEST(good_stages, 1, BLOCK),
             TEST(bad_race_stage_never_empty, 1, BLOCK),
             TEST(bad_race_other_stage, 1, BLOCK),
             TEST(good_tile, 1, BLOCK),
             TEST(volta_race_other_tile, 1, BLOCK),
             TEST(good_coalesced, 1, BLOCK),
             TEST(good_barrier_object, 1, BLOCK),
             TEST(bad_race_barrier_object, 1, BLOCK),
             TEST(good_release_acquire, 2, 32),
             TEST(bad_race_relaxed_store, 2, 32),
             TEST(bad_race_relaxed_load, 2, 32),
             TEST(bad_race_release_in_block, 2, 32),
             TEST(good_lock_that_acquires, 4, 32),
             TEST(bad_race_lock_relaxed, 4, 32),
             TEST(good_double_checked, 4, 32),
             TEST(bad_race_double_checked, 4, 32),
             TEST(good_three_hops, 3, 32),
             TEST(good_look_back, 4, 32),
             TEST(bad_race_look_back, 4, 32),
             TEST(bad_init_product_row, 1, 32),
             TEST(bad_init_product_column, 1, 32),
             TEST(bad_init_product_sum, 1, 32),
             TEST(good_product_of_parts, 1, 32),
             TEST(bad_init_quad_row, 1, 32),
             TEST(bad_init_quad_column, 1, 32),
             TEST(good_quad_rows, 1, 32),
             TEST(good_quad_columns, 1, 32),
             TEST(bad_init_group_row, 1, 128),
             TEST(bad_init_group_column, 1, 128),
             TEST(bad_init_group_sum, 1, 128),
             TEST(bad_init_group_registers, 1, 128),
             TEST(good_group_registers, 1, 128),
             TEST(good_group_of_parts, 1, 128)};

/* ---- textures and surfaces ---- */
KERNEL bad_init_texel(cudaTextureObject_t t, int *out)
{
    out[T] = tex1Dfetch<int>(t, (int)T) + 1;
}
KERNEL good_texel(cudaTextureObject_t t, int *out)
{
    const int v = tex1Dfetch<int>(t, (int)T);
    out[T] = T < 16 ? v + 1 : 0; /* the others are not written */
}
KERNEL bad_race_texel(cudaTextureObject_t t, int *p, int *out)
{
    p[T] = (int)T;
    out[T] = tex1Dfetch<int>(t, BLOCK - 1 - (int)T);
}
KERNEL bad_init_surface(cudaSurfaceObject_t s, int *out)
{
    out[T] = surf2Dread<int>(s, (int)T % 8 * 4, (int)T / 8) + 1;
}
KERNEL good_surface_write(cudaSurfaceObject_t s)
{
    surf2Dwrite((int)T, s, (int)T % 8 * 4, (int)T / 8);
}
KERNEL good_surface(cudaSurfaceObject_t s, int *out)
{
    out[T] = surf2Dread<int>(s, (int)T % 8 * 4, (int)T / 8) + 1;
}
static cudaTextureObject_t texture_of(int *p)
{
    cudaResourceDesc resource = {};
    cudaTextureDesc description = {};
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = p;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = BLOCK * sizeof(int);
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    return texture;
}
static cudaSurfaceObject_t surface_new()
{
    cudaArray_t array;
    cudaResourceDesc resource = {};
    cudaSurfaceObject_t surface;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
    cudaMallocArray(&array, &format, 8, 8, cudaArraySurfaceLoadStore);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaCreateSurfaceObject(&surface, &resource);
    return surface;
}
static void run_textures(int *p, int *out)
{
    static int results[N];
    int *fresh, *half_written;
    cudaMalloc(&fresh, N * sizeof(int));
    cudaMalloc(&half_written, N * sizeof(int));
    cudaMemset(half_written, 0, 16 * sizeof(int));
    const cudaSurfaceObject_t surface = surface_new();
    for (int i = 0; i < 4; i++) {
        cudaMemset(out, 0, N * sizeof(int));
        if (i == 0)
            bad_init_texel<<<1, BLOCK>>>(texture_of(fresh), out);
        else if (i == 1)
            good_texel<<<1, BLOCK>>>(texture_of(half_written), out);
        else if (i == 2)
            bad_init_surface<<<1, BLOCK>>>(surface, out);
        else
            good_surface_write<<<1, BLOCK>>>(surface);
        if (i == 3)
            good_surface<<<1, BLOCK>>>(surface, out);
        cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
    }
    bad_race_texel<<<1, BLOCK>>>(texture_of(p), p, out);
    cudaDeviceSynchronize();
}

/* ---- pools, graphs, streams ---- */
KERNEL good_pool_write(int *p)
{
    p[T] = 1;
}
KERNEL good_pool_write_again(int *p)
{
    p[T] = 2;
}
KERNEL good_graph_write(int *p)
{
    p[T] = 1;
}
KERNEL good_graph_read(int *p, int *out)
{
    out[T] = p[BLOCK - 1 - T];
}
KERNEL bad_race_graph_write(int *p)
{
    p[T] = 1;
}
KERNEL bad_race_graph_read(int *p, int *out)
{
    out[T] = p[BLOCK - 1 - T];
}
KERNEL good_default_stream(int *p)
{
    p[T] = 1;
}
KERNEL good_blocking_stream(int *p, int *out)
{
    out[T] = p[T ^ 32];
}
KERNEL bad_race_default_stream(int *p)
{
    p[T] = 1;
}
KERNEL bad_race_nonblocking_stream(int *p, int *out)
{
    out[T] = p[T ^ 32];
}
/* Order goes from a launch to another stream by a flag, and on to what comes behind there. */
KERNEL good_flag_send(int *p)
{
    send<on_device>(p, cuda::memory_order_release);
}
KERNEL good_flag_receive(int *p)
{
    while (on_device(p[1]).load(cuda::memory_order_acquire) == 0)
        ;
}
KERNEL good_flag_behind_receiver(int *p, int *out)
{
    out[0] = p[0];
}
KERNEL good_flag_behind_event(int *p, int *out)
{
    out[1] = p[0];
}
/* Order does not depend on who else has looked at the flag. */
KERNEL good_flag_look(int *p)
{
    on_device(p[1]).load(cuda::memory_order_acquire);
}
KERNEL good_flag_receive_third(int *p, int *out)
{
    out[2] = receive(p, cuda::memory_order_acquire);
}
KERNEL bad_race_flag_send(int *p)
{
    send<on_device>(p, cuda::memory_order_release);
}
KERNEL good_flag_receive_relaxed(int *p)
{
    while (on_device(p[1]).load(cuda::memory_order_relaxed) == 0)
        ;
}
KERNEL bad_race_flag_behind_relaxed(int *p, int *out)
{
    out[3] = p[0];
}
KERNEL bad_race_flag_beside_receiver(int *p, int *out)
{
    out[4] = p[0];
}
KERNEL good_host_memory(int *host)
{
    host[T] = (int)T;
}
static void run_flags(int *p, int *out)
{
    cudaStream_t a, b, c;
    cudaEvent_t event;
    int *host;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaMemset(p, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    good_flag_send<<<1, 1, 0, a>>>(p);
    good_flag_receive<<<1, 1, 0, b>>>(p);
    good_flag_behind_receiver<<<1, 1, 0, b>>>(p, out);
    cudaEventRecord(event, b);
    cudaStreamWaitEvent(c, event, 0);
    good_flag_behind_event<<<1, 1, 0, c>>>(p, out);
    cudaDeviceSynchronize();
    good_flag_send<<<1, 1, 0, a>>>(p + 2);
    good_flag_look<<<1, 1, 0, a>>>(p + 2);
    good_flag_receive_third<<<1, 1, 0, b>>>(p + 2, out);
    cudaDeviceSynchronize();
    bad_race_flag_send<<<1, 1, 0, a>>>(p + 4);
    good_flag_receive_relaxed<<<1, 1, 0, b>>>(p + 4);
    bad_race_flag_behind_relaxed<<<1, 1, 0, b>>>(p + 4, out);
    cudaDeviceSynchronize();
    bad_race_flag_send<<<1, 1, 0, a>>>(p + 6);
    good_flag_receive<<<1, 1, 0, b>>>(p + 6);
    bad_race_flag_beside_receiver<<<1, 1, 0, c>>>(p + 6, out);
    cudaDeviceSynchronize();
    cudaHostAlloc(&host, BLOCK * sizeof(int), cudaHostAllocMapped);
    good_host_memory<<<1, BLOCK>>>(host);
    cudaDeviceSynchronize();
    cudaFreeHost(host);
}
/* Two kernels, the second behind the first or beside it. */
static void run_graph(void *write, void *read, int *p, int *out, bool behind)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaGraphNode_t first, second;
    void *of_write[] = {&p}, *of_read[] = {&p, &out};
    cudaKernelNodeParams node = {};
    node.gridDim = dim3(1);
    node.blockDim = dim3(BLOCK);
    cudaGraphCreate(&graph, 0);
    node.func = write;
    node.kernelParams = of_write;
    cudaGraphAddKernelNode(&first, graph, nullptr, 0, &node);
    node.func = read;
    node.kernelParams = of_read;
    cudaGraphAddKernelNode(&second, graph, &first, behind ? 1 : 0, &node);
    cudaGraphInstantiate(&ready, graph, 0);
    cudaGraphLaunch(ready, 0);
    cudaDeviceSynchronize();
}
static void run_streams(int *p, int *out)
{
    cudaStream_t stream, apart;
    int *memory;
    cudaStreamCreate(&stream);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    for (int i = 0; i < 2; i++) { /* the same memory twice */
        cudaMallocAsync(&memory, N, stream);
        if (i == 0)
            good_pool_write<<<1, BLOCK, 0, stream>>>(memory);
        else
            good_pool_write_again<<<1, BLOCK, 0, stream>>>(memory);
        cudaFreeAsync(memory, stream);
    }
    cudaDeviceSynchronize();
    run_graph((void *)good_graph_write, (void *)good_graph_read, p, out, true);
    run_graph((void *)bad_race_graph_write, (void *)bad_race_graph_read, p, out, false);
    good_default_stream<<<1, BLOCK>>>(p);
    good_blocking_stream<<<1, BLOCK, 0, stream>>>(p, out);
    cudaDeviceSynchronize();
    bad_race_default_stream<<<1, BLOCK>>>(p);
    bad_race_nonblocking_stream<<<1, BLOCK, 0, apart>>>(p, out);
    cudaDeviceSynchronize();
}

int main()
{
    int *p, *out, *fresh;
    static int results[N];
    cudaMalloc(&p, N * sizeof(int));
    cudaMalloc(&out, N * sizeof(int));
    cudaMalloc(&fresh, N * sizeof(int));
    for (const struct test &test : tests) {
        cudaMemset(p, 0, N * sizeof(int));
        cudaMemset(out, 0, N * sizeof(int));
        void *arguments[] = {&p, &out, &fresh};
        cudaLaunchCooperativeKernel((void *)test.run, test.blocks, test.threads, arguments, 0, 0);
        cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
    }
    run_textures(p, out);
    run_streams(p, out);
    run_flags(p, out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
    cudaFree(out);
    cudaFree(fresh);
}
