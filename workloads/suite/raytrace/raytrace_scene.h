/* SPDX-License-Identifier: BSD-3-Clause */
/* The optics of the ray tracer, for the GPU and for the CPU reference alike.
 *
 * What a ray hits changes abruptly at an edge, so the two must agree to the last bit, not only
 * nearly. Every product that is added to something is therefore an explicit fmaf, which leaves
 * compilers no choice; sqrtf and division round exactly on both.
 */
#ifndef SIMGPU_PROGRAMS_RAYTRACE_SCENE_H
#define SIMGPU_PROGRAMS_RAYTRACE_SCENE_H

#include "../common/program.h"

constexpr int SPHERES = 8;
constexpr int BOUNCES = 4;         /* reflections followed, the first hit not counted */
constexpr float NOTHING = 1e30f;   /* distance to what is never hit */
constexpr float HORIZON = 1000.0f; /* the floor ends here: its squares are counted in int */
constexpr float NEAR = 1e-3f;      /* hits closer than this are the surface just left */
constexpr float AMBIENT = 0.15f;
constexpr float FLOOR_MIRROR = 0.2f;

struct vector {
    float x, y, z;
};

struct sphere {
    struct vector centre;
    float radius;
    struct vector colour;
    float mirror; /* share of the light that is reflected, 0 to 1 */
};

struct ray {
    struct vector origin;
    struct vector direction; /* of length 1 */
};

/* What a ray meets first. */
struct surface {
    float distance;
    struct vector normal;
    struct vector colour;
    float mirror;
};

__host__ __device__ inline float dot(struct vector a, struct vector b)
{
    return fmaf(a.x, b.x, fmaf(a.y, b.y, a.z * b.z));
}

/* a + t b */
__host__ __device__ inline struct vector along(struct vector a, float t, struct vector b)
{
    struct vector sum = {fmaf(t, b.x, a.x), fmaf(t, b.y, a.y), fmaf(t, b.z, a.z)};
    return sum;
}

__host__ __device__ inline struct vector unit(struct vector a)
{
    float scale = 1.0f / sqrtf(dot(a, a));
    struct vector scaled = {a.x * scale, a.y * scale, a.z * scale};
    return scaled;
}

__host__ __device__ inline struct vector light_direction(void)
{
    struct vector light = {-0.48f, 0.8f, -0.36f}; /* of length 1 */
    return light;
}

/* Distance along the ray to the sphere, or NOTHING: the smaller root of a quadratic equation. */
__host__ __device__ inline float hit_sphere(const struct sphere *sphere, struct ray ray)
{
    struct vector way = along(sphere->centre, -1.0f, ray.origin);
    float closest = dot(way, ray.direction);
    float square = fmaf(closest, closest, fmaf(sphere->radius, sphere->radius, -dot(way, way)));
    if (square <= 0.0f)
        return NOTHING;
    float half = sqrtf(square);
    if (closest - half > NEAR)
        return closest - half;
    return closest + half > NEAR ? closest + half : NOTHING;
}

/* The floor is the plane y = 0, in squares of black and white. */
__host__ __device__ inline struct surface hit_floor(struct ray ray)
{
    struct surface floor = {NOTHING, {0.0f, 1.0f, 0.0f}, {0.9f, 0.9f, 0.9f}, FLOOR_MIRROR};
    float distance = ray.direction.y < 0.0f ? -ray.origin.y / ray.direction.y : NOTHING;
    if (distance > NEAR && distance < HORIZON) {
        struct vector point = along(ray.origin, distance, ray.direction);
        floor.distance = distance;
        if (((int)floorf(point.x) + (int)floorf(point.z)) & 1)
            floor.colour.x = floor.colour.y = floor.colour.z = 0.1f;
    }
    return floor;
}

__host__ __device__ inline struct surface first_hit(const struct sphere *scene, struct ray ray)
{
    struct surface hit = hit_floor(ray);
    int nearest = -1;
    for (int i = 0; i < SPHERES; i++) {
        float distance = hit_sphere(&scene[i], ray);
        if (distance < hit.distance) {
            hit.distance = distance;
            nearest = i;
        }
    }
    if (nearest >= 0) {
        struct vector point = along(ray.origin, hit.distance, ray.direction);
        hit.normal = unit(along(point, -1.0f, scene[nearest].centre));
        hit.colour = scene[nearest].colour;
        hit.mirror = scene[nearest].mirror;
    }
    return hit;
}

/* How bright the light makes a point: nothing but ambient light in the shadow of a sphere. */
__host__ __device__ inline float brightness(const struct sphere *scene, struct vector point,
                                            struct vector normal)
{
    struct ray to_light = {point, light_direction()};
    float slope = dot(normal, to_light.direction);
    if (slope <= 0.0f)
        return AMBIENT;
    for (int i = 0; i < SPHERES; i++) {
        if (hit_sphere(&scene[i], to_light) < NOTHING)
            return AMBIENT;
    }
    return fmaf(1.0f - AMBIENT, slope, AMBIENT);
}

/* The colour that comes back along a ray, through up to BOUNCES reflections. */
__host__ __device__ __noinline__ inline struct vector trace(const struct sphere *scene,
                                                            struct ray ray)
{
    struct vector seen = {0.0f, 0.0f, 0.0f};
    float share = 1.0f;
    for (int bounce = 0; bounce <= BOUNCES; bounce++) {
        struct surface hit = first_hit(scene, ray);
        if (hit.distance >= NOTHING) {
            struct vector sky = {0.4f, 0.6f, 0.9f};
            return along(seen, share, sky);
        }
        struct vector point = along(ray.origin, hit.distance, ray.direction);
        float light = brightness(scene, point, hit.normal) * (1.0f - hit.mirror);
        seen = along(seen, share * light, hit.colour);
        share *= hit.mirror;
        if (share < 0.01f)
            break;
        ray.origin = point;
        ray.direction =
            unit(along(ray.direction, -2.0f * dot(ray.direction, hit.normal), hit.normal));
    }
    return seen;
}

/* The eye looks down on the spheres from the front; pixel (0, 0) is top left. */
__host__ __device__ inline struct ray eye_ray(int x, int y, int width, int height)
{
    float scale = 1.0f / (float)height;
    struct vector look = {(float)(2 * x - width) * scale,
                          fmaf((float)(height - 2 * y), scale, -0.5f), 2.2f};
    struct ray ray = {{0.0f, 2.5f, -6.0f}, unit(look)};
    return ray;
}

__host__ __device__ inline unsigned channel(float value)
{
    return (unsigned)(fminf(value, 1.0f) * 255.0f);
}

/* Red in the lowest byte, then green and blue. */
__host__ __device__ inline unsigned pixel(struct vector colour)
{
    return channel(colour.x) | channel(colour.y) << 8 | channel(colour.z) << 16;
}

#endif
