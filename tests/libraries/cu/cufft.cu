/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT against the definition: one to three dimensions, lengths with odd and large factors,
 * batches, strides, real transforms, in place. */
#include <cmath>
#include <cufft.h>

#include "check.h"

/* The transform of a dense array by its definition, one dimension after the other. */
static std::vector<number> transform(std::vector<number> x, const std::vector<int> &n, int sign)
{
    size_t inner = 1;
    for (int d = (int)n.size() - 1; d >= 0; inner *= n[d], d--)
        for (size_t line = 0; line < x.size() / n[d]; line++) {
            size_t from = line / inner * inner * n[d] + line % inner;
            std::vector<number> out(n[d]);
            for (int k = 0; k < n[d]; k++)
                for (int i = 0; i < n[d]; i++)
                    out[k] += x[from + i * inner] *
                              std::polar(1.0, sign * 2 * M_PI * ((long)i * k % n[d]) / n[d]);
            for (int k = 0; k < n[d]; k++)
                x[from + k * inner] = out[k];
        }
    return x;
}

static size_t size_of(const std::vector<int> &n)
{
    size_t all = 1;
    for (int i : n)
        all *= i;
    return all;
}

template <class C> struct calls;
template <> struct calls<cufftComplex> {
    typedef float real;
    static constexpr cufftType c2c = CUFFT_C2C, r2c = CUFFT_R2C, c2r = CUFFT_C2R;
    static constexpr auto complex = cufftExecC2C;
    static constexpr auto forward = cufftExecR2C;
    static constexpr auto back = cufftExecC2R;
};
template <> struct calls<cufftDoubleComplex> {
    typedef double real;
    static constexpr cufftType c2c = CUFFT_Z2Z, r2c = CUFFT_D2Z, c2r = CUFFT_Z2D;
    static constexpr auto complex = cufftExecZ2Z;
    static constexpr auto forward = cufftExecD2Z;
    static constexpr auto back = cufftExecZ2D;
};

template <class C> static double bound(size_t all)
{
    return element<C>::error * 10 * std::sqrt((double)all) * std::log2(all + 2.0);
}

template <class C> static void complex_transforms(std::vector<int> n, int batch, bool in_place)
{
    size_t all = size_of(n);
    for (int direction : {CUFFT_FORWARD, CUFFT_INVERSE}) {
        cufftHandle plan;
        array<C> x(all * batch), y(all * batch);
        OK(cufftPlanMany(&plan, (int)n.size(), n.data(), nullptr, 1, 0, nullptr, 1, 0,
                         calls<C>::c2c, batch));
        OK(calls<C>::complex(plan, x.device, in_place ? x.device : y.device, direction));
        std::vector<C> found = in_place ? x.get() : y.get();
        for (int b = 0; b < batch; b++) {
            std::vector<number> in(all);
            for (size_t i = 0; i < all; i++)
                in[i] = x[b * all + i];
            std::vector<number> out = transform(in, n, direction);
            for (size_t i = 0; i < all; i++)
                expect(element<C>::value(found[b * all + i]), out[i], bound<C>(all), "C2C",
                       (long)i);
        }
        OK(cufftDestroy(plan));
    }
}

/* There and back: R2C by the definition, C2R gives what was there times the size. */
template <class C> static void real_transforms(std::vector<int> n, bool in_place)
{
    typedef typename calls<C>::real R;
    size_t all = size_of(n), last = n.back(), half = last / 2 + 1, rows = all / last;
    size_t row = in_place ? 2 * half : last;
    cufftHandle there, back;
    array<R> x(rows * 2 * half);
    array<C> y(rows * half);
    OK(cufftPlanMany(&there, (int)n.size(), n.data(), nullptr, 1, 0, nullptr, 1, 0, calls<C>::r2c,
                     1));
    OK(cufftPlanMany(&back, (int)n.size(), n.data(), nullptr, 1, 0, nullptr, 1, 0, calls<C>::c2r,
                     1));
    C *half_at = in_place ? (C *)x.device : y.device;
    OK(calls<C>::forward(there, x.device, half_at));
    std::vector<C> found(rows * half);
    CUDA(cudaMemcpy(found.data(), half_at, found.size() * sizeof(C), cudaMemcpyDeviceToHost));
    std::vector<number> in(all);
    for (size_t i = 0; i < all; i++)
        in[i] = x[i / last * row + i % last];
    std::vector<number> out = transform(in, n, -1);
    for (size_t r = 0; r < rows; r++)
        for (size_t i = 0; i < half; i++)
            expect(element<C>::value(found[r * half + i]), out[r * last + i], bound<C>(all), "R2C",
                   (long)i);
    if (!in_place)
        CUDA(cudaMemset(x.device, 0, x.host.size() * sizeof(R)));
    OK(calls<C>::back(back, half_at, x.device));
    std::vector<R> again = x.get();
    for (size_t i = 0; i < all; i++)
        expect(again[i / last * row + i % last] / (double)all, in[i], bound<C>(all), "C2R",
               (long)i);
    OK(cufftDestroy(there));
    OK(cufftDestroy(back));
}

