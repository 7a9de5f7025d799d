/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's eigenvalues and right eigenvectors of a general matrix, by QR steps on the host (as
 * cuSOLVER's own use the host, too). Everything is computed with complex doubles.
 *
 * Source: Golub, Van Loan, Matrix Computations, 4th ed. (2013), sections 7.4 (Hessenberg's form),
 *   7.5 (shifts, deflation) and 7.6 (vectors). LAPACK Users' Guide (1999), xGEEV: how results lie.
 */
#include <complex>
#include <vector>

#include "solver.h"

typedef std::complex<double> number;

/* n x n by columns. */
struct square_matrix {
    int n;
    std::vector<number> at_;
    explicit square_matrix(int order) : n(order), at_((size_t)order * (size_t)order) {}
    number &operator()(int i, int j)
    {
        return at_[(size_t)i + (size_t)j * (size_t)n];
    }
};

static void make_identity(square_matrix &q)
{
    for (int i = 0; i < q.n; i++)
        q(i, i) = 1;
}

/* h = q' h q has nothing below the first diagonal under the main one. */
static void make_hessenberg(square_matrix &h, square_matrix &q)
{
    const int n = h.n;
    std::vector<number> v((size_t)n);
    for (int k = 0; k + 2 < n; k++) {
        double length = 0;
        for (int i = k + 1; i < n; i++)
            length += std::norm(h(i, k));
        length = std::sqrt(length);
        if (length == 0)
            continue;
        const number first = h(k + 1, k);
        const number unit = std::abs(first) > 0 ? first / std::abs(first) : number(1);
        double size = 0;
        for (int i = k + 1; i < n; i++) {
            v[(size_t)i] = h(i, k) + (i == k + 1 ? unit * length : number(0));
            size += std::norm(v[(size_t)i]);
        }
        for (int j = 0; j < n; j++) {
            number sum = 0;
            for (int i = k + 1; i < n; i++)
                sum += std::conj(v[(size_t)i]) * h(i, j);
            sum *= 2 / size;
            for (int i = k + 1; i < n; i++)
                h(i, j) -= v[(size_t)i] * sum;
        }
        for (square_matrix *m : {&h, &q})
            for (int i = 0; i < n; i++) {
                number sum = 0;
                for (int j = k + 1; j < n; j++)
                    sum += (*m)(i, j) * v[(size_t)j];
                sum *= 2 / size;
                for (int j = k + 1; j < n; j++)
                    (*m)(i, j) -= sum * std::conj(v[(size_t)j]);
            }
        for (int i = k + 2; i < n; i++)
            h(i, k) = 0;
    }
}

/* The eigenvalue of the last 2 x 2 block that is nearer to its last element (Wilkinson's shift). */
static number shift_of(square_matrix &h, int last)
{
    const number a = h(last - 1, last - 1), b = h(last - 1, last), c = h(last, last - 1),
                 d = h(last, last);
    const number half = (a - d) / 2.0, root = std::sqrt(half * half + b * c);
    const number plus = half + root, minus = half - root;
    const number larger = std::abs(plus) > std::abs(minus) ? plus : minus;
    return larger == 0.0 ? d : d - b * c / larger;
}

/* One step on rows and columns first to last: h - shift = Q R, h = R Q + shift. */
static void qr_step(square_matrix &h, square_matrix &q, int first, int last, number shift)
{
    const int n = h.n;
    std::vector<number> cosines((size_t)n), sines((size_t)n);
    for (int i = first; i <= last; i++)
        h(i, i) -= shift;
    for (int k = first; k < last; k++) {
        const double size = std::hypot(std::abs(h(k, k)), std::abs(h(k + 1, k)));
        const number c = size > 0 ? h(k, k) / size : number(1),
                     s = size > 0 ? h(k + 1, k) / size : number(0);
        cosines[(size_t)k] = c, sines[(size_t)k] = s;
        for (int j = k; j < n; j++) {
            const number x = h(k, j), y = h(k + 1, j);
            h(k, j) = std::conj(c) * x + std::conj(s) * y;
            h(k + 1, j) = c * y - s * x;
        }
    }
    for (int k = first; k < last; k++) {
        const number c = cosines[(size_t)k], s = sines[(size_t)k];
        for (square_matrix *m : {&h, &q})
            for (int i = 0; i < (m == &h ? k + 2 : n); i++) {
                const number x = (*m)(i, k), y = (*m)(i, k + 1);
                (*m)(i, k) = x * c + y * s;
                (*m)(i, k + 1) = y * std::conj(c) - x * std::conj(s);
            }
    }
    for (int i = first; i <= last; i++)
        h(i, i) += shift;
}

/* h becomes triangular; false: it does not converge. */
static bool make_triangular(square_matrix &h, square_matrix &q)
{
    const double small = 2.3e-16;
    int last = h.n - 1, steps = 0;
    while (last > 0) {
        int first = last;
        for (; first > 0; first--) {
            const double near = std::abs(h(first, first)) + std::abs(h(first - 1, first - 1));
            if (std::abs(h(first, first - 1)) <= small * (near > 0 ? near : 1)) {
                h(first, first - 1) = 0;
                break;
            }
        }
        if (first == last) {
            last--, steps = 0;
            continue;
        }
        if (++steps > 300)
            return false;
        const number shift = steps % 10 == 0 ? number(std::abs(h(last, last - 1)) +
                                                      std::abs(h(last, last)))
                                             : shift_of(h, last);
        qr_step(h, q, first, last, shift);
    }
    return true;
}

/* The vector of eigenvalue `k` of q t q', of length 1. */
static std::vector<number> vector_of_value(square_matrix &t, square_matrix &q, int k, double norm)
{
    const int n = t.n;
    std::vector<number> x((size_t)n), v((size_t)n);
    x[(size_t)k] = 1;
    for (int i = k - 1; i >= 0; i--) {
        number sum = -t(i, k);
        for (int j = i + 1; j < k; j++)
            sum -= t(i, j) * x[(size_t)j];
        number under = t(i, i) - t(k, k);
        if (std::abs(under) < 2.3e-16 * norm)
            under = 2.3e-16 * norm + 1e-300;
        x[(size_t)i] = sum / under;
    }
    double length = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= k; j++)
            v[(size_t)i] += q(i, j) * x[(size_t)j];
        length += std::norm(v[(size_t)i]);
    }
    length = std::sqrt(length);
    number turn = 1; /* the largest element is real */
    double largest = 0;
    for (const number &e : v)
        if (std::abs(e) > largest)
            largest = std::abs(e), turn = std::conj(e) / std::abs(e);
    for (number &e : v)
        e *= turn / length;
    return v;
}

