/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's callbacks, in the static library: each kind at its end of a transform, against the same
 * transform of data that were changed beforehand, and afterwards.
 */
#include <cufftXt.h>

#include "check.h"

/* Numbers of a plan's both ends, as cuFFT calls them. */
template <class C, class R> struct factors {
    R in, out;
};

#define CALLBACKS(X, Y, C, R)                                                                      \
    static __device__ C load_##X(void *in, size_t i, void *info, void *)                           \
    {                                                                                              \
        C x = ((C *)in)[i];                                                                        \
        x.x *= ((factors<C, R> *)info)->in * (R)(i % 3), x.y *= ((factors<C, R> *)info)->in;       \
        return x;                                                                                  \
    }                                                                                              \
    static __device__ void store_##X(void *out, size_t i, C x, void *info, void *)                 \
    {                                                                                              \
        x.x *= ((factors<C, R> *)info)->out, x.y += (R)(i % 5);                                    \
        ((C *)out)[i] = x;                                                                         \
    }                                                                                              \
    static __device__ R load_##Y(void *in, size_t i, void *info, void *)                           \
    {                                                                                              \
        return ((R *)in)[i] * ((factors<C, R> *)info)->in + (R)(i % 3);                            \
    }                                                                                              \
    static __device__ void store_##Y(void *out, size_t i, R x, void *info, void *)                 \
    {                                                                                              \
        ((R *)out)[i] = x * ((factors<C, R> *)info)->out + (R)(i % 5);                             \
    }                                                                                              \
    __device__ cufftCallbackLoad##X load_at_##X = load_##X;                                        \
    __device__ cufftCallbackStore##X store_at_##X = store_##X;                                     \
    __device__ cufftCallbackLoad##Y load_at_##Y = load_##Y;                                        \
    __device__ cufftCallbackStore##Y store_at_##Y = store_##Y;
CALLBACKS(C, R, cufftComplex, float)
CALLBACKS(Z, D, cufftDoubleComplex, double)

static number load_of(number x, size_t i, bool is_real)
{
    const double factor = 0.5;
    return is_real ? x * factor + (double)(i % 3)
                   : number(x.real() * factor * (double)(i % 3), x.imag() * factor);
}
static number store_of(number x, size_t i, bool is_real)
{
    return is_real ? x * 2.0 + (double)(i % 5) : number(x.real() * 2, x.imag() + (double)(i % 5));
}

#define ADDRESS(of, symbol)                                                                        \
    void *of;                                                                                      \
    CUDA(cudaMemcpyFromSymbol(&of, symbol, sizeof of))

