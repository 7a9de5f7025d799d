/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS, vectors and a matrix with a vector: steps of both signs, every storage, shape and
 * transpose. */
#include <cmath>
#include <cublas_v2.h>

#include "check.h"

static cublasHandle_t handle;

/* Where BLAS has element i of a vector. */
static size_t place(int i, int n, int step)
{
    return step < 0 ? (size_t)(n - 1 - i) * -step : (size_t)i * step;
}

template <class T> static number conj_if(number x, bool is)
{
    return is ? std::conj(x) : x;
}

template <class T> static double bound_of(double size, int n)
{
    return element<T>::error * (n + 4) * (size + 1);
}

#define LEVEL1(X, T, DOT, NRM2, ASUM, AMAX, AMIN, R, CONJ)                                         \
    static void level1_##X(int n, int incx, int incy)                                              \
    {                                                                                              \
        array<T> x((size_t)n *abs(incx) + 1), y((size_t)n *abs(incy) + 1), z(y.host);              \
        T alpha = element<T>::make(number(1.5, -0.5)), dot;                                        \
        number a = element<T>::value(alpha), sum = 0;                                              \
        OK(cublas##X##axpy(handle, n, &alpha, x.device, incx, y.device, incy));                    \
        std::vector<T> found = y.get();                                                            \
        double squares = 0, magnitudes = 0;                                                        \
        for (int i = 0; i < n; i++) {                                                              \
            number xi = x[place(i, n, incx)], yi = y[place(i, n, incy)];                           \
            expect(element<T>::value(found[place(i, n, incy)]), a *xi + yi, bound_of<T>(4, 1),     \
                   #X "axpy", i);                                                                  \
            sum += conj_if<T>(xi, CONJ) * yi;                                                      \
            squares += std::norm(xi);                                                              \
            magnitudes += std::abs(xi.real()) + std::abs(xi.imag());                               \
        }                                                                                          \
        OK(cublas##X##copy(handle, n, z.device, incy, y.device, incy));                            \
        OK(cublas##DOT(handle, n, x.device, incx, y.device, incy, &dot));                          \
        expect(element<T>::value(dot), sum, bound_of<T>(4, n), #DOT, n);                           \
        R norm, asum;                                                                              \
        OK(cublas##NRM2(handle, n, x.device, abs(incx), &norm));                                   \
        OK(cublas##ASUM(handle, n, x.device, abs(incx), &asum));                                   \
        expect(norm, std::sqrt(squares), bound_of<T>(std::sqrt(squares), 4), #NRM2, n);            \
        expect(asum, magnitudes, bound_of<T>(magnitudes, n), #ASUM, n);                            \
        int largest, smallest, most = 0, least = 0;                                                \
        OK(cublas##AMAX(handle, n, x.device, abs(incx), &largest));                                \
        OK(cublas##AMIN(handle, n, x.device, abs(incx), &smallest));                               \
        double most_value = -1, least_value = 1e9;                                                 \
        for (int i = 0; i < n; i++) {                                                              \
            number xi = x[(size_t)i * abs(incx)];                                                  \
            double size = std::abs(xi.real()) + std::abs(xi.imag());                               \
            if (size > most_value)                                                                 \
                most_value = size, most = i + 1;                                                   \
            if (size < least_value)                                                                \
                least_value = size, least = i + 1;                                                 \
        }                                                                                          \
        expect(largest, most, 0, #AMAX, n);                                                        \
        expect(smallest, least, 0, #AMIN, n);                                                      \
        OK(cublas##X##swap(handle, n, x.device, incx, y.device, incy));                            \
        OK(cublas##X##scal(handle, n, &alpha, y.device, abs(incy)));                               \
        found = y.get();                                                                           \
        std::vector<T> other = x.get();                                                            \
        for (int i = 0; i < n; i++) {                                                              \
            expect(element<T>::value(found[place(i, n, incy)]), a *x[place(i, n, incx)],           \
                   bound_of<T>(2, 1), #X "swap, scal", i);                                         \
            expect(element<T>::value(other[place(i, n, incx)]), z[place(i, n, incy)], 0,           \
                   #X "swap", i);                                                                  \
        }                                                                                          \
    }

LEVEL1(S, float, Sdot, Snrm2, Sasum, Isamax, Isamin, float, false)
LEVEL1(D, double, Ddot, Dnrm2, Dasum, Idamax, Idamin, double, false)
LEVEL1(C, cuComplex, Cdotc, Scnrm2, Scasum, Icamax, Icamin, float, true)
LEVEL1(Z, cuDoubleComplex, Zdotu, Dznrm2, Dzasum, Izamax, Izamin, double, false)

/* ---- a matrix and a vector ---- */

/* How a matrix lies in memory: whole, as a band with kl and ku, or as a packed triangle. */
enum storage { WHOLE, BAND, PACKED };

template <class T> struct matrix {
    int rows, columns, ld, kl, ku;
    storage stored;
    bool lower;
    array<T> a;
    matrix(int m, int n, storage how, bool is_lower, int below, int above)
        : rows(m), columns(n), ld(how == BAND ? below + above + 2 : m + 1), kl(below), ku(above),
          stored(how), lower(is_lower), a((size_t)ld * n + (size_t)m * (m + 1) / 2 + 1)
    {
        for (size_t i = 0; i < a.host.size(); i++) /* diagonals that systems can be solved with */
            a.host[i] = element<T>::make(a[i] * 0.25);
        for (int i = 0; i < rows && i < columns; i++)
            a.host[at(i, i)] =
                element<T>::make(number(2 + i % 3, element<T>::is_complex ? 0.5 : 0));
        a.put();
    }
    long at(int i, int j) const
    {
        if (stored == BAND)
            return i - j > kl || j - i > ku ? -1 : ku + i - j + (long)j * ld;
        if (stored == PACKED)
            return lower ? i + (2L * rows - j - 1) * j / 2 : i + (j + 1L) * j / 2;
        return i + (long)j * ld;
    }
    number get(int i, int j) const
    {
        long where = at(i, j);
        return where < 0 ? number(0) : a[where];
    }
    number triangular(int i, int j, bool unit) const
    {
        if (i == j)
            return unit ? number(1) : get(i, j);
        return (i > j) == lower ? get(i, j) : number(0);
    }
    number symmetric(int i, int j, bool hermitian) const
    {
        if (i == j)
            return hermitian ? number(get(i, i).real()) : get(i, i);
        if ((i > j) == lower)
            return get(i, j);
        return hermitian ? std::conj(get(j, i)) : get(j, i);
    }
};

/* y after y = alpha A x + beta y, A by element. */
template <class T, class F>
static void compare_mv(const char *what, const array<T> &y, int rows, int columns, const F &at,
                       const array<T> &x, int incx, int incy, number alpha, number beta)
{
    std::vector<T> found = y.get();
    for (int i = 0; i < rows; i++) {
        number sum = 0;
        for (int j = 0; j < columns; j++)
            sum += at(i, j) * x[place(j, columns, incx)];
        number expected = alpha * sum + (beta == 0.0 ? number(0) : beta * y[place(i, rows, incy)]);
        expect(element<T>::value(found[place(i, rows, incy)]), expected, bound_of<T>(4, columns),
               what, i);
    }
}

#define FACTORS(T, beta_value)                                                                     \
    number beta_n = beta_value;                                                                    \
    T alpha = element<T>::make(number(1.5, -0.5)), beta = element<T>::make(beta_n);                \
    number alpha_n = element<T>::value(alpha);                                                     \
    beta_n = element<T>::value(beta)

#define GENERAL(X, T)                                                                              \
    static void general_##X(int m, int n, int incx, int incy)                                      \
    {                                                                                              \
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})                       \
            for (storage how : {WHOLE, BAND}) {                                                    \
                FACTORS(T, how == WHOLE ? number(0) : number(0.5));                                \
                matrix<T> a(m, n, how, true, 2, 1);                                                \
                int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;         \
                array<T> x((size_t)columns *abs(incx)), y((size_t)rows *abs(incy));                \
                if (beta_n == 0.0)                                                                 \
                    y.fill(NAN);                                                                   \
                if (how == WHOLE)                                                                  \
                    OK(cublas##X##gemv(handle, op, m, n, &alpha, a.a.device, a.ld, x.device, incx, \
                                       &beta, y.device, incy));                                    \
                else                                                                               \
                    OK(cublas##X##gbmv(handle, op, m, n, 2, 1, &alpha, a.a.device, a.ld, x.device, \
                                       incx, &beta, y.device, incy));                              \
                compare_mv(                                                                        \
                    #X "gemv", y, rows, columns,                                                   \
                    [&](int i, int j) {                                                            \
                        number v = op == CUBLAS_OP_N ? a.get(i, j) : a.get(j, i);                  \
                        return conj_if<T>(v, op == CUBLAS_OP_C);                                   \
                    },                                                                             \
                    x, incx, incy, alpha_n, beta_n);                                               \
            }                                                                                      \
    }

/* Products with triangles, and solutions: the product of a solution is what it was made for. */
#define TRIANGLES(X, T)                                                                            \
    static void triangles_##X(int n, int incx)                                                     \
    {                                                                                              \
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C})                       \
            for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT})                 \
                for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER})     \
                    for (storage how : {WHOLE, BAND, PACKED}) {                                    \
                        bool lower = uplo == CUBLAS_FILL_MODE_LOWER;                               \
                        matrix<T> a(n, n, how, lower, lower ? 2 : 0, lower ? 0 : 2);               \
                        array<T> x((size_t)n *abs(incx)), y(x.host);                               \
                        const T *p = a.a.device;                                                   \
                        if (how == WHOLE)                                                          \
                            OK(cublas##X##trmv(handle, uplo, op, diag, n, p, a.ld, y.device,       \
                                               incx));                                             \
                        else if (how == BAND)                                                      \
                            OK(cublas##X##tbmv(handle, uplo, op, diag, n, 2, p, a.ld, y.device,    \
                                               incx));                                             \
                        else                                                                       \
                            OK(cublas##X##tpmv(handle, uplo, op, diag, n, p, y.device, incx));     \
                        compare_mv(                                                                \
                            #X "trmv", y, n, n,                                                    \
                            [&](int i, int j) {                                                    \
                                bool flat = op == CUBLAS_OP_N;                                     \
                                number v = a.triangular(flat ? i : j, flat ? j : i,                \
                                                        diag == CUBLAS_DIAG_UNIT);                 \
                                return conj_if<T>(v, op == CUBLAS_OP_C);                           \
                            },                                                                     \
                            x, incx, incx, 1, 0);                                                  \
                        if (how == WHOLE)                                                          \
                            OK(cublas##X##trsv(handle, uplo, op, diag, n, p, a.ld, y.device,       \
                                               incx));                                             \
                        else if (how == BAND)                                                      \
                            OK(cublas##X##tbsv(handle, uplo, op, diag, n, 2, p, a.ld, y.device,    \
                                               incx));                                             \
                        else                                                                       \
                            OK(cublas##X##tpsv(handle, uplo, op, diag, n, p, y.device, incx));     \
                        std::vector<T> found = y.get();                                            \
                        for (int i = 0; i < n; i++)                                                \
                            expect(element<T>::value(found[place(i, n, incx)]),                    \
                                   x[place(i, n, incx)], 100 * bound_of<T>(1, n), #X "trsv", i);   \
                    }                                                                              \
    }

template <class T>
static void compare_update(const char *what, const matrix<T> &a, bool hermitian, const array<T> &x,
                           int incx, const array<T> &y, int incy, number alpha, bool twice)
{
    std::vector<T> found = a.a.get();
    for (int j = 0; j < a.columns; j++)
        for (int i = 0; i < a.rows; i++) {
            if (i != j && (i > j) != a.lower)
                continue;
            number xi = x[place(i, a.rows, incx)], xj = x[place(j, a.rows, incx)];
            number yi = y[place(i, a.rows, incy)], yj = y[place(j, a.rows, incy)];
            number expected = a.get(i, j) + alpha * xi * conj_if<T>(yj, hermitian);
            if (twice)
                expected += conj_if<T>(alpha, hermitian) * yi * conj_if<T>(xj, hermitian);
            if (hermitian && i == j)
                expected = expected.real();
            expect(element<T>::value(found[a.at(i, j)]), expected, bound_of<T>(8, 4), what,
                   a.at(i, j));
        }
}

/* sy: sy or he; R: the factor of a single update. */
#define SHAPES(X, T, R, sy, HERMITIAN)                                                             \
    static void shapes_##X##sy(int n, int incx, int incy)                                          \
    {                                                                                              \
        for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {           \
            FACTORS(T, number(0.5));                                                               \
            R real_alpha = element<R>::make(1.25);                                                 \
            matrix<T> a(n, n, WHOLE, uplo == CUBLAS_FILL_MODE_LOWER, 0, 0);                        \
            array<T> x((size_t)n *abs(incx)), y((size_t)n *abs(incy));                             \
            OK(cublas##X##sy##mv(handle, uplo, n, &alpha, a.a.device, a.ld, x.device, incx, &beta, \
                                 y.device, incy));                                                 \
            compare_mv(                                                                            \
                #X #sy "mv", y, n, n, [&](int i, int j) { return a.symmetric(i, j, HERMITIAN); },  \
                x, incx, incy, alpha_n, beta_n);                                                   \
            y.put();                                                                               \
            OK(cublas##X##sy##r(handle, uplo, n, &real_alpha, x.device, incx, a.a.device, a.ld));  \
            compare_update(#X #sy "r", a, HERMITIAN, x, incx, x, incx, 1.25, false);               \
            a.a.put();                                                                             \
            OK(cublas##X##sy##r2(handle, uplo, n, &alpha, x.device, incx, y.device, incy,          \
                                 a.a.device, a.ld));                                               \
            compare_update(#X #sy "r2", a, HERMITIAN, x, incx, y, incy, alpha_n, true);            \
        }                                                                                          \
    }

/* sb, sp: what the names for bands and for packed matrices begin with. */
#define PARTS(X, T, R, sb, sp, HERMITIAN)                                                          \
    static void parts_##X(int n, int incx, int incy)                                               \
    {                                                                                              \
        for (cublasFillMode_t uplo : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {           \
            bool lower = uplo == CUBLAS_FILL_MODE_LOWER;                                           \
            FACTORS(T, number(0.5));                                                               \
            R real_alpha = element<R>::make(1.25);                                                 \
            matrix<T> band(n, n, BAND, lower, lower ? 3 : 0, lower ? 0 : 3),                       \
                a(n, n, PACKED, lower, 0, 0);                                                      \
            array<T> x((size_t)n *abs(incx)), y((size_t)n *abs(incy));                             \
            OK(cublas##X##sb##mv(handle, uplo, n, 3, &alpha, band.a.device, band.ld, x.device,     \
                                 incx, &beta, y.device, incy));                                    \
            compare_mv(                                                                            \
                #X #sb "mv", y, n, n,                                                              \
                [&](int i, int j) { return band.symmetric(i, j, HERMITIAN); }, x, incx, incy,      \
                alpha_n, beta_n);                                                                  \
            y.put();                                                                               \
            OK(cublas##X##sp##mv(handle, uplo, n, &alpha, a.a.device, x.device, incx, &beta,       \
                                 y.device, incy));                                                 \
            compare_mv(                                                                            \
                #X #sp "mv", y, n, n, [&](int i, int j) { return a.symmetric(i, j, HERMITIAN); },  \
                x, incx, incy, alpha_n, beta_n);                                                   \
            y.put();                                                                               \
            OK(cublas##X##sp##r(handle, uplo, n, &real_alpha, x.device, incx, a.a.device));        \
            compare_update(#X #sp "r", a, HERMITIAN, x, incx, x, incx, 1.25, false);               \
            a.a.put();                                                                             \
            OK(cublas##X##sp##r2(handle, uplo, n, &alpha, x.device, incx, y.device, incy,          \
                                 a.a.device));                                                     \
            compare_update(#X #sp "r2", a, HERMITIAN, x, incx, y, incy, alpha_n, true);            \
        }                                                                                          \
    }

#define ALL(X, T)                                                                                  \
    GENERAL(X, T)                                                                                  \
    TRIANGLES(X, T)                                                                                \
    SHAPES(X, T, T, sy, false)
ALL(S, float)
ALL(D, double)
ALL(C, cuComplex)
ALL(Z, cuDoubleComplex)
SHAPES(C, cuComplex, float, he, true)
SHAPES(Z, cuDoubleComplex, double, he, true)
PARTS(S, float, float, sb, sp, false)
PARTS(D, double, double, sb, sp, false)
PARTS(C, cuComplex, float, hb, hp, true)
PARTS(Z, cuDoubleComplex, double, hb, hp, true)

static void rotations()
{
    const int n = 7;
    array<double> x(n), y(n);
    double a = 3, b = 4, c, s;
    OK(cublasDrotg(handle, &a, &b, &c, &s));
    expect(a, 5, 1e-15, "r", 0);
    expect(c, 0.6, 1e-15, "c", 0);
    expect(s, 0.8, 1e-15, "s", 0);
    OK(cublasDrot(handle, n, x.device, 1, y.device, 1, &c, &s));
    std::vector<double> found_x = x.get(), found_y = y.get();
    for (int i = 0; i < n; i++) {
        expect(found_x[i], c * x[i] + s * y[i], 1e-15, "rot", i);
        expect(found_y[i], c * y[i] - s * x[i], 1e-15, "rot", i);
    }
    x.put(), y.put();
    const double modified[] = {0, 9, 2, 3, 9}; /* h11 and h22 are one */
    OK(cublasDrotm(handle, n, x.device, 1, y.device, 1, modified));
    found_x = x.get(), found_y = y.get();
    for (int i = 0; i < n; i++) {
        expect(found_x[i], x[i] + 3.0 * y[i], 1e-15, "rotm", i);
        expect(found_y[i], 2.0 * x[i] + y[i], 1e-15, "rotm", i);
    }
}

#define EVERY(X)                                                                                   \
    level1_##X(n, incx, incy);                                                                     \
    general_##X(n, n / 2 + 1, incx, incy);                                                         \
    triangles_##X(n, incx);                                                                        \
    shapes_##X##sy(n, incx, incy);                                                                 \
    parts_##X(n, incx, incy);

int main()
{
    OK(cublasCreate(&handle));
    for (int n : {1, 7, 40})
        for (int incx : {1, -2}) {
            int incy = incx == 1 ? 3 : 1;
            EVERY(S)
            EVERY(D)
            EVERY(C)
            EVERY(Z)
            shapes_Che(n, incx, incy);
            shapes_Zhe(n, incx, incy);
        }
    level1_S(3000, 1, 1);
    rotations();
    float sum = -1;
    OK(cublasSasum(handle, 0, nullptr, 1, &sum));
    expect(sum, 0, 0, "nothing", 0);
    array<double> huge(std::vector<double>{3e200, 4e200});
    double norm;
    OK(cublasDnrm2(handle, 2, huge.device, 1, &norm));
    expect(norm / 1e200, 5, 1e-14, "a huge norm", 0);
    array<float> on_device(2);
    OK(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    OK(cublasSasum(handle, 2, on_device.device, 1, on_device.device + 1));
    expect(on_device.get()[1], std::abs(on_device[0]) + std::abs(on_device[1]), 1e-6,
           "on the device", 1);
    OK(cublasDestroy(handle));
    return verdict();
}
