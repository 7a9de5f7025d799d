/* SPDX-License-Identifier: BSD-3-Clause */
/* CFD: flow of a gas through a mesh of tetrahedra, by the Euler equations.
 *
 * One thread an element. The flux kernel reads the element's own five variables and normals line
 * by line, but those of its four neighbours wherever the numbering of the mesh has put them:
 * every element is read by five threads, mostly of other warps, and the second to come finds it in
 * a cache if they come at about the same time. Faces at the mesh's border let lanes diverge. A
 * thread's state fills so many registers that few warps fit in a core.
 *
 * Source: A. Corrigan, F. Camelli, R. Loehner, J. Wallin, "Running Unstructured Grid Based CFD
 *   Solvers on Modern Graphics Hardware", AIAA 2009-4001 (arrays, kernels and stages); the flux is
 *   that of V. Rusanov (1961). Differs: a box of tetrahedra made here instead of a wing.
 */
#include "../common/program.h"
#include "cfd_mesh.h"
#include "cfd_reference.h"

enum { BLOCK = 192 };
/* SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { SM_BLOCKS = 3 };

struct state {
    float density;
    float3 momentum;
    float energy;
};

__constant__ state far_field;

/* What the flux through a face needs of one side. */
struct flow {
    float3 velocity;
    float pressure;
    float signal; /* the fastest: speed of the flow plus speed of sound */
};

__device__ state load_state(const float *variables, int n, int i)
{
    state s;

    s.density = variables[DENSITY * n + i];
    s.momentum.x = variables[(MOMENTUM + 0) * n + i];
    s.momentum.y = variables[(MOMENTUM + 1) * n + i];
    s.momentum.z = variables[(MOMENTUM + 2) * n + i];
    s.energy = variables[ENERGY * n + i];
    return s;
}

__device__ float dot(float3 a, float3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ flow flow_of(const state &s)
{
    float inverse = 1.0f / s.density;
    flow f;

    f.velocity =
        make_float3(s.momentum.x * inverse, s.momentum.y * inverse, s.momentum.z * inverse);
    float square = dot(f.velocity, f.velocity);
    f.pressure = (GAMMA - 1.0f) * (s.energy - 0.5f * s.density * square);
    f.signal = sqrtf(square) + sqrtf(GAMMA * f.pressure * inverse);
    return f;
}

/* The momentum turned back at a wall. */
__device__ state mirrored(state s, float3 normal)
{
    float factor = 2.0f * dot(s.momentum, normal) / dot(normal, normal);

    s.momentum.x -= factor * normal.x;
    s.momentum.y -= factor * normal.y;
    s.momentum.z -= factor * normal.z;
    return s;
}

/* The mean flow of both sides through a face, and a share of their difference that keeps it
 * stable. Volume is what flows through the face in a unit of time, on each side. */
__device__ void add_flux(const state &a, const flow &fa, const state &b, float3 normal,
                         state *total)
{
    flow fb = flow_of(b);
    float damping = fmaxf(fa.signal, fb.signal) * sqrtf(dot(normal, normal));
    float volume_a = dot(fa.velocity, normal);
    float volume_b = dot(fb.velocity, normal);
    float gain_a = 0.5f * (volume_a + damping);
    float gain_b = 0.5f * (volume_b - damping);
    float pressure = 0.5f * (fa.pressure + fb.pressure);

    total->density += gain_a * a.density + gain_b * b.density;
    total->momentum.x += gain_a * a.momentum.x + gain_b * b.momentum.x + pressure * normal.x;
    total->momentum.y += gain_a * a.momentum.y + gain_b * b.momentum.y + pressure * normal.y;
    total->momentum.z += gain_a * a.momentum.z + gain_b * b.momentum.z + pressure * normal.z;
    total->energy += gain_a * a.energy + gain_b * b.energy +
                     0.5f * (fa.pressure * volume_a + fb.pressure * volume_b);
}

/* How long a step each element can take. */
__global__ void step_length(mesh m, const float *variables, float *step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < m.elements)
        step[i] = COURANT * m.thickness[i] / flow_of(load_state(variables, m.elements, i)).signal;
}

