/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of curand_kernel.h: numbers of a distribution that the host has made a table of. */

template <class State>
SIMGPU_CURAND unsigned int curand_discrete(State *state, curandDiscreteDistribution_t distribution)
{
    const double wanted = curand_uniform_double(state);
    unsigned int low = 0, high = distribution->count - 1; /* whose sum is 1 */
    while (low < high) {
        const unsigned int middle = (low + high) / 2;
        if (distribution->sums[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return distribution->first + low;
}
SIMGPU_CURAND uint4 curand_discrete4(curandStatePhilox4_32_10_t *state,
                                     curandDiscreteDistribution_t distribution)
{
    const unsigned int x = curand_discrete(state, distribution);
    const unsigned int y = curand_discrete(state, distribution);
    const unsigned int z = curand_discrete(state, distribution);
    return make_uint4(x, y, z, curand_discrete(state, distribution));
}
