/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER: eigenvalues in a range and of general matrices, further singular values. Results are
 * put into what defines them.
 */
#include <cmath>

#include "dense.h"

/* A Hermitian matrix; positive: and positive definite. */
template <class T> static std::vector<T> hermitian(int n, int lda, bool positive)
{
    std::vector<T> a((size_t)lda * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++) {
            number x = random_number<T>();
            if (i == j)
                x = x.real() + (positive ? 2.0 * n : 0.0);
            a[i + (size_t)j * lda] = element<T>::make(x);
            a[j + (size_t)i * lda] = element<T>::make(std::conj(x));
        }
    return a;
}

/* A x = l x, or A x = l B x, for `found` pairs. */
template <class T>
static void check_pairs(const char *what, int n, const std::vector<T> &a, int lda,
                        const std::vector<T> *b, const std::vector<T> &x,
                        const std::vector<typename of_type<T>::real> &values, int found)
{
    const double bound = element<T>::error * 100 * n;
    for (int k = 0; k < found; k++) {
        double size = 0;
        for (int i = 0; i < n; i++) {
            number left = 0, right = b ? 0 : element<T>::value(x[i + (size_t)k * lda]);
            for (int j = 0; j < n; j++) {
                const number of_x = element<T>::value(x[j + (size_t)k * lda]);
                left += element<T>::value(a[i + (size_t)j * lda]) * of_x;
                if (b)
                    right += element<T>::value((*b)[i + (size_t)j * lda]) * of_x;
            }
            size += std::norm(element<T>::value(x[i + (size_t)k * lda]));
            expect(left, (double)values[k] * right, bound, what, i + k * n);
        }
        expect(size > 1e-3, true, 0, "a vector that is not 0", k);
        if (k > 0)
            expect(values[k] >= values[k - 1], true, 0, "order of values", k);
    }
}

/* All values by range ALL; then the same ones by number and by interval. */
template <class T, class Call, class General>
static void ranges(const char *what, Call call, General general, int n)
{
    typedef typename of_type<T>::real R;
    const int lda = n + 2;
    const std::vector<T> a = hermitian<T>(n, lda, false), b = hermitian<T>(n, lda, true);
    std::vector<R> all;
    for (int kind = 0; kind < 2; kind++)
        for (int way = 0; way < 4; way++) {
            array<T> own(a), other(b);
            array<R> values(n);
            array<int> info(1);
            const cusolverEigRange_t range = way == 0   ? CUSOLVER_EIG_RANGE_ALL
                                             : way == 1 ? CUSOLVER_EIG_RANGE_I
                                                        : CUSOLVER_EIG_RANGE_V;
            /* an interval has its upper end and not its lower one */
            const R low = way == 2   ? all[1]
                          : way == 3 ? all[n - 1] + 1
                                     : 0,
                    high = way == 2   ? all[n - 2]
                           : way == 3 ? all[n - 1] + 2
                                      : 0;
            const int elements = 4 * n * n + 8 * n + 64;
            T *room = room_of<T>(elements * sizeof(T));
            int found = -1;
            if (kind == 0)
                OK(call(handle, CUSOLVER_EIG_MODE_VECTOR, range, CUBLAS_FILL_MODE_LOWER, n,
                        own.device, lda, low, high, 2, n - 1, &found, values.device, room, elements,
                        info.device));
            else
                OK(general(handle, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, range,
                           CUBLAS_FILL_MODE_UPPER, n, own.device, lda, other.device, lda, low, high,
                           2, n - 1, &found, values.device, room, elements, info.device));
            expect(info_of(info), 0, 0, what, way);
            const std::vector<R> v = values.get();
            if (way == 0)
                all = v;
            expect(found,
                   way == 0   ? n
                   : way == 3 ? 0
                              : n - 2 - (way == 2),
                   0, "number of values", way);
            for (int k = 0; k < found; k++)
                expect(v[k], all[k + (way == 0 ? 0 : way)], 0, "values in a range", k);
            check_pairs(what, n, a, lda, kind ? &b : nullptr, own.get(), v, found);
            CUDA(cudaFree(room));
        }
}