/* Outflow of each element through its four faces. */
__global__ void __launch_bounds__(BLOCK, SM_BLOCKS)
    compute_flux(mesh m, const float *variables, float *fluxes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = m.elements;

    if (i >= n)
        return;
    state here = load_state(variables, n, i);
    flow flow_here = flow_of(here);
    state total = {0, {0, 0, 0}, 0};
    for (int face = 0; face < FACES; face++) {
        int neighbour = m.neighbour[face * n + i];
        float3 normal =
            make_float3(m.normal[(face * 3 + 0) * n + i], m.normal[(face * 3 + 1) * n + i],
                        m.normal[(face * 3 + 2) * n + i]);
        state there;
        if (neighbour >= 0)
            there = load_state(variables, n, neighbour);
        else if (neighbour == FAR_FIELD)
            there = far_field;
        else
            there = mirrored(here, normal);
        add_flux(here, flow_here, there, normal, &total);
    }
    fluxes[DENSITY * n + i] = total.density;
    fluxes[(MOMENTUM + 0) * n + i] = total.momentum.x;
    fluxes[(MOMENTUM + 1) * n + i] = total.momentum.y;
    fluxes[(MOMENTUM + 2) * n + i] = total.momentum.z;
    fluxes[ENERGY * n + i] = total.energy;
}

/* From the variables at the start of the time step, `share` of it ahead. An element's volume is a
 * sixth. */
__global__ void advance(int n, const float *old, float *variables, const float *fluxes,
                        const float *step, float share)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    float factor = share * 6.0f * step[i];
    for (int v = 0; v < VARIABLES; v++)
        variables[v * n + i] = old[v * n + i] - factor * fluxes[v * n + i];
}

/* Time steps on the device; `variables` is on the host. */
static void compute(const mesh *host_mesh, float *variables, int steps)
{
    int n = host_mesh->elements;
    int blocks = (n + BLOCK - 1) / BLOCK;
    size_t words = (size_t)VARIABLES * n;
    mesh m = mesh_on_device(host_mesh);
    float *now = device_copy(variables, words);
    float *old = device_array<float>(words);
    float *fluxes = device_array<float>(words);
    float *step = device_array<float>(n);

    for (int i = 0; i < steps; i++) {
        CHECK(cudaMemcpy(old, now, words * sizeof(float), cudaMemcpyDeviceToDevice));
        step_length<<<blocks, BLOCK>>>(m, old, step);
        CHECK(cudaGetLastError());
        for (int stage = 0; stage < STAGES; stage++) {
            compute_flux<<<blocks, BLOCK>>>(m, now, fluxes);
            CHECK(cudaGetLastError());
            advance<<<blocks, BLOCK>>>(n, old, now, fluxes, step, 1.0f / (STAGES - stage));
            CHECK(cudaGetLastError());
        }
    }
    copy_back(variables, now, words);
    float *const arrays[] = {now, old, fluxes, step, m.normal, m.thickness};
    for (float *array : arrays)
        CHECK(cudaFree(array));
    CHECK(cudaFree(m.neighbour));
}

int main(int argc, char **argv)
{
    mesh_box box;
    box.nx = (int)program_argument(argc, argv, 1, "CUBES_X", 12, 1, 200);
    box.ny = (int)program_argument(argc, argv, 2, "CUBES_Y", 12, 1, 200);
    box.nz = (int)program_argument(argc, argv, 3, "CUBES_Z", 10, 1, 200);
    int steps = (int)program_argument(argc, argv, 4, "STEPS", 3, 1, 10000);

    /* A wind over the wall, at 0.5 times the speed of sound, and random gusts in it. */
    const float wind[VARIABLES] = {1.4f, 0.7f, 0.1f, -0.05f, 2.7f};
    const state wind_state = {wind[0], make_float3(wind[1], wind[2], wind[3]), wind[4]};
    CHECK(cudaMemcpyToSymbol(far_field, &wind_state, sizeof wind_state));
    mesh m = mesh_new(box);
    int n = m.elements;
    uint64_t random = 2;
    float *variables = host_array<float>((size_t)VARIABLES * n);
    float *expected = host_array<float>((size_t)VARIABLES * n);
    for (int i = 0; i < VARIABLES * n; i++)
        expected[i] = variables[i] = wind[i / n] * random_float(&random, 0.9f, 1.1f);

    compute(&m, variables, steps);
    reference_steps(&m, expected, wind, steps);
    printf("%d elements\n", n);
    size_t wrong =
        count_wrong("variable", variables, expected, (size_t)VARIABLES * n, 1e-4f, 1e-4f);

    free(m.neighbour);
    free(m.normal);
    free(m.thickness);
    free(variables);
    free(expected);
    return program_verdict("cfd", wrong);
}
