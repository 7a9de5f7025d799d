/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of curand_kernel.h: states, seeds, skipping ahead, the next 32 bits. */

/* The second one of a pair of normal numbers, kept for the next call. */
#define SIMGPU_CURAND_PAIR                                                                         \
    int boxmuller_flag, boxmuller_flag_double;                                                     \
    float boxmuller_extra;                                                                         \
    double boxmuller_extra_double

struct curandStateXORWOW {
    unsigned int d, v[5];
    SIMGPU_CURAND_PAIR;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE; /* of the four of `output`, the next one */
    SIMGPU_CURAND_PAIR;
};
struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    SIMGPU_CURAND_PAIR;
};
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

template <class State> SIMGPU_CURAND void simgpu_curand_forget(State *state)
{
    state->boxmuller_flag = state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0;
    state->boxmuller_extra_double = 0;
}

/* ---- XORWOW ---- */

SIMGPU_CURAND void simgpu_xorwow_step(unsigned int *v)
{
    unsigned int t = v[0] ^ v[0] >> 2;
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}

/* 2^i steps: the sum of those that the polynomial names. */
SIMGPU_CURAND void simgpu_xorwow_jump(unsigned int *v, int i)
{
    unsigned int sum[5] = {0, 0, 0, 0, 0};
    for (int bit = 0; bit < 160; bit++) {
        if (simgpu_xorwow_jumps[i][bit / 32] >> bit % 32 & 1)
            for (int k = 0; k < 5; k++)
                sum[k] ^= v[k];
        simgpu_xorwow_step(v);
    }
    for (int k = 0; k < 5; k++)
        v[k] = sum[k];
}

SIMGPU_CURAND void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    state->d += 362437u * (unsigned int)n;
    for (int i = 0; n >> i > 0; i++) {
        if (n >> i & 1)
            simgpu_xorwow_jump(state->v, i);
        if (i == 63)
            break;
    }
    simgpu_curand_forget(state);
}

SIMGPU_CURAND void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    for (int i = 0; i < 64 && n >> i > 0; i++)
        if (n >> i & 1)
            simgpu_xorwow_jump(state->v, 67 + i);
    simgpu_curand_forget(state);
}

SIMGPU_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStateXORWOW_t *state)
{
    unsigned int low = (unsigned int)seed ^ 0xaad26b49u,
                 high = (unsigned int)(seed >> 32) ^ 0xf7dcefddu;
    unsigned int t0 = 1099087573u * low, t1 = 2591861531u * high;
    state->d = 6615241u + t1 + t0;
    state->v[0] = 123456789u + t0;
    state->v[1] = 362436069u ^ t0;
    state->v[2] = 521288629u + t1;
    state->v[3] = 88675123u ^ t1;
    state->v[4] = 5783321u + t0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

SIMGPU_CURAND unsigned int curand(curandStateXORWOW_t *state)
{
    simgpu_xorwow_step(state->v);
    state->d += 362437u;
    return state->v[4] + state->d;
}

/* ---- Philox ---- */

SIMGPU_CURAND uint4 curand_Philox4x32_10(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
        c = make_uint4((unsigned int)(b >> 32) ^ c.y ^ key.x, (unsigned int)b,
                       (unsigned int)(a >> 32) ^ c.w ^ key.y, (unsigned int)a);
        key.x += 0x9E3779B9u;
        key.y += 0xBB67AE85u;
    }
    return c;
}

SIMGPU_CURAND void simgpu_philox_add(curandStatePhilox4_32_10_t *state, unsigned long long n)
{
    unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x, sum = low + n;
    state->ctr.x = (unsigned int)sum;
    state->ctr.y = (unsigned int)(sum >> 32);
    if (sum < low && ++state->ctr.z == 0)
        ++state->ctr.w;
}

SIMGPU_CURAND void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    state->STATE += (unsigned int)(n & 3);
    n /= 4;
    if (state->STATE > 3) {
        n++;
        state->STATE -= 4;
    }
    simgpu_philox_add(state, n);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    simgpu_curand_forget(state);
}

SIMGPU_CURAND void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;
    state->ctr.z = (unsigned int)high;
    state->ctr.w = (unsigned int)(high >> 32);
    state->output = curand_Philox4x32_10(state->ctr, state->key);
    simgpu_curand_forget(state);
}

