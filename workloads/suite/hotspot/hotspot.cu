/* SPDX-License-Identifier: BSD-3-Clause */
/* HOTSP: how the temperature of a chip spreads, on a square grid, from the power that each place
 * consumes (an explicit finite-difference solution of the heat equation).
 *
 * A block loads 16 x 16 cells into shared memory and advances several time steps before it writes
 * back ("pyramid"); every step costs it the outermost ring of its valid cells, so the blocks
 * overlap and more and more threads idle. Neighbouring blocks share the cells of the overlap, in
 * the same row of blocks and in the next: blocks on one SM share through its L1 cache. Global
 * memory is touched only at the begin and the end.
 *
 * Source: W. Huang et al., "HotSpot: a compact thermal modeling methodology for early-stage VLSI
 *   design", IEEE Trans. VLSI 14(5), 2006, for the model; launch shape and pyramid 2: the benchmark
 *   of Rodinia (Che et al., IISWC 2009), which also has the material constants.
 */
#include "../common/program.h"

constexpr int TILE = 16;
constexpr float AMBIENT = 80.0f;                /* temperature of the surroundings */
constexpr float CHIP_SIDE = 0.016f;             /* m */
constexpr float CHIP_THICKNESS = 5e-4f;         /* m */
constexpr float CONDUCTIVITY = 100.0f;          /* W / (m K) */
constexpr float HEAT_CAPACITY = 0.5f * 1.75e6f; /* J / (m^3 K), fitted for the lumped model */
constexpr float POWER_DENSITY = 3e6f;           /* W / m^2 at most */
constexpr float PRECISION = 0.001f;             /* K in a time step at most */

/* What a cell gains in a time step: `gain` times the sum of its power and the heat that flows in.
 */
struct material {
    float gain;
    float across, along, up; /* conductances to the neighbours and to the surroundings */
};

__host__ __device__ inline float next_temperature(struct material material, float power, float here,
                                                  float west, float east, float north, float south)
{
    float flow = power + (north + south - 2.0f * here) * material.along +
                 (west + east - 2.0f * here) * material.across + (AMBIENT - here) * material.up;
    return here + material.gain * flow;
}

/* Whether lane 0 to TILE - 1 still has valid neighbours in its block after `step` steps. */
__device__ bool within(int lane, int step)
{
    return lane > step && lane < TILE - 1 - step;
}

/* Thread of a cell: advances `steps` time steps. `halo` cells on each side of a block belong to its
 * neighbours. Beyond the edge of the chip it is as warm as at the edge. */
__global__ void spread_heat(const float *power, const float *from, float *to, int n, int steps,
                            int halo, struct material material)
{
    __shared__ float tile[TILE][TILE];
    int column = threadIdx.x, row = threadIdx.y;
    int x = (int)blockIdx.x * (TILE - 2 * halo) - halo + column;
    int y = (int)blockIdx.y * (TILE - 2 * halo) - halo + row;
    bool inside = x >= 0 && x < n && y >= 0 && y < n;
    float here = inside ? from[y * n + x] : 0.0f;
    float consumed = inside ? power[y * n + x] : 0.0f;

    for (int step = 0; step < steps; step++) {
        tile[row][column] = here;
        __syncthreads();
        if (inside && within(column, step) && within(row, step)) {
            float west = x > 0 ? tile[row][column - 1] : here;
            float east = x < n - 1 ? tile[row][column + 1] : here;
            float north = y > 0 ? tile[row - 1][column] : here;
            float south = y < n - 1 ? tile[row + 1][column] : here;
            here = next_temperature(material, consumed, here, west, east, north, south);
        }
        __syncthreads();
    }
    if (inside && within(column, halo - 1) && within(row, halo - 1))
        to[y * n + x] = here;
}

static struct material make_material(int n)
{
    float side = CHIP_SIDE / (float)n;
    float slope = POWER_DENSITY / (HEAT_CAPACITY * CHIP_THICKNESS); /* K / s at most */
    float capacity = HEAT_CAPACITY * CHIP_THICKNESS * side * side;  /* J / K of a cell */
    float beside = 2.0f * CONDUCTIVITY * CHIP_THICKNESS;            /* W / K, cells are square */
    float above = CONDUCTIVITY * side * side / CHIP_THICKNESS;      /* W / K */
    struct material material = {PRECISION / slope / capacity, beside, beside, above};
    return material;
}

static void device_heat(const float *power, float *temperature, int n, int steps, int pyramid)
{
    size_t count = (size_t)n * n;
    struct material material = make_material(n);
    float *device_power = device_copy(power, count);
    float *device_temperature[2] = {device_copy(temperature, count), device_array<float>(count)};
    int kept = TILE - 2 * pyramid;
    int blocks = (n + kept - 1) / kept;
    int now = 0;
    for (int done = 0; done < steps; done += pyramid) {
        int ahead = steps - done < pyramid ? steps - done : pyramid;
        spread_heat<<<dim3(blocks, blocks), dim3(TILE, TILE)>>>(
            device_power, device_temperature[now], device_temperature[1 - now], n, ahead, pyramid,
            material);
        CHECK(cudaGetLastError());
        now = 1 - now;
    }
    copy_back(temperature, device_temperature[now], count);
    CHECK(cudaFree(device_power));
    CHECK(cudaFree(device_temperature[0]));
    CHECK(cudaFree(device_temperature[1]));
}

static void reference_heat(const float *power, float *temperature, int n, int steps)
{
    struct material material = make_material(n);
    float *last = host_array<float>((size_t)n * n);
    for (int step = 0; step < steps; step++) {
        memcpy(last, temperature, (size_t)n * n * sizeof(float));
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                const float *here = &last[y * n + x];
                temperature[y * n + x] =
                    next_temperature(material, power[y * n + x], *here, x > 0 ? here[-1] : *here,
                                     x < n - 1 ? here[1] : *here, y > 0 ? here[-n] : *here,
                                     y < n - 1 ? here[n] : *here);
            }
        }
    }
    free(last);
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "N", 256, 1, 8192);
    int steps = (int)program_argument(argc, argv, 2, "STEPS", 4, 1, 1000);
    int pyramid = (int)program_argument(argc, argv, 3, "PYRAMID", 2, 1, TILE / 2 - 1);
    size_t count = (size_t)n * n;
    float *power = host_array<float>(count);
    float *temperature = host_array<float>(count);
    float *expected = host_array<float>(count);

    /* Values of the size that the original's input files have. */
    uint64_t state = 14;
    for (size_t i = 0; i < count; i++) {
        power[i] = random_float(&state, 1e-4f, 1e-2f);
        expected[i] = temperature[i] = random_float(&state, 323.0f, 342.0f);
    }
    device_heat(power, temperature, n, steps, pyramid);
    reference_heat(power, expected, n, steps);
    size_t wrong = count_wrong("temperature", temperature, expected, count, 1e-3f, 1e-5f);
    free(power);
    free(temperature);
    free(expected);
    return program_verdict("hotspot", wrong);
}
