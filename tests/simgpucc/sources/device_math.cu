/* SPDX-License-Identifier: BSD-3-Clause */
/* Math functions as the simulated device computes them, against the host's C library: that the
 * headers' device half (builtins, special function unit, fused arithmetic) is as accurate as the
 * host half that test_math.c measures. Exit code 1 and a line for each function that is not.
 *
 * Units: ulps of the type; the bounds are those of runtime/include/README.md plus, for functions on
 * ex2.approx, its 2^-22.5.
 */
#include <cmath>
#include <cstdio>
#include <vector>

static double ulps(double got, double exact, int digits, int least)
{
    if (std::isnan(exact) || std::isnan(got))
        return std::isnan(exact) && std::isnan(got) ? 0 : INFINITY;
    if (got == exact)
        return 0;
    int exponent;
    frexp(exact, &exponent);
    exponent = exponent - digits < least ? least : exponent - digits;
    return fabs(got - exact) / ldexp(1, exponent);
}

static int failures;

template <class T, class Kernel, class Exact>
static void check(const char *name, Kernel kernel, Exact exact, T low, T high, double bound)
{
    const int count = 512;
    std::vector<T> x(count), y(count);
    T *in, *out;
    for (int i = 0; i < count; i++)
        x[i] = low + (high - low) * (T)((i * 2654435761u % 65536) / 65536.0);
    cudaMalloc(&in, count * sizeof(T));
    cudaMalloc(&out, count * sizeof(T));
    cudaMemcpy(in, x.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    kernel<<<count / 128, 128>>>(in, out);
    cudaMemcpy(y.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost);
    double worst = 0;
    T where = 0;
    for (int i = 0; i < count; i++) {
        /* a float's reference is double; a double's own rounding is allowed for in the bound */
        double error = ulps(y[i], exact((double)x[i]), sizeof(T) == 4 ? 24 : 53,
                            sizeof(T) == 4 ? -149 : -1074);
        if (error > worst) {
            worst = error;
            where = x[i];
        }
    }
    if (worst > bound) {
        printf("%s(%a): %g ulps\n", name, (double)where, worst);
        failures++;
    }
    cudaFree(in);
    cudaFree(out);
}

/* both precisions of a function; their bounds */
#define FUNCTION(name)                                                                             \
    template <class T> __global__ void name##_kernel(const T *in, T *out)                          \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        out[i] = name(in[i]);                                                                      \
    }
#define CHECK(name, low, high, bound_f, bound)                                                     \
    check<float>(                                                                                  \
        #name "f", name##_kernel<float>, [](double x) { return name(x); }, low, high, bound_f);    \
    check<double>(                                                                                 \
        #name, name##_kernel<double>, [](double x) { return name(x); }, low, high, bound);
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(expm1)
FUNCTION(log)
FUNCTION(log2)
FUNCTION(log10)
FUNCTION(log1p)
FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tan)
FUNCTION(asin)
FUNCTION(acos)
FUNCTION(atan)
FUNCTION(sinh)
FUNCTION(cosh)
FUNCTION(tanh)
FUNCTION(asinh)
FUNCTION(acosh)
FUNCTION(atanh)
FUNCTION(sqrt)
FUNCTION(cbrt)
FUNCTION(erf)
FUNCTION(erfc)
FUNCTION(tgamma)
FUNCTION(floor)
FUNCTION(rint)
FUNCTION(round)

template <class T> __global__ void power_kernel(const T *in, T *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = pow(in[i], (T)3.7);
}

int main()
{
    CHECK(exp, -80, 80, 4, 2)
    CHECK(exp2, -120, 120, 4, 2)
    CHECK(expm1, -3, 3, 2, 2)
    CHECK(log, 0, 4, 1, 2)
    CHECK(log2, 0, 4, 1, 2)
    CHECK(log10, 0, 4, 2, 2)
    CHECK(log1p, -0.99f, 3, 2, 2)
    CHECK(sin, -100, 100, 2, 2)
    CHECK(cos, -1e9f, 1e9f, 2, 2)
    CHECK(tan, -100, 100, 3, 4)
    CHECK(asin, -1, 1, 2, 3)
    CHECK(acos, -1, 1, 2, 3)
    CHECK(atan, -3, 3, 2, 3)
    CHECK(sinh, -5, 5, 5, 4)
    CHECK(cosh, -5, 5, 5, 4)
    CHECK(tanh, -3, 3, 3, 4)
    CHECK(asinh, -5, 5, 3, 4)
    CHECK(acosh, 1, 5, 3, 4)
    CHECK(atanh, -1, 1, 3, 4)
    CHECK(sqrt, 0, 4, 0.5, 0)
    CHECK(cbrt, -8, 8, 1, 2)
    CHECK(erf, -4, 4, 2, 3)
    CHECK(erfc, -4, 9, 8, 5)
    CHECK(tgamma, -5, 30, 1, 15)
    CHECK(floor, -5, 5, 0, 0)
    CHECK(rint, -5, 5, 0, 0)
    CHECK(round, -5, 5, 0, 0)
    check<float>(
        "powf", power_kernel<float>, [](double x) { return pow(x, (double)3.7f); }, 0, 9, 4);
    check<double>(
        "pow", power_kernel<double>, [](double x) { return pow(x, 3.7); }, 0, 9, 2);
    printf("%d functions inaccurate\n", failures);
    return failures != 0;
}
