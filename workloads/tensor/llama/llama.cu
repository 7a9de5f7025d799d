/* SPDX-License-Identifier: BSD-3-Clause */
/* LLAMA: one decoder layer of LLaMA, in halves with tensor cores: prefill of all tokens, or one
 * decode step behind a context. Weights come from a generator on the device. */
#include "../../suite/common/program.h"
#include "llama_reference.h"

typedef gemm_tile<128, 256, 32, 64, 64, 4> tile_large;
typedef gemm_tile<128, 128, 32, 64, 64, 4> tile_medium;
typedef gemm_tile<16, 128, 64, 16, 32, 4> tile_flat;

enum { SEED_X = 1, SEED_QKV, SEED_O, SEED_GATE_UP, SEED_DOWN, SEED_NORM, SEED_CACHE };

/* Sizes: of each sequence `context` rows are there already, and `rows` come. */
struct layer {
    int hidden, ffn, batch, context, rows;
    __half *qkv_weights, *o_weights, *gate_up, *down, *norm, *normed, *qkv, *attended, *active;
    float *x, *product;
    size_t product_size;
};

static int rows_of(const layer &l)
{
    return l.batch * l.rows;
}

/* A flat tile has 16 rows, the others 128. */
static int padded(const layer &l)
{
    const int unit = l.context > 0 ? (int)tile_flat::rows : (int)tile_large::rows;
    return (rows_of(l) + unit - 1) / unit * unit;
}

static __half *filled(uint32_t seed, size_t count, float scale)
{
    __half *array = device_array<__half>(count);
    fill<<<1024, 256>>>((__half2 *)array, seed, scale, count / 2);
    CHECK(cudaGetLastError());
    return array;
}

static float weight_scale(int k)
{
    return sqrtf(3.0f / k);
}

static layer layer_new(int hidden, int ffn, int batch, int context, int rows)
{
    layer l = {hidden, ffn, batch, context, rows};
    const size_t all = padded(l), h = hidden;
    l.qkv_weights = filled(SEED_QKV, h * 3 * h, weight_scale(hidden));
    l.o_weights = filled(SEED_O, h * h, weight_scale(hidden));
    l.gate_up = filled(SEED_GATE_UP, h * 2 * ffn, weight_scale(hidden));
    l.down = filled(SEED_DOWN, h * ffn, weight_scale(ffn));
    l.norm = filled(SEED_NORM, h, 1);
    l.qkv = filled(SEED_CACHE, (size_t)batch * (context + rows) * 3 * h, 1);
    l.product_size = all * (size_t)(2 * ffn > 3 * hidden ? 2 * ffn : 3 * hidden) * 8;
    l.product = device_array<float>(l.product_size);
    l.normed = device_array<__half>(all * h);
    l.attended = device_array<__half>(all * h);
    l.active = device_array<__half>(all * ffn);
    l.x = device_array<float>(all * h);
    CHECK(cudaMemset(l.normed, 0, all * h * sizeof *l.normed));
    CHECK(cudaMemset(l.attended, 0, all * h * sizeof *l.attended));
    CHECK(cudaMemset(l.active, 0, all * ffn * sizeof *l.active));
    float *x = host_array<float>(all * h);
    for (size_t i = 0; i < (size_t)rows_of(l) * h; i++)
        x[i] = element(SEED_X, i, 1);
    CHECK(cudaMemcpy(l.x, x, all * h * sizeof *x, cudaMemcpyHostToDevice));
    free(x);
    return l;
}

template <class T>
static void launch_product(const layer &l, const __half *a, const __half *b, int n, int k,
                           int parts)
{
    const int m = padded(l);
    const dim3 grid(n / T::columns, m / T::rows, parts);
    CHECK(cudaFuncSetAttribute((const void *)product_part<T>,
                               cudaFuncAttributeMaxDynamicSharedMemorySize, T::shared_bytes));
    product_part<T><<<grid, T::threads, T::shared_bytes>>>(a, b, l.product, m, n, k);
    CHECK(cudaGetLastError());
}

/* The product's parts go to l.product; returns how many. Few rows make few tiles, so k is divided
 * among blocks, until there are two for each of an A100's SMs. */
static int multiply(const layer &l, const __half *a, const __half *b, int n, int k)
{
    enum { BLOCKS = 216, MOST_PARTS = 8 };
    int parts = 1;
    if (l.context == 0) {
        const int tiles = padded(l) / 128 * (n / 256);
        if (n % 256 != 0 || tiles < BLOCKS / 2)
            launch_product<tile_medium>(l, a, b, n, k, 1);
        else
            launch_product<tile_large>(l, a, b, n, k, 1);
        return 1;
    }
    while (parts < MOST_PARTS && n / tile_flat::columns * parts < BLOCKS &&
           k % (2 * parts * (int)tile_flat::depth) == 0)
        parts *= 2;
    launch_product<tile_flat>(l, a, b, n, k, parts);
    return parts;
}

static void attention_of(const layer &l)
{
    if (l.context > 0) {
        attend_last<<<dim3(l.hidden / HEAD, l.batch), DECODE_THREADS>>>(
            l.qkv, l.attended, l.context + l.rows, l.hidden);
    } else {
        CHECK(cudaFuncSetAttribute((const void *)attend,
                                   cudaFuncAttributeMaxDynamicSharedMemorySize, ATTENTION_SHARED));
        attend<<<dim3(l.rows / QUERIES, l.hidden / HEAD, l.batch), ATTENTION_THREADS,
                 ATTENTION_SHARED>>>(l.qkv, l.attended, l.rows, l.hidden);
    }
    CHECK(cudaGetLastError());
}