/* C, R: the numbers; both ends, of n1 x n2 elements (n1 1: of one dimension). */
template <class C, class R>
static void both_ends(int n1, int n2, cufftType type, cufftXtCallbackType load_type, void *load,
                      cufftXtCallbackType store_type, void *store, bool real_in, bool real_out)
{
    const factors<C, R> own = {(R)0.5, (R)2};
    factors<C, R> *info;
    CUDA(cudaMalloc(&info, sizeof *info));
    CUDA(cudaMemcpy(info, &own, sizeof own, cudaMemcpyHostToDevice));
    const size_t half = (size_t)n1 * (n2 / 2 + 1), all = (size_t)n1 * n2;
    const size_t in_size = real_out ? half : all, out_size = real_in ? half : all;
    array<R> in(in_size * (real_in ? 1 : 2)), changed(in.host), out(out_size * (real_out ? 1 : 2)),
        plain(out.host);
    for (size_t i = 0; i < in_size; i++) {
        const number x = real_in ? number(in.host[i]) : number(in.host[2 * i], in.host[2 * i + 1]);
        const number y = load_of(x, i, real_in);
        changed.host[real_in ? i : 2 * i] = (R)y.real();
        if (!real_in)
            changed.host[2 * i + 1] = (R)y.imag();
    }
    changed.put();
    cufftHandle plans[2];
    for (int k = 0; k < 2; k++) {
        if (n1 == 1)
            OK(cufftPlan1d(&plans[k], n2, type, 1));
        else
            OK(cufftPlan2d(&plans[k], n1, n2, type));
        if (k == 0) {
            OK(cufftXtSetCallback(plans[k], &load, load_type, (void **)&info));
            OK(cufftXtSetCallback(plans[k], &store, store_type, (void **)&info));
        }
        OK(cufftXtExec(plans[k], k ? changed.device : in.device, k ? plain.device : out.device,
                       CUFFT_FORWARD));
    }
    const std::vector<R> found = out.get(), wanted = plain.get();
    for (size_t i = 0; i < out_size; i++) {
        const number x = real_out ? number(wanted[i]) : number(wanted[2 * i], wanted[2 * i + 1]);
        const number y = store_of(x, i, real_out);
        const number f = real_out ? number(found[i]) : number(found[2 * i], found[2 * i + 1]);
        expect(f, y, sizeof(R) == 8 ? 1e-12 : 1e-4, "callback", (long)i);
    }
    OK(cufftXtClearCallback(plans[0], load_type));
    OK(cufftXtClearCallback(plans[0], store_type));
    OK(cufftXtExec(plans[0], changed.device, out.device, CUFFT_FORWARD));
    const std::vector<R> again = out.get();
    for (size_t i = 0; i < again.size(); i++)
        expect(again[i], wanted[i], 0, "cleared", (long)i);
    expect(cufftXtSetCallback(plans[0], &load, CUFFT_CB_UNDEFINED, (void **)&info),
           CUFFT_INVALID_TYPE, 0, "type", 0);
    for (cufftHandle plan : plans)
        OK(cufftDestroy(plan));
}

int main()
{
    ADDRESS(load_c, load_at_C);
    ADDRESS(store_c, store_at_C);
    ADDRESS(load_r, load_at_R);
    ADDRESS(store_r, store_at_R);
    ADDRESS(load_z, load_at_Z);
    ADDRESS(store_z, store_at_Z);
    ADDRESS(load_d, load_at_D);
    ADDRESS(store_d, store_at_D);
    for (int n1 : {1, 6}) {
        both_ends<cufftComplex, float>(n1, 20, CUFFT_C2C, CUFFT_CB_LD_COMPLEX, load_c,
                                       CUFFT_CB_ST_COMPLEX, store_c, false, false);
        both_ends<cufftComplex, float>(n1, 15, CUFFT_R2C, CUFFT_CB_LD_REAL, load_r,
                                       CUFFT_CB_ST_COMPLEX, store_c, true, false);
        both_ends<cufftComplex, float>(n1, 16, CUFFT_C2R, CUFFT_CB_LD_COMPLEX, load_c,
                                       CUFFT_CB_ST_REAL, store_r, false, true);
        both_ends<cufftDoubleComplex, double>(n1, 20, CUFFT_Z2Z, CUFFT_CB_LD_COMPLEX_DOUBLE, load_z,
                                              CUFFT_CB_ST_COMPLEX_DOUBLE, store_z, false, false);
        both_ends<cufftDoubleComplex, double>(n1, 15, CUFFT_D2Z, CUFFT_CB_LD_REAL_DOUBLE, load_d,
                                              CUFFT_CB_ST_COMPLEX_DOUBLE, store_z, true, false);
        both_ends<cufftDoubleComplex, double>(n1, 16, CUFFT_Z2D, CUFFT_CB_LD_COMPLEX_DOUBLE, load_z,
                                              CUFFT_CB_ST_REAL_DOUBLE, store_d, false, true);
    }
    both_ends<cufftComplex, float>(1, 7000, CUFFT_C2C, CUFFT_CB_LD_COMPLEX, load_c,
                                   CUFFT_CB_ST_COMPLEX, store_c, false, false);
    return verdict();
}
