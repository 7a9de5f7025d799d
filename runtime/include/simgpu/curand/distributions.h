/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of curand_kernel.h: uniform, normal, log-normal and Poisson's numbers from 32 bits. */

#define SIMGPU_2_POW_32_INV 2.3283064365386963e-10f
#define SIMGPU_2_PI         6.2831853071795860

SIMGPU_CURAND float _curand_uniform(unsigned int x)
{
    return x * SIMGPU_2_POW_32_INV + SIMGPU_2_POW_32_INV / 2.0f;
}

/* 53 bits of two numbers, in (0, 1]. */
SIMGPU_CURAND double _curand_uniform_double_hq(unsigned int x, unsigned int y)
{
    unsigned long long z = (unsigned long long)x ^ (unsigned long long)y << (53 - 32);
    return z * 1.1102230246251565e-16 + 1.1102230246251565e-16 / 2.0;
}

SIMGPU_CURAND float curand_uniform(curandStateXORWOW_t *state)
{
    return _curand_uniform(curand(state));
}
SIMGPU_CURAND float curand_uniform(curandStatePhilox4_32_10_t *state)
{
    return _curand_uniform(curand(state));
}
SIMGPU_CURAND float curand_uniform(curandStateMRG32k3a_t *state)
{
    return (float)(simgpu_mrg_next(state) * 2.3283065498378288e-10);
}
SIMGPU_CURAND float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 x = curand4(state);
    return make_float4(_curand_uniform(x.x), _curand_uniform(x.y), _curand_uniform(x.z),
                       _curand_uniform(x.w));
}

