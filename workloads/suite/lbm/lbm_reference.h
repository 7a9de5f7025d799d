/* SPDX-License-Identifier: BSD-3-Clause */
/* The lattice of the LBM program, and its step on the CPU: in double, and pulling where the
 * kernel pushes.
 */
#ifndef SIMGPU_PROGRAMS_LBM_REFERENCE_H
#define SIMGPU_PROGRAMS_LBM_REFERENCE_H

#include "../common/program.h"

enum { DIRECTIONS = 19 };

struct lattice {
    int nx, ny, nz;
};

/* Where each distribution moves along x (axis 0), y and z: the one at rest, the six through faces,
 * the twelve through edges. Each odd one is followed by its opposite. */
__host__ __device__ constexpr int lbm_velocity(int direction, int axis)
{
    constexpr int velocity[DIRECTIONS][3] = {
        {0, 0, 0},  {1, 0, 0},   {-1, 0, 0},  {0, 1, 0},  {0, -1, 0}, {0, 0, 1},   {0, 0, -1},
        {1, 1, 0},  {-1, -1, 0}, {1, -1, 0},  {-1, 1, 0}, {1, 0, 1},  {-1, 0, -1}, {1, 0, -1},
        {-1, 0, 1}, {0, 1, 1},   {0, -1, -1}, {0, 1, -1}, {0, -1, 1}};

    return velocity[direction][axis];
}

/* Of the direction at rest, of a face, of an edge. */
#define LBM_WEIGHT(i) ((i) == 0 ? 1.0f / 3.0f : (i) < 7 ? 1.0f / 18.0f : 1.0f / 36.0f)

/* How far a step goes towards equilibrium: 1 / tau. ASSUMED: any value from 0 to 2 is stable. */
#define LBM_RELAXATION 1.2f

/* What leaves a cell, from its distributions `f`. */
static inline void reference_cell(const float *f, bool is_obstacle, double *leaving)
{
    double density = 0;
    double u[3] = {0, 0, 0};

    for (int i = 0; i < DIRECTIONS; i++) {
        density += (double)f[i];
        for (int axis = 0; axis < 3; axis++)
            u[axis] += lbm_velocity(i, axis) * (double)f[i];
    }
    for (int axis = 0; axis < 3; axis++)
        u[axis] /= density;
    double square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
    for (int i = 0; i < DIRECTIONS; i++) {
        double along =
            lbm_velocity(i, 0) * u[0] + lbm_velocity(i, 1) * u[1] + lbm_velocity(i, 2) * u[2];
        double equilibrium =
            (double)LBM_WEIGHT(i) * density * (1 + 3 * along + 4.5 * along * along - 1.5 * square);
        int opposite = i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1;
        leaving[i] = is_obstacle
                         ? (double)f[opposite]
                         : (double)f[i] + (double)LBM_RELAXATION * (equilibrium - (double)f[i]);
    }
}

static inline size_t reference_source(lattice size, size_t cell, int direction)
{
    int x = ((int)(cell % size.nx) - lbm_velocity(direction, 0) + size.nx) % size.nx;
    int y = ((int)(cell / size.nx % size.ny) - lbm_velocity(direction, 1) + size.ny) % size.ny;
    int z = ((int)(cell / size.nx / size.ny) - lbm_velocity(direction, 2) + size.nz) % size.nz;

    return ((size_t)z * size.ny + y) * size.nx + x;
}

/* Replaces *f by a new array, one step later. */
static inline void reference_step(float **f, const int *is_obstacle, lattice size)
{
    size_t cells = (size_t)size.nx * size.ny * size.nz;
    float *next = host_array<float>(DIRECTIONS * cells);
    double *leaving = host_array<double>(DIRECTIONS * cells);

    for (size_t cell = 0; cell < cells; cell++) {
        float here[DIRECTIONS];
        for (int i = 0; i < DIRECTIONS; i++)
            here[i] = (*f)[i * cells + cell];
        reference_cell(here, is_obstacle[cell] != 0, &leaving[cell * DIRECTIONS]);
    }
    for (int i = 0; i < DIRECTIONS; i++)
        for (size_t cell = 0; cell < cells; cell++)
            next[i * cells + cell] =
                (float)leaving[reference_source(size, cell, i) * DIRECTIONS + i];
    free(leaving);
    free(*f);
    *f = next;
}

#endif
