/* SPDX-License-Identifier: BSD-3-Clause */
/* The mesh of the CFD program: a box of cubes, each cut into six tetrahedra, numbered in
 * disorder.
 *
 * Six tetrahedra: one for each order in which a path along the edges can take the three axes from
 * the cube's lowest corner to its highest (H. Kuhn, "Some Combinatorial Lemmas in Topology", IBM
 * Journal of Research and Development 4(5), 1960). Cubes cut alike fit together face to face.
 *
 * Arrays are structures of arrays, as the kernels read them: face j of element i is at j * n + i.
 */
#ifndef SIMGPU_PROGRAMS_CFD_MESH_H
#define SIMGPU_PROGRAMS_CFD_MESH_H

#include "../common/program.h"

/* What may be beyond a face instead of an element. */
enum { WALL = -1, FAR_FIELD = -2 };

enum { FACES = 4 };

/* On the host or on the device. */
struct mesh {
    int elements;
    int *neighbour;   /* [face][element] */
    float *normal;    /* [face][axis][element]: outward, as long as the face is large */
    float *thickness; /* [element]: volume over surface */
};

/* A face of an element, to find the two that have the same corners. */
struct mesh_face {
    int corner[3]; /* rising */
    int element;
    int face;
};

/* How the box is cut; corners are numbered along x, then y, then z. */
struct mesh_box {
    int nx, ny, nz; /* cubes */
};

static inline void corner_place(mesh_box box, int corner, float *place)
{
    place[0] = (float)(corner % (box.nx + 1));
    place[1] = (float)(corner / (box.nx + 1) % (box.ny + 1));
    place[2] = (float)(corner / (box.nx + 1) / (box.ny + 1));
}

/* The corners of tetrahedron `t` of all, six a cube. */
static inline void tetrahedron_corners(mesh_box box, int t, int *corner)
{
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                     {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const int step[3] = {1, box.nx + 1, (box.nx + 1) * (box.ny + 1)};
    int cube = t / 6;
    int x = cube % box.nx;
    int y = cube / box.nx % box.ny;
    int z = cube / box.nx / box.ny;

    corner[0] = x * step[0] + y * step[1] + z * step[2];
    for (int i = 0; i < 3; i++)
        corner[i + 1] = corner[i] + step[orders[t % 6][i]];
}

/* Half the cross product of two edges, turned away from the corner opposite. */
static inline void face_normal(const float p[3], const float q[3], const float r[3],
                               const float opposite[3], float *normal)
{
    float inward = 0;

    for (int axis = 0; axis < 3; axis++) {
        int b = (axis + 1) % 3;
        int c = (axis + 2) % 3;
        normal[axis] = 0.5f * ((q[b] - p[b]) * (r[c] - p[c]) - (q[c] - p[c]) * (r[b] - p[b]));
        inward += normal[axis] * (opposite[axis] - p[axis]);
    }
    for (int axis = 0; axis < 3 && inward > 0; axis++)
        normal[axis] = -normal[axis];
}

/* Geometry of element `i` with those corners, and its faces for the search of neighbours. Face j
 * is the one without corner j; corners of a tetrahedron rise by their making. */
static inline void mesh_place(mesh *m, mesh_box box, int i, const int *corner, mesh_face *faces)
{
    float surface = 0;

    for (int j = 0; j < FACES; j++) {
        float place[4][3];
        float normal[3];
        mesh_face face = {{0, 0, 0}, i, j};
        for (int k = 0, next = 0; k < 4; k++)
            if (k != j)
                face.corner[next++] = corner[k];
        for (int k = 0; k < 3; k++)
            corner_place(box, face.corner[k], place[k]);
        corner_place(box, corner[j], place[3]);
        face_normal(place[0], place[1], place[2], place[3], normal);
        for (int axis = 0; axis < 3; axis++)
            m->normal[(j * 3 + axis) * m->elements + i] = normal[axis];
        surface += sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        /* The bottom of the box is a wall, its other sides are open. */
        bool bottom = place[0][2] + place[1][2] + place[2][2] == 0;
        m->neighbour[j * m->elements + i] = bottom ? WALL : FAR_FIELD;
        faces[i * FACES + j] = face;
    }
    m->thickness[i] = 1.0f / 6.0f / surface;
}

static inline int face_order(const void *a, const void *b)
{
    return memcmp(((const mesh_face *)a)->corner, ((const mesh_face *)b)->corner,
                  sizeof(((const mesh_face *)a)->corner));
}

/* Faces with equal corners are the two sides of one. */
static inline void mesh_connect(mesh *m, mesh_face *faces)
{
    int count = m->elements * FACES;

    qsort(faces, count, sizeof *faces, face_order);
    for (int i = 0; i + 1 < count; i++) {
        const mesh_face *a = &faces[i];
        const mesh_face *b = &faces[i + 1];
        if (face_order(a, b) != 0)
            continue;
        m->neighbour[a->face * m->elements + a->element] = b->element;
        m->neighbour[b->face * m->elements + b->element] = a->element;
    }
}

/* Numbers 0 to n - 1, shuffled within windows: near elements get near numbers, as after the
 * renumbering that such programs do, but no lane's neighbour is its neighbour's neighbour. */
static inline int *shuffled_numbers(int n)
{
    enum { WINDOW = 512 };
    uint64_t random = 1;
    int *number = host_array<int>(n);

    for (int i = 0; i < n; i++)
        number[i] = i;
    for (int i = 0; i < n; i++) {
        int end = i / WINDOW * WINDOW + WINDOW < n ? i / WINDOW * WINDOW + WINDOW : n;
        int j = i + (int)random_below(&random, end - i);
        int swap = number[i];
        number[i] = number[j];
        number[j] = swap;
    }
    return number;
}

static inline mesh mesh_new(mesh_box box)
{
    int n = 6 * box.nx * box.ny * box.nz;
    mesh m = {n, host_array<int>(FACES * n), host_array<float>(FACES * 3 * n),
              host_array<float>(n)};
    mesh_face *faces = host_array<mesh_face>(FACES * n);
    int *number = shuffled_numbers(n);

    for (int t = 0; t < n; t++) {
        int corner[4];
        tetrahedron_corners(box, t, corner);
        mesh_place(&m, box, number[t], corner, faces);
    }
    mesh_connect(&m, faces);
    free(faces);
    free(number);
    return m;
}

static inline mesh mesh_on_device(const mesh *m)
{
    int n = m->elements;
    mesh device = {n, device_copy(m->neighbour, FACES * n), device_copy(m->normal, FACES * 3 * n),
                   device_copy(m->thickness, n)};

    return device;
}

#endif
