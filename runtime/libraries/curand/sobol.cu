/* SPDX-License-Identifier: BSD-3-Clause */
/* Sobol's sequences: direction vectors, and the elements that a generator draws.
 *
 * Source: Bratley, Fox, Algorithm 659, ACM Trans. Math. Softw. 14 (1988), for the recurrence;
 *   Matousek, On the L2-Discrepancy for Anchored Boxes, J. Complexity 14 (1998), for scrambling by
 *   a triangular matrix and a shift. Differs: cuRAND's matrices and shifts are not published, and
 *   ours come from a generator of our own (Steele, Lea, Flood, OOPSLA 2014).
 */
#include "sobol.h"

#include <sys/mman.h>
#include <vector>

#include "../common/refuse.h"
#include "sobol_table.h"

enum { SOBOL_THREADS = 128, MOST_DIMENSIONS = 20000 /* that cuRAND has */ };

static unsigned long long mixed(unsigned long long *state)
{
    unsigned long long z = *state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

/* The vectors of a dimension (from 0): as many as T has bits, the highest bit's first. */
template <class T> static void vectors_make(unsigned int dimension, T *v)
{
    const int bits = sizeof(T) * 8;
    if (dimension == 0) {
        for (int j = 0; j < bits; j++)
            v[j] = (T)1 << (bits - 1 - j);
        return;
    }
    const sobol_numbers &row = sobol_table[dimension - 1];
    for (int j = 0; j < bits; j++) {
        if (j < row.degree) {
            v[j] = (T)row.m[j] << (bits - 1 - j);
            continue;
        }
        v[j] = v[j - row.degree] ^ v[j - row.degree] >> row.degree;
        for (int k = 1; k < row.degree; k++)
            if (row.inner >> (row.degree - 1 - k) & 1)
                v[j] ^= v[j - k];
    }
}

/* Bits of each vector, from the highest, become sums of themselves and some before them. Returns
 * the shift. */
template <class T> static T scramble(unsigned int dimension, T *v)
{
    const int bits = sizeof(T) * 8;
    unsigned long long state = 0x5eed0000ull + dimension;
    T rows[sizeof(T) * 8];
    for (int i = 0; i < bits; i++) { /* of the matrix: bit i is its diagonal, counted from above */
        const T above = i == 0 ? 0 : (T) ~(T)0 << (bits - i);
        rows[i] = ((T)mixed(&state) & above) | (T)1 << (bits - 1 - i);
    }
    for (int j = 0; j < bits; j++) {
        T made = 0;
        for (int i = 0; i < bits; i++)
            made |= (T)(__builtin_popcountll(rows[i] & v[j]) & 1) << (bits - 1 - i);
        v[j] = made;
    }
    return (T)mixed(&state);
}

/* All vectors, and behind them, where cuRAND has more dimensions, memory that cannot be read: a
 * program that takes those stops. */
template <class T> struct sobol_set {
    T *vectors = NULL;
    std::vector<T> shifts;
    static constexpr size_t row = sizeof(T) * 8;

    explicit sobol_set(bool is_scrambled)
    {
        const size_t all = MOST_DIMENSIONS * row * sizeof(T),
                     used = SOBOL_DIMENSIONS * row * sizeof(T);
        void *place = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (place == MAP_FAILED || mprotect(place, used, PROT_READ | PROT_WRITE) != 0)
            return;
        vectors = (T *)place;
        for (unsigned int d = 0; d < SOBOL_DIMENSIONS; d++) {
            vectors_make(d, vectors + d * row);
            shifts.push_back(is_scrambled ? scramble(d, vectors + d * row) : 0);
        }
    }
};
template <class T> static sobol_set<T> &set_of(bool is_scrambled)
{
    static sobol_set<T> plain(false), scrambled(true);
    return is_scrambled ? scrambled : plain;
}

struct sobol_state {
    bool is_wide;
    unsigned int dimensions;
    void *vectors, *shifts;
};

unsigned int sobol_dimensions(void)
{
    return SOBOL_DIMENSIONS;
}

template <class T> static bool upload(sobol_state *state, bool is_scrambled)
{
    const sobol_set<T> &set = set_of<T>(is_scrambled);
    const size_t shifts = state->dimensions * sizeof(T), bytes = shifts * sobol_set<T>::row;
    return set.vectors && cudaMalloc(&state->vectors, bytes) == cudaSuccess &&
           cudaMalloc(&state->shifts, shifts) == cudaSuccess &&
           cudaMemcpy(state->vectors, set.vectors, bytes, cudaMemcpyHostToDevice) == cudaSuccess &&
           cudaMemcpy(state->shifts, set.shifts.data(), shifts, cudaMemcpyHostToDevice) ==
               cudaSuccess;
}

sobol_state *sobol_new(curandRngType_t type, unsigned int dimensions)
{
    sobol_state *made = new sobol_state{sobol_is_wide(type), dimensions, NULL, NULL};
    const bool is_scrambled =
        type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    if (made->is_wide ? upload<unsigned long long>(made, is_scrambled)
                      : upload<unsigned int>(made, is_scrambled))
        return made;
    sobol_free(made);
    return NULL;
}

void sobol_free(sobol_state *state)
{
    if (state) {
        cudaFree(state->vectors);
        cudaFree(state->shifts);
    }
    delete state;
}

template <class T>
static __device__ void put(T x, output_kind kind, void *to, size_t i, double a, double b)
{
    switch (kind) {
    case BITS:
        ((T *)to)[i] = x;
        break;
    case UNIFORM:
        ((float *)to)[i] = _curand_uniform(x);
        break;
    case UNIFORM_DOUBLE:
        ((double *)to)[i] = simgpu_sobol_uniform(x);
        break;
    case NORMAL:
        ((float *)to)[i] = (float)a + (float)b * (float)simgpu_sobol_normal(x);
        break;
    case NORMAL_DOUBLE:
        ((double *)to)[i] = a + b * simgpu_sobol_normal(x);
        break;
    case LOG_NORMAL:
        ((float *)to)[i] = expf((float)a + (float)b * (float)simgpu_sobol_normal(x));
        break;
    case LOG_NORMAL_DOUBLE:
        ((double *)to)[i] = exp(a + b * simgpu_sobol_normal(x));
        break;
    case POISSON:
        ((unsigned int *)to)[i] = simgpu_sobol_poisson(x, a);
        break;
    }
}

/* A row of blocks for each dimension. The threads of a row are 2^p, and each goes on by as many
 * elements: two bits of Gray's code flip. */
template <class T>
static __global__ void __launch_bounds__(SOBOL_THREADS)
    sobol_kernel(const T *all_vectors, const T *shifts, output_kind kind, void *to, size_t each,
                 T offset, int p, double a, double b)
{
    __shared__ T vectors[sizeof(T) * 8];
    const unsigned int dimension = blockIdx.y;
    if (threadIdx.x < sizeof(T) * 8)
        vectors[threadIdx.x] = all_vectors[dimension * sizeof(T) * 8 + threadIdx.x];
    __syncthreads();
    size_t i = (size_t)blockIdx.x * SOBOL_THREADS + threadIdx.x;
    T element = offset + (T)i;
    T x = shifts[dimension] ^ simgpu_sobol_at(vectors, element);
    for (; i < each; i += (size_t)1 << p, element += (T)1 << p) {
        put(x, kind, to, dimension * each + i, a, b);
        const int bit = __ffsll((long long)~(unsigned long long)(element >> p)) - 1 + p;
        x ^= vectors[p - 1];
        if (bit < (int)sizeof(T) * 8)
            x ^= vectors[bit];
    }
}

void sobol_draw(sobol_state *state, cudaStream_t stream, output_kind kind, void *to, size_t n,
                unsigned long long offset, double a, double b)
{
    const size_t each = n / state->dimensions;
    int p = 7; /* SOBOL_THREADS */
    while (p < 13 && ((size_t)1 << p) < each)
        p++;
    const dim3 grid((1u << p) / SOBOL_THREADS, state->dimensions);
    if (state->is_wide)
        sobol_kernel<unsigned long long><<<grid, SOBOL_THREADS, 0, stream>>>(
            (const unsigned long long *)state->vectors, (const unsigned long long *)state->shifts,
            kind, to, each, offset, p, a, b);
    else
        sobol_kernel<unsigned int><<<grid, SOBOL_THREADS, 0, stream>>>(
            (const unsigned int *)state->vectors, (const unsigned int *)state->shifts, kind, to,
            each, (unsigned int)offset, p, a, b);
}

template <class Vectors, class T>
static curandStatus_t give_vectors(Vectors **to, bool is_known, bool is_scrambled)
{
    if (!to || !is_known)
        return CURAND_STATUS_OUT_OF_RANGE;
    *to = (Vectors *)set_of<T>(is_scrambled).vectors;
    return *to ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

extern "C" {

curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors,
                                           curandDirectionVectorSet_t set)
{
    const bool is_scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
    return give_vectors<curandDirectionVectors32_t, unsigned int>(
        vectors, is_scrambled || set == CURAND_DIRECTION_VECTORS_32_JOEKUO6, is_scrambled);
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors,
                                           curandDirectionVectorSet_t set)
{
    const bool is_scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;
    return give_vectors<curandDirectionVectors64_t, unsigned long long>(
        vectors, is_scrambled || set == CURAND_DIRECTION_VECTORS_64_JOEKUO6, is_scrambled);
}
curandStatus_t curandGetScrambleConstants32(unsigned int **constants)
{
    if (!constants)
        return CURAND_STATUS_OUT_OF_RANGE;
    *constants = set_of<unsigned int>(true).shifts.data();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants)
{
    if (!constants)
        return CURAND_STATUS_OUT_OF_RANGE;
    *constants = set_of<unsigned long long>(true).shifts.data();
    return CURAND_STATUS_SUCCESS;
}
}
