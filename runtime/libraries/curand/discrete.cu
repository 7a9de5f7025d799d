/* SPDX-License-Identifier: BSD-3-Clause */
/* cuRAND's tables of a distribution of whole numbers, from which kernels draw. Differs: cuRAND has
 * other tables, so that the same state draws other numbers. */
#include <cmath>
#include <curand_kernel.h>
#include <vector>

/* Numbers further from lambda than this have less probability than a double's last place. */
static double reach(double lambda)
{
    return 10 * std::sqrt(lambda) + 20;
}

extern "C" {

curandStatus_t curandCreatePoissonDistribution(double lambda, curandDiscreteDistribution_t *made)
{
    if (!made || !(lambda > 0) || lambda > 400000)
        return CURAND_STATUS_OUT_OF_RANGE;
    const double first = std::floor(std::fmax(lambda - reach(lambda), 0));
    const size_t count = (size_t)std::ceil(lambda + reach(lambda) - first);
    std::vector<double> sums(count);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        const double k = first + (double)i;
        sum += std::exp(k * std::log(lambda) - lambda - std::lgamma(k + 1));
        sums[i] = sum;
    }
    sums.back() = 1;
    char *memory;
    curandDiscreteDistribution_st head = {(unsigned int)first, (unsigned int)count, nullptr};
    if (cudaMalloc(&memory, sizeof head + count * sizeof(double)) != cudaSuccess)
        return CURAND_STATUS_ALLOCATION_FAILED;
    head.sums = (double *)(memory + sizeof head);
    *made = (curandDiscreteDistribution_t)memory;
    if (cudaMemcpy(memory, &head, sizeof head, cudaMemcpyHostToDevice) == cudaSuccess &&
        cudaMemcpy(head.sums, sums.data(), count * sizeof(double), cudaMemcpyHostToDevice) ==
            cudaSuccess)
        return CURAND_STATUS_SUCCESS;
    cudaFree(memory);
    return CURAND_STATUS_INTERNAL_ERROR;
}

curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution)
{
    return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                                 : CURAND_STATUS_INTERNAL_ERROR;
}
}
