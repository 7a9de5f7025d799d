/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSOLVER's sparse solutions by Cholesky, LU and QR, on the host and on the device, in each order
 * of rows, step by step, and refactorizations: x is known, and b is computed from it.
 */
#include <algorithm>
#include <cusolverRf.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <cusparse_v2.h>

#include "../cu/check.h"

static cusolverSpHandle_t handle;
static cusparseMatDescr_t matrices[2]; /* by base */

/* A grid's points and their neighbours, with some that are further away. Hermitian and positive, or
 * not even of a symmetric pattern. */
template <class T> struct grid_matrix {
    int n, base;
    std::vector<int> offsets, indices;
    std::vector<T> values, x, b;

    grid_matrix(int width, int first, bool is_positive)
        : n(width * width), base(first), x((size_t)n), b((size_t)n)
    {
        std::vector<std::vector<std::pair<int, number>>> rows((size_t)n);
        for (int i = 0; i < n; i++) {
            const int below[] = {i % width ? i - 1 : -1, i - width, i % 5 ? -1 : i - 3 * width};
            rows[i].push_back({i, number(is_positive ? 8 : 4 + i % 3)});
            for (int j : below)
                if (j >= 0) {
                    const number y = random_number<T>();
                    rows[i].push_back({j, y});
                    if (is_positive || i % 2)
                        rows[j].push_back({i, is_positive ? std::conj(y) : random_number<T>()});
                }
        }
        for (int i = 0; i < n; i++)
            x[i] = element<T>::make(random_number<T>());
        for (int i = 0; i < n; i++) {
            std::sort(rows[i].begin(), rows[i].end(),
                      [](const auto &p, const auto &q) { return p.first < q.first; });
            offsets.push_back((int)indices.size() + base);
            number sum(0);
            for (const auto &entry : rows[i]) {
                indices.push_back(entry.first + base);
                values.push_back(element<T>::make(entry.second));
                sum += element<T>::value(values.back()) * element<T>::value(x[entry.first]);
            }
            b[i] = element<T>::make(sum);
        }
        offsets.push_back((int)indices.size() + base);
    }
    void compare(const std::vector<T> &found, const char *what) const
    {
        for (int i = 0; i < n; i++)
            expect(element<T>::value(found[i]), element<T>::value(x[i]), element<T>::error * 300,
                   what, i);
    }
};

#define OF(name) cusolverSpS##name, cusolverSpD##name, cusolverSpC##name, cusolverSpZ##name
/* The call of a type among four. */
template <class S, class D, class C, class Z> static S pick(float, S s, D, C, Z)
{
    return s;
}
template <class S, class D, class C, class Z> static D pick(double, S, D d, C, Z)
{
    return d;
}
template <class S, class D, class C, class Z> static C pick(cuComplex, S, D, C c, Z)
{
    return c;
}
template <class S, class D, class C, class Z> static Z pick(cuDoubleComplex, S, D, C, Z z)
{
    return z;
}

template <class T, class Call>
static void solve_on_host(const grid_matrix<T> &a, Call call, int reorder, const char *what)
{
    std::vector<T> x((size_t)a.n);
    int singularity = 7;
    OK(call(handle, a.n, (int)a.values.size(), matrices[a.base], a.values.data(), a.offsets.data(),
            a.indices.data(), a.b.data(), 1e-6f, reorder, x.data(), &singularity));
    expect(singularity, -1, 0, what, reorder);
    a.compare(x, what);
}
template <class T, class Call>
static void solve_on_device(const grid_matrix<T> &a, Call call, int reorder, const char *what)
{
    array<int> offsets(a.offsets), indices(a.indices);
    array<T> values(a.values), b(a.b), x((size_t)a.n);
    int singularity = 7;
    OK(call(handle, a.n, (int)a.values.size(), matrices[a.base], values.device, offsets.device,
            indices.device, b.device, 1e-6f, reorder, x.device, &singularity));
    expect(singularity, -1, 0, what, reorder);
    a.compare(x.get(), what);
}

