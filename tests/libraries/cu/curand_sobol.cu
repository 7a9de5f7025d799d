/* SPDX-License-Identifier: BSD-3-Clause */
/* cuRAND's Sobol sequences: published points, the property of each dimension, generators against
 * kernels' states and a sum by definition, distributions' moments.
 *
 * Source: the points are the example of Joe and Kuo's "Notes on generating Sobol sequences", 2008.
 */
#include <cmath>
#include <curand_kernel.h>
#include <set>

#include "check.h"

static const double published[4][10] = {
    {.5, .5, .5, .5, .5, .5, .5, .5, .5, .5},
    {.75, .25, .25, .25, .75, .75, .25, .75, .75, .75},
    {.25, .75, .75, .75, .25, .25, .75, .25, .25, .25},
    {.375, .375, .625, .875, .375, .125, .375, .875, .875, .625},
};

template <class T> static T sum_of(const T *vectors, unsigned long long i)
{
    T sum = 0;
    for (int bit = 0; bit < (int)sizeof(T) * 8; bit++)
        if ((i ^ i >> 1) >> bit & 1)
            sum ^= vectors[bit];
    return sum;
}

/* The first 2^k elements have each number of k bits once in front. */
template <class T, class Vectors> static void dimensions(Vectors *vectors, const char *what)
{
    for (int d = 0; d < 128; d++)
        for (int k = 1; k <= 8; k++) {
            std::set<T> seen;
            for (int i = 0; i < 1 << k; i++)
                seen.insert(sum_of<T>(vectors[d], i) >> (sizeof(T) * 8 - k));
            expect((double)seen.size(), 1 << k, 0, what, d);
        }
}

template <class State, class Vectors, class T>
__global__ void by_state(Vectors *vectors, T scramble, unsigned offset, T *to, int n)
{
    State state;
    if constexpr (std::is_same_v<State, curandStateSobol32_t> ||
                  std::is_same_v<State, curandStateSobol64_t>)
        curand_init(vectors[threadIdx.x], offset, &state);
    else
        curand_init(vectors[threadIdx.x], scramble, offset, &state);
    for (int i = 0; i < n / 2; i++)
        to[threadIdx.x * n + i] = curand(&state);
    State other = state;
    skipahead((T)(n / 2), &other);
    skipahead((T)(0 - n / 2), &other);
    for (int i = n / 2; i < n; i++)
        to[threadIdx.x * n + i] = curand(&other);
}