/* Of any type: a range, and a batch of two. */
template <class T> static void any_type(int n)
{
    typedef typename of_type<T>::real R;
    const std::vector<T> a = hermitian<T>(n, n, false);
    std::vector<T> twice(a);
    twice.insert(twice.end(), a.begin(), a.end());
    array<T> own(a), both(twice);
    array<R> values(n), of_both(2 * n);
    array<int> info(2);
    size_t bytes, host;
    int64_t found = -1;
    R low = -100, high = 100;
    OK(cusolverDnXsyevdx_bufferSize(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_V,
                                    CUBLAS_FILL_MODE_UPPER, n, of_type<T>::value, own.device, n,
                                    &low, &high, 0, 0, &found, of_type<T>::real_value,
                                    values.device, of_type<T>::value, &bytes, &host));
    T *room = room_of<T>(bytes);
    OK(cusolverDnXsyevdx(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_V,
                         CUBLAS_FILL_MODE_UPPER, n, of_type<T>::value, own.device, n, &low, &high,
                         0, 0, &found, of_type<T>::real_value, values.device, of_type<T>::value,
                         room, bytes, nullptr, 0, info.device));
    expect((double)found, n, 0, "Xsyevdx", 0);
    check_pairs("Xsyevdx", n, a, n, (const std::vector<T> *)nullptr, own.get(), values.get(), n);
    CUDA(cudaFree(room));
    OK(cusolverDnXsyevBatched_bufferSize(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR,
                                         CUBLAS_FILL_MODE_LOWER, n, of_type<T>::value, both.device,
                                         n, of_type<T>::real_value, of_both.device,
                                         of_type<T>::value, &bytes, &host, 2));
    room = room_of<T>(bytes);
    OK(cusolverDnXsyevBatched(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n,
                              of_type<T>::value, both.device, n, of_type<T>::real_value,
                              of_both.device, of_type<T>::value, room, bytes, nullptr, 0,
                              info.device, 2));
    const std::vector<T> x = both.get();
    const std::vector<R> v = of_both.get();
    for (int i = 0; i < 2; i++)
        check_pairs("XsyevBatched", n, a, n, (const std::vector<T> *)nullptr,
                    std::vector<T>(x.begin() + i * n * n, x.end()),
                    std::vector<R>(v.begin() + i * n, v.end()), n);
    CUDA(cudaFree(room));
}

/* Of general matrices: A v = l v, lengths of 1, and the sum of the values is the trace. */
template <class T> static void general_matrix(int n, cudaDataType of_values, int shape)
{
    const bool is_real = !element<T>::is_complex;
    array<T> a((size_t)(n + 1) * n), vr((size_t)(n + 2) * n);
    typedef typename of_type<T>::real R;
    array<R> values(2 * n);
    array<int> info(1);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            T &x = a.host[i + (size_t)j * (n + 1)];
            if (shape == 1) /* a cycle: all values lie on a circle */
                x = element<T>::make(i == (j + 1) % n ? 1 : 0);
            else if (shape == 2 && i > j) /* its values stand there */
                x = element<T>::make(0);
        }
    a.put();
    size_t bytes, host_bytes;
    OK(cusolverDnXgeev_bufferSize(
        handle, nullptr, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, n, of_type<T>::value,
        a.device, n + 1, of_values, values.device, of_type<T>::value, nullptr, 1, of_type<T>::value,
        vr.device, n + 2, of_type<T>::value, &bytes, &host_bytes));
    OK(cusolverDnXgeev(handle, nullptr, CUSOLVER_EIG_MODE_NOVECTOR, CUSOLVER_EIG_MODE_VECTOR, n,
                       of_type<T>::value, a.device, n + 1, of_values, values.device,
                       of_type<T>::value, nullptr, 1, of_type<T>::value, vr.device, n + 2,
                       of_type<T>::value, nullptr, 0, nullptr, 0, info.device));
    expect(info_of(info), 0, 0, "Xgeev", n);
    const std::vector<R> parts = values.get();
    const std::vector<T> packed = vr.get();
    const bool apart = is_real && of_values == of_type<T>::value;
    number sum = 0, trace = 0;
    for (int k = 0; k < n; k++) {
        const number l(parts[apart ? k : 2 * k], parts[apart ? n + k : 2 * k + 1]);
        sum += l;
        trace += a[k + (size_t)k * (n + 1)];
        std::vector<number> v(n);
        for (int i = 0; i < n; i++) {
            const auto at = [&](int c) {
                return element<T>::value(packed[i + (size_t)c * (n + 2)]);
            };
            if (!is_real || l.imag() == 0)
                v[i] = at(k);
            else /* of a pair: real parts, and behind them imaginary ones */
                v[i] = l.imag() > 0 ? at(k) + number(0, 1) * at(k + 1)
                                    : at(k - 1) - number(0, 1) * at(k);
        }
        double length = 0;
        for (int i = 0; i < n; i++) {
            number left = 0;
            for (int j = 0; j < n; j++)
                left += a[i + (size_t)j * (n + 1)] * v[j];
            expect(left, l * v[i], element<T>::error * 1000 * n, "A v = l v", i + k * n);
            length += std::norm(v[i]);
        }
        expect(length, 1, element<T>::error * 100, "length", k);
    }
    expect(sum, trace, element<T>::error * 200 * n, "trace", n);
}

