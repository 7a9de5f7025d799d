/* SPDX-License-Identifier: BSD-3-Clause */
/* cuRAND: published values to the bit, skipping ahead, orders, moments.
 *
 * Source: Philox: the known answers that come with Random123 (Salmon et al., 2011), kat_vectors,
 *   philox4x32 with 10 rounds. MRG32k3a: state and number after 35 steps in the results of
 *   test2RngStream of L'Ecuyer's RngStreams, all seeds 12345. XORWOW: Marsaglia's recurrence
 * (2003), computed again on the host.
 */
#include <cmath>
#include <curand_kernel.h>
#include <random>

#include "check.h"

static const unsigned philox[3][10] = {
    {0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
    {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
    {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09, 0x94fdcceb,
     0x5001e420, 0x24126ea1},
};

__global__ void philox_kernel(const unsigned *in, unsigned *out)
{
    uint4 r =
        curand_Philox4x32_10(make_uint4(in[0], in[1], in[2], in[3]), make_uint2(in[4], in[5]));
    out[0] = r.x, out[1] = r.y, out[2] = r.z, out[3] = r.w;
}

template <class State>
__global__ void draw(unsigned long long seed, unsigned long long sequence,
                     unsigned long long offset, unsigned *to, int n)
{
    State state;
    curand_init(seed, sequence, offset, &state);
    for (int i = 0; i < n; i++)
        to[i] = curand(&state);
}

__global__ void mrg_after(unsigned long long offset, unsigned *to, double *next)
{
    curandStateMRG32k3a_t state;
    curand_init(0, 0, offset, &state);
    for (int i = 0; i < 3; i++)
        to[i] = state.s1[i], to[3 + i] = state.s2[i];
    *next = curand_uniform_double(&state);
}

/* Jump i twice is jump i + 1; jump 0 is a step. So all of them are what they should be. */
__global__ void jumps(unsigned *wrong)
{
    int i = threadIdx.x;
    unsigned a[5] = {1u, 2u, 3u, 4u, 5u + i}, b[5] = {1u, 2u, 3u, 4u, 5u + i};
    simgpu_xorwow_jump(a, i);
    if (i > 0)
        simgpu_xorwow_jump(b, i - 1), simgpu_xorwow_jump(b, i - 1);
    else
        simgpu_xorwow_step(b);
    for (int k = 0; k < 5; k++)
        if (a[k] != b[k])
            atomicAdd(wrong, 1u);
}

static unsigned *device;

template <class State>
static std::vector<unsigned> drawn(unsigned long long seed, unsigned long long sequence,
                                   unsigned long long offset, int n)
{
    std::vector<unsigned> to(n);
    draw<State><<<1, 1>>>(seed, sequence, offset, device, n);
    CUDA(cudaMemcpy(to.data(), device, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    return to;
}

static void published()
{
    unsigned found[16];
    for (const auto &vector : philox) {
        CUDA(cudaMemcpy(device, vector, 6 * sizeof(unsigned), cudaMemcpyHostToDevice));
        philox_kernel<<<1, 1>>>(device, device + 8);
        CUDA(cudaMemcpy(found, device + 8, 4 * sizeof(unsigned), cudaMemcpyDeviceToHost));
        for (int i = 0; i < 4; i++)
            expect(found[i], vector[6 + i], 0, "Philox", i);
    }
    std::vector<unsigned> first = drawn<curandStatePhilox4_32_10_t>(0, 0, 0, 4);
    for (int i = 0; i < 4; i++)
        expect(first[i], philox[0][6 + i], 0, "Philox's stream", i);
    static const unsigned mrg[] = {1040577685, 3747037609, 277208355,
                                   1712706441, 627445683,  2408037141};
    double *next = (double *)(device + 6), u;
    mrg_after<<<1, 1>>>(35, device, next);
    CUDA(cudaMemcpy(found, device, 6 * sizeof(unsigned), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(&u, next, sizeof u, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 6; i++)
        expect(found[i], mrg[i], 0, "MRG32k3a", i);
    /* cuRAND's numbers go to 1, L'Ecuyer's end before it. */
    expect(u, 0.07941673614985 * 4294967088.0 / 4294967087.0, 1e-14, "MRG32k3a's number", 35);
}

static void xorwow()
{
    const unsigned long long seed = 0x123456789abcull;
    unsigned low = (unsigned)seed ^ 0xaad26b49u, high = (unsigned)(seed >> 32) ^ 0xf7dcefddu;
    unsigned t0 = 1099087573u * low, t1 = 2591861531u * high, d = 6615241u + t1 + t0;
    unsigned x = 123456789u + t0, y = 362436069u ^ t0, z = 521288629u + t1, w = 88675123u ^ t1,
             v = 5783321u + t0;
    std::vector<unsigned> found = drawn<curandStateXORWOW_t>(seed, 0, 0, 1000);
    for (int i = 0; i < 1000; i++) {
        unsigned t = x ^ (x >> 2);
        x = y, y = z, z = w, w = v;
        v = (v ^ (v << 4)) ^ (t ^ (t << 1));
        d += 362437;
        expect(found[i], d + v, 0, "XORWOW", i);
    }
    CUDA(cudaMemset(device, 0, sizeof(unsigned)));
    jumps<<<1, 131>>>(device);
    unsigned bad;
    CUDA(cudaMemcpy(&bad, device, sizeof bad, cudaMemcpyDeviceToHost));
    expect(bad, 0, 0, "jumps", 0);
}

/* Numbers after an offset are those that come there. */
template <class State> static void offsets(const char *what)
{
    std::vector<unsigned> all = drawn<State>(7, 3, 0, 300);
    for (int offset : {1, 2, 5, 299})
        expect(drawn<State>(7, 3, offset, 1)[0], all[offset], 0, what, offset);
}

static void host_interface(curandRngType_t type, size_t streams, size_t n)
{
    curandGenerator_t generator;
    OK(curandCreateGenerator(&generator, type));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 42));
    array<float> floats(n), more(n);
    OK(curandGenerateUniform(generator, floats.device, n));
    std::vector<float> found = floats.get();
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += found[i], squares += found[i] * found[i];
    expect(sum / n, 0.5, 0.02, "mean", (long)n);
    expect(squares / n, 1 / 3.0, 0.02, "squares", (long)n);
    if (type == CURAND_RNG_PSEUDO_XORWOW) { /* in the documented order */
        std::vector<unsigned> third = drawn<curandStateXORWOW_t>(42, 3, 0, 2);
        for (size_t i = 0; i < 2 && 3 + i * streams < n; i++)
            expect(found[3 + i * streams], third[i] * 2.3283064365386963e-10, 1e-7, "order",
                   (long)i);
    }
    OK(curandGenerateNormal(generator, more.device, n, 3, 2));
    found = more.get();
    sum = squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += found[i], squares += (found[i] - 3) * (found[i] - 3);
    expect(sum / n, 3, 0.12, "normal mean", (long)n);
    expect(squares / n, 4, 0.3, "normal variance", (long)n);
    unsigned *counts;
    CUDA(cudaMalloc(&counts, n * sizeof(unsigned)));
    OK(curandGeneratePoisson(generator, counts, n, 5));
    std::vector<unsigned> drawn_counts(n);
    CUDA(cudaMemcpy(drawn_counts.data(), counts, n * sizeof(unsigned), cudaMemcpyDeviceToHost));
    sum = 0;
    for (unsigned c : drawn_counts)
        sum += c;
    expect(sum / n, 5, 0.15, "Poisson", (long)n);
    std::vector<double> on_host(16);
    curandGenerator_t other;
    OK(curandCreateGeneratorHost(&other, type));
    OK(curandGenerateUniformDouble(other, on_host.data(), 16));
    for (double x : on_host)
        expect(x > 0 && x <= 1 && x != on_host[0] + 1, 1, 0, "on the host", 0);
    OK(curandDestroyGenerator(other));
    OK(curandDestroyGenerator(generator));
    CUDA(cudaFree(counts));
}

/* The numbers of the C++ library's, over several calls; normal and Poisson's by their moments. */
static void mersenne()
{
    const size_t n = 10000;
    curandGenerator_t generator;
    std::mt19937 reference(5489);
    std::vector<unsigned> bits(n);
    std::vector<double> normal(n);
    OK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MT19937));
    OK(curandSetPseudoRandomGeneratorSeed(generator, 5489));
    OK(curandGenerate(generator, bits.data(), 700));
    OK(curandGenerate(generator, bits.data() + 700, n - 700));
    for (size_t i = 0; i < n; i++)
        expect(bits[i], reference(), 0, "MT19937", (long)i);
    expect(bits[n - 1], 4123659995u, 0, "MT19937's number 10,000", 0);
    std::vector<float> uniform(11);
    OK(curandGenerateUniform(generator, uniform.data(), uniform.size()));
    for (size_t i = 0; i < uniform.size(); i++)
        expect(uniform[i], (reference() + 0.5) / 4294967296.0, 1e-7, "MT19937 uniform", (long)i);
    for (double lambda : {3.0, 100.0}) {
        double sum = 0, squares = 0;
        OK(curandGeneratePoisson(generator, bits.data(), n, lambda));
        for (unsigned x : bits)
            sum += x, squares += (double)x * x;
        expect(sum / n, lambda, lambda * 0.05, "MT19937 Poisson", 0);
        expect(squares / n - sum / n * sum / n, lambda, lambda * 0.1, "MT19937 Poisson", 1);
    }
    double sum = 0, squares = 0;
    OK(curandGenerateNormalDouble(generator, normal.data(), n, 2, 3));
    for (double x : normal)
        sum += x, squares += x * x;
    expect(sum / n, 2, 0.15, "MT19937 normal", 0);
    expect(squares / n - 4, 9, 0.7, "MT19937 normal", 1);
    wrong += curandSetGeneratorOffset(generator, 1) != CURAND_STATUS_TYPE_ERROR;
    OK(curandDestroyGenerator(generator));
}

template <class State>
__global__ void draw_discrete(unsigned *counts, int n, curandDiscreteDistribution_t table)
{
    State state;
    curand_init(5, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    for (int i = 0; i < n; i++)
        atomicAdd(&counts[min(curand_discrete(&state, table), 1023u)], 1u);
}

/* As often as the distribution says, within five standard deviations. */
template <class State> static void discrete(double lambda)
{
    enum { THREADS = 512, EACH = 40, MOST = 1024 };
    curandDiscreteDistribution_t table;
    OK(curandCreatePoissonDistribution(lambda, &table));
    CUDA(cudaMemset(device, 0, MOST * sizeof(unsigned)));
    draw_discrete<State><<<THREADS / 64, 64>>>((unsigned *)device, EACH, table);
    std::vector<unsigned> counts(MOST);
    CUDA(cudaMemcpy(counts.data(), device, MOST * sizeof(unsigned), cudaMemcpyDeviceToHost));
    const double n = THREADS * EACH;
    double probability = std::exp(-lambda), all = 0;
    for (int k = 0; k < MOST; k++) {
        expect(counts[k], n * probability, 5 * std::sqrt(n * probability) + 5, "discrete", k);
        all += counts[k];
        probability *= lambda / (k + 1);
    }
    expect(all, n, 0, "discrete numbers", 0);
    OK(curandDestroyDistribution(table));
}

int main()
{
    CUDA(cudaMalloc(&device, 4096));
    published();
    xorwow();
    offsets<curandStateXORWOW_t>("XORWOW's offset");
    offsets<curandStatePhilox4_32_10_t>("Philox's offset");
    offsets<curandStateMRG32k3a_t>("MRG32k3a's offset");
    host_interface(CURAND_RNG_PSEUDO_XORWOW, 4096, 5000);
    host_interface(CURAND_RNG_PSEUDO_PHILOX4_32_10, 1, 4000);
    host_interface(CURAND_RNG_PSEUDO_MRG32K3A, 81920, 4000);
    mersenne();
    discrete<curandStateXORWOW_t>(0.5);
    discrete<curandStatePhilox4_32_10_t>(7);
    discrete<curandStateMRG32k3a_t>(300);
    curandDiscreteDistribution_t refused;
    wrong += curandCreatePoissonDistribution(0, &refused) != CURAND_STATUS_OUT_OF_RANGE;
    curandGenerator_t none;
    wrong += curandCreateGenerator(&none, CURAND_RNG_PSEUDO_MTGP32) != CURAND_STATUS_TYPE_ERROR;
    return verdict();
}
