/* SPDX-License-Identifier: BSD-3-Clause */
/* cuSPARSE's calls of before the generic interface: triangular solves, incomplete Cholesky,
 * sums, conversions, sparse vectors. Each against the definition.
 */
#include <cusparse.h>

#include "check.h"

static cusparseHandle_t handle;

/* A CSR matrix with its dense one by columns. */
template <class T> struct csr {
    int rows, columns, base;
    std::vector<number> dense;
    std::vector<int> offsets, indices;
    std::vector<T> values;

    template <class Element>
    csr(int m, int n, int first, const Element &at)
        : rows(m), columns(n), base(first), dense((size_t)m * n)
    {
        for (int i = 0; i < m; i++) {
            offsets.push_back((int)values.size() + base);
            for (int j = 0; j < n; j++) {
                const T x = element<T>::make(at(i, j));
                if (element<T>::value(x) == 0.0)
                    continue;
                values.push_back(x);
                indices.push_back(j + base);
                dense[i + (size_t)j * m] = element<T>::value(x);
            }
        }
        offsets.push_back((int)values.size() + base);
    }
    int entries() const
    {
        return (int)values.size();
    }
    number at(int i, int j) const
    {
        return dense[i + (size_t)j * rows];
    }
};

static cusparseMatDescr_t description(int base, cusparseFillMode_t fill, cusparseDiagType_t diag)
{
    cusparseMatDescr_t made;
    OK(cusparseCreateMatDescr(&made));
    OK(cusparseSetMatIndexBase(made, (cusparseIndexBase_t)base));
    OK(cusparseSetMatFillMode(made, fill));
    OK(cusparseSetMatDiagType(made, diag));
    return made;
}

