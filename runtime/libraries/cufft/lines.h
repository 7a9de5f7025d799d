/* SPDX-License-Identifier: BSD-3-Clause */
/* Transforms of lines: what lies along one dimension of an array, for all of its other indices.
 *
 * A line of length n = R1 R2 ... takes a pass for each factor (Stockham's form: no reordering).
 * After passes whose factors make up `done`, the next one with factor R computes, for each k < n /
 * R and each r < R, element (k / done) done R + k % done + r done as the sum over q < R of element
 * k + q n / R times w^(q (k % done + r done)), with w = exp(-+2 pi i / (done R)). Powers of w come
 * from a table that was computed in double.
 *
 * Source: Van Loan, Computational Frameworks for the Fast Fourier Transform, 1992.
 */
#ifndef SIMGPU_CUFFT_LINES_H
#define SIMGPU_CUFFT_LINES_H

#include <cufft.h>

#include "../common/numbers.h"

enum { FFT_MAX_PASSES = 32, FFT_THREADS = 128 };

/* What one end of a line is: all complex numbers, real ones, or the first n / 2 + 1 of a line whose
 * others are the conjugates of these. */
enum line_content { LINE_COMPLEX, LINE_REAL, LINE_HALF };

/* Where lines lie. Steps count elements of the content. */
struct line_layout {
    line_content content;
    long long step;     /* along the line */
    long long batch;    /* from an array to the next one */
    int count[2];       /* of the other dimensions, 1 where there is none */
    long long other[2]; /* their steps */

    __device__ __forceinline__ long long begin(long long line) const
    {
        long long a = line % count[1], b = line / count[1];
        return a * other[1] + b % count[0] * other[0] + b / count[0] * batch;
    }
};

/* The program's own functions for the first and the last element of a way through a transform. They
 * are called only in the static library: a call through a pointer costs a kernel, whoever makes it.
 */
#ifdef SIMGPU_CUFFT_STATIC
enum { FFT_HAS_CALLBACKS = 1 };
#else
enum { FFT_HAS_CALLBACKS = 0 };
#endif
struct line_callbacks {
    void *load, *load_info, *store, *store_info;
};
template <class T> using line_loader = T (*)(void *in, size_t offset, void *info, void *shared);
template <class T>
using line_storer = void (*)(void *out, size_t offset, T element, void *info, void *shared);

/* cuFFT's name of a complex number: functions take it. */
template <class R> struct fft_complex_of {
    typedef cufftComplex type;
};
template <> struct fft_complex_of<double> {
    typedef cufftDoubleComplex type;
};

template <class R> struct line_problem {
    int n, passes, factors[FFT_MAX_PASSES];
    bool inverse;
    long long lines;
    const complex_of<R> *table; /* exp(-2 pi i t / n) */
    line_layout from, to;
    const void *in;
    void *out;
    complex_of<R> *room[2]; /* of lines that don't fit shared memory */
    line_callbacks callbacks;
};

template <class R>
static __device__ __forceinline__ R real_load(const line_problem<R> &p, long long i)
{
    if (FFT_HAS_CALLBACKS && p.callbacks.load)
        return ((line_loader<R>)p.callbacks.load)((void *)p.in, (size_t)i, p.callbacks.load_info,
                                                  NULL);
    return ((const R *)p.in)[i];
}
template <class R>
static __device__ __forceinline__ complex_of<R> complex_load(const line_problem<R> &p, long long i)
{
    typedef typename fft_complex_of<R>::type C;
    if (FFT_HAS_CALLBACKS && p.callbacks.load) {
        const C x = ((line_loader<C>)p.callbacks.load)((void *)p.in, (size_t)i,
                                                       p.callbacks.load_info, NULL);
        complex_of<R> made(x.x);
        made.y = x.y;
        return made;
    }
    return ((const complex_of<R> *)p.in)[i];
}
template <class R>
static __device__ __forceinline__ void real_store(const line_problem<R> &p, long long i, R x)
{
    if (FFT_HAS_CALLBACKS && p.callbacks.store)
        ((line_storer<R>)p.callbacks.store)(p.out, (size_t)i, x, p.callbacks.store_info, NULL);
    else
        ((R *)p.out)[i] = x;
}
template <class R>
static __device__ __forceinline__ void complex_store(const line_problem<R> &p, long long i,
                                                     complex_of<R> x)
{
    typedef typename fft_complex_of<R>::type C;
    if (FFT_HAS_CALLBACKS && p.callbacks.store) {
        C given;
        given.x = x.x, given.y = x.y;
        ((line_storer<C>)p.callbacks.store)(p.out, (size_t)i, given, p.callbacks.store_info, NULL);
    } else
        ((complex_of<R> *)p.out)[i] = x;
}