/* A = U S V': all of it, and the first values. */
template <class T> static void singular(int m, int n, int rank)
{
    typedef typename of_type<T>::real R;
    const int least = m < n ? m : n;
    array<T> a((size_t)m * n), u((size_t)m * m), v((size_t)n * n);
    const std::vector<T> before = a.host;
    array<R> values(least);
    array<int> info(1);
    size_t bytes, host;
    double error = -1;
    const cudaDataType type = of_type<T>::value, real = of_type<T>::real_value;
    OK(cusolverDnXgesvdp_bufferSize(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, type,
                                    a.device, m, real, values.device, type, u.device, m, type,
                                    v.device, n, type, &bytes, &host));
    T *room = room_of<T>(bytes);
    OK(cusolverDnXgesvdp(handle, nullptr, CUSOLVER_EIG_MODE_VECTOR, 1, m, n, type, a.device, m,
                         real, values.device, type, u.device, m, type, v.device, n, type, room,
                         bytes, nullptr, 0, info.device, &error));
    expect(error, 0, 1e-5, "error of sigma", 0);
    const std::vector<T> of_u = u.get(), of_v = v.get();
    const std::vector<R> s = values.get();
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            number sum = 0;
            for (int k = 0; k < least; k++)
                sum += element<T>::value(of_u[i + (size_t)k * m]) * (double)s[k] *
                       std::conj(element<T>::value(of_v[j + (size_t)k * n]));
            expect(sum, element<T>::value(before[i + (size_t)j * m]), element<T>::error * 100,
                   "gesvdp", i + j * m);
        }
    array<T> again(before), left((size_t)m * rank), right((size_t)n * rank);
    array<R> first(rank);
    OK(cusolverDnXgesvdr(handle, nullptr, 'S', 'S', m, n, rank, 1, 2, type, again.device, m, real,
                         first.device, type, left.device, m, type, right.device, n, type, room,
                         bytes, nullptr, 0, info.device));
    const std::vector<R> t = first.get();
    const std::vector<T> x = left.get(), y = right.get();
    for (int k = 0; k < rank; k++) {
        expect(t[k], s[k], element<T>::error * 100, "gesvdr", k);
        for (int i = 0; i < m; i++) { /* A v = s u */
            number sum = 0;
            for (int j = 0; j < n; j++)
                sum += element<T>::value(before[i + (size_t)j * m]) *
                       element<T>::value(y[j + (size_t)k * n]);
            expect(sum, (double)t[k] * element<T>::value(x[i + (size_t)k * m]),
                   element<T>::error * 100, "gesvdr, vectors", i + k * m);
        }
    }
    CUDA(cudaFree(room));
}

int main()
{
    OK(cusolverDnCreate(&handle));
    ranges<float>("ssyevdx", cusolverDnSsyevdx, cusolverDnSsygvdx, 7);
    ranges<double>("dsyevdx", cusolverDnDsyevdx, cusolverDnDsygvdx, 12);
    ranges<cuDoubleComplex>("zheevdx", cusolverDnZheevdx, cusolverDnZhegvdx, 6);
    any_type<double>(9);
    any_type<cuComplex>(5);
    for (int shape = 0; shape < 3; shape++) {
        general_matrix<double>(9, CUDA_R_64F, shape);
        general_matrix<double>(12, CUDA_C_64F, shape);
        general_matrix<cuDoubleComplex>(8, CUDA_C_64F, shape);
        general_matrix<float>(6, CUDA_R_32F, shape);
    }
    general_matrix<double>(1, CUDA_R_64F, 0);
    general_matrix<cuComplex>(2, CUDA_C_32F, 0);
    singular<float>(7, 5, 2);
    singular<cuDoubleComplex>(6, 6, 3);
    singular<double>(12, 3, 1);
    OK(cusolverDnDestroy(handle));
    return verdict();
}