/* Columns of a matrix, by strides. */
static void strided()
{
    int n = 12, columns = 5, in_embed = n, out_embed = n;
    cufftHandle plan;
    array<cufftComplex> x((size_t)n * columns), y((size_t)n * columns);
    OK(cufftPlanMany(&plan, 1, &n, &in_embed, columns, 1, &out_embed, 1, n, CUFFT_C2C, columns));
    OK(cufftExecC2C(plan, x.device, y.device, CUFFT_FORWARD));
    std::vector<cufftComplex> found = y.get();
    for (int c = 0; c < columns; c++) {
        std::vector<number> in(n);
        for (int i = 0; i < n; i++)
            in[i] = x[i * columns + c];
        std::vector<number> out = transform(in, {n}, -1);
        for (int i = 0; i < n; i++)
            expect(element<cufftComplex>::value(found[c * n + i]), out[i], 1e-4, "strided", i);
    }
    OK(cufftDestroy(plan));
}

/* The same transform by the extended interface gives the same bits. */
static void extended()
{
    long long n = 60;
    size_t bytes;
    cufftHandle plan, other;
    array<cufftDoubleReal> x(n);
    array<cufftDoubleComplex> y(31), z(31);
    OK(cufftPlan1d(&plan, 60, CUFFT_D2Z, 1));
    OK(cufftExecD2Z(plan, x.device, y.device));
    OK(cufftCreate(&other));
    OK(cufftXtMakePlanMany(other, 1, &n, nullptr, 1, 1, CUDA_R_64F, nullptr, 1, 1, CUDA_C_64F, 1,
                           &bytes, CUDA_C_64F));
    OK(cufftXtExec(other, x.device, z.device, CUFFT_FORWARD));
    OK(cufftXtGetSizeMany(other, 1, &n, nullptr, 1, 1, CUDA_R_64F, nullptr, 1, 1, CUDA_C_64F, 1,
                          &bytes, CUDA_C_64F));
    std::vector<cufftDoubleComplex> first = y.get(), second = z.get();
    cufftHandle wide;
    long long large = 60 + (1ll << 32);
    z.fill(0);
    OK(cufftCreate(&wide));
    expect(cufftMakePlanMany64(wide, 1, &large, nullptr, 1, 1, nullptr, 1, 1, CUFFT_D2Z, 1, &bytes),
           CUFFT_NOT_SUPPORTED, 0, "too large", 0);
    OK(cufftMakePlanMany64(wide, 1, &n, nullptr, 1, 1, nullptr, 1, 1, CUFFT_D2Z, 1, &bytes));
    OK(cufftExecD2Z(wide, x.device, z.device));
    OK(cufftDestroy(wide));
    std::vector<cufftDoubleComplex> third = z.get();
    for (int i = 0; i < 31; i++) {
        expect(element<cufftDoubleComplex>::value(second[i]),
               element<cufftDoubleComplex>::value(first[i]), 0, "extended", i);
        expect(element<cufftDoubleComplex>::value(third[i]),
               element<cufftDoubleComplex>::value(first[i]), 0, "64 bits", i);
    }
    OK(cufftDestroy(plan));
    OK(cufftDestroy(other));
}

int main()
{
    extended();
    for (int n : {1, 2, 3, 8, 12, 30, 49, 97, 256, 1000})
        complex_transforms<cufftComplex>({n}, n == 12 ? 3 : 1, n % 2 == 0);
    complex_transforms<cufftDoubleComplex>({128}, 2, false);
    complex_transforms<cufftComplex>({4096}, 1, true);
    complex_transforms<cufftDoubleComplex>({2022}, 1, false);
    complex_transforms<cufftComplex>({16, 12}, 1, false);
    complex_transforms<cufftDoubleComplex>({5, 6, 7}, 2, true);
    for (bool in_place : {false, true}) {
        for (int n : {1, 2, 9, 64, 100})
            real_transforms<cufftComplex>({n}, in_place);
        real_transforms<cufftDoubleComplex>({8, 10}, in_place);
        real_transforms<cufftComplex>({4, 6, 9}, in_place);
        real_transforms<cufftComplex>({3, 3100}, in_place);
    }
    strided();
    cufftHandle plan;
    wrong += cufftPlan1d(&plan, 0, CUFFT_C2C, 1) != CUFFT_INVALID_SIZE;
    wrong += cufftXtSetDistribution(plan) != CUFFT_NOT_SUPPORTED;
    OK(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
    OK(cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1));
    OK(cufftResetPlanProperty(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT));
    OK(cufftDestroy(plan));
    wrong += cufftSetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT, 1) !=
             CUFFT_INVALID_PLAN;
    return verdict();
}
