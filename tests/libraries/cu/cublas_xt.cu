/* SPDX-License-Identifier: BSD-3-Clause */
/* cublasXt: every call with matrices of the host's, and one with the device's, against loops. */
#include <cublasXt.h>

#include "check.h"

static cublasXtHandle_t handle;

enum { LD = 13, MOST = 11 };

/* A matrix as a caller has it, MOST x MOST in columns of LD. */
template <class T> struct held {
    std::vector<T> at;
    held() : at(LD * MOST)
    {
        for (T &x : at)
            x = element<T>::make(random_number<T>());
    }
    number operator()(int i, int j) const
    {
        return element<T>::value(at[i + j * LD]);
    }
};

/* What it stands for. */
enum shape { GENERAL, SYMMETRIC, HERMITIAN, TRIANGULAR };
template <class T>
static number meant(const held<T> &a, shape s, bool lower, bool unit, cublasOperation_t op, int i,
                    int j)
{
    if (op != CUBLAS_OP_N)
        std::swap(i, j);
    number x;
    if (s == TRIANGULAR && (i == j ? unit : (i > j) != lower))
        x = i == j;
    else if (s == GENERAL || s == TRIANGULAR || i == j || (i > j) == lower)
        x = s == HERMITIAN && i == j ? number(a(i, j).real()) : a(i, j);
    else
        x = s == HERMITIAN ? std::conj(a(j, i)) : a(j, i);
    return op == CUBLAS_OP_C ? std::conj(x) : x;
}

/* The sum over k of f(i, k) g(k, j). */
template <class F, class G> static number sum(int n, const F &f, const G &g, int i, int j)
{
    number all = 0;
    for (int k = 0; k < n; k++)
        all += f(i, k) * g(k, j);
    return all;
}

template <class T, class F>
static void compare(const held<T> &found, int m, int n, const char *what, const F &expected)
{
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            expect(found(i, j), expected(i, j), element<T>::error * 200, what, i + j * m);
}

static const cublasOperation_t flat = CUBLAS_OP_N;

template <class T> struct factors {
    T alpha = element<T>::make(element<T>::is_complex ? number(0.5, -0.25) : number(0.5));
    T beta = element<T>::make(element<T>::is_complex ? number(-0.75, 0.5) : number(-0.75));
    number a = element<T>::value(alpha), b = element<T>::value(beta);
};

#define GENERAL_AND_TRIANGLES(X, T)                                                                \
    static void general_##X(int m, int n, int k)                                                   \
    {                                                                                              \
        const factors<T> by;                                                                       \
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {                     \
            held<T> a, b, c, before = c;                                                           \
            OK(cublasXt##X##gemm(handle, op, CUBLAS_OP_T, m, n, k, &by.alpha, a.at.data(), LD,     \
                                 b.at.data(), LD, &by.beta, c.at.data(), LD));                     \
            compare(c, m, n, #X "gemm", [&](int i, int j) {                                        \
                auto f = [&](int p, int q) { return meant(a, GENERAL, true, false, op, p, q); };   \
                auto g = [&](int p, int q) { return b(q, p); };                                    \
                return by.a * sum(k, f, g, i, j) + by.b * before(i, j);                            \
            });                                                                                    \
        }                                                                                          \
        for (bool left : {true, false})                                                            \
            for (bool lower : {true, false})                                                       \
                for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_C}) {                          \
                    held<T> a, b, c;                                                               \
                    const int order = left ? m : n;                                                \
                    for (int i = 0; i < order; i++)                                                \
                        a.at[i + i * LD] = element<T>::make(number(order));                        \
                    const cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;     \
                    const cublasFillMode_t uplo =                                                  \
                        lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;                   \
                    const T one = element<T>::make(1);                                             \
                    auto f = [&](int p, int q) {                                                   \
                        return meant(a, TRIANGULAR, lower, false, op, p, q);                       \
                    };                                                                             \
                    OK(cublasXt##X##trmm(handle, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n,       \
                                         &by.alpha, a.at.data(), LD, b.at.data(), LD, c.at.data(), \
                                         LD));                                                     \
                    compare(c, m, n, #X "trmm", [&](int i, int j) {                                \
                        return by.a * (left ? sum(m, f, b, i, j) : sum(n, b, f, i, j));            \
                    });                                                                            \
                    const held<T> before = b;                                                      \
                    OK(cublasXt##X##trsm(handle, side, uplo, op, CUBLAS_DIAG_NON_UNIT, m, n, &one, \
                                         a.at.data(), LD, b.at.data(), LD));                       \
                    compare(before, m, n, #X "trsm", [&](int i, int j) {                           \
                        return left ? sum(m, f, b, i, j) : sum(n, b, f, i, j);                     \
                    });                                                                            \
                }                                                                                  \
    }

/* F: the end of the call's name. R: the type of beta, and alpha where it is real. */
#define SYMMETRIC_SIDES(F, T, kind)                                                                \
    static void sides_##F(int m, int n)                                                            \
    {                                                                                              \
        const factors<T> by;                                                                       \
        for (bool left : {true, false})                                                            \
            for (bool lower : {true, false}) {                                                     \
                held<T> a, b, c, before = c;                                                       \
                OK(cublasXt##F(handle, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT,                \
                               lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER, m, n,      \
                               &by.alpha, a.at.data(), LD, b.at.data(), LD, &by.beta, c.at.data(), \
                               LD));                                                               \
                compare(c, m, n, #F, [&](int i, int j) {                                           \
                    auto f = [&](int p, int q) {                                                   \
                        return meant(a, kind, lower, false, flat, p, q);                           \
                    };                                                                             \
                    return by.a * (left ? sum(m, f, b, i, j) : sum(n, b, f, i, j)) +               \
                           by.b * before(i, j);                                                    \
                });                                                                                \
            }                                                                                      \
    }

