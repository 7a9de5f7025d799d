/* SPDX-License-Identifier: BSD-3-Clause */
/* cuRAND's host interface: kernels in which each thread has a stream of numbers.
 *
 * Source: cuRAND documentation, "Generator Options": number n of XORWOW is number n / 4096 of
 *   subsequence n mod 4096, and of MRG32k3a number n / 81920 of subsequence n mod 81920.
 *   Philox's are those of one sequence, in order.
 */
#include <curand_kernel.h>

#include "../common/refuse.h"
#include "mersenne.h"
#include "sobol.h"

struct curandGenerator_st {
    curandRngType_t type;
    bool to_host;
    cudaStream_t stream;
    unsigned long long seed, offset; /* numbers of each stream that have been drawn */
    mersenne_state *mersenne;        /* made when it is needed */
    sobol_state *sobol;              /* the same */
    unsigned int dimensions;         /* of Sobol's */
};

template <class State>
static __device__ void draw(State *state, output_kind kind, void *to, size_t i, double a, double b)
{
    switch (kind) {
    case BITS:
        ((unsigned int *)to)[i] = curand(state);
        break;
    case UNIFORM:
        ((float *)to)[i] = curand_uniform(state);
        break;
    case UNIFORM_DOUBLE:
        ((double *)to)[i] = curand_uniform_double(state);
        break;
    case NORMAL:
        ((float *)to)[i] = (float)a + (float)b * curand_normal(state);
        break;
    case NORMAL_DOUBLE:
        ((double *)to)[i] = a + b * curand_normal_double(state);
        break;
    case LOG_NORMAL:
        ((float *)to)[i] = curand_log_normal(state, (float)a, (float)b);
        break;
    case LOG_NORMAL_DOUBLE:
        ((double *)to)[i] = curand_log_normal_double(state, a, b);
        break;
    case POISSON:
        ((unsigned int *)to)[i] = curand_poisson(state, a);
        break;
    }
}

/* Thread t draws numbers t, t + streams, ... */
template <class State>
__global__ void __launch_bounds__(128)
    draw_streams(output_kind kind, void *to, size_t n, size_t streams, unsigned long long seed,
                 unsigned long long offset, double a, double b)
{
    size_t stream = blockIdx.x * 128 + threadIdx.x;
    if (stream >= streams || stream >= n)
        return;
    State state;
    curand_init(seed, stream, offset, &state);
    for (size_t i = stream; i < n; i += streams)
        draw(&state, kind, to, i, a, b);
}

/* Thread t draws `run` numbers at a time, each of which takes `each` of the generator's. */
__global__ void __launch_bounds__(128)
    draw_in_order(output_kind kind, void *to, size_t n, size_t run, unsigned int each,
                  unsigned long long seed, unsigned long long offset, double a, double b)
{
    size_t threads = (size_t)gridDim.x * 128;
    for (size_t i = (blockIdx.x * 128 + threadIdx.x) * run; i < n; i += threads * run) {
        curandStatePhilox4_32_10_t state;
        curand_init(seed, kind == POISSON ? i + 1 : 0, offset + (kind == POISSON ? 0 : i * each),
                    &state);
        for (size_t j = i; j < i + run && j < n; j++)
            draw(&state, kind, to, j, a, b);
    }
}

static unsigned long long ceil_div(unsigned long long a, unsigned long long b)
{
    return (a + b - 1) / b;
}

/* Numbers of 32 bits that each result takes. */
static unsigned int numbers_of(output_kind kind, curandRngType_t type)
{
    bool is_double = kind == UNIFORM_DOUBLE || kind == NORMAL_DOUBLE || kind == LOG_NORMAL_DOUBLE;
    return is_double && type != CURAND_RNG_PSEUDO_MRG32K3A ? 2 : kind == POISSON ? 256 : 1;
}

/* False: there is no memory. */
static bool draw_quasi(curandGenerator_t g, output_kind kind, void *to, size_t n, double a,
                       double b)
{
    if (!g->sobol)
        g->sobol = sobol_new(g->type, g->dimensions);
    if (!g->sobol)
        return false;
    sobol_draw(g->sobol, g->stream, kind, to, n, g->offset, a, b);
    g->offset += n / g->dimensions;
    return true;
}