template <class R>
static __device__ __forceinline__ complex_of<R> line_load(const line_problem<R> &p, long long begin,
                                                          int i)
{
    if (p.from.content == LINE_REAL)
        return complex_of<R>(real_load(p, begin + i * p.from.step));
    if (p.from.content == LINE_COMPLEX || i <= p.n / 2) {
        complex_of<R> x = complex_load(p, begin + i * p.from.step);
        /* The ends of a half are real, whatever is there. */
        return p.from.content == LINE_HALF && (i == 0 || 2 * i == p.n) ? complex_of<R>(x.x) : x;
    }
    return conjugate(complex_load(p, begin + (p.n - i) * p.from.step));
}

template <class R>
static __device__ __forceinline__ void line_store(const line_problem<R> &p, long long begin, int i,
                                                  complex_of<R> x)
{
    if (p.to.content == LINE_REAL)
        real_store(p, begin + i * p.to.step, x.x);
    else if (p.to.content == LINE_COMPLEX || i <= p.n / 2)
        complex_store(p, begin + i * p.to.step, x);
}

/* Element number e of what a pass makes, and where it belongs. */
template <class R>
static __device__ __forceinline__ complex_of<R> line_pass(const line_problem<R> &p,
                                                          const complex_of<R> *in, int factor,
                                                          int done, int e, int &place)
{
    int stride = p.n / factor, k = e % stride, r = e / stride, low = k % done;
    place = k / done * done * factor + low + r * done;
    int turn = (low + r * done) * (p.n / (done * factor)); /* below n */
    complex_of<R> sum(0);
    for (int q = 0, t = 0; q < factor; q++) {
        complex_of<R> w = p.table[t];
        sum = multiply_add(in[k + q * stride], p.inverse ? conjugate(w) : w, sum);
        t += turn;
        t = t >= p.n ? t - p.n : t;
    }
    return sum;
}

/* A block for each line, in shared memory. */
template <class R>
__global__ void __launch_bounds__(FFT_THREADS) line_kernel(const line_problem<R> p)
{
    extern __shared__ __align__(16) unsigned char line_room[];
    complex_of<R> *in = (complex_of<R> *)line_room, *out = in + p.n;
    for (long long line = blockIdx.x; line < p.lines; line += gridDim.x) {
        long long from = p.from.begin(line), to = p.to.begin(line);
        for (int i = threadIdx.x; i < p.n; i += FFT_THREADS)
            in[i] = line_load(p, from, i);
        __syncthreads();
        for (int pass = 0, done = 1; pass < p.passes; done *= p.factors[pass], pass++) {
            for (int e = threadIdx.x; e < p.n; e += FFT_THREADS) {
                int place;
                complex_of<R> x = line_pass(p, in, p.factors[pass], done, e, place);
                out[place] = x;
            }
            __syncthreads();
            complex_of<R> *other = in;
            in = out, out = other;
        }
        for (int i = threadIdx.x; i < p.n; i += FFT_THREADS)
            line_store(p, to, i, in[i]);
        __syncthreads();
    }
}

/* Long lines: in from memory, one pass, out again, each by a grid for all elements of all lines. */
template <class R> __global__ void __launch_bounds__(FFT_THREADS) long_load(const line_problem<R> p)
{
    for (long long i = blockIdx.x * (long long)FFT_THREADS + threadIdx.x; i < p.lines * p.n;
         i += gridDim.x * (long long)FFT_THREADS)
        p.room[0][i] = line_load(p, p.from.begin(i / p.n), (int)(i % p.n));
}

template <class R>
__global__ void __launch_bounds__(FFT_THREADS)
    long_pass(const line_problem<R> p, int from, int factor, int done)
{
    for (long long i = blockIdx.x * (long long)FFT_THREADS + threadIdx.x; i < p.lines * p.n;
         i += gridDim.x * (long long)FFT_THREADS) {
        long long line = i / p.n * p.n;
        int place;
        complex_of<R> x = line_pass(p, p.room[from] + line, factor, done, (int)(i - line), place);
        p.room[1 - from][line + place] = x;
    }
}

template <class R>
__global__ void __launch_bounds__(FFT_THREADS) long_store(const line_problem<R> p, int from)
{
    for (long long i = blockIdx.x * (long long)FFT_THREADS + threadIdx.x; i < p.lines * p.n;
         i += gridDim.x * (long long)FFT_THREADS)
        line_store(p, p.to.begin(i / p.n), (int)(i % p.n), p.room[from][i]);
}

#endif
