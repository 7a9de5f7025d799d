/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's singular values: A = U S V' with U and V unitary and S descending, of high, wide and
 * singular matrices, by every call. Generalized eigenvalues of each kind by their definition.
 */
#include <cusolverDn.h>

#include "../cu/check.h"

static cusolverDnHandle_t handle;

struct shape {
    int m, n;
    bool is_short; /* only the first vectors */
    int rank;      /* 0: full */
};
static const shape shapes[] = {{1, 1, false, 0}, {5, 5, false, 0}, {9, 4, false, 0},
                               {9, 4, true, 0},  {4, 9, false, 0}, {4, 9, true, 0},
                               {8, 6, false, 3}, {6, 6, false, 1}, {3, 2, false, -1}};

/* Of a rank: the last columns are sums of the others; -1: all are zero. */
template <class T> static void make_matrix(std::vector<T> &a, const shape &s, int ld)
{
    for (int j = 0; j < s.n; j++)
        for (int i = 0; i < s.m; i++) {
            number x = random_number<T>();
            if (s.rank < 0)
                x = 0;
            else if (s.rank > 0 && j >= s.rank)
                x = element<T>::value(a[i + (size_t)(j % s.rank) * ld]) * (double)(j - 2);
            a[i + (size_t)j * ld] = element<T>::make(x);
        }
}

/* Are the first `count` of these orthogonal, and as long as 1? */
template <class V>
static void check_unitary(int rows, int count, const V &v, double bound, const char *what)
{
    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++) {
            number inner = 0;
            for (int l = 0; l < rows; l++)
                inner += std::conj(v(l, i)) * v(l, j);
            expect(inner, i == j ? 1 : 0, bound, what, i + j * count);
        }
}

/* u(i, j), v(i, j): elements of the vectors. */
template <class T, class R, class U, class V>
static void check(const shape &s, const std::vector<T> &a, int ld, const R *values, const U &u,
                  int of_u, const V &v, int of_v, int wanted, const char *what)
{
    const double bound = element<T>::error * 40; /* hundreds of rotations may not add up */
    for (int c = 0; c < wanted; c++)
        expect(values[c] >= 0 && (c == 0 || values[c] <= values[c - 1]), 1, 0, what, c);
    check_unitary(s.m, of_u, u, bound, what);
    check_unitary(s.n, of_v, v, bound, what);
    for (int j = 0; j < s.n; j++)
        for (int i = 0; i < s.m; i++) {
            number sum = 0;
            for (int c = 0; c < wanted; c++)
                sum += u(i, c) * (double)values[c] * std::conj(v(j, c));
            expect(sum, element<T>::value(a[i + (size_t)j * ld]), bound * 10, what, i + j * s.m);
        }
}

#define VALUE(array, i, j, ld) element<T>::value(array[(i) + (size_t)(j) * (ld)])