template <class T> static void solutions(int width, int base)
{
    const grid_matrix<T> positive(width, base, true), general(width, base, false);
    for (int reorder = 0; reorder < 4; reorder++) {
        solve_on_host(positive, pick(T(), OF(csrlsvcholHost)), reorder, "cholesky, host");
        solve_on_device(positive, pick(T(), OF(csrlsvchol)), reorder, "cholesky");
        solve_on_host(general, pick(T(), OF(csrlsvqrHost)), reorder, "qr, host");
        solve_on_device(general, pick(T(), OF(csrlsvqr)), reorder, "qr");
        solve_on_host(general, pick(T(), OF(csrlsvluHost)), reorder, "lu, host");
    }
}

/* Two systems of one pattern: the second has other values and another solution. */
static void batch()
{
    grid_matrix<double> a(4, 1, false);
    std::vector<double> values = a.values, b = a.b;
    for (double value : a.values)
        values.push_back(2 * value);
    b.insert(b.end(), a.b.begin(), a.b.end());
    array<double> of_a(values), of_b(b), x(b.size());
    array<int> offsets(a.offsets), indices(a.indices);
    csrqrInfo_t info;
    size_t internal = 0, bytes = 0;
    const int entries = (int)a.values.size();
    OK(cusolverSpCreateCsrqrInfo(&info));
    OK(cusolverSpXcsrqrAnalysisBatched(handle, a.n, a.n, entries, matrices[1], offsets.device,
                                       indices.device, info));
    OK(cusolverSpDcsrqrBufferInfoBatched(handle, a.n, a.n, entries, matrices[1], of_a.device,
                                         offsets.device, indices.device, 2, info, &internal,
                                         &bytes));
    OK(cusolverSpDcsrqrsvBatched(handle, a.n, a.n, entries, matrices[1], of_a.device,
                                 offsets.device, indices.device, of_b.device, x.device, 2, info,
                                 nullptr));
    const std::vector<double> found = x.get();
    for (int i = 0; i < 2 * a.n; i++)
        expect(found[i], a.x[i % a.n] / (i < a.n ? 1 : 2), 1e-11, "csrqrsvBatched", i);
    expect(cusolverSpXcsrqrAnalysisBatched(handle, a.n + 1, a.n, entries, matrices[1],
                                           offsets.device, indices.device, info),
           CUSOLVER_STATUS_NOT_SUPPORTED, 0, "more rows than columns", 0);
    OK(cusolverSpDestroyCsrqrInfo(info));
}

/* A row of zeros; a matrix that is not positive; pivots that must not be on the diagonal. */
static void singular()
{
    grid_matrix<double> a(4, 0, true);
    std::vector<double> x(16);
    int at = -7;
#define TRY(call)                                                                                  \
    OK(call(handle, a.n, (int)a.values.size(), matrices[0], a.values.data(), a.offsets.data(),     \
            a.indices.data(), a.b.data(), 1e-10, 0, x.data(), &at))
    for (int e = a.offsets[5]; e < a.offsets[6]; e++)
        a.values[e] = a.indices[e] == 5 ? -1 : a.values[e];
    TRY(cusolverSpDcsrlsvcholHost);
    expect(at, 5, 0, "not positive", 0);
    for (int i = 0; i < 16; i++) /* no entries but zeros in row and column 5 */
        for (int e = a.offsets[i]; e < a.offsets[i + 1]; e++)
            a.values[e] = i == 5 || a.indices[e] == 5 ? 0 : a.values[e];
    TRY(cusolverSpDcsrlsvluHost);
    expect(at, 5, 0, "zeros, lu", 0);
    TRY(cusolverSpDcsrlsvqrHost);
    expect(at, 5, 0, "zeros, qr", 0);
    const std::vector<int> offsets = {0, 1, 2, 4}, indices = {1, 0, 0, 2};
    const std::vector<double> values = {2, 4, 1, 5}, b = {6, 8, 12}; /* x = 2, 3, 2 */
    OK(cusolverSpDcsrlsvluHost(handle, 3, 4, matrices[0], values.data(), offsets.data(),
                               indices.data(), b.data(), 1e-10, 0, x.data(), &at));
    const double solution[] = {2, 3, 2};
    for (int i = 0; i < 3; i++)
        expect(x[i], solution[i], 1e-12, "exchanged", i);
}

