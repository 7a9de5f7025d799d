/* SPDX-License-Identifier: BSD-3-Clause */
/* MT19937: a block makes the numbers, and then a thread for each two results uses them. */
#include "mersenne.h"

enum { THREADS = 256, PART = 227, DISTANCE = 397 };

/* The words numbered `first` and more become new ones; each needs what lies 397 ahead. */
static __device__ void renew(unsigned int *word, int first, int end)
{
    const int k = first + threadIdx.x;
    unsigned int made = 0;
    if (k < end) {
        const unsigned int next = word[(k + 1) % MERSENNE_WORDS];
        const unsigned int mixed = (word[k] & 0x80000000u) | (next & 0x7fffffffu);
        made = word[(k + DISTANCE) % MERSENNE_WORDS] ^ mixed >> 1 ^ (next & 1 ? 0x9908b0dfu : 0);
    }
    __syncthreads();
    if (k < end)
        word[k] = made;
    __syncthreads();
}

static __device__ unsigned int tempered(unsigned int x)
{
    x ^= x >> 11;
    x ^= x << 7 & 0x9d2c5680u;
    x ^= x << 15 & 0xefc60000u;
    return x ^ x >> 18;
}

static __global__ void __launch_bounds__(THREADS)
    make_words(mersenne_state *state, unsigned int *to, size_t n)
{
    __shared__ unsigned int word[MERSENNE_WORDS];
    unsigned int given = state->given;
    for (int k = threadIdx.x; k < MERSENNE_WORDS; k += THREADS)
        word[k] = state->word[k];
    __syncthreads();
    for (size_t done = 0; done < n;) {
        if (given == MERSENNE_WORDS) {
            renew(word, 0, PART);
            renew(word, PART, 2 * PART);
            renew(word, 2 * PART, MERSENNE_WORDS);
            given = 0;
        }
        const size_t now = min(n - done, (size_t)(MERSENNE_WORDS - given));
        for (size_t i = threadIdx.x; i < now; i += THREADS)
            to[done + i] = tempered(word[given + i]);
        done += now;
        given += (unsigned int)now;
        __syncthreads();
    }
    for (int k = threadIdx.x; k < MERSENNE_WORDS; k += THREADS)
        state->word[k] = word[k];
    if (threadIdx.x == 0)
        state->given = given;
}

/* By inversion below 64, rounded normal numbers above. */
static __device__ unsigned int poisson(const unsigned int *words, double lambda)
{
    const double u = _curand_uniform_double_hq(words[0], words[1]);
    if (lambda >= 64) {
        const double v = _curand_uniform_double_hq(words[2], words[3]);
        const double x = floor(lambda + sqrt(lambda) * simgpu_box_muller(u, v).x + 0.5);
        return x < 0 ? 0 : (unsigned int)x;
    }
    double chance = exp(-lambda), sum = chance;
    unsigned int count = 0;
    for (; sum < u && count < 1000; sum += chance)
        chance *= lambda / ++count;
    return count;
}

/* Words for a result. */
static __host__ __device__ unsigned int words_of(output_kind kind)
{
    const bool is_double =
        kind == UNIFORM_DOUBLE || kind == NORMAL_DOUBLE || kind == LOG_NORMAL_DOUBLE;
    return kind == POISSON ? 4 : is_double ? 2 : 1;
}

static __device__ void use_pair(output_kind kind, const unsigned int *w, void *to, size_t i,
                                bool two, double a, double b)
{
    if (kind == NORMAL || kind == LOG_NORMAL) {
        const float2 pair = _curand_box_muller(w[0], w[1]);
        const float x = (float)a + (float)b * pair.x, y = (float)a + (float)b * pair.y;
        ((float *)to)[i] = kind == NORMAL ? x : expf(x);
        if (two)
            ((float *)to)[i + 1] = kind == NORMAL ? y : expf(y);
        return;
    }
    const double2 pair = simgpu_box_muller(_curand_uniform_double_hq(w[0], w[1]),
                                           _curand_uniform_double_hq(w[2], w[3]));
    const double x = a + b * pair.x, y = a + b * pair.y;
    ((double *)to)[i] = kind == NORMAL_DOUBLE ? x : exp(x);
    if (two)
        ((double *)to)[i + 1] = kind == NORMAL_DOUBLE ? y : exp(y);
}

static __global__ void __launch_bounds__(THREADS)
    use_words(output_kind kind, const unsigned int *words, void *to, size_t n, double a, double b)
{
    const unsigned int each = words_of(kind);
    for (size_t i = (blockIdx.x * (size_t)THREADS + threadIdx.x) * 2; i < n;
         i += gridDim.x * (size_t)THREADS * 2) {
        if (kind >= NORMAL && kind != POISSON) {
            use_pair(kind, words + i * each, to, i, i + 1 < n, a, b);
            continue;
        }
        for (size_t j = i; j < i + 2 && j < n; j++) {
            const unsigned int *w = words + j * each;
            if (kind == BITS)
                ((unsigned int *)to)[j] = *w;
            else if (kind == UNIFORM)
                ((float *)to)[j] = _curand_uniform(*w);
            else if (kind == UNIFORM_DOUBLE)
                ((double *)to)[j] = _curand_uniform_double_hq(w[0], w[1]);
            else
                ((unsigned int *)to)[j] = poisson(w, a);
        }
    }
}

mersenne_state *mersenne_new(unsigned long long seed)
{
    mersenne_state made, *there = NULL;
    made.word[0] = (unsigned int)(seed ^ seed >> 32);
    for (unsigned int i = 1; i < MERSENNE_WORDS; i++)
        made.word[i] = 1812433253u * (made.word[i - 1] ^ made.word[i - 1] >> 30) + i;
    made.given = MERSENNE_WORDS;
    if (cudaMalloc(&there, sizeof made) != cudaSuccess ||
        cudaMemcpy(there, &made, sizeof made, cudaMemcpyHostToDevice) != cudaSuccess)
        return NULL;
    return there;
}

void mersenne_free(mersenne_state *state)
{
    cudaFree(state);
}

cudaError_t mersenne_draw(mersenne_state *state, cudaStream_t stream, output_kind kind, void *to,
                          size_t n, double a, double b)
{
    const size_t words = (n + n % 2) * words_of(kind), blocks = (n / 2 + THREADS) / THREADS;
    const unsigned int grid = blocks < 1024 ? (unsigned int)blocks : 1024u;
    unsigned int *room = NULL;
    cudaError_t error = cudaMallocAsync((void **)&room, words * sizeof *room, stream);
    if (error != cudaSuccess)
        return error;
    make_words<<<1, THREADS, 0, stream>>>(state, room, words);
    use_words<<<grid, THREADS, 0, stream>>>(kind, room, to, n, a, b);
    error = cudaPeekAtLastError();
    cudaFreeAsync(room, stream);
    return error;
}