/* Eigenvalues of a real matrix come in pairs: which one goes with which; itself: it is real. */
static std::vector<int> pair_up(const std::vector<number> &values, double norm)
{
    const size_t n = values.size();
    std::vector<int> other(n, -1);
    for (size_t i = 0; i < n; i++) {
        if (other[i] >= 0)
            continue;
        other[i] = (int)i;
        if (std::abs(values[i].imag()) <= 1e-13 * norm)
            continue;
        size_t best = i;
        double distance = 2 * std::abs(values[i].imag()); /* to its own mirror image */
        for (size_t j = i + 1; j < n; j++) {
            const double d = std::abs(values[j] - std::conj(values[i]));
            if (other[j] < 0 && d < distance)
                best = j, distance = d;
        }
        other[i] = (int)best, other[best] = (int)i;
    }
    return other;
}

/* What a call gives, as doubles. */
struct general_result {
    std::vector<number> values;
    std::vector<std::vector<number>> vectors; /* of a real matrix: parts, as real numbers */
};

static bool solve_general(square_matrix &h, bool is_real, bool wants_vectors, general_result *out)
{
    const int n = h.n;
    square_matrix q(n);
    double norm = 0;
    for (const number &x : h.at_)
        norm += std::norm(x);
    norm = std::sqrt(norm);
    make_identity(q);
    make_hessenberg(h, q);
    if (!make_triangular(h, q))
        return false;
    std::vector<number> values((size_t)n);
    for (int i = 0; i < n; i++)
        values[(size_t)i] = h(i, i);
    if (!is_real) {
        out->values = values;
        for (int k = 0; wants_vectors && k < n; k++)
            out->vectors.push_back(vector_of_value(h, q, k, norm));
        return true;
    }
    const std::vector<int> other = pair_up(values, norm);
    for (int i = 0; i < n; i++) {
        const int j = other[(size_t)i];
        if (j < i)
            continue;
        const int k = j != i && values[(size_t)i].imag() < 0 ? j : i; /* the one above */
        const number value = values[(size_t)k];
        out->values.push_back(j == i ? number(value.real()) : value);
        if (j != i)
            out->values.push_back(std::conj(value));
        if (!wants_vectors)
            continue;
        const std::vector<number> v = vector_of_value(h, q, k, norm);
        for (int part = 0; part < (j == i ? 1 : 2); part++) {
            std::vector<number> parts((size_t)n);
            for (size_t e = 0; e < (size_t)n; e++)
                parts[e] = part == 0 ? v[e].real() : v[e].imag();
            out->vectors.push_back(parts);
        }
    }
    return true;
}

