/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS: rotations, vectors of any type (the calls named Ex), packed triangles; against the host.
 */
#include <cmath>
#include <cublas_v2.h>

#include "check.h"

static cublasHandle_t handle;

/* ---- rotations ---- */

static double pseudo(int i)
{
    return ((i * 37) % 19 - 9) / 4.0;
}

/* What rotg and rotmg promise, checked by applying them. */
static void rotations()
{
    for (int i = 0; i < 19; i++) {
        const number a(pseudo(i), pseudo(i + 3)), b(pseudo(2 * i + 1), pseudo(i + 7));
        cuDoubleComplex za = {a.real(), a.imag()}, zb = {b.real(), b.imag()}, zs;
        double c;
        OK(cublasZrotg(handle, &za, &zb, &c, &zs));
        const number s(zs.x, zs.y), r(za.x, za.y);
        expect(c * a + s * b, r, 1e-14, "zrotg", i);
        expect(c * b - std::conj(s) * a, 0, 1e-14, "zrotg, below", i);
        cuComplex ca = {(float)a.real(), (float)a.imag()}, cb = {(float)b.real(), (float)b.imag()},
                  cs;
        float cc;
        OK(cublasCrotg(handle, &ca, &cb, &cc, &cs));
        expect((double)cc * b - std::conj(number(cs.x, cs.y)) * a, 0, 1e-6, "crotg", i);
    }
    for (int i = 0; i < 40; i++) {
        /* H' diag(d) H keeps lengths, and makes the second element 0 */
        const double scale = i % 4 == 0 ? 1e9 : i % 4 == 1 ? 1e-9 : 1;
        const double d1 = (std::fabs(pseudo(i)) + 0.25) * scale, d2 = pseudo(3 * i + 1) + 0.1,
                     x = pseudo(i + 5) + 0.3, y = pseudo(2 * i) + 0.2;
        double n1 = d1, n2 = d2, nx = x, p[5] = {9, 9, 9, 9, 9};
        OK(cublasDrotmg(handle, &n1, &n2, &nx, &y, p));
        if (p[0] == -2)
            continue;
        if (d2 * y * y < 0 && std::fabs(d1 * x * x) <= std::fabs(d2 * y * y)) {
            expect(p[0], -1, 0, "rotmg without a rotation", i);
            expect(nx, 0, 0, "rotmg without a rotation", i);
            continue;
        }
        const double h11 = p[0] == 0 ? 1 : p[1], h22 = p[0] == 0 ? 1 : p[4],
                     h21 = p[0] == 1 ? -1 : p[2], h12 = p[0] == 1 ? 1 : p[3];
        const double top = h11 * x + h12 * y, bottom = h21 * x + h22 * y;
        const double length = d1 * x * x + d2 * y * y;
        expect(top, nx, 1e-9 * (1 + std::fabs(nx)), "rotmg, x", i);
        expect(bottom, 0, 1e-9 * (std::fabs(h21 * x) + 1e-30), "rotmg, y", i);
        expect(n1 * top * top, length, 1e-9 * (std::fabs(d1 * x * x) + std::fabs(d2 * y * y)),
               "rotmg, length", i);
        expect(n1 == 0 || (std::fabs(n1) > 1 / 16777216.0 && std::fabs(n1) < 16777216.0), true, 0,
               "rotmg, scale", i);
    }
    /* on the device, as halves, by the calls with types */
    array<__half> h(
        std::vector<__half>{__float2half(3), __float2half(4), __float2half(0), __float2half(0)});
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    OK(cublasRotgEx(handle, h.device, h.device + 1, CUDA_R_16F, h.device + 2, h.device + 3,
                    CUDA_R_16F, CUDA_R_32F));
    const std::vector<__half> made = h.get();
    expect(element<__half>::value(made[0]), 5, 1e-2, "RotgEx r", 0);
    expect(element<__half>::value(made[2]), 0.6, 1e-3, "RotgEx c", 0);
    expect(element<__half>::value(made[3]), 0.8, 1e-3, "RotgEx s", 0);
    array<__nv_bfloat16> x(11), y(9);
    array<__nv_bfloat16> cs(
        std::vector<__nv_bfloat16>{__float2bfloat16(0.5f), __float2bfloat16(-0.25f)});
    OK(cublasRotEx(handle, 5, x.device, CUDA_R_16BF, -2, y.device, CUDA_R_16BF, 2, cs.device,
                   cs.device + 1, CUDA_R_16BF, CUDA_R_32F));
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
    const std::vector<__nv_bfloat16> new_x = x.get(), new_y = y.get();
    for (int i = 0; i < 5; i++) {
        const number old_x = x[8 - 2 * i], old_y = y[2 * i];
        expect(element<__nv_bfloat16>::value(new_x[8 - 2 * i]), 0.5 * old_x - 0.25 * old_y, 8e-3,
               "RotEx x", i);
        expect(element<__nv_bfloat16>::value(new_y[2 * i]), 0.5 * old_y + 0.25 * old_x, 8e-3,
               "RotEx y", i);
    }
    array<float> u(6), v(6);
    const float param[5] = {-1, 2, 3, 0.5f, -1};
    OK(cublasRotmEx(handle, 6, u.device, CUDA_R_32F, 1, v.device, CUDA_R_32F, 1, param, CUDA_R_32F,
                    CUDA_R_32F));
    const std::vector<float> new_u = u.get(), new_v = v.get();
    for (int i = 0; i < 6; i++) {
        expect(new_u[i], 2.0 * u[i] + 0.5 * v[i], 1e-6, "RotmEx", i);
        expect(new_v[i], 3.0 * u[i] - 1.0 * v[i], 1e-6, "RotmEx", i);
    }
}