template <class State, class T, class Vectors>
static void states(Vectors *vectors, T scramble, const char *what)
{
    const int n = 100, offset = 37, count = 3;
    void *device;
    T *to;
    CUDA(cudaMalloc(&device, count * sizeof *vectors));
    CUDA(cudaMalloc(&to, count * n * sizeof *to));
    CUDA(cudaMemcpy(device, vectors, count * sizeof *vectors, cudaMemcpyHostToDevice));
    by_state<State><<<1, count>>>((Vectors *)device, scramble, offset, to, n);
    std::vector<T> found(count * n);
    CUDA(cudaMemcpy(found.data(), to, found.size() * sizeof *to, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count * n; i++)
        expect(found[i] == (scramble ^ sum_of<T>(vectors[i / n], offset + i % n)), 1, 0, what, i);
}

/* Elements of a generator, in two pieces, from an offset. */
template <class T, class Vectors>
static void elements(curandRngType_t type, Vectors *vectors, const T *shifts, const char *what)
{
    const int count = 5, first = 300, second = 10000, offset = 11;
    curandGenerator_t generator;
    OK(curandCreateGeneratorHost(&generator, type));
    OK(curandSetQuasiRandomGeneratorDimensions(generator, count));
    OK(curandSetGeneratorOffset(generator, offset));
    unsigned long long at = offset;
    for (int each : {first, second}) {
        std::vector<T> found((size_t)each * count);
        if constexpr (sizeof(T) == 8)
            OK(curandGenerateLongLong(generator, found.data(), found.size()));
        else
            OK(curandGenerate(generator, found.data(), found.size()));
        for (int i = 0; i < each * count; i++) {
            const int d = i / each;
            expect(found[i] == ((shifts ? shifts[d] : 0) ^ sum_of<T>(vectors[d], at + i % each)), 1,
                   0, what, i);
        }
        at += each;
    }
    std::vector<float> normal(4096 * count);
    OK(curandSetGeneratorOffset(generator, 1)); /* element 0 is far out */
    OK(curandGenerateNormal(generator, normal.data(), normal.size(), 1, 2));
    double sum = 0, squares = 0;
    for (float x : normal)
        sum += x, squares += (x - 1.0) * (x - 1.0);
    expect(sum / (double)normal.size(), 1, 0.01, "mean", type);
    expect(squares / (double)normal.size(), 4, 0.02, "variance", type);
    std::vector<unsigned> counts(4096 * count);
    OK(curandGeneratePoisson(generator, counts.data(), counts.size(), 5));
    sum = 0, squares = 0;
    for (unsigned x : counts)
        sum += x, squares += (x - 5.0) * (x - 5.0);
    expect(sum / (double)counts.size(), 5, 0.02, "Poisson's mean", type);
    expect(squares / (double)counts.size(), 5, 0.05, "Poisson's variance", type);
    OK(curandDestroyGenerator(generator));
}

int main()
{
    curandDirectionVectors32_t *plain, *scrambled;
    curandDirectionVectors64_t *wide, *wide_scrambled;
    unsigned *shifts;
    unsigned long long *wide_shifts;
    OK(curandGetDirectionVectors32(&plain, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
    OK(curandGetDirectionVectors32(&scrambled, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
    OK(curandGetDirectionVectors64(&wide, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
    OK(curandGetDirectionVectors64(&wide_scrambled, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
    OK(curandGetScrambleConstants32(&shifts));
    OK(curandGetScrambleConstants64(&wide_shifts));
    for (int i = 0; i < 4; i++)
        for (int d = 0; d < 10; d++) {
            expect(sum_of<unsigned>(plain[d], i + 1) * 0x1p-32, published[i][d], 0, "published", d);
            expect((double)sum_of<unsigned long long>(wide[d], i + 1) * 0x1p-64, published[i][d], 0,
                   "published, 64 bits", d);
        }
    dimensions<unsigned>(plain, "dimension");
    dimensions<unsigned>(scrambled, "scrambled dimension");
    dimensions<unsigned long long>(wide, "wide dimension");
    dimensions<unsigned long long>(wide_scrambled, "wide scrambled dimension");
    states<curandStateSobol32_t, unsigned>(plain, 0, "state");
    states<curandStateScrambledSobol32_t, unsigned>(scrambled, 77, "scrambled state");
    states<curandStateSobol64_t, unsigned long long>(wide, 0, "wide state");
    states<curandStateScrambledSobol64_t, unsigned long long>(wide_scrambled, 78, "wide scrambled");
    elements<unsigned>(CURAND_RNG_QUASI_SOBOL32, plain, nullptr, "element");
    elements<unsigned>(CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, scrambled, shifts, "scrambled");
    elements<unsigned long long>(CURAND_RNG_QUASI_SOBOL64, wide, nullptr, "wide");
    elements<unsigned long long>(CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, wide_scrambled, wide_shifts,
                                 "wide scrambled");
    curandGenerator_t generator;
    unsigned buffer[3];
    OK(curandCreateGeneratorHost(&generator, CURAND_RNG_QUASI_SOBOL32));
    expect(curandSetQuasiRandomGeneratorDimensions(generator, 129), CURAND_STATUS_OUT_OF_RANGE, 0,
           "dimensions", 0);
    OK(curandSetQuasiRandomGeneratorDimensions(generator, 2));
    expect(curandGenerate(generator, buffer, 3), CURAND_STATUS_LENGTH_NOT_MULTIPLE, 0, "length", 0);
    OK(curandDestroyGenerator(generator));
    return verdict();
}