SIMGPU_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStatePhilox4_32_10_t *state)
{
    state->ctr = make_uint4(0, 0, 0, 0);
    state->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
    state->STATE = 0;
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

SIMGPU_CURAND unsigned int curand(curandStatePhilox4_32_10_t *state)
{
    uint4 o = state->output;
    unsigned int at = state->STATE++, value = at == 0 ? o.x : at == 1 ? o.y : at == 2 ? o.z : o.w;
    if (state->STATE == 4) {
        simgpu_philox_add(state, 1);
        state->output = curand_Philox4x32_10(state->ctr, state->key);
        state->STATE = 0;
    }
    return value;
}

SIMGPU_CURAND uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
    return make_uint4(x, y, z, w);
}

/* ---- MRG32k3a ---- */

#define SIMGPU_MRG_1 4294967087ull
#define SIMGPU_MRG_2 4294944443ull

/* v = m v, modulo p; m has nine numbers by rows. */
SIMGPU_CURAND void simgpu_mrg_apply(const unsigned int *m, unsigned int *v, unsigned long long p)
{
    unsigned int r[3];
    for (int i = 0; i < 3; i++) {
        unsigned long long sum = 0;
        for (int k = 0; k < 3; k++)
            sum = (sum + (unsigned long long)m[3 * i + k] * v[k] % p) % p;
        r[i] = (unsigned int)sum;
    }
    for (int i = 0; i < 3; i++)
        v[i] = r[i];
}

/* v = m^n v. */
SIMGPU_CURAND void simgpu_mrg_power(const unsigned int *matrix, unsigned long long n,
                                    unsigned int *v, unsigned long long p)
{
    unsigned int m[9], column[3];
    for (int i = 0; i < 9; i++)
        m[i] = matrix[i];
    for (; n > 0; n >>= 1) {
        if (n & 1)
            simgpu_mrg_apply(m, v, p);
        unsigned int square[9];
        for (int j = 0; j < 3; j++) {
            for (int i = 0; i < 3; i++)
                column[i] = m[3 * i + j];
            simgpu_mrg_apply(m, column, p);
            for (int i = 0; i < 3; i++)
                square[3 * i + j] = column[i];
        }
        for (int i = 0; i < 9; i++)
            m[i] = square[i];
    }
}

SIMGPU_CURAND void skipahead(unsigned long long n, curandStateMRG32k3a_t *state)
{
    const unsigned int m1[9] = {0,       1, 0, 0, 0, 1, (unsigned int)(SIMGPU_MRG_1 - 810728),
                                1403580, 0};
    const unsigned int m2[9] = {0, 1,     0, 0, 0, 1, (unsigned int)(SIMGPU_MRG_2 - 1370589),
                                0, 527612};
    simgpu_mrg_power(m1, n, state->s1, SIMGPU_MRG_1);
    simgpu_mrg_power(m2, n, state->s2, SIMGPU_MRG_2);
    simgpu_curand_forget(state);
}

SIMGPU_CURAND void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    simgpu_mrg_power(simgpu_mrg_jump_1, n, state->s1, SIMGPU_MRG_1);
    simgpu_mrg_power(simgpu_mrg_jump_2, n, state->s2, SIMGPU_MRG_2);
    simgpu_curand_forget(state);
}

SIMGPU_CURAND void curand_init(unsigned long long seed, unsigned long long subsequence,
                               unsigned long long offset, curandStateMRG32k3a_t *state)
{
    unsigned int x = (unsigned int)seed ^ 0x55555555u, y = (unsigned int)(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; i++) {
        unsigned int a = i == 1 ? y : x, b = i == 1 ? x : y;
        state->s1[i] = seed ? (unsigned int)(12345ull * a % SIMGPU_MRG_1) : 12345u;
        state->s2[i] = seed ? (unsigned int)(12345ull * b % SIMGPU_MRG_2) : 12345u;
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}

/* Between 1 and m1. */
SIMGPU_CURAND unsigned int simgpu_mrg_next(curandStateMRG32k3a_t *state)
{
    unsigned int *a = state->s1, *b = state->s2;
    unsigned long long p =
        (1403580ull * a[1] + (SIMGPU_MRG_1 - 810728ull) * a[0] % SIMGPU_MRG_1) % SIMGPU_MRG_1;
    unsigned long long q =
        (527612ull * b[2] + (SIMGPU_MRG_2 - 1370589ull) * b[0] % SIMGPU_MRG_2) % SIMGPU_MRG_2;
    a[0] = a[1], a[1] = a[2], a[2] = (unsigned int)p;
    b[0] = b[1], b[1] = b[2], b[2] = (unsigned int)q;
    return (unsigned int)(p <= q ? p + SIMGPU_MRG_1 - q : p - q);
}

SIMGPU_CURAND unsigned int curand(curandStateMRG32k3a_t *state)
{
    return (unsigned int)(simgpu_mrg_next(state) * 1.000000048662);
}