static curandStatus_t generate(curandGenerator_t g, output_kind kind, void *to, size_t n,
                               size_t size, double a, double b)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    bool in_pairs =
        kind == NORMAL || kind == NORMAL_DOUBLE || kind == LOG_NORMAL || kind == LOG_NORMAL_DOUBLE;
    const bool is_quasi = sobol_is(g->type);
    if (is_quasi ? n % g->dimensions != 0 : in_pairs && n % 2 != 0)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (n == 0)
        return CURAND_STATUS_SUCCESS;
    void *device = to;
    if (g->to_host && cudaMalloc(&device, n * size) != cudaSuccess)
        return CURAND_STATUS_ALLOCATION_FAILED;
    unsigned int each = numbers_of(kind, g->type);
    if (is_quasi) {
        if (!draw_quasi(g, kind, device, n, a, b))
            return CURAND_STATUS_ALLOCATION_FAILED;
    } else if (g->type == CURAND_RNG_PSEUDO_MT19937) {
        if (!g->mersenne)
            g->mersenne = mersenne_new(g->seed);
        if (!g->mersenne)
            return CURAND_STATUS_ALLOCATION_FAILED;
        mersenne_draw(g->mersenne, g->stream, kind, device, n, a, b);
    } else if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        unsigned long long blocks = ceil_div(n, 128 * 4);
        unsigned int grid = blocks < 1024 ? (unsigned int)blocks : 1024u;
        draw_in_order<<<grid, 128, 0, g->stream>>>(kind, device, n, 4, each, g->seed, g->offset, a,
                                                   b);
        g->offset += ceil_div(n, 4) * 4 * each;
    } else {
        size_t streams = g->type == CURAND_RNG_PSEUDO_XORWOW ? 4096 : 81920,
               used = n < streams ? n : streams;
        if (g->type == CURAND_RNG_PSEUDO_XORWOW)
            draw_streams<curandStateXORWOW_t><<<ceil_div(used, 128), 128, 0, g->stream>>>(
                kind, device, n, streams, g->seed, g->offset, a, b);
        else
            draw_streams<curandStateMRG32k3a_t><<<ceil_div(used, 128), 128, 0, g->stream>>>(
                kind, device, n, streams, g->seed, g->offset, a, b);
        unsigned long long drawn = ceil_div(n, streams) * each;
        g->offset += in_pairs ? ceil_div(drawn, 2 * each) * 2 * each : drawn;
    }
    cudaError_t error = cudaPeekAtLastError();
    if (g->to_host) {
        error = error ? error
                      : cudaMemcpyAsync(to, device, n * size, cudaMemcpyDeviceToHost, g->stream);
        error = error ? error : cudaStreamSynchronize(g->stream);
        cudaFree(device);
    }
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type, bool to_host)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    if (!sobol_is(type) && type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && type != CURAND_RNG_PSEUDO_MT19937) {
        refuse("curandCreateGenerator", "MTGP32 is not supported: take another generator");
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = new curandGenerator_st{type, to_host, 0, 0, 0, NULL, NULL, 1};
    return CURAND_STATUS_SUCCESS;
}

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type)
{
    return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    mersenne_free(generator->mersenne);
    sobol_free(generator->sobol);
    delete generator;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int *version)
{
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    const int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
    if (type < MAJOR_VERSION || type > PATCH_LEVEL || !value)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = parts[type];
    return CURAND_STATUS_SUCCESS;
}

#define SETTER(name, type, ...)                                                                    \
    curandStatus_t name(curandGenerator_t generator, type value)                                   \
    {                                                                                              \
        if (!generator)                                                                            \
            return CURAND_STATUS_NOT_INITIALIZED;                                                  \
        (void)value;                                                                               \
        __VA_ARGS__;                                                                               \
        return CURAND_STATUS_SUCCESS;                                                              \
    }
SETTER(curandSetStream, cudaStream_t, generator->stream = value)
SETTER(curandSetPseudoRandomGeneratorSeed, unsigned long long, generator->seed = value;
       generator->offset = 0; mersenne_free(generator->mersenne); generator->mersenne = NULL)
SETTER(curandSetGeneratorOrdering, curandOrdering_t, )

/* MT19937 cannot skip. */
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long value)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (generator->type == CURAND_RNG_PSEUDO_MT19937)
        return CURAND_STATUS_TYPE_ERROR;
    generator->offset = value;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator)
{
    return generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                                       unsigned int dimensions)
{
    if (!generator)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!sobol_is(generator->type))
        return CURAND_STATUS_TYPE_ERROR;
    if (dimensions < 1 || dimensions > sobol_dimensions()) {
        refuse("curandSetQuasiRandomGeneratorDimensions", "there are 1 to 128 dimensions");
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    sobol_free(generator->sobol);
    generator->sobol = NULL;
    generator->dimensions = dimensions;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *to, size_t n)
{
    if (g && !sobol_is_wide(g->type))
        return CURAND_STATUS_TYPE_ERROR;
    return generate(g, BITS, to, n, sizeof *to, 0, 0);
}
curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *to, size_t n)
{
    if (g && sobol_is_wide(g->type))
        return CURAND_STATUS_TYPE_ERROR;
    return generate(g, BITS, to, n, sizeof *to, 0, 0);
}
curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n)
{
    return generate(g, UNIFORM, to, n, sizeof *to, 0, 0);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to, size_t n)
{
    return generate(g, UNIFORM_DOUBLE, to, n, sizeof *to, 0, 0);
}
curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n, float mean,
                                    float stddev)
{
    return generate(g, NORMAL, to, n, sizeof *to, mean, stddev);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                          double stddev)
{
    return generate(g, NORMAL_DOUBLE, to, n, sizeof *to, mean, stddev);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to, size_t n, float mean,
                                       float stddev)
{
    return generate(g, LOG_NORMAL, to, n, sizeof *to, mean, stddev);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *to, size_t n, double mean,
                                             double stddev)
{
    return generate(g, LOG_NORMAL_DOUBLE, to, n, sizeof *to, mean, stddev);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *to, size_t n, double lambda)
{
    return generate(g, POISSON, to, n, sizeof *to, lambda, 0);
}
}

#define REFUSE(name) REFUSED_CALL(curandStatus_t, CURAND_STATUS_TYPE_ERROR, name)
SIMGPU_CURAND_REFUSED(REFUSE)