#define SVD(X, T_, R, EV, TYPE, OF_VALUES)                                                         \
    static void one_##X(const shape &s)                                                            \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const int least = s.m < s.n ? s.m : s.n, ld = s.m + 1, ldu = s.m + 2, ldv = s.n + 1;       \
        const int of_u = s.is_short ? least : s.m, of_v = s.is_short ? least : s.n;                \
        array<T> a((size_t)ld *s.n), u((size_t)ldu *s.m), v((size_t)ldv *s.n);                     \
        array<R> values(least), again(least);                                                      \
        array<int> info(1);                                                                        \
        make_matrix(a.host, s, ld);                                                                \
        a.put();                                                                                   \
        gesvdjInfo_t parameters;                                                                   \
        OK(cusolverDnCreateGesvdjInfo(&parameters));                                               \
        int elements, sweeps;                                                                      \
        double residual;                                                                           \
        OK(cusolverDn##X##gesvdj_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, s.is_short, s.m,     \
                                            s.n, a.device, ld, values.device, u.device, ldu,       \
                                            v.device, ldv, &elements, parameters));                \
        array<T> room((size_t)elements);                                                           \
        OK(cusolverDn##X##gesvdj(handle, CUSOLVER_EIG_MODE_VECTOR, s.is_short, s.m, s.n, a.device, \
                                 ld, values.device, u.device, ldu, v.device, ldv, room.device,     \
                                 elements, info.device, parameters));                              \
        expect(info.get()[0], 0, 0, #X "gesvdj", s.m);                                             \
        OK(cusolverDnXgesvdjGetResidual(handle, parameters, &residual));                           \
        OK(cusolverDnXgesvdjGetSweeps(handle, parameters, &sweeps));                               \
        expect(residual < element<T>::error * 100 && sweeps < 12, 1, 0, #X "told", sweeps);        \
        auto found = values.get();                                                                 \
        auto us = u.get(), vs = v.get();                                                           \
        auto of_us = [&](int i, int j) { return VALUE(us, i, j, ldu); };                           \
        auto of_vs = [&](int i, int j) { return VALUE(vs, i, j, ldv); };                           \
        check<T, R>(s, a.host, ld, found.data(), of_us, of_u, of_vs, of_v, least, #X "gesvdj");    \
        OK(cusolverDnXgesvdjSetMaxSweeps(parameters, 0));                                          \
        OK(cusolverDn##X##gesvdj(handle, CUSOLVER_EIG_MODE_NOVECTOR, 0, s.m, s.n, a.device, ld,    \
                                 again.device, NULL, 1, NULL, 1, room.device, elements,            \
                                 info.device, parameters));                                        \
        expect(info.get()[0], least < 2 ? 0 : least + 1, 0, #X "gesvdj has not ended", least);     \
        OK(cusolverDnDestroyGesvdjInfo(parameters));                                               \
        if (s.m < s.n)                                                                             \
            return;                                                                                \
        const signed char job = s.is_short ? 'S' : 'A';                                            \
        OK(cusolverDn##X##gesvd_bufferSize(handle, s.m, s.n, &elements));                          \
        OK(cusolverDn##X##gesvd(handle, job, job, s.m, s.n, a.device, ld, values.device, u.device, \
                                ldu, v.device, ldv, room.device, elements, NULL, info.device));    \
        expect(info.get()[0], 0, 0, #X "gesvd", s.m);                                              \
        us = u.get();                                                                              \
        vs = v.get();                                                                              \
        auto turned = [&](int i, int j) { return std::conj(VALUE(vs, j, i, ldv)); };               \
        check<T, R>(s, a.host, ld, values.get().data(), of_us, of_u, turned, of_v, least,          \
                    #X "gesvd");                                                                   \
        size_t bytes, host_bytes; /* U in A's place */                                             \
        OK(cusolverDnXgesvd_bufferSize(handle, NULL, 'O', job, s.m, s.n, TYPE, a.device, ld,       \
                                       OF_VALUES, values.device, TYPE, NULL, 1, TYPE, v.device,    \
                                       ldv, TYPE, &bytes, &host_bytes));                           \
        expect(bytes <= elements * sizeof(T), 1, 0, #X "Xgesvd room", s.m);                        \
        OK(cusolverDnXgesvd(handle, NULL, 'O', job, s.m, s.n, TYPE, a.device, ld, OF_VALUES,       \
                            values.device, TYPE, NULL, 1, TYPE, v.device, ldv, TYPE, room.device,  \
                            bytes, NULL, host_bytes, info.device));                                \
        us = a.get();                                                                              \
        auto of_a = [&](int i, int j) { return VALUE(us, i, j, ld); };                             \
        check<T, R>(s, a.host, ld, values.get().data(), of_a, least, turned, of_v, least,          \
                    #X "Xgesvd");                                                                  \
    }                                                                                              \
    static void batch_##X(const shape &s, int batch, int rank)                                     \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const int least = s.m < s.n ? s.m : s.n, ld = s.m;                                         \
        const size_t each = (size_t)s.m * s.n, of_u = (size_t)s.m * s.m, of_v = (size_t)s.n * s.n; \
        array<T> a(each *batch), u(of_u *batch), v(of_v *batch);                                   \
        array<R> values(least *batch);                                                             \
        array<int> info(batch);                                                                    \
        gesvdjInfo_t parameters;                                                                   \
        OK(cusolverDnCreateGesvdjInfo(&parameters));                                               \
        int elements;                                                                              \
        OK(cusolverDn##X##gesvdjBatched_bufferSize(handle, CUSOLVER_EIG_MODE_VECTOR, s.m, s.n,     \
                                                   a.device, ld, values.device, u.device, s.m,     \
                                                   v.device, s.n, &elements, parameters, batch));  \
        array<T> room((size_t)elements);                                                           \
        OK(cusolverDn##X##gesvdjBatched(handle, CUSOLVER_EIG_MODE_VECTOR, s.m, s.n, a.device, ld,  \
                                        values.device, u.device, s.m, v.device, s.n, room.device,  \
                                        elements, info.device, parameters, batch));                \
        OK(cusolverDnDestroyGesvdjInfo(parameters));                                               \
        const auto all = values.get();                                                             \
        for (int b = 0; b < batch; b++) {                                                          \
            const std::vector<T> from(a.host.begin() + b * each, a.host.end());                    \
            const auto us = u.get(), vs = v.get();                                                 \
            check<T, R>(                                                                           \
                s, from, ld, &all[b * least],                                                      \
                [&](int i, int j) { return element<T>::value(us[b * of_u + i + j * s.m]); }, s.m,  \
                [&](int i, int j) { return element<T>::value(vs[b * of_v + i + j * s.n]); }, s.n,  \
                least, #X "gesvdjBatched");                                                        \
        }                                                                                          \
        std::vector<double> rest(batch);                                                           \
        array<R> first(rank *batch);                                                               \
        OK(cusolverDn##X##gesvdaStridedBatched(                                                    \
            handle, CUSOLVER_EIG_MODE_VECTOR, rank, s.m, s.n, a.device, ld, (long long)each,       \
            first.device, rank, u.device, s.m, (long long)of_u, v.device, s.n, (long long)of_v,    \
            room.device, elements, info.device, rest.data(), batch));                              \
        for (int b = 0; b < batch; b++) {                                                          \
            double left = 0;                                                                       \
            for (int c = 0; c < least; c++)                                                        \
                if (c < rank)                                                                      \
                    expect(first.get()[b * rank + c], all[b * least + c], element<T>::error * 50,  \
                           #X "gesvda", c);                                                        \
                else                                                                               \
                    left += (double)all[b * least + c] * all[b * least + c];                       \
            expect(rest[b], sqrt(left), element<T>::error * 50, #X "gesvda rest", b);              \
        }                                                                                          \
    }                                                                                              \
    static void general_##X(int n, cusolverEigType_t kind, bool lower)                             \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const int ld = n + 1;                                                                      \
        const auto uplo = lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;                 \
        array<T> a((size_t)ld *n), b((size_t)ld *n);                                               \
        array<R> values(n);                                                                        \
        array<int> info(1);                                                                        \
        std::vector<number> whole_a(n *n), whole_b(n *n);                                          \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i <= j; i++) {                                                         \
                number x = random_number<T>(), y = random_number<T>();                             \
                if (i == j) {                                                                      \
                    x = x.real();                                                                  \
                    y = y.real() + 2 * n;                                                          \
                }                                                                                  \
                whole_a[i + j * n] = x;                                                            \
                whole_a[j + i * n] = std::conj(x);                                                 \
                whole_b[i + j * n] = y;                                                            \
                whole_b[j + i * n] = std::conj(y);                                                 \
            }                                                                                      \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < n; i++) {                                                          \
                const bool stored = lower ? i >= j : i <= j; /* the rest nobody may read */        \
                a.host[i + j * ld] = element<T>::make(stored ? whole_a[i + j * n] : 1e3);          \
                b.host[i + j * ld] = element<T>::make(stored ? whole_b[i + j * n] : 1e3);          \
            }                                                                                      \
        a.put();                                                                                   \
        b.put();                                                                                   \
        int elements;                                                                              \
        OK(cusolverDn##X##EV##gvd_bufferSize(handle, kind, CUSOLVER_EIG_MODE_VECTOR, uplo, n,      \
                                             a.device, ld, b.device, ld, values.device,            \
                                             &elements));                                          \
        array<T> room((size_t)elements);                                                           \
        OK(cusolverDn##X##EV##gvd(handle, kind, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.device, ld,   \
                                  b.device, ld, values.device, room.device, elements,              \
                                  info.device));                                                   \
        expect(info.get()[0], 0, 0, #X "gvd", n);                                                  \
        const auto x = a.get();                                                                    \
        const auto found = values.get();                                                           \
        auto product = [&](const std::vector<number> &m, const std::vector<number> &v) {           \
            std::vector<number> made(n);                                                           \
            for (int i = 0; i < n; i++)                                                            \
                for (int l = 0; l < n; l++)                                                        \
                    made[i] += m[i + l * n] * v[l];                                                \
            return made;                                                                           \
        };                                                                                         \
        for (int j = 0; j < n; j++) {                                                              \
            std::vector<number> v(n);                                                              \
            for (int i = 0; i < n; i++)                                                            \
                v[i] = VALUE(x, i, j, ld);                                                         \
            std::vector<number> left = kind == CUSOLVER_EIG_TYPE_2                                 \
                                           ? product(whole_a, product(whole_b, v))                 \
                                           : product(whole_a, v);                                  \
            std::vector<number> right = kind == CUSOLVER_EIG_TYPE_1 ? product(whole_b, v) : v;     \
            if (kind == CUSOLVER_EIG_TYPE_3)                                                       \
                left = product(whole_b, left);                                                     \
            double length = 0;                                                                     \
            for (int i = 0; i < n; i++) {                                                          \
                length += std::norm(v[i]);                                                         \
                expect(left[i], right[i] * (double)found[j], element<T>::error * 200 * n * n,      \
                       #X "gvd", i + j * n);                                                       \
            }                                                                                      \
            expect(length > 1e-3, 1, 0, #X "gvd is no vector", j);                                 \
        }                                                                                          \
        syevjInfo_t parameters;                                                                    \
        array<R> again(n);                                                                         \
        OK(cusolverDnCreateSyevjInfo(&parameters));                                                \
        a.put();                                                                                   \
        b.put();                                                                                   \
        OK(cusolverDn##X##EV##gvj(handle, kind, CUSOLVER_EIG_MODE_NOVECTOR, uplo, n, a.device, ld, \
                                  b.device, ld, again.device, room.device, elements, info.device,  \
                                  parameters));                                                    \
        for (int i = 0; i < n; i++)                                                                \
            expect(again.get()[i], found[i], element<T>::error * 50 * n, #X "gvj", i);             \
        b.fill(-1);                                                                                \
        OK(cusolverDn##X##EV##gvd(handle, kind, CUSOLVER_EIG_MODE_VECTOR, uplo, n, a.device, ld,   \
                                  b.device, ld, values.device, room.device, elements,              \
                                  info.device));                                                   \
        expect(info.get()[0], n + 1, 0, #X "gvd, B not positive", n);                              \
        OK(cusolverDnDestroySyevjInfo(parameters));                                                \
    }
SVD(S, float, float, sy, CUDA_R_32F, CUDA_R_32F)
SVD(D, double, double, sy, CUDA_R_64F, CUDA_R_64F)
SVD(C, cuComplex, float, he, CUDA_C_32F, CUDA_R_32F)
SVD(Z, cuDoubleComplex, double, he, CUDA_C_64F, CUDA_R_64F)

int main()
{
    OK(cusolverDnCreate(&handle));
    for (const shape &s : shapes) {
        one_S(s);
        one_D(s);
        one_C(s);
        one_Z(s);
    }
    one_S({64, 60, true, 0});
    batch_S({6, 4, false, 0}, 3, 2);
    batch_D({3, 5, false, 0}, 2, 1);
    batch_C({4, 4, false, 0}, 2, 4);
    batch_Z({7, 3, false, 0}, 2, 3);
    for (cusolverEigType_t kind : {CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_TYPE_2, CUSOLVER_EIG_TYPE_3})
        for (bool lower : {true, false}) {
            general_S(5, kind, lower);
            general_D(7, kind, lower);
            general_C(4, kind, lower);
            general_Z(6, kind, lower);
        }
    wrong += cusolverDnSgesvd(handle, 'A', 'A', 2, 3, NULL, 2, NULL, NULL, 2, NULL, 3, NULL, 0,
                              NULL, NULL) != CUSOLVER_STATUS_INVALID_VALUE;
    wrong += cusolverDnSgebrd(handle) != CUSOLVER_STATUS_NOT_SUPPORTED;
    OK(cusolverDnDestroy(handle));
    return verdict();
}
