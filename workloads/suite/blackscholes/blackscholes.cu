/* SPDX-License-Identifier: BSD-3-Clause */
/* BLK: prices of European call and put options by the formula of Black and Scholes.
 *
 * Five arrays stream past, three in and two out, each word touched once, each access of a warp one
 * line. Caches hold nothing of use; what locality there is lies in the open rows of the DRAM, and
 * only while the warps walk at the same pace. Logarithm, exponential and square root use the
 * special function units.
 *
 * Source: F. Black, M. Scholes, "The Pricing of Options and Corporate Liabilities", Journal of
 *   Political Economy 81(3), 1973; the normal distribution after M. Abramowitz, I. Stegun,
 *   "Handbook of Mathematical Functions", 26.2.17.
 */
#include "../common/program.h"

/* More options than these threads: each thread prices several. */
enum { MOST_BLOCKS = 480, BLOCK = 128 };

#define RISK_FREE_RATE 0.02f
#define VOLATILITY     0.30f

/* The probability that a standard normal variable is below d, to 7.5e-8. */
__device__ float normal_distribution(float d)
{
    float t = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float polynomial =
        t * (0.319381530f +
             t * (-0.356563782f + t * (1.781477937f + t * (-1.821255978f + t * 1.330274429f))));
    float tail = 0.39894228040f * __expf(-0.5f * d * d) * polynomial;

    return d > 0 ? 1.0f - tail : tail;
}

__global__ void black_scholes(const float *price, const float *strike, const float *years,
                              float *call, float *put, int options)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < options; i += gridDim.x * blockDim.x) {
        float spread = VOLATILITY * sqrtf(years[i]);
        float d1 = (__logf(price[i] / strike[i]) +
                    (RISK_FREE_RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i]) /
                   spread;
        float exercised = normal_distribution(d1 - spread);
        float delta = normal_distribution(d1);
        float discounted = strike[i] * __expf(-RISK_FREE_RATE * years[i]);

        call[i] = price[i] * delta - discounted * exercised;
        put[i] = discounted * (1.0f - exercised) - price[i] * (1.0f - delta);
    }
}

/* In double, and by the error function instead of a polynomial. */
static void reference_price(float price, float strike, float years, float *call, float *put)
{
    double spread = (double)VOLATILITY * sqrt((double)years);
    double rate = RISK_FREE_RATE;
    double drift = rate + 0.5 * (double)VOLATILITY * (double)VOLATILITY;
    double d1 = (log((double)price / (double)strike) + drift * (double)years) / spread;
    double delta = 0.5 * erfc(-d1 / sqrt(2.0));
    double exercised = 0.5 * erfc(-(d1 - spread) / sqrt(2.0));
    double discounted = (double)strike * exp(-rate * (double)years);

    *call = (float)((double)price * delta - discounted * exercised);
    *put = (float)(discounted * (1 - exercised) - (double)price * (1 - delta));
}

int main(int argc, char **argv)
{
    int options = (int)program_argument(argc, argv, 1, "OPTIONS", 245760, 1, 1L << 28);

    uint64_t random = 1;
    float *price = host_array<float>(options);
    float *strike = host_array<float>(options);
    float *years = host_array<float>(options);
    float *expected_call = host_array<float>(options);
    float *expected_put = host_array<float>(options);
    for (int i = 0; i < options; i++) {
        price[i] = random_float(&random, 5, 30);
        strike[i] = random_float(&random, 1, 100);
        years[i] = random_float(&random, 0.25f, 10);
        reference_price(price[i], strike[i], years[i], &expected_call[i], &expected_put[i]);
    }

    float *price_device = device_copy(price, options);
    float *strike_device = device_copy(strike, options);
    float *years_device = device_copy(years, options);
    float *call_device = device_array<float>(options);
    float *put_device = device_array<float>(options);
    int blocks = (options + BLOCK - 1) / BLOCK;
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    black_scholes<<<blocks, BLOCK>>>(price_device, strike_device, years_device, call_device,
                                     put_device, options);
    CHECK(cudaGetLastError());

    float *call = host_array<float>(options);
    float *put = host_array<float>(options);
    copy_back(call, call_device, options);
    copy_back(put, put_device, options);
    /* Prices are at most 100 and single precision has 24 bits: 1e-4 leaves room for the fast
     * logarithm and exponential. */
    size_t wrong = count_wrong("call", call, expected_call, options, 1e-4f, 1e-4f);
    wrong += count_wrong("put", put, expected_put, options, 1e-4f, 1e-4f);

    float *const on_device[] = {price_device, strike_device, years_device, call_device, put_device};
    for (float *array : on_device)
        CHECK(cudaFree(array));
    float *const on_host[] = {price, strike, years, expected_call, expected_put, call, put};
    for (float *array : on_host)
        free(array);
    return program_verdict("blackscholes", wrong);
}