/* ---- vectors of any type ---- */

static void vectors()
{
    array<cuComplex> x(50), y(50);
    cuComplex dot;
    OK(cublasDotcEx(handle, 25, x.device, CUDA_C_32F, 2, y.device, CUDA_C_32F, 1, &dot, CUDA_C_32F,
                    CUDA_C_32F));
    number sum = 0;
    for (int i = 0; i < 25; i++)
        sum += std::conj(x[2 * i]) * y[i];
    expect(number(dot.x, dot.y), sum, 1e-4, "DotcEx", 0);
    array<__half> h(300);
    __half total;
    OK(cublasAsumEx(handle, 100, h.device, CUDA_R_16F, 3, &total, CUDA_R_16F, CUDA_R_32F));
    double magnitudes = 0;
    int largest = 0, smallest = 0;
    for (int i = 0; i < 100; i++) {
        const double size = std::fabs(h[3 * i].real());
        magnitudes += size;
        if (size > std::fabs(h[3 * largest].real()))
            largest = i;
        if (size < std::fabs(h[3 * smallest].real()))
            smallest = i;
    }
    expect(element<__half>::value(total), magnitudes, 0.05, "AsumEx", 0);
    int found[2];
    OK(cublasIamaxEx(handle, 100, h.device, CUDA_R_16F, 3, &found[0]));
    OK(cublasIaminEx(handle, 100, h.device, CUDA_R_16F, 3, &found[1]));
    expect(found[0], largest + 1, 0, "IamaxEx", 0);
    expect(found[1], smallest + 1, 0, "IaminEx", 0);
    int64_t wide;
    OK(cublasIamaxEx_64(handle, 100, h.device, CUDA_R_16F, 3, &wide));
    expect((double)wide, largest + 1, 0, "IamaxEx_64", 0);
    OK(cublasIamaxEx(handle, 0, h.device, CUDA_R_16F, 1, &found[0]));
    expect(found[0], 0, 0, "IamaxEx of nothing", 0);
    array<__half> copy(100);
    OK(cublasCopyEx(handle, 100, h.device, CUDA_R_16F, 3, copy.device, CUDA_R_16F, 1));
    std::vector<__half> copied = copy.get();
    for (int i = 0; i < 100; i++)
        expect(element<__half>::value(copied[i]), h[3 * i], 0, "CopyEx", i);
    array<cuDoubleComplex> a(7), b(7);
    OK(cublasSwapEx(handle, 7, a.device, CUDA_C_64F, 1, b.device, CUDA_C_64F, -1));
    std::vector<cuDoubleComplex> new_a = a.get(), new_b = b.get();
    for (int i = 0; i < 7; i++) {
        expect(element<cuDoubleComplex>::value(new_a[i]), b[6 - i], 0, "SwapEx", i);
        expect(element<cuDoubleComplex>::value(new_b[i]), a[6 - i], 0, "SwapEx", i);
    }
    expect(cublasCopyEx(handle, 1, a.device, CUDA_C_64F, 1, b.device, CUDA_R_64F, 1),
           CUBLAS_STATUS_NOT_SUPPORTED, 0, "CopyEx of two types", 0);
}

/* ---- packed triangles ---- */

template <class T, class Unpack, class Pack>
static void check_packed(const char *what, Unpack unpack, Pack pack, cublasFillMode_t uplo, int n)
{
    const int ld = n + 2;
    array<T> packed((size_t)n * (n + 1) / 2), full((size_t)ld * n), back((size_t)n * (n + 1) / 2);
    OK(unpack(handle, uplo, n, packed.device, full.device, ld));
    OK(pack(handle, uplo, n, full.device, ld, back.device));
    const std::vector<T> found = full.get(), again = back.get();
    size_t place = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            const size_t at = i + (size_t)j * ld;
            const bool is_in = uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
            expect(element<T>::value(found[at]), is_in ? packed[place] : full[at], 0, what,
                   (long)at);
            place += is_in;
        }
    for (size_t i = 0; i < again.size(); i++)
        expect(element<T>::value(again[i]), packed[i], 0, what, (long)i);
}

int main()
{
    OK(cublasCreate(&handle));
    rotations();
    vectors();
    check_packed<float>("stpttr", cublasStpttr, cublasStrttp, CUBLAS_FILL_MODE_LOWER, 37);
    check_packed<double>("dtpttr", cublasDtpttr, cublasDtrttp, CUBLAS_FILL_MODE_UPPER, 5);
    check_packed<cuComplex>("ctpttr", cublasCtpttr, cublasCtrttp, CUBLAS_FILL_MODE_UPPER, 1);
    check_packed<cuDoubleComplex>("ztpttr", cublasZtpttr, cublasZtrttp, CUBLAS_FILL_MODE_LOWER, 9);
    OK(cublasDestroy(handle));
    return verdict();
}