/* Factored once, solved twice; with another matrix of the pattern. */
static void steps()
{
    grid_matrix<double> a(9, 1, true);
    const int entries = (int)a.values.size();
    array<int> offsets(a.offsets), indices(a.indices);
    array<double> values(a.values), b(a.b), x((size_t)a.n);
    csrcholInfo_t chol;
    csrqrInfo_t qr;
    size_t internal, bytes;
    int at = 5;
    OK(cusolverSpCreateCsrcholInfo(&chol));
    OK(cusolverSpXcsrcholAnalysis(handle, a.n, entries, matrices[1], offsets.device, indices.device,
                                  chol));
    OK(cusolverSpDcsrcholBufferInfo(handle, a.n, entries, matrices[1], values.device,
                                    offsets.device, indices.device, chol, &internal, &bytes));
    OK(cusolverSpCreateCsrqrInfo(&qr));
    OK(cusolverSpXcsrqrAnalysis(handle, a.n, a.n, entries, matrices[1], offsets.device,
                                indices.device, qr));
    for (int round = 0; round < 2; round++) {
        const double scale = round + 1.0, shift = round ? 0 : 0.5;
        std::vector<double> scaled(a.values), moved(a.b);
        for (double &value : scaled)
            value *= scale;
        for (int i = 0; i < a.n; i++)
            moved[i] = scale * a.b[i];
        array<double> now(scaled), right(moved);
        OK(cusolverSpDcsrcholFactor(handle, a.n, entries, matrices[1], now.device, offsets.device,
                                    indices.device, chol, NULL));
        OK(cusolverSpDcsrcholZeroPivot(handle, chol, 1e-12, &at));
        expect(at, -1, 0, "pivot", round);
        OK(cusolverSpDcsrcholSolve(handle, a.n, right.device, x.device, chol, NULL));
        a.compare(x.get(), "cholesky, steps");
        for (int i = 0; i < a.n; i++)
            moved[i] -= shift * a.x[i];
        array<double> less(moved);
        OK(cusolverSpDcsrqrSetup(handle, a.n, a.n, entries, matrices[1], now.device, offsets.device,
                                 indices.device, shift, qr));
        OK(cusolverSpDcsrqrFactor(handle, a.n, a.n, entries, NULL, NULL, qr, NULL));
        OK(cusolverSpDcsrqrZeroPivot(handle, qr, 1e-12, &at));
        expect(at, -1, 0, "diagonal", round);
        OK(cusolverSpDcsrqrSolve(handle, a.n, a.n, less.device, x.device, qr, NULL));
        a.compare(x.get(), "qr, steps");
    }
    OK(cusolverSpDestroyCsrcholInfo(chol));
    OK(cusolverSpDestroyCsrqrInfo(qr));
}

/* LU by the host, then of other numbers by the device. */
static void refactored()
{
    grid_matrix<double> a(8, 0, false);
    const int n = a.n, entries = (int)a.values.size();
    csrluInfoHost_t lu;
    int in_l, in_u;
    OK(cusolverSpCreateCsrluInfoHost(&lu));
    OK(cusolverSpXcsrluAnalysisHost(handle, n, entries, matrices[0], a.offsets.data(),
                                    a.indices.data(), lu));
    OK(cusolverSpDcsrluFactorHost(handle, n, entries, matrices[0], a.values.data(),
                                  a.offsets.data(), a.indices.data(), lu, 1.0, NULL));
    OK(cusolverSpXcsrluNnzHost(handle, &in_l, &in_u, lu));
    std::vector<int> p((size_t)n), q((size_t)n), l_offsets((size_t)n + 1), l_indices((size_t)in_l),
        u_offsets((size_t)n + 1), u_indices((size_t)in_u);
    std::vector<double> l((size_t)in_l), u((size_t)in_u);
    OK(cusolverSpDcsrluExtractHost(handle, p.data(), q.data(), matrices[0], l.data(),
                                   l_offsets.data(), l_indices.data(), matrices[0], u.data(),
                                   u_offsets.data(), u_indices.data(), lu, NULL));
    OK(cusolverSpDestroyCsrluInfoHost(lu));
    cusolverRfHandle_t rf;
    OK(cusolverRfCreate(&rf));
    OK(cusolverRfSetMatrixFormat(rf, CUSOLVERRF_MATRIX_FORMAT_CSR,
                                 CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L));
    OK(cusolverRfSetupHost(n, entries, a.offsets.data(), a.indices.data(), a.values.data(), in_l,
                           l_offsets.data(), l_indices.data(), l.data(), in_u, u_offsets.data(),
                           u_indices.data(), u.data(), p.data(), q.data(), rf));
    OK(cusolverRfAnalyze(rf));
    array<int> offsets(a.offsets), indices(a.indices), device_p(p), device_q(q);
    array<double> room((size_t)n);
    for (int round = 0; round < 2; round++) {
        std::vector<double> scaled(a.values), right((size_t)n, 0.0);
        for (int i = 0; i < n; i++)
            for (int e = a.offsets[i]; e < a.offsets[i + 1]; e++) {
                scaled[e] *= a.indices[e] == i ? 1 + round : 1;
                right[i] += scaled[e] * a.x[a.indices[e]];
            }
        array<double> values(scaled), x(right);
        OK(cusolverRfResetValues(n, entries, offsets.device, indices.device, values.device,
                                 device_p.device, device_q.device, rf));
        OK(cusolverRfRefactor(rf));
        OK(cusolverRfSolve(rf, device_p.device, device_q.device, 1, room.device, n, x.device, n));
        a.compare(x.get(), "refactored");
    }
    OK(cusolverRfDestroy(rf));
}

