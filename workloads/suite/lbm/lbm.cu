/* SPDX-License-Identifier: BSD-3-Clause */
/* LBM: flow of a fluid around obstacles by the lattice Boltzmann method, D3Q19.
 *
 * One thread a cell: it reads the cell's nineteen distributions, lets them relax towards
 * equilibrium, and pushes each to the neighbour it moves to. Distributions lie in nineteen
 * arrays, so the reads are whole lines; the pushes along x are shifted by a word and touch a line
 * more. A thread keeps nineteen values and more in registers, so few warps fit in a core, and
 * what they do is load and store.
 *
 * Source: Y. Qian, D. d'Humieres, P. Lallemand, "Lattice BGK Models for Navier-Stokes Equation",
 *   Europhysics Letters 17(6), 1992.
 * Differs: periodic in all directions, and driven by the flow it starts with; no moving lid.
 */
#include "../common/program.h"
#include "lbm_reference.h"

/* SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { MOST_NX = 120, SM_BLOCKS = 7 };

/* The distributions in registers, through all of a thread's work; index as in lbm_velocity. */
typedef float distributions[DIRECTIONS];

/* Relaxes towards the equilibrium of the cell's own density and velocity. */
__device__ void collide(distributions &f)
{
    float density = 0, ux = 0, uy = 0, uz = 0;

#pragma unroll
    for (int i = 0; i < DIRECTIONS; i++) {
        density += f[i];
        ux += (float)lbm_velocity(i, 0) * f[i];
        uy += (float)lbm_velocity(i, 1) * f[i];
        uz += (float)lbm_velocity(i, 2) * f[i];
    }
    float inverse = 1.0f / density;
    ux *= inverse;
    uy *= inverse;
    uz *= inverse;
    float common = 1.0f - 1.5f * (ux * ux + uy * uy + uz * uz);

#pragma unroll
    for (int i = 0; i < DIRECTIONS; i++) {
        float along = (float)lbm_velocity(i, 0) * ux + (float)lbm_velocity(i, 1) * uy +
                      (float)lbm_velocity(i, 2) * uz;
        float equilibrium =
            LBM_WEIGHT(i) * density * (common + 3.0f * along + 4.5f * along * along);
        f[i] += LBM_RELAXATION * (equilibrium - f[i]);
    }
}

/* An obstacle sends everything back where it came from: opposite directions are neighbours in
 * lbm_velocity, after the first, which is at rest. */
__device__ void bounce_back(distributions &f)
{
#pragma unroll
    for (int i = 1; i < DIRECTIONS; i += 2) {
        float swap = f[i];
        f[i] = f[i + 1];
        f[i + 1] = swap;
    }
}

__device__ int wrapped(int coordinate, int step, int size)
{
    int moved = coordinate + step;

    return moved < 0 ? size - 1 : moved == size ? 0 : moved;
}

/* from and to: [direction][z][y][x]. A block is a row along x. */
__global__ void __launch_bounds__(MOST_NX, SM_BLOCKS)
    lattice_step(const float *from, float *to, const int *is_obstacle, lattice size)
{
    int x = threadIdx.x;
    int y = blockIdx.x;
    int z = blockIdx.y;
    int cells = size.nx * size.ny * size.nz;
    int cell = (z * size.ny + y) * size.nx + x;

    distributions f;
#pragma unroll
    for (int i = 0; i < DIRECTIONS; i++)
        f[i] = from[i * cells + cell];
    if (is_obstacle[cell])
        bounce_back(f);
    else
        collide(f);
#pragma unroll
    for (int i = 0; i < DIRECTIONS; i++) {
        int to_x = wrapped(x, lbm_velocity(i, 0), size.nx);
        int to_y = wrapped(y, lbm_velocity(i, 1), size.ny);
        int to_z = wrapped(z, lbm_velocity(i, 2), size.nz);
        to[i * cells + (to_z * size.ny + to_y) * size.nx + to_x] = f[i];
    }
}

/* Marks the cells of a sphere, those that are in the lattice. */
static void add_sphere(int *is_obstacle, lattice size, const int centre[3], int radius)
{
    for (int dz = -radius; dz <= radius; dz++)
        for (int dy = -radius; dy <= radius; dy++)
            for (int dx = -radius; dx <= radius; dx++) {
                int x = centre[0] + dx;
                int y = centre[1] + dy;
                int z = centre[2] + dz;
                bool inside = x >= 0 && x < size.nx && y >= 0 && y < size.ny && z >= 0 &&
                              z < size.nz && dx * dx + dy * dy + dz * dz <= radius * radius;
                if (inside)
                    is_obstacle[(z * size.ny + y) * size.nx + x] = 1;
            }
}

/* Spheres of obstacle, one for every 2048 cells. */
static int *random_obstacles(lattice size)
{
    uint64_t random = 1;
    int cells = size.nx * size.ny * size.nz;
    int *is_obstacle = host_array<int>(cells);
    int radius = size.nx >= 32 ? 4 : 1;

    for (int sphere = 0; sphere < 1 + cells / 2048; sphere++) {
        const int centre[3] = {(int)random_below(&random, size.nx),
                               (int)random_below(&random, size.ny),
                               (int)random_below(&random, size.nz)};
        add_sphere(is_obstacle, size, centre, radius);
    }
    return is_obstacle;
}

/* A wind along x and y, and noise. */
static float *random_flow(lattice size)
{
    uint64_t random = 2;
    size_t cells = (size_t)size.nx * size.ny * size.nz;
    float *f = host_array<float>(DIRECTIONS * cells);

    for (int i = 0; i < DIRECTIONS; i++) {
        float along = 0.1f * (float)lbm_velocity(i, 0) + 0.05f * (float)lbm_velocity(i, 1);
        for (size_t cell = 0; cell < cells; cell++)
            f[i * cells + cell] = LBM_WEIGHT(i) * (1 + 3 * along) * random_float(&random, 0.9f, 1);
    }
    return f;
}

int main(int argc, char **argv)
{
    lattice size;
    size.nx = (int)program_argument(argc, argv, 1, "NX", MOST_NX, 3, MOST_NX);
    size.ny = (int)program_argument(argc, argv, 2, "NY", 24, 3, 512);
    size.nz = (int)program_argument(argc, argv, 3, "NZ", 20, 3, 512);
    int steps = (int)program_argument(argc, argv, 4, "STEPS", 2, 1, 3000);

    size_t words = (size_t)DIRECTIONS * size.nx * size.ny * size.nz;
    if (words > INT32_MAX) {
        fprintf(stderr, "%s: 19 x NX x NY x NZ has to stay below 2^31\n", argv[0]);
        return 2;
    }
    int *is_obstacle = random_obstacles(size);
    float *f = random_flow(size);
    float *from = device_copy(f, words);
    float *to = device_array<float>(words);
    int *is_obstacle_device = device_copy(is_obstacle, words / DIRECTIONS);

    for (int step = 0; step < steps; step++) {
        lattice_step<<<dim3(size.ny, size.nz), size.nx>>>(from, to, is_obstacle_device, size);
        CHECK(cudaGetLastError());
        float *swap = from;
        from = to;
        to = swap;
    }

    float *result = host_array<float>(words);
    copy_back(result, from, words);
    for (int step = 0; step < steps; step++)
        reference_step(&f, is_obstacle, size);
    size_t wrong = count_wrong("distribution", result, f, words, 1e-7f, 2e-5f);

    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    CHECK(cudaFree(is_obstacle_device));
    free(is_obstacle);
    free(f);
    free(result);
    return program_verdict("lbm", wrong);
}