/* A A', and A B' + B A', or A B' alone. turn: transposes, or also conjugates. */
#define RANKS(F, F2, FX, T, A1, R, turn)                                                           \
    static void ranks_##F(int n, int k)                                                            \
    {                                                                                              \
        const factors<T> by;                                                                       \
        const factors<R> real;                                                                     \
        const factors<A1> first;                                                                   \
        for (bool lower : {true, false})                                                           \
            for (cublasOperation_t op : {CUBLAS_OP_N, turn}) {                                     \
                const cublasFillMode_t uplo =                                                      \
                    lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;                       \
                const cublasOperation_t other = op == flat ? turn : flat;                          \
                held<T> a, b, c, before = c, d = c, e = c;                                         \
                auto start = [&](int i, int j) {                                                   \
                    number x = before(i, j);                                                       \
                    return real.b * (turn == CUBLAS_OP_C && i == j ? number(x.real()) : x);        \
                };                                                                                 \
                auto product = [&](const held<T> &x, const held<T> &y, int i, int j) {             \
                    auto f = [&](int p, int q) {                                                   \
                        return meant(x, GENERAL, true, false, op, p, q);                           \
                    };                                                                             \
                    auto g = [&](int p, int q) {                                                   \
                        return meant(y, GENERAL, true, false, other, p, q);                        \
                    };                                                                             \
                    return sum(k, f, g, i, j);                                                     \
                };                                                                                 \
                auto stored = [&](int i, int j) { return i == j || (i > j) == lower; };            \
                OK(cublasXt##F(handle, uplo, op, n, k, &first.alpha, a.at.data(), LD, &real.beta,  \
                               c.at.data(), LD));                                                  \
                compare(c, n, n, #F, [&](int i, int j) {                                           \
                    return stored(i, j) ? first.a * product(a, a, i, j) + start(i, j)              \
                                        : before(i, j);                                            \
                });                                                                                \
                OK(cublasXt##F2(handle, uplo, op, n, k, &by.alpha, a.at.data(), LD, b.at.data(),   \
                                LD, &real.beta, d.at.data(), LD));                                 \
                compare(d, n, n, #F2, [&](int i, int j) {                                          \
                    number other_factor = turn == CUBLAS_OP_C ? std::conj(by.a) : by.a;            \
                    return stored(i, j) ? by.a * product(a, b, i, j) +                             \
                                              other_factor * product(b, a, i, j) + start(i, j)     \
                                        : before(i, j);                                            \
                });                                                                                \
                const T plain = element<T>::make(number(0.5));                                     \
                OK(cublasXt##FX(handle, uplo, op, n, k, &plain, a.at.data(), LD, a.at.data(), LD,  \
                                &real.beta, e.at.data(), LD));                                     \
                compare(e, n, n, #FX, [&](int i, int j) {                                          \
                    return stored(i, j) ? 0.5 * product(a, a, i, j) + start(i, j) : before(i, j);  \
                });                                                                                \
            }                                                                                      \
    }

#define ALL(X, T)                                                                                  \
    GENERAL_AND_TRIANGLES(X, T)                                                                    \
    SYMMETRIC_SIDES(X##symm, T, SYMMETRIC)                                                         \
    RANKS(X##syrk, X##syr2k, X##syrkx, T, T, T, CUBLAS_OP_T)                                       \
    static void all_##X()                                                                          \
    {                                                                                              \
        general_##X(7, 9, 5);                                                                      \
        general_##X(1, 1, 11);                                                                     \
        sides_##X##symm(6, 10);                                                                    \
        ranks_##X##syrk(8, 5);                                                                     \
    }
ALL(S, float)
ALL(D, double)
ALL(C, cuComplex)
ALL(Z, cuDoubleComplex)
SYMMETRIC_SIDES(Chemm, cuComplex, HERMITIAN)
SYMMETRIC_SIDES(Zhemm, cuDoubleComplex, HERMITIAN)
RANKS(Cherk, Cher2k, Cherkx, cuComplex, float, float, CUBLAS_OP_C)
RANKS(Zherk, Zher2k, Zherkx, cuDoubleComplex, double, double, CUBLAS_OP_C)

int main()
{
    int devices[] = {1, 0}, count, side, device = -1;
    OK(cublasXtCreate(&handle));
    OK(cublasXtMaxBoards(&count));
    expect(count, 2, 0, "boards", 0);
    OK(cublasXtDeviceSelect(handle, 2, devices));
    OK(cublasXtSetBlockDim(handle, 64));
    OK(cublasXtGetBlockDim(handle, &side));
    expect(side, 64, 0, "side", 0);
    all_S();
    all_D();
    all_C();
    all_Z();
    sides_Chemm(6, 10);
    sides_Zhemm(6, 10);
    ranks_Cherk(8, 5);
    ranks_Zherk(8, 5);
    CUDA(cudaGetDevice(&device));
    expect(device, 0, 0, "device", 0);
    array<double> on_device(std::vector<double>{1, 2, 3, 4});
    const double one = 1, zero = 0;
    double result[4];
    OK(cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, on_device.device, 2,
                     on_device.device, 2, &zero, result, 2));
    expect(result[0], 7, 0, "of the device", 0);
    expect(result[3], 22, 0, "of the device", 3);
    wrong += cublasXtSspmm(handle) != CUBLAS_STATUS_NOT_SUPPORTED;
    OK(cublasXtDestroy(handle));
    return verdict();
}
