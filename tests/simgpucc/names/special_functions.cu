/* SPDX-License-Identifier: BSD-3-Clause */
/* Bessel functions and lengths of vectors on the device, against the host's; pairs of random
 * numbers. */
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

__global__ void functions(double *d, float *f, const double *v, const float *w)
{
    const double x = 0.37 + 3.125 * threadIdx.x;
    const float y = (float)x;
    double *out = d + 12 * threadIdx.x;
    out[0] = j0(x), out[1] = j1(x), out[2] = jn(3, x), out[3] = y0(x), out[4] = y1(x),
    out[5] = yn(2, x);
    out[6] = cyl_bessel_i0(x), out[7] = cyl_bessel_i1(-x), out[8] = norm(4, v),
    out[9] = rnorm(3, v);
    out[10] = rnorm4d(v[0], v[1], v[2], v[3]), out[11] = fdivide(x, v[0]);
    float *single = f + 6 * threadIdx.x;
    single[0] = j0f(y), single[1] = ynf(1, y), single[2] = cyl_bessel_i0f(0.5f),
    single[3] = normf(4, w);
    single[4] = rnormf(3, w), single[5] = rnorm4df(w[0], w[1], w[2], w[3]);
}

__global__ void pairs(int *wrong)
{
    curandStatePhilox4_32_10_t one, two;
    curand_init(7, threadIdx.x, 0, &one);
    two = one;
    const float2 normal = curand_normal2(&one), logs = curand_log_normal2(&two, 0.5f, 2.0f);
    *wrong += logs.x != expf(0.5f + 2.0f * normal.x) || logs.y != expf(0.5f + 2.0f * normal.y);
    two = one;
    const double2 a = curand_normal2_double(&one), b = curand_normal2_double(&one);
    const double4 four = curand_normal4_double(&two);
    *wrong += four.x != a.x || four.y != a.y || four.z != b.x || four.w != b.y;
    two = one;
    const unsigned int p = curand_poisson(&one, 3.0), q = curand_poisson(&one, 3.0);
    const uint4 counts = curand_poisson4(&two, 3.0);
    *wrong += counts.x != p || counts.y != q;
}

static int differs(double is, double should, double most)
{
    const double size = fabs(should) > 1 ? fabs(should) : 1;
    return !(fabs(is - should) <= most * size);
}

int main()
{
    enum { THREADS = 12 };
    double *d, *v;
    float *f, *w;
    int wrong = 0, *unlike;
    cudaMallocManaged(&d, 12 * THREADS * sizeof *d);
    cudaMallocManaged(&f, 6 * THREADS * sizeof *f);
    cudaMallocManaged(&v, 4 * sizeof *v);
    cudaMallocManaged(&w, 4 * sizeof *w);
    cudaMallocManaged(&unlike, sizeof *unlike);
    *unlike = 0;
    for (int i = 0; i < 4; i++)
        v[i] = (3 - i) * 1e200 + 1e199, w[i] = (float)(i + 1);
    functions<<<1, THREADS>>>(d, f, v, w);
    pairs<<<1, 1>>>(unlike);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int t = 0; t < THREADS; t++) {
        const double x = 0.37 + 3.125 * t, *out = d + 12 * t,
                     squares = 3.1 * 3.1 + 2.1 * 2.1 + 1.1 * 1.1;
        const double should[] = {j0(x), j1(x), jn(3, x), y0(x), y1(x), yn(2, x)};
        for (int k = 0; k < 6; k++)
            wrong += differs(out[k], should[k], 2e-14);
        wrong += differs(out[6], std::cyl_bessel_i(0, x), 1e-13) ||
                 differs(out[7], -std::cyl_bessel_i(1, x), 1e-13);
        wrong += differs(out[8] / 1e200, sqrt(squares + 0.01), 1e-14);
        wrong += differs(out[9] * 1e200, 1 / sqrt(squares), 1e-14);
        wrong += differs(out[10] * 1e200, 1 / sqrt(squares + 0.01), 1e-14) || out[11] != x / v[0];
        const float *single = f + 6 * t, y = (float)x;
        wrong += differs(single[0], j0(y), 1e-7) || differs(single[1], yn(1, y), 1e-7);
        wrong += differs(single[2], std::cyl_bessel_i(0, 0.5), 1e-7) ||
                 differs(single[3], sqrt(30), 1e-6);
        wrong += differs(single[4], 1 / sqrt(14), 1e-7) || differs(single[5], 1 / sqrt(30), 1e-7);
    }
    printf("functions wrong %d, pairs %d\n", wrong, *unlike);
}