static void layer_run(const layer &l)
{
    const int m = rows_of(l);
    const int shares = l.context > 0 ? 16 : 1; /* of a row, where there are few rows */
    const size_t all = padded(l);
    rms_norm<<<m, ROW_THREADS>>>(l.x, nullptr, 0, 0, l.norm, l.normed, l.hidden);
    int parts = multiply(l, l.normed, l.qkv_weights, 3 * l.hidden, l.hidden);
    rotate<<<dim3(m, shares), ROW_THREADS>>>(l.product, parts, all * 3 * l.hidden, l.qkv, l.hidden,
                                             l.context, l.rows, l.context + l.rows);
    attention_of(l);
    parts = multiply(l, l.attended, l.o_weights, l.hidden, l.hidden);
    rms_norm<<<m, ROW_THREADS>>>(l.x, l.product, parts, all * l.hidden, l.norm, l.normed, l.hidden);
    parts = multiply(l, l.normed, l.gate_up, 2 * l.ffn, l.hidden);
    swiglu<<<dim3(m, shares), ROW_THREADS>>>(l.product, parts, all * 2 * l.ffn, l.active, l.ffn);
    parts = multiply(l, l.active, l.down, l.hidden, l.ffn);
    rms_norm<<<m, ROW_THREADS>>>(l.x, l.product, parts, all * l.hidden, l.norm, nullptr, l.hidden);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
}

/* x of the layer on the CPU. */
static numbers reference(const layer &l)
{
    const size_t h = l.hidden, f = l.ffn, m = rows_of(l), rows = l.context + l.rows;
    numbers x(m * h), attended(m * h), active(m * f), norm = host_fill(SEED_NORM, h, 1);
    numbers qkv = host_fill(SEED_CACHE, (size_t)l.batch * rows * 3 * h, 1);
    for (size_t i = 0; i < m * h; i++)
        x[i] = element(SEED_X, i, 1);
    numbers product =
        host_product(host_norm(x, norm, m, h),
                     host_fill(SEED_QKV, h * 3 * h, weight_scale(l.hidden)), m, 3 * h, h);
    for (size_t i = 0; i < m; i++) {
        const size_t position = l.context + i % l.rows;
        host_rotate(&qkv[(i / l.rows * rows + position) * 3 * h], &product[i * 3 * h], h,
                    (int)position);
    }
    for (size_t i = 0; i < m; i++)
        host_attend(&attended[i * h], &qkv[i / l.rows * rows * 3 * h], h,
                    (int)(l.context + i % l.rows));
    product = host_product(attended, host_fill(SEED_O, h * h, weight_scale(l.hidden)), m, h, h);
    for (size_t i = 0; i < m * h; i++)
        x[i] += product[i];
    product = host_product(host_norm(x, norm, m, h),
                           host_fill(SEED_GATE_UP, h * 2 * f, weight_scale(l.hidden)), m, 2 * f, h);
    for (size_t i = 0; i < m * f; i++) {
        const double gate = product[i / f * 2 * f + i % f],
                     up = product[(i / f * 2 + 1) * f + i % f];
        active[i] = halved(gate / (1 + exp(-gate)) * up);
    }
    product = host_product(active, host_fill(SEED_DOWN, h * f, weight_scale(l.ffn)), m, h, f);
    for (size_t i = 0; i < m * h; i++)
        x[i] += product[i];
    return x;
}

/* Halves between the products round by 2^-11 each; 30 of them add up to less than a hundredth of
 * values around one. */
static size_t check(const layer &l)
{
    const size_t count = (size_t)rows_of(l) * l.hidden;
    const numbers expected = reference(l);
    float *x = host_array<float>(count), *wanted = host_array<float>(count);
    copy_back(x, l.x, count);
    for (size_t i = 0; i < count; i++)
        wanted[i] = (float)expected[i];
    const size_t wrong = count_wrong("x", x, wanted, count, 0.01f, 0.005f);
    free(x);
    free(wanted);
    return wrong;
}

int main(int argc, char **argv)
{
    const bool decodes = program_argument(argc, argv, 1, "decode", 0, 0, 1) == 1;
    const int tokens = 64 * (int)program_argument(argc, argv, 2, "tokens / 64", 2, 1, 63);
    const int batch = (int)program_argument(argc, argv, 3, "batch", 1, 1, 16);
    const int hidden = 256 * (int)program_argument(argc, argv, 4, "hidden / 256", 1, 1, 32);
    const int ffn = 256 * (int)program_argument(argc, argv, 5, "ffn / 256", 2, 1, 96);
    const bool checks = program_argument(argc, argv, 6, "check", 1, 0, 1) == 1;
    if (!decodes && tokens * batch % tile_large::rows != 0) {
        fprintf(stderr, "%s: a prefill wants a multiple of 128 tokens\n", argv[0]);
        return 2;
    }
    const layer l = layer_new(hidden, ffn, batch, decodes ? tokens : 0, decodes ? 1 : tokens);
    layer_run(l);
    if (checks)
        return program_verdict("llama", check(l));
    printf("llama: done, not checked\n");
    return 0;
}
