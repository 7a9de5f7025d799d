/* SPDX-License-Identifier: BSD-3-Clause */
/* BNEUO: prices of European call options with the binomial model, one block an option.
 *
 * The price is found backwards through a triangle of STEPS time steps: each node is the discounted
 * mean of the two nodes after it. The last row lies in global memory; the block carries tiles of
 * it through shared memory, 32 time steps at a stay, with a barrier after every step. Each step
 * one more thread at the end of the tile idles. Nearly all instructions are arithmetic, shared
 * memory and barriers; an option's data fits the L1 cache: neither scheduler nor cache matter.
 *
 * Source: J. Cox, S. Ross, M. Rubinstein, "Option pricing: a simplified approach", J. Financial
 *   Economics 7, 1979. One block of 256 threads an option and tiles that stay for several time
 *   steps: V. Podlozhnyuk, "Binomial option pricing model", NVIDIA, 2007.
 */
#include "../common/program.h"

constexpr int TILE = 256; /* threads of a block and nodes of a tile */
constexpr int STAY = 32;  /* time steps a tile is carried back; STEPS is a multiple */

struct option {
    float spot;       /* price of the share today */
    float strike;     /* price at which the option buys it */
    float years;      /* until then */
    float volatility; /* a year */
    float rate;       /* of interest, a year */
};

/* What one time step does to the share and to the value of the option. */
struct model {
    float log_up;        /* logarithm of the factor by which the share rises or falls */
    float discount_up;   /* weight of the upper node, with discount */
    float discount_down; /* weight of the lower node, with discount */
};

__host__ __device__ inline float payoff(struct option option, float log_up, int steps, int ups)
{
    float price = option.spot * expf(log_up * (float)(2 * ups - steps));
    return fmaxf(price - option.strike, 0.0f);
}

/* Carries the nodes [base, base + nodes) of the running row back by STAY time steps. A tile of
 * full width gives up the STAY nodes at its end, which the next tile computes. */
__device__ void carry_tile(float *row, int nodes, float up, float down)
{
    __shared__ float value[2][TILE];
    int node = threadIdx.x;
    int now = 0;
    if (node < nodes)
        value[0][node] = row[node];
    __syncthreads();
    for (int left = nodes - 1; left >= nodes - STAY; left--) {
        if (node < left)
            value[1 - now][node] = up * value[now][node + 1] + down * value[now][node];
        now = 1 - now;
        __syncthreads();
    }
    if (node < nodes - STAY)
        row[node] = value[now][node];
    __syncthreads();
}

/* Block of an option: fills the last row of the triangle, then walks back to its root. `rows` has
 * room for steps + 1 nodes an option. */
__global__ void price_options(const struct option *options, const struct model *models, float *rows,
                              float *prices, int steps)
{
    struct option option = options[blockIdx.x];
    struct model model = models[blockIdx.x];
    float *row = rows + (size_t)blockIdx.x * (steps + 1);

    for (int node = threadIdx.x; node <= steps; node += TILE)
        row[node] = payoff(option, model.log_up, steps, node);
    __syncthreads();
    for (int last = steps; last > 0; last -= STAY) {
        for (int base = 0; base <= last - STAY; base += TILE - STAY)
            carry_tile(row + base, min(TILE, last - base + 1), model.discount_up,
                       model.discount_down);
    }
    if (threadIdx.x == 0)
        prices[blockIdx.x] = row[0];
}

static struct model make_model(struct option option, int steps)
{
    double step = option.years / (double)steps;
    double log_up = option.volatility * sqrt(step);
    double growth = exp(option.rate * step);
    double chance = (growth - exp(-log_up)) / (exp(log_up) - exp(-log_up));
    struct model model = {(float)log_up, (float)(chance / growth),
                          (float)((1.0 - chance) / growth)};
    return model;
}

static float reference_price(struct option option, struct model model, int steps)
{
    double *row = host_array<double>(steps + 1);
    for (int node = 0; node <= steps; node++)
        row[node] = payoff(option, model.log_up, steps, node);
    for (int last = steps - 1; last >= 0; last--) {
        for (int node = 0; node <= last; node++)
            row[node] =
                (double)model.discount_up * row[node + 1] + (double)model.discount_down * row[node];
    }
    float price = (float)row[0];
    free(row);
    return price;
}

int main(int argc, char **argv)
{
    int count = (int)program_argument(argc, argv, 1, "OPTIONS", 32, 1, 65535);
    int steps = STAY * (int)program_argument(argc, argv, 2, "STEPS / 32", 8, 1, 256);
    struct option *options = host_array<struct option>(count);
    struct model *models = host_array<struct model>(count);
    float *prices = host_array<float>(count);
    float *expected = host_array<float>(count);

    uint64_t state = 8;
    for (int i = 0; i < count; i++) {
        options[i].spot = random_float(&state, 20.0f, 60.0f);
        options[i].strike = random_float(&state, 20.0f, 60.0f);
        options[i].years = random_float(&state, 0.25f, 5.0f);
        options[i].volatility = random_float(&state, 0.1f, 0.5f);
        options[i].rate = random_float(&state, 0.01f, 0.06f);
        models[i] = make_model(options[i], steps);
        expected[i] = reference_price(options[i], models[i], steps);
    }
    struct option *device_options = device_copy(options, count);
    struct model *device_models = device_copy(models, count);
    float *device_rows = device_array<float>((size_t)count * (steps + 1));
    float *device_prices = device_array<float>(count);
    price_options<<<count, TILE>>>(device_options, device_models, device_rows, device_prices,
                                   steps);
    CHECK(cudaGetLastError());
    copy_back(prices, device_prices, count);
    size_t wrong = count_wrong("price", prices, expected, count, 2e-3f, 2e-4f);

    CHECK(cudaFree(device_options));
    CHECK(cudaFree(device_models));
    CHECK(cudaFree(device_rows));
    CHECK(cudaFree(device_prices));
    free(options);
    free(models);
    free(prices);
    free(expected);
    return program_verdict("binomial", wrong);
}
