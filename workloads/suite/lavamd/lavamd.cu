/* SPDX-License-Identifier: BSD-3-Clause */
/* LMD: forces between particles in a cube of boxes, of each with those in its own box and the 26
 * around it.
 *
 * A block has a box, 128 threads, a thread a particle. Neighbour box by neighbour box is loaded
 * into shared memory, between barriers, and every thread steps through it in double precision, with
 * an exponential for each pair. Compute-bound; blocks at the cube's faces have less to do, and
 * neighbouring blocks read the same boxes.
 *
 * Source: L. Szafaryn et al., "Trellis: Portability Across Architectures with a High-level
 *   Framework", JPDC 73(10), 2013, whose kernel Rodinia (Che et al., IISWC 2009) has as lavaMD; its
 *   boxes of 100 particles, launch shape and formula.
 */
#include "../common/program.h"

constexpr int BLOCK = 128, MAX_PARTICLES = 128, NEIGHBOURS = 27;
constexpr double DECAY = 2 * 0.5 * 0.5; /* 2 alpha^2 */

struct particle {
    double v, x, y, z; /* v: half the squared distance to the origin */
};

struct box {
    int first;                               /* particle */
    int n_neighbours, neighbour[NEIGHBOURS]; /* boxes, itself the first */
};

/* What `other`, with its charge, does to `here`. */
__host__ __device__ inline void add_force(struct particle *force, const struct particle &here,
                                          const struct particle &other, double charge)
{
    double r2 = here.v + other.v - (here.x * other.x + here.y * other.y + here.z * other.z);
    double potential = exp(-DECAY * r2);
    double pull = 2 * potential * charge;

    force->v += charge * potential;
    force->x += pull * (here.x - other.x);
    force->y += pull * (here.y - other.y);
    force->z += pull * (here.z - other.z);
}

__global__ void find_forces(const struct box *boxes, const struct particle *particles,
                            const double *charges, struct particle *forces, int per_box)
{
    __shared__ struct particle home[MAX_PARTICLES], near[MAX_PARTICLES];
    __shared__ double charge[MAX_PARTICLES];
    const struct box *box = &boxes[blockIdx.x];
    int lane = (int)threadIdx.x;

    for (int i = lane; i < per_box; i += BLOCK)
        home[i] = particles[box->first + i];
    for (int k = 0; k < box->n_neighbours; k++) {
        int first = boxes[box->neighbour[k]].first;
        __syncthreads();
        for (int i = lane; i < per_box; i += BLOCK) {
            near[i] = particles[first + i];
            charge[i] = charges[first + i];
        }
        __syncthreads();
        for (int i = lane; i < per_box; i += BLOCK) {
            struct particle force = forces[box->first + i];
            for (int j = 0; j < per_box; j++)
                add_force(&force, home[i], near[j], charge[j]);
            forces[box->first + i] = force;
        }
    }
}

static void reference_forces(const struct box *boxes, const struct particle *particles,
                             const double *charges, struct particle *forces, int n_boxes,
                             int per_box)
{
    for (int b = 0; b < n_boxes; b++)
        for (int k = 0; k < boxes[b].n_neighbours; k++)
            for (int i = boxes[b].first; i < boxes[b].first + per_box; i++) {
                int first = boxes[boxes[b].neighbour[k]].first;
                for (int j = first; j < first + per_box; j++)
                    add_force(&forces[i], particles[i], particles[j], charges[j]);
            }
}

static void find_neighbours(struct box *box, int number, int side)
{
    int x = number % side, y = number / side % side, z = number / side / side;
    box->neighbour[box->n_neighbours++] = number;
    for (int n = 0; n < NEIGHBOURS; n++) {
        int u = x + n % 3 - 1, v = y + n / 3 % 3 - 1, w = z + n / 9 - 1;
        bool inside = u >= 0 && v >= 0 && w >= 0 && u < side && v < side && w < side;
        int other = (w * side + v) * side + u;
        if (inside && other != number)
            box->neighbour[box->n_neighbours++] = other;
    }
}

static size_t count_wrong_forces(const struct particle *got, const struct particle *expected,
                                 size_t n)
{
    size_t wrong = 0;
    for (size_t i = 0; i < 4 * n; i++) {
        double a = ((const double *)got)[i], b = ((const double *)expected)[i];
        if (fabs(a - b) > 1e-9 + 1e-9 * fabs(b) && wrong++ == 0)
            printf("force[%zu] is %.15g, expected %.15g\n", i, a, b);
    }
    return wrong;
}

int main(int argc, char **argv)
{
    int side = (int)program_argument(argc, argv, 1, "SIDE", 3, 1, 64);
    int per_box = (int)program_argument(argc, argv, 2, "PARTICLES", 56, 1, MAX_PARTICLES);
    int n_boxes = side * side * side;
    size_t n = (size_t)n_boxes * per_box;
    struct box *boxes = host_array<struct box>(n_boxes);
    struct particle *particles = host_array<struct particle>(n);
    struct particle *got = host_array<struct particle>(n);
    struct particle *expected = host_array<struct particle>(n);
    double *charges = host_array<double>(n);
    uint64_t state = 17;

    for (int i = 0; i < n_boxes; i++) {
        boxes[i].first = i * per_box;
        find_neighbours(&boxes[i], i, side);
    }
    for (size_t i = 0; i < n; i++) {
        double *value[] = {&particles[i].x, &particles[i].y, &particles[i].z, &charges[i]};
        for (double *each : value)
            *each = (double)(1 + random_below(&state, 10)) / 10;
        const struct particle *p = &particles[i];
        particles[i].v = (p->x * p->x + p->y * p->y + p->z * p->z) / 2;
    }
    struct box *device_boxes = device_copy(boxes, n_boxes);
    struct particle *device_particles = device_copy(particles, n), *forces = device_copy(got, n);
    double *device_charges = device_copy(charges, n);
    find_forces<<<n_boxes, BLOCK>>>(device_boxes, device_particles, device_charges, forces,
                                    per_box);
    CHECK(cudaGetLastError());
    copy_back(got, forces, n);
    reference_forces(boxes, particles, charges, expected, n_boxes, per_box);
    size_t wrong = count_wrong_forces(got, expected, n);
    CHECK(cudaFree(device_boxes));
    CHECK(cudaFree(device_particles));
    CHECK(cudaFree(device_charges));
    CHECK(cudaFree(forces));
    free(boxes);
    free(particles);
    free(charges);
    free(got);
    free(expected);
    return program_verdict("lavamd", wrong);
}
