/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of curand_kernel.h: Sobol's sequences, plain and scrambled, of 32 and 64 bits, in the order
 * of Gray's code (Antonov, Saleev 1979). Element i is the sum of the direction vectors that i ^ i /
 * 2 names; the first one is 0. Each result takes one element: distributions are inverted.
 */

struct curandStateSobol32 {
    unsigned int i, x, c;
    unsigned int direction_vectors[32];
};
struct curandStateSobol64 {
    unsigned long long i, x, c;
    unsigned long long direction_vectors[64];
};
struct curandStateScrambledSobol32 : curandStateSobol32 {
};
struct curandStateScrambledSobol64 : curandStateSobol64 {
};
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#ifdef __CUDACC__ /* C++ without CUDA knows the states only */

/* Element i of the sequence of these vectors. */
template <class T> SIMGPU_CURAND T simgpu_sobol_at(const T *vectors, T i)
{
    T sum = 0;
    i ^= i >> 1;
    for (int bit = 0; i != 0; bit++, i >>= 1)
        if (i & 1)
            sum ^= vectors[bit];
    return sum;
}
template <class State, class T>
SIMGPU_CURAND void simgpu_sobol_init(const T *vectors, T scramble, unsigned long long offset,
                                     State *state)
{
    for (int bit = 0; bit < (int)sizeof(T) * 8; bit++)
        state->direction_vectors[bit] = vectors[bit];
    state->i = (T)offset, state->c = scramble;
    state->x = scramble ^ simgpu_sobol_at(state->direction_vectors, state->i);
}
SIMGPU_CURAND void curand_init(curandDirectionVectors32_t vectors, unsigned int offset,
                               curandStateSobol32_t *state)
{
    simgpu_sobol_init(vectors, 0u, offset, state);
}
SIMGPU_CURAND void curand_init(curandDirectionVectors32_t vectors, unsigned int scramble,
                               unsigned int offset, curandStateScrambledSobol32_t *state)
{
    simgpu_sobol_init(vectors, scramble, offset, state);
}
SIMGPU_CURAND void curand_init(curandDirectionVectors64_t vectors, unsigned long long offset,
                               curandStateSobol64_t *state)
{
    simgpu_sobol_init(vectors, 0ull, offset, state);
}
SIMGPU_CURAND void curand_init(curandDirectionVectors64_t vectors, unsigned long long scramble,
                               unsigned long long offset, curandStateScrambledSobol64_t *state)
{
    simgpu_sobol_init(vectors, scramble, offset, state);
}

template <class T, class State> SIMGPU_CURAND T simgpu_sobol_next(State *state)
{
    const T x = state->x;
    const int bit = __ffsll((long long)~state->i) - 1; /* the one that Gray's code flips */
    state->i++;
    if (bit >= 0 && bit < (int)sizeof(T) * 8)
        state->x ^= state->direction_vectors[bit];
    return x;
}

/* ---- what an element becomes; never the ends of a range ---- */

SIMGPU_CURAND float _curand_uniform(unsigned long long x)
{
    return _curand_uniform((unsigned int)(x >> 32));
}
SIMGPU_CURAND double simgpu_sobol_uniform(unsigned int x)
{
    return x * 2.3283064365386963e-10 + 2.3283064365386963e-10 / 2.0;
}
SIMGPU_CURAND double simgpu_sobol_uniform(unsigned long long x)
{
    return (x >> 11) * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}
/* The half above the middle mirrors the one below it. */
template <class T> SIMGPU_CURAND double simgpu_sobol_normal(T x)
{
    const bool above = x >> (sizeof(T) * 8 - 1);
    const double y = normcdfinv(simgpu_sobol_uniform(above ? (T)~x : x));
    return above ? -y : y;
}
/* The first count whose probabilities sum to more than u; from 64 on by the normal distribution. */
template <class T> SIMGPU_CURAND unsigned int simgpu_sobol_poisson(T x, double lambda)
{
    if (lambda >= 64) {
        const double y = floor(lambda + sqrt(lambda) * simgpu_sobol_normal(x) + 0.5);
        return y < 0 ? 0 : (unsigned int)y;
    }
    const double u = simgpu_sobol_uniform(x);
    double p = exp(-lambda), sum = p;
    unsigned int count = 0;
    for (; sum < u && count < 1000; sum += p)
        p *= lambda / ++count;
    return count;
}

#define SIMGPU_CURAND_SOBOL(State, T)                                                              \
    SIMGPU_CURAND T curand(State *state)                                                           \
    {                                                                                              \
        return simgpu_sobol_next<T>(state);                                                        \
    }                                                                                              \
    SIMGPU_CURAND void skipahead(T n, State *state)                                                \
    {                                                                                              \
        state->i += n;                                                                             \
        state->x = state->c ^ simgpu_sobol_at(state->direction_vectors, state->i);                 \
    }                                                                                              \
    SIMGPU_CURAND float curand_uniform(State *state)                                               \
    {                                                                                              \
        return _curand_uniform(curand(state));                                                     \
    }                                                                                              \
    SIMGPU_CURAND double curand_uniform_double(State *state)                                       \
    {                                                                                              \
        return simgpu_sobol_uniform(curand(state));                                                \
    }                                                                                              \
    SIMGPU_CURAND double curand_normal_double(State *state)                                        \
    {                                                                                              \
        return simgpu_sobol_normal(curand(state));                                                 \
    }                                                                                              \
    SIMGPU_CURAND float curand_normal(State *state)                                                \
    {                                                                                              \
        return (float)curand_normal_double(state);                                                 \
    }                                                                                              \
    SIMGPU_CURAND float curand_log_normal(State *state, float mean, float stddev)                  \
    {                                                                                              \
        return expf(mean + stddev * curand_normal(state));                                         \
    }                                                                                              \
    SIMGPU_CURAND double curand_log_normal_double(State *state, double mean, double stddev)        \
    {                                                                                              \
        return exp(mean + stddev * curand_normal_double(state));                                   \
    }                                                                                              \
    SIMGPU_CURAND unsigned int curand_poisson(State *state, double lambda)                         \
    {                                                                                              \
        return simgpu_sobol_poisson(curand(state), lambda);                                        \
    }
SIMGPU_CURAND_SOBOL(curandStateSobol32_t, unsigned int)
SIMGPU_CURAND_SOBOL(curandStateScrambledSobol32_t, unsigned int)
SIMGPU_CURAND_SOBOL(curandStateSobol64_t, unsigned long long)
SIMGPU_CURAND_SOBOL(curandStateScrambledSobol64_t, unsigned long long)
#undef SIMGPU_CURAND_SOBOL

#endif
