/* SPDX-License-Identifier: BSD-3-Clause */
/* ATT: attention of several heads of 64 columns, forward, causal or not.
 *
 * The CPU computes in doubles. The kernel's weights are halves when they meet the values, and so is
 * its result: each adds at most 2^-11 of the largest value. The sum of weights is of floats. Values
 * are from -1 to 1, so a result may be off by 1.5 * 2^-10.
 */
#include "../../suite/common/program.h"
#include "attention_kernel.h"

/* Halves from -low to low, and what they are as floats. */
static __half *random_halves(float *floats, size_t count, float low, uint64_t *state)
{
    __half *halves = host_array<__half>(count);
    for (size_t i = 0; i < count; i++) {
        halves[i] = __float2half(random_float(state, -low, low));
        floats[i] = __half2float(halves[i]);
    }
    return halves;
}

/* One row of one head; `weights` has room for as many numbers as there are keys. */
static void reference(float *o, const float *q, const float *k, const float *v, double *weights,
                      int keys)
{
    double high = -INFINITY, sum = 0, result[HEAD] = {};
    for (int key = 0; key < keys; key++) {
        double score = 0;
        for (int i = 0; i < HEAD; i++)
            score += (double)q[i] * k[key * HEAD + i];
        weights[key] = score / 8;
        high = fmax(high, weights[key]);
    }
    for (int key = 0; key < keys; key++) {
        double weight = exp(weights[key] - high);
        sum += weight;
        for (int i = 0; i < HEAD; i++)
            result[i] += weight * v[key * HEAD + i];
    }
    for (int i = 0; i < HEAD; i++)
        o[i] = (float)(result[i] / sum);
}

/* Every `step`-th row of each head. */
static size_t check(const __half *got, const float *q, const float *k, const float *v, int heads,
                    int rows, bool causal, int step)
{
    double *weights = host_array<double>(rows);
    size_t wrong = 0;
    for (int head = 0; head < heads; head++) {
        size_t start = (size_t)head * rows * HEAD;
        for (int row = head % step; row < rows; row += step) {
            size_t place = start + (size_t)row * HEAD;
            float expected[HEAD], have[HEAD];
            reference(expected, q + place, k + start, v + start, weights, causal ? row + 1 : rows);
            for (int i = 0; i < HEAD; i++)
                have[i] = __half2float(got[place + i]);
            wrong += count_wrong("o", have, expected, HEAD, 0x1.8p-10f, 0);
        }
    }
    free(weights);
    return wrong;
}

int main(int argc, char **argv)
{
    int rows = 64 * (int)program_argument(argc, argv, 1, "rows / 64", 8, 1, 256);
    int heads = (int)program_argument(argc, argv, 2, "heads", 16, 1, 1024);
    bool causal = program_argument(argc, argv, 3, "causal", 0, 0, 1) == 1;
    int step = (int)program_argument(argc, argv, 4, "rows from check to check", 7, 1, 1000);
    size_t count = (size_t)heads * rows * HEAD;
    float *q = host_array<float>(count), *k = host_array<float>(count);
    float *v = host_array<float>(count);
    uint64_t state = 23;
    __half *q_halves = random_halves(q, count, 4, &state);
    __half *k_halves = random_halves(k, count, 4, &state);
    __half *v_halves = random_halves(v, count, 1, &state);
    __half *o = host_array<__half>(count);

    __half *device_q = device_copy(q_halves, count), *device_k = device_copy(k_halves, count);
    __half *device_v = device_copy(v_halves, count), *device_o = device_array<__half>(count);
    auto kernel = causal ? attention<true> : attention<false>;
    CHECK(cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               ATTENTION_SHARED));
    kernel<<<dim3(rows / QUERIES, heads), ATTENTION_THREADS, ATTENTION_SHARED>>>(
        device_q, device_k, device_v, device_o, rows);
    CHECK(cudaGetLastError());
    copy_back(o, device_o, count);
    size_t wrong = check(o, q, k, v, heads, rows, causal, step);
    CHECK(cudaFree(device_q));
    CHECK(cudaFree(device_k));
    CHECK(cudaFree(device_v));
    CHECK(cudaFree(device_o));
    free(q);
    free(k);
    free(v);
    free(o);
    free(q_halves);
    free(k_halves);
    free(v_halves);
    return program_verdict("attention", wrong);
}
