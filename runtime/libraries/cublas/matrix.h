/* SPDX-License-Identifier: BSD-3-Clause */
/* A matrix as BLAS describes it: what lies in memory (all of it, a band, a packed triangle) and
 * what it stands for (itself, a symmetric, Hermitian or triangular one). at() gives any element.
 */
#ifndef SIMGPU_CUBLAS_MATRIX_H
#define SIMGPU_CUBLAS_MATRIX_H

#include "handle.h"

enum matrix_storage { STORED_DENSE, STORED_BAND, STORED_PACKED };
enum matrix_shape { SHAPE_GENERAL, SHAPE_SYMMETRIC, SHAPE_HERMITIAN, SHAPE_TRIANGULAR };

template <class T> struct matrix_of {
    T *first;
    long long ld;
    int storage, shape;
    bool lower, unit;            /* which triangle is there; whether its diagonal is one */
    bool transposed, conjugated; /* how the matrix is meant */
    int n;                       /* of packed triangles: rows */
    int below, above;            /* of bands: diagonals below and above the main one */
    bool is_bad;                 /* a letter of the call is none: the call refuses it */

    /* Where element (i, j) of what is stored lies, or -1: it is none that is stored. */
    __device__ __forceinline__ long long place(int i, int j) const
    {
        if (storage == STORED_DENSE)
            return i + j * ld;
        if (storage == STORED_BAND)
            return i - j > below || j - i > above ? -1 : above + i - j + j * ld;
        return lower ? i + (2LL * n - j - 1) * j / 2 : i + (j + 1LL) * j / 2;
    }

    __device__ __forceinline__ T at(int i, int j) const
    {
        bool flips = conjugated;
        if (transposed) {
            int swapped = i;
            i = j;
            j = swapped;
        }
        if (shape == SHAPE_TRIANGULAR) {
            if (i == j ? unit : (i > j) != lower)
                return i == j ? T(1) : T(0);
        } else if (shape != SHAPE_GENERAL && i != j && (i > j) != lower) {
            int swapped = i;
            i = j;
            j = swapped;
            flips = flips != (shape == SHAPE_HERMITIAN);
        }
        long long where = place(i, j);
        if (where < 0)
            return T(0);
        T value = first[where];
        if (shape == SHAPE_HERMITIAN && i == j)
            return T(real_part(value));
        return flips ? conjugate(value) : value;
    }
};

/* All of it, as `trans` says. */
template <class T>
static inline matrix_of<T> matrix_general(const void *a, int ld, cublasOperation_t trans)
{
    matrix_of<T> made = {};
    made.first = (T *)a;
    made.ld = ld;
    made.transposed = trans == CUBLAS_OP_T || trans == CUBLAS_OP_C;
    made.conjugated = trans == CUBLAS_OP_C || trans == CUBLAS_OP_CONJG;
    made.is_bad = !is_operation(trans);
    return made;
}

/* One triangle is there. */
template <class T>
static inline matrix_of<T> matrix_half(const void *a, int ld, matrix_shape shape,
                                       cublasFillMode_t uplo)
{
    matrix_of<T> made = matrix_general<T>(a, ld, CUBLAS_OP_N);
    made.shape = shape;
    made.lower = uplo == CUBLAS_FILL_MODE_LOWER;
    made.is_bad = !is_fill(uplo);
    return made;
}

template <class T>
static inline matrix_of<T> matrix_triangle(const void *a, int ld, cublasFillMode_t uplo,
                                           cublasOperation_t trans, cublasDiagType_t diag)
{
    matrix_of<T> made = matrix_general<T>(a, ld, trans);
    made.shape = SHAPE_TRIANGULAR;
    made.lower = uplo == CUBLAS_FILL_MODE_LOWER;
    made.unit = diag == CUBLAS_DIAG_UNIT;
    made.is_bad =
        made.is_bad || !is_fill(uplo) || (diag != CUBLAS_DIAG_UNIT && diag != CUBLAS_DIAG_NON_UNIT);
    return made;
}

/* The same with k diagonals beside the main one. */
template <class T> static inline matrix_of<T> matrix_as_band(matrix_of<T> made, int k)
{
    made.storage = STORED_BAND;
    made.below = made.lower ? k : 0;
    made.above = made.lower ? 0 : k;
    return made;
}

/* The same, packed. */
template <class T> static inline matrix_of<T> matrix_as_packed(matrix_of<T> made, int n)
{
    made.storage = STORED_PACKED;
    made.n = n;
    return made;
}

#endif
