/* SPDX-License-Identifier: BSD-3-Clause */
/* RAY: a picture of mirroring spheres over a chequered floor, one thread a pixel.
 *
 * Neighbouring pixels start alike, but once their rays are reflected they meet different things,
 * and rays into the sky end early: the lanes of a warp drift apart. The scene is in constant
 * memory, where all lanes read the same sphere at the same time; each pixel is stored once. So the
 * kernel computes (with square roots and divisions) and hardly touches the caches.
 *
 * Source: T. Whitted, "An improved illumination model for shaded display", CACM 23(6), 1980,
 *   without refraction; reflections in a loop because the benchmark of Bakhoda et al. (ISPASS 2009)
 *   had no recursion to use. Scene, light and eye are our own.
 */
#include "raytrace_scene.h"

constexpr int BLOCK_WIDTH = 16;
constexpr int BLOCK_HEIGHT = 8;

__constant__ struct sphere device_scene[SPHERES];

/* Thread of a pixel: follows the ray from the eye through its pixel. */
__global__ void render(unsigned *picture, int width, int height)
{
    int x = blockIdx.x * BLOCK_WIDTH + threadIdx.x;
    int y = blockIdx.y * BLOCK_HEIGHT + threadIdx.y;
    if (x < width && y < height)
        picture[y * width + x] = pixel(trace(device_scene, eye_ray(x, y, width, height)));
}

/* Spheres of random size and colour standing on the floor in two rows. */
static void make_scene(struct sphere *scene)
{
    uint64_t state = 5;
    for (int i = 0; i < SPHERES; i++) {
        struct sphere *sphere = &scene[i];
        sphere->radius = random_float(&state, 0.5f, 0.9f);
        sphere->centre.x = (float)(i % 4) * 2.0f - 3.0f + random_float(&state, -0.2f, 0.2f);
        sphere->centre.y = sphere->radius;
        sphere->centre.z = (float)(i / 4) * 2.5f + random_float(&state, -0.2f, 0.2f);
        sphere->colour.x = random_float(&state, 0.2f, 1.0f);
        sphere->colour.y = random_float(&state, 0.2f, 1.0f);
        sphere->colour.z = random_float(&state, 0.2f, 1.0f);
        sphere->mirror = random_float(&state, 0.2f, 0.8f);
    }
}

int main(int argc, char **argv)
{
    int width = (int)program_argument(argc, argv, 1, "WIDTH", 128, 1, 8192);
    int height = (int)program_argument(argc, argv, 2, "HEIGHT", 128, 1, 8192);
    size_t count = (size_t)width * height;
    unsigned *picture = host_array<unsigned>(count);
    unsigned *expected = host_array<unsigned>(count);
    struct sphere scene[SPHERES];
    make_scene(scene);

    CHECK(cudaMemcpyToSymbol(device_scene, scene, sizeof(scene)));
    unsigned *device_picture = device_array<unsigned>(count);
    dim3 grid((width + BLOCK_WIDTH - 1) / BLOCK_WIDTH, (height + BLOCK_HEIGHT - 1) / BLOCK_HEIGHT);
    render<<<grid, dim3(BLOCK_WIDTH, BLOCK_HEIGHT)>>>(device_picture, width, height);
    CHECK(cudaGetLastError());
    copy_back(picture, device_picture, count);

    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            expected[y * width + x] = pixel(trace(scene, eye_ray(x, y, width, height)));
    }
    size_t wrong = count_different("pixel", picture, expected, count);
    CHECK(cudaFree(device_picture));
    free(picture);
    free(expected);
    return program_verdict("raytrace", wrong);
}
