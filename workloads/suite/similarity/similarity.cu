/* SPDX-License-Identifier: BSD-3-Clause */
/* SS: how alike each two of a set of documents are: the cosine of their vectors' angle.
 *
 * A thread a pair: it walks both vectors, word by word. Lanes side by side have the same first
 * document and second ones that follow each other: 32 lines a load, the same lines again for the
 * next words.
 *
 * Source: B. He and others, "Mars: A MapReduce Framework on Graphics Processors", PACT 2008:
 *   Similarity Score.
 */
#include "../common/program.h"

enum { BLOCK = 256 };

__global__ void lengths(const float *vectors, float *length, int n, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float sum = 0;
#pragma unroll 1
    for (int w = 0; w < words; w++)
        sum = fmaf(vectors[i * words + w], vectors[i * words + w], sum);
    length[i] = sqrtf(sum);
}

__global__ void score(const float *vectors, const float *length, float *scores, int n, int words)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;

    if (pair >= n * n)
        return;
    int i = pair / n, j = pair % n;
    float sum = 0;
#pragma unroll 1
    for (int w = 0; w < words; w++)
        sum = fmaf(vectors[i * words + w], vectors[j * words + w], sum);
    scores[pair] = sum / (length[i] * length[j]);
}

static void reference_scores(const float *vectors, float *scores, int n, int words)
{
    float *length = host_array<float>(n);
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int w = 0; w < words; w++)
            sum = fmaf(vectors[i * words + w], vectors[i * words + w], sum);
        length[i] = sqrtf(sum);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int w = 0; w < words; w++)
                sum = fmaf(vectors[i * words + w], vectors[j * words + w], sum);
            scores[i * n + j] = sum / (length[i] * length[j]);
        }
    free(length);
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "DOCUMENTS", 192, 1, 8192);
    int words = (int)program_argument(argc, argv, 2, "WORDS", 64, 1, 4096);

    uint64_t random = 1;
    size_t pairs = (size_t)n * n;
    float *vectors = host_array<float>((size_t)n * words);
    for (size_t i = 0; i < (size_t)n * words; i++)
        vectors[i] = random_float(&random, 0.125f, 1);
    float *device = device_copy(vectors, (size_t)n * words);
    float *length = device_array<float>(n), *scores = device_array<float>(pairs);
    lengths<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(device, length, n, words);
    CHECK(cudaGetLastError());
    score<<<(int)((pairs + BLOCK - 1) / BLOCK), BLOCK>>>(device, length, scores, n, words);
    CHECK(cudaGetLastError());

    float *got = host_array<float>(pairs), *expected = host_array<float>(pairs);
    copy_back(got, scores, pairs);
    reference_scores(vectors, expected, n, words);
    printf("%d documents of %d words\n", n, words);
    size_t wrong = count_wrong("score", got, expected, pairs, 0, 1e-6f);

    CHECK(cudaFree(device));
    CHECK(cudaFree(length));
    CHECK(cudaFree(scores));
    free(vectors);
    free(got);
    free(expected);
    return program_verdict("similarity", wrong);
}