template <class T> static T number_to(number x)
{
    if constexpr (number_of<T>::is_complex)
        return T((real_of<T>)x.real(), (real_of<T>)x.imag());
    else
        return (T)x.real();
}
template <class T> static number number_from(T x)
{
    if constexpr (number_of<T>::is_complex)
        return number(x.x, x.y);
    else
        return number(x);
}

/* Values of a real matrix: complex ones, or real parts and behind them imaginary ones. */
template <class T>
static bool put_values(const std::vector<number> &values, bool apart, void *to)
{
    typedef real_of<T> R;
    const size_t n = values.size();
    std::vector<R> parts(2 * n);
    for (size_t i = 0; i < n; i++) {
        parts[apart ? i : 2 * i] = (R)values[i].real();
        parts[apart ? n + i : 2 * i + 1] = (R)values[i].imag();
    }
    return cudaMemcpy(to, parts.data(), parts.size() * sizeof(R), cudaMemcpyHostToDevice) ==
           cudaSuccess;
}

template <class T>
static cusolverStatus_t geev(cusolverDnHandle_t handle, bool wants_vectors, int64_t n,
                             const void *a, int64_t lda, cudaDataType of_values, void *values,
                             void *vr, int64_t ldvr, int *info)
{
    CHECK_SOLVER(handle, CUSOLVER_STATUS_NOT_INITIALIZED);
    const bool apart = of_values == CUDA_R_32F || of_values == CUDA_R_64F; /* real, imaginary parts */
    CHECK_SOLVER(n >= 0 && lda >= n && (!wants_vectors || ldvr >= n) && info &&
                     solver_bytes(of_values) == (apart ? 1 : 2) * sizeof(real_of<T>) &&
                     !(apart && number_of<T>::is_complex),
                 CUSOLVER_STATUS_INVALID_VALUE);
    std::vector<T> own((size_t)(n * n));
    if (cudaStreamSynchronize(handle->stream) != cudaSuccess ||
        (n > 0 && cudaMemcpy2D(own.data(), n * sizeof(T), a, lda * sizeof(T), n * sizeof(T), n,
                               cudaMemcpyDeviceToHost) != cudaSuccess))
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    square_matrix h((int)n);
    for (size_t i = 0; i < own.size(); i++)
        h.at_[i] = number_from(own[i]);
    general_result result;
    const int failed =
        solve_general(h, !number_of<T>::is_complex, wants_vectors, &result) ? 0 : (int)n;
    bool is_there = cudaMemcpy(info, &failed, sizeof failed, cudaMemcpyHostToDevice) == cudaSuccess;
    if (failed || n == 0)
        return is_there ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
    is_there = is_there && put_values<T>(result.values, apart, values);
    for (size_t k = 0; k < result.vectors.size(); k++)
        for (size_t i = 0; i < (size_t)n; i++)
            own[i + k * (size_t)n] = number_to<T>(result.vectors[k][i]);
    if (wants_vectors)
        is_there = is_there && cudaMemcpy2D(vr, ldvr * sizeof(T), own.data(), n * sizeof(T),
                                            n * sizeof(T), n, cudaMemcpyHostToDevice) == cudaSuccess;
    return is_there ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

extern "C" {
cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t, cusolverDnParams_t,
                                            cusolverEigMode_t, cusolverEigMode_t, int64_t n,
                                            cudaDataType type, const void *, int64_t, cudaDataType,
                                            const void *, cudaDataType, const void *, int64_t,
                                            cudaDataType, const void *, int64_t, cudaDataType,
                                            size_t *device, size_t *host)
{
    CHECK_SOLVER(n >= 0, CUSOLVER_STATUS_INVALID_VALUE);
    const cusolverStatus_t status = solver_no_room(type, device, host);
    if (status == CUSOLVER_STATUS_SUCCESS)
        *device = *host = 1; /* programs allocate what they are told */
    return status;
}
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t,
                                 cusolverEigMode_t left, cusolverEigMode_t right, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType of_values,
                                 void *values, cudaDataType, void *, int64_t, cudaDataType,
                                 void *vr, int64_t ldvr, cudaDataType, void *, size_t, void *,
                                 size_t, int *info)
{
    if (left == CUSOLVER_EIG_MODE_VECTOR) {
        refuse("cusolverDnXgeev", "left eigenvectors are not supported");
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    }
    const bool wants_vectors = right == CUSOLVER_EIG_MODE_VECTOR;
    SOLVER_BY_TYPE(type, geev, handle, wants_vectors, n, a, lda, of_values, values, vr, ldvr, info)
}
}
