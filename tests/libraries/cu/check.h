/* SPDX-License-Identifier: BSD-3-Clause */
/* What the libraries' test programs share: numbers that look random and are always the same, arrays
 * on the device, and a count of what is wrong. Everything is computed again on the host, with
 * complex doubles, by the definition.
 */
#ifndef SIMGPU_TESTS_LIBRARIES_CHECK_H
#define SIMGPU_TESTS_LIBRARIES_CHECK_H

#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

typedef std::complex<double> number;

static int checked, wrong;

/* Between -1 and 1, in steps that halves and bfloat16s have exactly. */
static inline double next_value()
{
    static unsigned state = 12345;
    state = state * 1664525u + 1013904223u;
    return ((int)(state >> 20 & 127) - 63) / 64.0;
}

/* An element as the host computes with it, and back; `error`: its relative rounding. */
template <class T> struct element {
    static constexpr bool is_complex = false;
    static constexpr double error = sizeof(T) == 8 ? 2e-16 : 1e-7;
    static T make(number x)
    {
        return (T)x.real();
    }
    static number value(T x)
    {
        return (double)x;
    }
};
template <> struct element<cuComplex> {
    static constexpr bool is_complex = true;
    static constexpr double error = 1e-7;
    static cuComplex make(number x)
    {
        return make_cuComplex((float)x.real(), (float)x.imag());
    }
    static number value(cuComplex x)
    {
        return number(x.x, x.y);
    }
};
template <> struct element<cuDoubleComplex> {
    static constexpr bool is_complex = true;
    static constexpr double error = 2e-16;
    static cuDoubleComplex make(number x)
    {
        return make_cuDoubleComplex(x.real(), x.imag());
    }
    static number value(cuDoubleComplex x)
    {
        return number(x.x, x.y);
    }
};
template <> struct element<__half> {
    static constexpr bool is_complex = false;
    static constexpr double error = 1e-3;
    static __half make(number x)
    {
        return __float2half((float)x.real());
    }
    static number value(__half x)
    {
        return (double)__half2float(x);
    }
};
template <> struct element<__nv_bfloat16> {
    static constexpr bool is_complex = false;
    static constexpr double error = 8e-3;
    static __nv_bfloat16 make(number x)
    {
        return __float2bfloat16((float)x.real());
    }
    static number value(__nv_bfloat16 x)
    {
        return (double)__bfloat162float(x);
    }
};

template <class T> static number random_number()
{
    double real = next_value();
    return element<T>::is_complex ? number(real, next_value()) : number(real);
}

#define CUDA(call)                                                                                 \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorName(error_));        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* For calls of libraries: 0 is success in all of them. */
#define OK(call)                                                                                   \
    do {                                                                                           \
        int status_ = (int)(call);                                                                 \
        if (status_ != 0) {                                                                        \
            printf("%s:%d: %s: status %d\n", __FILE__, __LINE__, #call, status_);                  \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

/* An array on both sides. */
template <class T> struct array {
    std::vector<T> host;
    T *device = nullptr;

    explicit array(size_t n) : host(n)
    {
        for (T &x : host)
            x = element<T>::make(random_number<T>());
        CUDA(cudaMalloc(&device, (n + 1) * sizeof(T)));
        put();
    }
    explicit array(const std::vector<T> &values) : host(values)
    {
        CUDA(cudaMalloc(&device, (host.size() + 1) * sizeof(T)));
        put();
    }
    array(const array &) = delete;
    ~array()
    {
        cudaFree(device);
    }
    void put()
    {
        CUDA(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    void fill(number x)
    {
        for (T &e : host)
            e = element<T>::make(x);
        put();
    }
    std::vector<T> get() const
    {
        std::vector<T> back(host.size());
        CUDA(cudaMemcpy(back.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost));
        return back;
    }
    number operator[](size_t i) const
    {
        return element<T>::value(host[i]);
    }
};

/* Is `found` what was expected, to `bound`? The first few that are not are shown. */
static inline void expect(number found, number expected, double bound, const char *what, long i)
{
    checked++;
    if (std::abs(found - expected) <= bound)
        return;
    if (wrong++ < 10)
        printf("%s[%ld]: %g%+gi instead of %g%+gi\n", what, i, found.real(), found.imag(),
               expected.real(), expected.imag());
}

static inline int verdict()
{
    printf("checked %d\nwrong %d\n", checked, wrong);
    return wrong > 0;
}

#endif
