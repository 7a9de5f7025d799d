/* SPDX-License-Identifier: BSD-3-Clause */
/* What both versions of SRAD share: the image's shape, the fields between the two kernels of a
 * step, and the diffusion coefficient.
 *
 * Source: Y. Yu, S. Acton, "Speckle Reducing Anisotropic Diffusion", IEEE Transactions on Image
 *   Processing 11(11), 2002, equations 31 to 35 and section V.
 */
#ifndef SIMGPU_PROGRAMS_SRAD_IMAGE_H
#define SIMGPU_PROGRAMS_SRAD_IMAGE_H

#include "../common/program.h"

/* Length of a step in time. */
#define SRAD_LAMBDA 0.5f

struct image_size {
    int rows, columns;
};

/* Per pixel, on the device. */
struct srad_fields {
    float *north, *south, *west, *east; /* differences to the neighbours */
    float *coefficient;
};

static inline srad_fields srad_fields_new(int pixels)
{
    srad_fields fields = {device_array<float>(pixels), device_array<float>(pixels),
                          device_array<float>(pixels), device_array<float>(pixels),
                          device_array<float>(pixels)};

    return fields;
}

static inline void srad_fields_free(srad_fields *fields)
{
    CHECK(cudaFree(fields->north));
    CHECK(cudaFree(fields->south));
    CHECK(cudaFree(fields->west));
    CHECK(cudaFree(fields->east));
    CHECK(cudaFree(fields->coefficient));
}

/* From the pixel, its differences to the neighbours and the speckle of the whole image: near 1
 * where the image varies no more than speckle does, near 0 at edges. From 0 to 1. */
template <class T>
__host__ __device__ inline T srad_coefficient(T here, T north, T south, T west, T east, T speckle)
{
    T gradient = (north * north + south * south + west * west + east * east) / (here * here);
    T laplacian = (north + south + west + east) / here;
    T root = 1 + T(0.25) * laplacian;
    T variation = (T(0.5) * gradient - T(0.0625) * laplacian * laplacian) / (root * root);
    T coefficient = 1 / (1 + (variation - speckle) / (speckle * (1 + speckle)));

    return coefficient < 0 ? T(0) : coefficient > 1 ? T(1) : coefficient;
}

#endif
