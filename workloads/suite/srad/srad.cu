/* SPDX-License-Identifier: BSD-3-Clause */
/* SRAD: speckle reducing anisotropic diffusion, which smooths an ultrasound image but not its
 * edges, in the two versions that studies of GPUs use; see srad_v1.h and srad_v2.h.
 */
#include "../common/program.h"
#include "srad_image.h"
#include "srad_v1.h"
#include "srad_v2.h"

/* One step in double: coefficients of all pixels, then the new image. */
static void reference_step(double *image, double *coefficient, image_size size, double speckle)
{
    for (int pass = 0; pass < 2; pass++) {
        double *next = host_array<double>((size_t)size.rows * size.columns);
        for (int row = 0; row < size.rows; row++)
            for (int column = 0; column < size.columns; column++) {
                int i = row * size.columns + column;
                int n = clamped(row - 1, size.rows) * size.columns + column;
                int s = clamped(row + 1, size.rows) * size.columns + column;
                int w = row * size.columns + clamped(column - 1, size.columns);
                int e = row * size.columns + clamped(column + 1, size.columns);
                double here = image[i];
                double north = image[n] - here;
                double south = image[s] - here;
                double west = image[w] - here;
                double east = image[e] - here;
                next[i] = pass == 0 ? srad_coefficient(here, north, south, west, east, speckle)
                                    : here + 0.25 * (double)SRAD_LAMBDA *
                                                 (coefficient[i] * (north + west) +
                                                  coefficient[s] * south + coefficient[e] * east);
            }
        memcpy(pass == 0 ? coefficient : image, next,
               (size_t)size.rows * size.columns * sizeof(double));
        free(next);
    }
}

/* The squared coefficient of variation of the first `rows` x `columns` pixels. */
static double reference_speckle(const double *image, image_size size, int rows, int columns)
{
    double mean = 0;
    double variance = 0;

    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            mean += image[row * size.columns + column] / ((double)rows * columns);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            variance +=
                pow(image[row * size.columns + column] - mean, 2) / ((double)rows * columns);
    return variance / (mean * mean);
}

/* `corner`: how many rows and columns at most tell the speckle. */
static void reference_srad(const float *image, float *result, image_size size, int steps,
                           int corner)
{
    int pixels = size.rows * size.columns;
    int rows = size.rows < corner ? size.rows : corner;
    int columns = size.columns < corner ? size.columns : corner;
    double *linear = host_array<double>(pixels);
    double *coefficient = host_array<double>(pixels);

    for (int i = 0; i < pixels; i++)
        linear[i] = exp((double)image[i] / 255);
    for (int step = 0; step < steps; step++)
        reference_step(linear, coefficient, size, reference_speckle(linear, size, rows, columns));
    for (int i = 0; i < pixels; i++)
        result[i] = (float)(log(linear[i]) * 255);
    free(linear);
    free(coefficient);
}

/* A bright disc on a dark ground, under speckle; from 0 to 255. */
static float *random_image(image_size size)
{
    uint64_t random = 1;
    float *image = host_array<float>((size_t)size.rows * size.columns);

    for (int row = 0; row < size.rows; row++)
        for (int column = 0; column < size.columns; column++) {
            float y = (float)row / (float)size.rows - 0.5f;
            float x = (float)column / (float)size.columns - 0.5f;
            float ground = x * x + y * y < 0.09f ? 150.0f : 50.0f;
            image[row * size.columns + column] = ground * random_float(&random, 0.6f, 1.4f);
        }
    return image;
}

/* Runs one version on a copy of the image; returns how many pixels are wrong. */
static size_t run_version(int version, const float *image, image_size size, int steps)
{
    size_t pixels = (size_t)size.rows * size.columns;
    float *result = host_array<float>(pixels);
    float *expected = host_array<float>(pixels);

    memcpy(result, image, pixels * sizeof(float));
    if (version == 1) {
        srad_v1(result, size, steps);
        reference_srad(image, expected, size, steps, INT32_MAX);
    } else {
        srad_v2(result, size, steps);
        reference_srad(image, expected, size, steps, 128);
    }
    size_t wrong = count_wrong(version == 1 ? "v1" : "v2", result, expected, pixels, 0.05f, 1e-3f);
    free(result);
    free(expected);
    return wrong;
}

int main(int argc, char **argv)
{
    int version = (int)program_argument(argc, argv, 1, "VERSION (0 both, 1, 2)", 0, 0, 2);
    image_size size;
    size.rows = TILE * (int)program_argument(argc, argv, 2, "TILES_DOWN", 12, 1, 256);
    size.columns = TILE * (int)program_argument(argc, argv, 3, "TILES_ACROSS", 12, 1, 256);
    int steps = (int)program_argument(argc, argv, 4, "STEPS", 2, 1, 1000);

    float *image = random_image(size);
    size_t wrong = 0;
    if (version != 2)
        wrong += run_version(1, image, size, steps);
    if (version != 1)
        wrong += run_version(2, image, size, steps);
    free(image);
    return program_verdict("srad", wrong);
}
