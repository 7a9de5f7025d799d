/* SPDX-License-Identifier: BSD-3-Clause */
/* The time steps of the CFD program on the CPU, in double and with vectors of five as such.
 */
#ifndef SIMGPU_PROGRAMS_CFD_REFERENCE_H
#define SIMGPU_PROGRAMS_CFD_REFERENCE_H

#include "cfd_mesh.h"

/* Per unit of volume: mass, momentum along x, y and z, energy. */
enum { DENSITY, MOMENTUM, ENERGY = MOMENTUM + 3, VARIABLES };

/* Stages of a time step, and the fraction of the stable step that is taken. */
enum { STAGES = 3 };
#define COURANT 0.5f

/* Ratio of specific heats of air. */
#define GAMMA 1.4f

static inline double reference_pressure(const double *u)
{
    double square = u[1] * u[1] + u[2] * u[2] + u[3] * u[3];

    return ((double)GAMMA - 1) * (u[ENERGY] - 0.5 * square / u[DENSITY]);
}

/* The fastest signal: speed of the flow plus speed of sound. */
static inline double reference_signal(const double *u)
{
    double speed = sqrt(u[1] * u[1] + u[2] * u[2] + u[3] * u[3]) / u[DENSITY];

    return speed + sqrt((double)GAMMA * reference_pressure(u) / u[DENSITY]);
}

/* Flow of the five variables through a face of that normal, if it is `u` there. */
static inline void reference_through(const double *u, const double *normal, double *flux)
{
    double pressure = reference_pressure(u);
    double volume = (u[1] * normal[0] + u[2] * normal[1] + u[3] * normal[2]) / u[DENSITY];

    for (int v = 0; v < VARIABLES; v++)
        flux[v] = u[v] * volume;
    for (int axis = 0; axis < 3; axis++)
        flux[MOMENTUM + axis] += pressure * normal[axis];
    flux[ENERGY] += pressure * volume;
}

/* What is beyond face j of element i: another element, the far field, or, at a wall, the
 * element's own mirror image. */
static inline void reference_beyond(const mesh *m, const double *u, const double *far_field, int i,
                                    int j, const double *normal, double *beyond)
{
    int neighbour = m->neighbour[j * m->elements + i];
    const double *source = neighbour >= 0           ? &u[neighbour * VARIABLES]
                           : neighbour == FAR_FIELD ? far_field
                                                    : &u[i * VARIABLES];

    memcpy(beyond, source, VARIABLES * sizeof *beyond);
    if (neighbour != WALL)
        return;
    double area2 = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    double through = beyond[1] * normal[0] + beyond[2] * normal[1] + beyond[3] * normal[2];
    for (int axis = 0; axis < 3; axis++)
        beyond[MOMENTUM + axis] -= 2 * through / area2 * normal[axis];
}

/* Outflow of element i through all faces: the mean of both sides, and a share of their difference
 * that keeps it stable. */
static inline void reference_outflow(const mesh *m, const double *u, const double *far_field, int i,
                                     double *outflow)
{
    const double *here = &u[i * VARIABLES];

    memset(outflow, 0, VARIABLES * sizeof *outflow);
    for (int j = 0; j < FACES; j++) {
        double normal[3];
        for (int axis = 0; axis < 3; axis++)
            normal[axis] = (double)m->normal[(j * 3 + axis) * m->elements + i];
        double area = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        double beyond[VARIABLES];
        double flux_here[VARIABLES];
        double flux_beyond[VARIABLES];
        reference_beyond(m, u, far_field, i, j, normal, beyond);
        reference_through(here, normal, flux_here);
        reference_through(beyond, normal, flux_beyond);
        double signal = fmax(reference_signal(here), reference_signal(beyond));
        for (int v = 0; v < VARIABLES; v++)
            outflow[v] +=
                0.5 * (flux_here[v] + flux_beyond[v]) - 0.5 * signal * area * (beyond[v] - here[v]);
    }
}

/* `variables` is [variable][element], here and on the device. */
static inline void reference_steps(const mesh *m, float *variables, const float *far_field,
                                   int steps)
{
    int n = m->elements;
    double *u = host_array<double>((size_t)n * VARIABLES);
    double *old = host_array<double>((size_t)n * VARIABLES);
    double *next = host_array<double>((size_t)n * VARIABLES);
    double far[VARIABLES];

    for (int v = 0; v < VARIABLES; v++)
        far[v] = (double)far_field[v];
    for (int i = 0; i < n * VARIABLES; i++)
        u[i] = (double)variables[i % VARIABLES * n + i / VARIABLES];
    for (int stage = 0; stage < steps * STAGES; stage++) {
        if (stage % STAGES == 0)
            memcpy(old, u, (size_t)n * VARIABLES * sizeof *u);
        for (int i = 0; i < n; i++) {
            double outflow[VARIABLES];
            reference_outflow(m, u, far, i, outflow);
            double step = (double)COURANT * (double)m->thickness[i] /
                          reference_signal(&old[i * VARIABLES]) / (STAGES - stage % STAGES);
            for (int v = 0; v < VARIABLES; v++)
                next[i * VARIABLES + v] = old[i * VARIABLES + v] - step * 6 * outflow[v];
        }
        double *swap = u;
        u = next;
        next = swap;
    }
    for (int i = 0; i < n * VARIABLES; i++)
        variables[i % VARIABLES * n + i / VARIABLES] = (float)u[i];
    free(u);
    free(old);
    free(next);
}

#endif