#define OLDER(X, T_)                                                                               \
    static number sparse_##X(int i, int j)                                                         \
    {                                                                                              \
        return i == j                ? number(4 + i % 3)                                           \
               : (i * 7 + j * 5) % 6 ? number(0)                                                   \
                                     : 0.25 * random_number<T_>();                                 \
    }                                                                                              \
    /* Of each triangle, with and without its diagonal: what comes back is multiplied by it. */    \
    static void solves_##X(int n, int base)                                                        \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const int wide = 3, ldb = n + 1;                                                           \
        const csr<T> s(n, n, base, sparse_##X);                                                    \
        array<int> offsets(s.offsets), indices(s.indices);                                         \
        array<T> values(s.values), f(n), x(n), b((size_t)ldb *n);                                  \
        const T alpha = element<T>::make(number(1.5, 0.5));                                        \
        const cusparseOperation_t flat = CUSPARSE_OPERATION_NON_TRANSPOSE;                         \
        for (int which = 0; which < 8; which++) {                                                  \
            const auto fill = which & 1 ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER;     \
            const auto diag = which & 2 ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;   \
            const auto op = which & 4 ? CUSPARSE_OPERATION_TRANSPOSE : flat;                       \
            cusparseMatDescr_t matrix = description(base, fill, diag);                             \
            auto triangle = [&](int i, int j) {                                                    \
                if (op != flat)                                                                    \
                    std::swap(i, j);                                                               \
                if (i == j)                                                                        \
                    return which & 2 ? number(1) : s.at(i, j);                                     \
                return (i > j) == ((which & 1) != 0) ? s.at(i, j) : number(0);                     \
            };                                                                                     \
            auto check = [&](const char *what, int columns, const auto &found, const auto &from) { \
                for (int c = 0; c < columns; c++)                                                  \
                    for (int i = 0; i < n; i++) {                                                  \
                        number sum = 0;                                                            \
                        for (int k = 0; k < n; k++)                                                \
                            sum += triangle(i, k) * found(k, c);                                   \
                        expect(sum, element<T>::value(alpha) * from(i, c),                         \
                               element<T>::error * 100 * n, what, i);                              \
                    }                                                                              \
            };                                                                                     \
            csrsv2Info_t sv;                                                                       \
            csrsm2Info_t sm;                                                                       \
            int bytes, position = 0;                                                               \
            size_t more;                                                                           \
            OK(cusparseCreateCsrsv2Info(&sv));                                                     \
            OK(cusparseCreateCsrsm2Info(&sm));                                                     \
            OK(cusparse##X##csrsv2_bufferSize(handle, op, n, s.entries(), matrix, values.device,   \
                                              offsets.device, indices.device, sv, &bytes));        \
            OK(cusparse##X##csrsv2_analysis(handle, op, n, s.entries(), matrix, values.device,     \
                                            offsets.device, indices.device, sv,                    \
                                            CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));            \
            OK(cusparseXcsrsv2_zeroPivot(handle, sv, &position));                                  \
            expect(position, -1, 0, #X "csrsv2 pivot", which);                                     \
            OK(cusparse##X##csrsv2_solve(handle, op, n, s.entries(), &alpha, matrix,               \
                                         values.device, offsets.device, indices.device, sv,        \
                                         f.device, x.device, CUSPARSE_SOLVE_POLICY_USE_LEVEL,      \
                                         nullptr));                                                \
            const auto one = x.get();                                                              \
            check(                                                                                 \
                #X "csrsv2", 1, [&](int i, int) { return element<T>::value(one[i]); },             \
                [&](int i, int) { return f[i]; });                                                 \
            for (const auto op_b : {flat, CUSPARSE_OPERATION_TRANSPOSE}) {                         \
                const int down = op_b == flat ? 1 : ldb, across = op_b == flat ? ldb : 1;          \
                b.put();                                                                           \
                OK(cusparse##X##csrsm2_bufferSizeExt(                                              \
                    handle, 0, op, op_b, n, wide, s.entries(), &alpha, matrix, values.device,      \
                    offsets.device, indices.device, b.device, ldb, sm,                             \
                    CUSPARSE_SOLVE_POLICY_NO_LEVEL, &more));                                       \
                OK(cusparse##X##csrsm2_analysis(handle, 0, op, op_b, n, wide, s.entries(), &alpha, \
                                                matrix, values.device, offsets.device,             \
                                                indices.device, b.device, ldb, sm,                 \
                                                CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));         \
                OK(cusparse##X##csrsm2_solve(handle, 0, op, op_b, n, wide, s.entries(), &alpha,    \
                                             matrix, values.device, offsets.device,                \
                                             indices.device, b.device, ldb, sm,                    \
                                             CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));            \
                const auto many = b.get();                                                         \
                check(                                                                             \
                    #X "csrsm2", wide < n ? wide : n,                                              \
                    [&](int i, int c) {                                                            \
                        return element<T>::value(many[i * down + (size_t)c * across]);             \
                    },                                                                             \
                    [&](int i, int c) { return b[i * down + (size_t)c * across]; });               \
            }                                                                                      \
            T none = element<T>::make(number(0)); /* a pivot that is zero is told */               \
            CUDA(cudaMemcpy(values.device, &none, sizeof none, cudaMemcpyHostToDevice));           \
            OK(cusparse##X##csrsv2_solve(handle, op, n, s.entries(), &alpha, matrix,               \
                                         values.device, offsets.device, indices.device, sv,        \
                                         f.device, x.device, CUSPARSE_SOLVE_POLICY_USE_LEVEL,      \
                                         nullptr));                                                \
            const bool unit = diag == CUSPARSE_DIAG_TYPE_UNIT;                                     \
            expect(cusparseXcsrsv2_zeroPivot(handle, sv, &position),                               \
                   unit ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT, 0, #X "csrsv2",    \
                   which);                                                                         \
            expect(position, unit ? -1 : base, 0, #X "csrsv2 pivot", which);                       \
            values.put();                                                                          \
            OK(cusparseDestroyCsrsv2Info(sv));                                                     \
            OK(cusparseDestroyCsrsm2Info(sm));                                                     \
            OK(cusparseDestroyMatDescr(matrix));                                                   \
        }                                                                                          \
    }                                                                                              \
    /* L L' is A where A has entries; what lies above the diagonal stays. */                       \
    static void cholesky_##X(int n, int base)                                                      \
    {                                                                                              \
        typedef T_ T;                                                                              \
        std::vector<number> half((size_t)n *n);                                                    \
        for (int i = 0; i < n; i++)                                                                \
            for (int j = 0; j <= i; j++)                                                           \
                half[i + j * n] = sparse_##X(i, j);                                                \
        const csr<T> s(n, n, base, [&](int i, int j) {                                             \
            return i >= j ? half[i + j * n] : std::conj(half[j + i * n]);                          \
        });                                                                                        \
        array<int> offsets(s.offsets), indices(s.indices);                                         \
        array<T> values(s.values);                                                                 \
        cusparseMatDescr_t matrix =                                                                \
            description(base, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT);              \
        csric02Info_t info;                                                                        \
        int bytes, position = 0;                                                                   \
        OK(cusparseCreateCsric02Info(&info));                                                      \
        OK(cusparse##X##csric02_bufferSize(handle, n, s.entries(), matrix, values.device,          \
                                           offsets.device, indices.device, info, &bytes));         \
        OK(cusparse##X##csric02_analysis(handle, n, s.entries(), matrix, values.device,            \
                                         offsets.device, indices.device, info,                     \
                                         CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));               \
        OK(cusparse##X##csric02(handle, n, s.entries(), matrix, values.device, offsets.device,     \
                                indices.device, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));  \
        OK(cusparseXcsric02_zeroPivot(handle, info, &position));                                   \
        const auto found = values.get();                                                           \
        std::vector<number> l((size_t)n *n);                                                       \
        for (int i = 0; i < n; i++)                                                                \
            for (int e = s.offsets[i] - base; e < s.offsets[i + 1] - base; e++) {                  \
                const int j = s.indices[e] - base;                                                 \
                if (j <= i)                                                                        \
                    l[i + j * n] = element<T>::value(found[e]);                                    \
                else                                                                               \
                    expect(element<T>::value(found[e]), s.at(i, j), 0, #X "csric02 above", e);     \
            }                                                                                      \
        for (int i = 0; i < n; i++)                                                                \
            for (int j = 0; j <= i; j++) {                                                         \
                number sum = 0;                                                                    \
                for (int k = 0; k <= j; k++)                                                       \
                    sum += l[i + k * n] * std::conj(l[j + k * n]);                                 \
                if (s.at(i, j) != 0.0)                                                             \
                    expect(sum, s.at(i, j), element<T>::error * 100, #X "csric02", i + j * n);     \
            }                                                                                      \
        T negative = element<T>::make(number(-1));                                                 \
        values.put();                                                                              \
        CUDA(cudaMemcpy(values.device, &negative, sizeof negative, cudaMemcpyHostToDevice));       \
        OK(cusparse##X##csric02(handle, n, s.entries(), matrix, values.device, offsets.device,     \
                                indices.device, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, nullptr));  \
        expect(cusparseXcsric02_zeroPivot(handle, info, &position), CUSPARSE_STATUS_ZERO_PIVOT, 0, \
               #X "csric02 pivot", n);                                                             \
        expect(position, base, 0, #X "csric02 pivot", n);                                          \
        OK(cusparseDestroyCsric02Info(info));                                                      \
        OK(cusparseDestroyMatDescr(matrix));                                                       \
    }                                                                                              \
    static void sums_##X(int m, int n)                                                             \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const csr<T> a(m, n, 0, sparse_##X), b(m, n, 1, [&](int i, int j) {                        \
            return (i + j) % 3 ? number(0) : random_number<T>() + 2.0;                             \
        });                                                                                        \
        array<int> of_a(a.offsets), in_a(a.indices), of_b(b.offsets), in_b(b.indices),             \
            of_c(m + 1);                                                                           \
        array<T> va(a.values), vb(b.values);                                                       \
        cusparseMatDescr_t d[2];                                                                   \
        for (int base = 0; base < 2; base++)                                                       \
            d[base] = description(base, CUSPARSE_FILL_MODE_LOWER, CUSPARSE_DIAG_TYPE_NON_UNIT);    \
        int total;                                                                                 \
        size_t bytes;                                                                              \
        const T alpha = element<T>::make(number(2, -1)), beta = element<T>::make(number(-0.5));    \
        OK(cusparseXcsrgeam2Nnz(handle, m, n, d[0], a.entries(), of_a.device, in_a.device, d[1],   \
                                b.entries(), of_b.device, in_b.device, d[1], of_c.device, &total,  \
                                nullptr));                                                         \
        array<int> in_c(total);                                                                    \
        array<T> vc(total), dense((size_t)m *n);                                                   \
        OK(cusparse##X##csrgeam2_bufferSizeExt(handle, m, n, &alpha, d[0], a.entries(), va.device, \
                                               of_a.device, in_a.device, &beta, d[1], b.entries(), \
                                               vb.device, of_b.device, in_b.device, d[1],          \
                                               vc.device, of_c.device, in_c.device, &bytes));      \
        OK(cusparse##X##csrgeam2(handle, m, n, &alpha, d[0], a.entries(), va.device, of_a.device,  \
                                 in_a.device, &beta, d[1], b.entries(), vb.device, of_b.device,    \
                                 in_b.device, d[1], vc.device, of_c.device, in_c.device,           \
                                 nullptr));                                                        \
        OK(cusparse##X##csr2dense(handle, m, n, d[1], vc.device, of_c.device, in_c.device,         \
                                  dense.device, m));                                               \
        auto found = dense.get();                                                                  \
        int entries = 0;                                                                           \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++) {                                                          \
                expect(element<T>::value(found[i + (size_t)j * m]),                                \
                       element<T>::value(alpha) * a.at(i, j) +                                     \
                           element<T>::value(beta) * b.at(i, j),                                   \
                       element<T>::error * 20, #X "csrgeam2", i + j * m);                          \
                entries += a.at(i, j) != 0.0 || b.at(i, j) != 0.0;                                 \
            }                                                                                      \
        expect(total, entries, 0, #X "csrgeam2Nnz", m);                                            \
        /* The sum to CSC and CSR and back, and its adjoint by way of csr2csc. */                  \
        array<int> lines(n + m + 1), places(total), counts(n + m + 1);                             \
        array<T> again(total);                                                                     \
        OK(cusparse##X##dense2csc(handle, m, n, d[0], dense.device, m, counts.device,              \
                                  again.device, places.device, lines.device));                     \
        OK(cusparse##X##csc2dense(handle, m, n, d[0], again.device, places.device, lines.device,   \
                                  dense.device, m));                                               \
        auto same = dense.get();                                                                   \
        OK(cusparse##X##dense2csr(handle, m, n, d[1], dense.device, m, counts.device,              \
                                  again.device, lines.device, places.device));                     \
        OK(cusparse##X##csr2csc(handle, m, n, total, again.device, lines.device, places.device,    \
                                vc.device, in_c.device, counts.device, CUSPARSE_ACTION_NUMERIC,    \
                                CUSPARSE_INDEX_BASE_ONE));                                         \
        OK(cusparse##X##csc2dense(handle, m, n, d[1], vc.device, in_c.device, counts.device,       \
                                  dense.device, m));                                               \
        auto turned = dense.get();                                                                 \
        for (size_t i = 0; i < found.size(); i++) {                                                \
            expect(element<T>::value(same[i]), element<T>::value(found[i]), 0, #X "dense2csc", i); \
            expect(element<T>::value(turned[i]), element<T>::value(found[i]), 0, #X "csr2csc", i); \
        }                                                                                          \
        for (int way = 0; way < 4; way++) {                                                        \
            const bool flat = way & 1, flat_b = way & 2;                                           \
            const int k = 3, inner = flat ? n : m, outer = flat ? m : n;                           \
            const int ldb = flat_b ? inner : k;                                                    \
            array<T> right((size_t)inner *k), c((size_t)outer *k);                                 \
            OK(cusparse##X##csrmm2(                                                                \
                handle, flat ? CUSPARSE_OPERATION_NON_TRANSPOSE : CUSPARSE_OPERATION_TRANSPOSE,    \
                flat_b ? CUSPARSE_OPERATION_NON_TRANSPOSE : CUSPARSE_OPERATION_TRANSPOSE, m, k, n, \
                a.entries(), &alpha, d[0], va.device, of_a.device, in_a.device, right.device, ldb, \
                &beta, c.device, outer));                                                          \
            auto product = c.get();                                                                \
            for (int j = 0; j < k; j++)                                                            \
                for (int i = 0; i < outer; i++) {                                                  \
                    number sum = 0;                                                                \
                    for (int l = 0; l < inner; l++)                                                \
                        sum += (flat ? a.at(i, l) : a.at(l, i)) *                                  \
                               (flat_b ? right[l + (size_t)j * ldb] : right[j + (size_t)l * ldb]); \
                    const number before = c[i + (size_t)j * outer];                                \
                    expect(element<T>::value(product[i + (size_t)j * outer]),                      \
                           element<T>::value(alpha) * sum + element<T>::value(beta) * before,      \
                           element<T>::error * 100 * n, #X "csrmm2", way);                         \
                }                                                                                  \
        }                                                                                          \
        for (cusparseMatDescr_t one : d)                                                           \
            OK(cusparseDestroyMatDescr(one));                                                      \
    }                                                                                              \
    static void vectors_##X()                                                                      \
    {                                                                                              \
        typedef T_ T;                                                                              \
        const std::vector<int> where = {7, 2, 9, 5};                                               \
        const int n = (int)where.size();                                                           \
        array<int> indices(where);                                                                 \
        array<T> x(n), y(10), taken(n);                                                            \
        const T alpha = element<T>::make(number(0.5, 2));                                          \
        T result;                                                                                  \
        OK(cusparse##X##axpyi(handle, n, &alpha, x.device, indices.device, y.device,               \
                              CUSPARSE_INDEX_BASE_ONE));                                           \
        auto after = y.get();                                                                      \
        number dot = 0;                                                                            \
        for (int i = 0; i < n; i++) {                                                              \
            const number sum = y[where[i] - 1] + element<T>::value(alpha) * x[i];                  \
            expect(element<T>::value(after[where[i] - 1]), sum, element<T>::error * 10,            \
                   #X "axpyi", i);                                                                 \
            dot += x[i] * element<T>::value(after[where[i] - 1]);                                  \
        }                                                                                          \
        OK(cusparse##X##doti(handle, n, x.device, indices.device, y.device, &result,               \
                             CUSPARSE_INDEX_BASE_ONE));                                            \
        expect(element<T>::value(result), dot, element<T>::error * 20, #X "doti", 0);              \
        OK(cusparse##X##gthr(handle, n, y.device, taken.device, indices.device,                    \
                             CUSPARSE_INDEX_BASE_ONE));                                            \
        auto gathered = taken.get();                                                               \
        OK(cusparse##X##gthrz(handle, n, y.device, taken.device, indices.device,                   \
                              CUSPARSE_INDEX_BASE_ONE));                                           \
        auto zeroed = y.get();                                                                     \
        OK(cusparse##X##sctr(handle, n, taken.device, indices.device, y.device,                    \
                             CUSPARSE_INDEX_BASE_ONE));                                            \
        auto back = y.get();                                                                       \
        for (int i = 0; i < n; i++)                                                                \
            expect(element<T>::value(gathered[i]), element<T>::value(after[where[i] - 1]), 0,      \
                   #X "gthr", i);                                                                  \
        for (int i = 0; i < 10; i++)                                                               \
            expect(element<T>::value(back[i]), element<T>::value(after[i]), 0, #X "sctr", i);      \
        for (int i : where)                                                                        \
            expect(element<T>::value(zeroed[i - 1]), 0, 0, #X "gthrz", i);                         \
    }                                                                                              \
    static void all_##X()                                                                          \
    {                                                                                              \
        solves_##X(17, 0);                                                                         \
        solves_##X(6, 1);                                                                          \
        cholesky_##X(20, 1);                                                                       \
        sums_##X(9, 12);                                                                           \
        vectors_##X();                                                                             \
    }
OLDER(S, float)
OLDER(D, double)
OLDER(C, cuComplex)
OLDER(Z, cuDoubleComplex)

int main()
{
    OK(cusparseCreate(&handle));
    all_S();
    all_D();
    all_C();
    all_Z();
    wrong += cusparseSbsrxmv(handle) != CUSPARSE_STATUS_NOT_SUPPORTED;
    OK(cusparseDestroy(handle));
    return verdict();
}