template <class State> SIMGPU_CURAND double simgpu_uniform_double(State *state)
{
    unsigned int x = curand(state), y = curand(state);
    return _curand_uniform_double_hq(x, y);
}
SIMGPU_CURAND double curand_uniform_double(curandStateXORWOW_t *state)
{
    return simgpu_uniform_double(state);
}
SIMGPU_CURAND double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
    return simgpu_uniform_double(state);
}
SIMGPU_CURAND double curand_uniform_double(curandStateMRG32k3a_t *state)
{
    return simgpu_mrg_next(state) * 2.3283065498378288e-10;
}
SIMGPU_CURAND double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    double x = simgpu_uniform_double(state), y = simgpu_uniform_double(state);
    return make_double2(x, y);
}
SIMGPU_CURAND double4 curand_uniform4_double(curandStatePhilox4_32_10_t *state)
{
    double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* ---- Box and Muller ---- */

SIMGPU_CURAND float2 _curand_box_muller(unsigned int x, unsigned int y)
{
    float u = _curand_uniform(x), s = sqrtf(-2.0f * logf(u)), v;
    v = y * SIMGPU_2_POW_32_INV * (float)SIMGPU_2_PI +
        SIMGPU_2_POW_32_INV * (float)SIMGPU_2_PI / 2.0f;
    float2 pair;
    sincosf(v, &pair.x, &pair.y);
    pair.x *= s;
    pair.y *= s;
    return pair;
}

SIMGPU_CURAND double2 simgpu_box_muller(double u, double v)
{
    double s = sqrt(-2.0 * log(u));
    double2 pair;
    sincos(v * SIMGPU_2_PI, &pair.x, &pair.y);
    pair.x *= s;
    pair.y *= s;
    return pair;
}

#define SIMGPU_CURAND_DISTRIBUTIONS(State)                                                         \
    SIMGPU_CURAND float2 curand_normal2(State *state)                                              \
    {                                                                                              \
        unsigned int x = curand(state), y = curand(state);                                         \
        return _curand_box_muller(x, y);                                                           \
    }                                                                                              \
    SIMGPU_CURAND double2 curand_normal2_double(State *state)                                      \
    {                                                                                              \
        double u = curand_uniform_double(state), v = curand_uniform_double(state);                 \
        return simgpu_box_muller(u, v);                                                            \
    }                                                                                              \
    SIMGPU_CURAND float curand_normal(State *state)                                                \
    {                                                                                              \
        if (state->boxmuller_flag) {                                                               \
            state->boxmuller_flag = 0;                                                             \
            return state->boxmuller_extra;                                                         \
        }                                                                                          \
        float2 pair = curand_normal2(state);                                                       \
        state->boxmuller_flag = 1;                                                                 \
        state->boxmuller_extra = pair.y;                                                           \
        return pair.x;                                                                             \
    }                                                                                              \
    SIMGPU_CURAND double curand_normal_double(State *state)                                        \
    {                                                                                              \
        if (state->boxmuller_flag_double) {                                                        \
            state->boxmuller_flag_double = 0;                                                      \
            return state->boxmuller_extra_double;                                                  \
        }                                                                                          \
        double2 pair = curand_normal2_double(state);                                               \
        state->boxmuller_flag_double = 1;                                                          \
        state->boxmuller_extra_double = pair.y;                                                    \
        return pair.x;                                                                             \
    }                                                                                              \
    SIMGPU_CURAND float curand_log_normal(State *state, float mean, float stddev)                  \
    {                                                                                              \
        return expf(mean + stddev * curand_normal(state));                                         \
    }                                                                                              \
    SIMGPU_CURAND double curand_log_normal_double(State *state, double mean, double stddev)        \
    {                                                                                              \
        return exp(mean + stddev * curand_normal_double(state));                                   \
    }                                                                                              \
    SIMGPU_CURAND float2 curand_log_normal2(State *state, float mean, float stddev)                \
    {                                                                                              \
        const float2 pair = curand_normal2(state);                                                 \
        return make_float2(expf(mean + stddev * pair.x), expf(mean + stddev * pair.y));            \
    }                                                                                              \
    SIMGPU_CURAND double2 curand_log_normal2_double(State *state, double mean, double stddev)      \
    {                                                                                              \
        const double2 pair = curand_normal2_double(state);                                         \
        return make_double2(exp(mean + stddev * pair.x), exp(mean + stddev * pair.y));             \
    }                                                                                              \
    SIMGPU_CURAND unsigned int curand_poisson(State *state, double lambda)                         \
    {                                                                                              \
        if (lambda >= 64) {                                                                        \
            double x = floor(lambda + sqrt(lambda) * curand_normal_double(state) + 0.5);           \
            return x < 0 ? 0 : (unsigned int)x;                                                    \
        }                                                                                          \
        double limit = exp(-lambda), product = curand_uniform_double(state);                       \
        unsigned int count = 0;                                                                    \
        for (; product > limit; count++)                                                           \
            product *= curand_uniform_double(state);                                               \
        return count;                                                                              \
    }

SIMGPU_CURAND_DISTRIBUTIONS(curandStateXORWOW_t)
SIMGPU_CURAND_DISTRIBUTIONS(curandStatePhilox4_32_10_t)
SIMGPU_CURAND_DISTRIBUTIONS(curandStateMRG32k3a_t)

SIMGPU_CURAND float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    float2 a = curand_normal2(state), b = curand_normal2(state);
    return make_float4(a.x, a.y, b.x, b.y);
}
SIMGPU_CURAND double4 curand_normal4_double(curandStatePhilox4_32_10_t *state)
{
    double2 a = curand_normal2_double(state), b = curand_normal2_double(state);
    return make_double4(a.x, a.y, b.x, b.y);
}
SIMGPU_CURAND float4 curand_log_normal4(curandStatePhilox4_32_10_t *state, float mean, float stddev)
{
    float2 a = curand_log_normal2(state, mean, stddev), b = curand_log_normal2(state, mean, stddev);
    return make_float4(a.x, a.y, b.x, b.y);
}
SIMGPU_CURAND double4 curand_log_normal4_double(curandStatePhilox4_32_10_t *state, double mean,
                                                double stddev)
{
    double2 a = curand_log_normal2_double(state, mean, stddev);
    double2 b = curand_log_normal2_double(state, mean, stddev);
    return make_double4(a.x, a.y, b.x, b.y);
}
SIMGPU_CURAND uint4 curand_poisson4(curandStatePhilox4_32_10_t *state, double lambda)
{
    const unsigned int x = curand_poisson(state, lambda), y = curand_poisson(state, lambda);
    const unsigned int z = curand_poisson(state, lambda), w = curand_poisson(state, lambda);
    return make_uint4(x, y, z, w);
}