/* Orders are orders; a matrix in one is the matrix. */
static void orders()
{
    grid_matrix<double> a(10, 1, true);
    const int entries = (int)a.values.size();
    std::vector<int> order((size_t)a.n), sorted((size_t)a.n), offsets, indices,
        map((size_t)entries);
    int is_symmetric = 5;
    OK(cusolverSpXcsrissymHost(handle, a.n, entries, matrices[1], a.offsets.data(),
                               a.offsets.data() + 1, a.indices.data(), &is_symmetric));
    expect(is_symmetric, 1, 0, "symmetric", 0);
    for (int way = 0; way < 3; way++) {
        if (way == 2)
            OK(cusolverSpXcsrmetisndHost(handle, a.n, entries, matrices[1], a.offsets.data(),
                                         a.indices.data(), NULL, order.data()));
        else
            OK((way ? cusolverSpXcsrsymamdHost
                    : cusolverSpXcsrsymrcmHost)(handle, a.n, entries, matrices[1], a.offsets.data(),
                                                a.indices.data(), order.data()));
        sorted = order;
        std::sort(sorted.begin(), sorted.end());
        for (int i = 0; i < a.n; i++)
            expect(sorted[i], i, 0, "order", i);
        offsets = a.offsets, indices = a.indices;
        for (int e = 0; e < entries; e++)
            map[e] = e;
        OK(cusolverSpXcsrpermHost(handle, a.n, a.n, entries, matrices[1], offsets.data(),
                                  indices.data(), order.data(), order.data(), map.data(), NULL));
        for (int i = 0; i < a.n; i++)
            for (int e = offsets[i] - 1; e < offsets[i + 1] - 1; e++) {
                const int old = order[i];
                expect(a.indices[map[e]] - 1, order[indices[e] - 1], 0, "column", e);
                expect(map[e] >= a.offsets[old] - 1 && map[e] < a.offsets[old + 1] - 1, 1, 0, "row",
                       e);
            }
    }
    a.indices[1] = a.n; /* nothing is on the other side */
    OK(cusolverSpXcsrissymHost(handle, a.n, entries, matrices[1], a.offsets.data(),
                               a.offsets.data() + 1, a.indices.data(), &is_symmetric));
    expect(is_symmetric, 0, 0, "symmetric", 1);
}

int main()
{
    OK(cusolverSpCreate(&handle));
    for (int base = 0; base < 2; base++) {
        OK(cusparseCreateMatDescr(&matrices[base]));
        OK(cusparseSetMatIndexBase(matrices[base], (cusparseIndexBase_t)base));
    }
    solutions<float>(5, 0);
    solutions<double>(12, 1);
    solutions<cuComplex>(6, 0);
    solutions<cuDoubleComplex>(7, 1);
    solutions<double>(1, 0);
    batch();
    singular();
    steps();
    refactored();
    orders();
    OK(cusolverSpDestroy(handle));
    return verdict();
}
