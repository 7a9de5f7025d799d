/* SPDX-License-Identifier: BSD-3-Clause */
/* MYC: heart muscle cells' voltage over time, by integrating differential equations of the
 * membrane's currents.
 *
 * A thread has a cell, a block 32 threads: few warps, each with long chains of dependent
 * exponentials, so that nothing hides their latency. A cell's state and parameters lie behind one
 * another in global memory, so that a warp's load touches as many lines as it has lanes, and each
 * step reads and writes all of it.
 *
 * Source: D. Noble, "A modification of the Hodgkin-Huxley equations applicable to Purkinje fibre
 *   action and pace-maker potentials", Journal of Physiology 160, 1962, four equations; launch
 * shape and layout: Rodinia's myocyte (Che et al., IISWC 2010), whose cell has 91.
 */
#include "../common/program.h"

constexpr int BLOCK = 32, VALUES = 4, PARAMETERS = 4;

enum { VOLTAGE, SODIUM_M, SODIUM_H, POTASSIUM_N }; /* of a cell's state */
enum { CAPACITY, SODIUM_G, POTASSIUM_G, LEAK_G };  /* of its parameters */

__host__ __device__ inline float gate(float open, float rise, float fall)
{
    return fmaf(rise, 1.0f - open, -fall * open);
}

/* x / (exp(x / slope) - 1) */
__host__ __device__ inline float fraction(float x, float slope)
{
    return fabsf(x) < 1e-3f ? slope : x / (expf(x / slope) - 1.0f);
}

/* The state's changes in a millisecond. */
__host__ __device__ __noinline__ inline void change_of(const float *y, const float *parameter,
                                                       float *change)
{
    float v = y[VOLTAGE], m = y[SODIUM_M], h = y[SODIUM_H], n = y[POTASSIUM_N];
    float sodium = (parameter[SODIUM_G] * m * m * m * h + 0.14f) * (v - 40.0f);
    float rectified = 1.2f * expf((-v - 90.0f) / 50.0f) + 0.015f * expf((v + 90.0f) / 60.0f);
    float potassium = (rectified + parameter[POTASSIUM_G] * n * n * n * n) * (v + 100.0f);
    float leak = parameter[LEAK_G] * (v + 60.0f);

    change[VOLTAGE] = -(sodium + potassium + leak) / parameter[CAPACITY];
    change[SODIUM_M] =
        gate(m, 0.1f * fraction(-v - 48.0f, 15.0f), 0.12f * fraction(v + 8.0f, 5.0f));
    change[SODIUM_H] =
        gate(h, 0.17f * expf((-v - 90.0f) / 20.0f), 1.0f / (expf((-v - 42.0f) / 10.0f) + 1.0f));
    change[POTASSIUM_N] =
        gate(n, 0.0001f * fraction(-v - 50.0f, 10.0f), 0.002f * expf((-v - 90.0f) / 80.0f));
}

/* Runge and Kutta, fourth order. */
__host__ __device__ inline void step(float *y, const float *parameter, float dt)
{
    float k[4][VALUES], at[VALUES];
    for (int stage = 0; stage < 4; stage++) {
        float part = stage == 0 ? 0.0f : stage == 3 ? dt : dt / 2;
        for (int i = 0; i < VALUES; i++)
            at[i] = stage == 0 ? y[i] : fmaf(part, k[stage - 1][i], y[i]);
        change_of(at, parameter, k[stage]);
    }
    for (int i = 0; i < VALUES; i++)
        y[i] = fmaf(dt / 6, k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i], y[i]);
}

__global__ void integrate(float *states, const float *parameters, int cells, int steps, float dt)
{
    int cell = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (cell >= cells)
        return;
    for (int n = 0; n < steps; n++)
        step(&states[cell * VALUES], &parameters[cell * PARAMETERS], dt);
}

int main(int argc, char **argv)
{
    int cells = (int)program_argument(argc, argv, 1, "CELLS", 480, 1, 1 << 20);
    int steps = (int)program_argument(argc, argv, 2, "STEPS", 30, 1, 1000000);
    const float dt = 0.1f; /* ms */
    float *states = host_array<float>(cells * VALUES), *got = host_array<float>(cells * VALUES);
    float *parameters = host_array<float>(cells * PARAMETERS);
    uint64_t state = 62;

    for (int cell = 0; cell < cells; cell++) {
        const float start[VALUES] = {-80.0f, 0.05f, 0.8f, 0.4f};
        const float usual[PARAMETERS] = {12.0f, 400.0f, 1.2f, 0.075f};
        for (int i = 0; i < VALUES; i++)
            states[cell * VALUES + i] = start[i];
        for (int i = 0; i < PARAMETERS; i++)
            parameters[cell * PARAMETERS + i] = usual[i] * random_float(&state, 0.9f, 1.1f);
    }
    float *device_states = device_copy(states, cells * VALUES);
    float *device_parameters = device_copy(parameters, cells * PARAMETERS);
    integrate<<<(cells + BLOCK - 1) / BLOCK, BLOCK>>>(device_states, device_parameters, cells,
                                                      steps, dt);
    CHECK(cudaGetLastError());
    copy_back(got, device_states, cells * VALUES);
    for (int cell = 0; cell < cells; cell++)
        for (int n = 0; n < steps; n++)
            step(&states[cell * VALUES], &parameters[cell * PARAMETERS], dt);
    printf("cell 0 is at %.2f mV\n", states[0]);
    size_t wrong = count_wrong("state", got, states, cells * VALUES, 1e-2f, 1e-3f);
    CHECK(cudaFree(device_states));
    CHECK(cudaFree(device_parameters));
    free(states);
    free(got);
    free(parameters);
    return program_verdict("myocyte", wrong);
}
