/* SPDX-License-Identifier: BSD-3-Clause */
/* LAPACK, loaded when simgpu fits a model. To link it would cost every run of simgpu a tenth of its
 * start, since LAPACK, BLAS and Fortran's library have thousands of names to bind. */
#ifndef SIMGPU_OFFLOAD_LAPACK_H
#define SIMGPU_OFFLOAD_LAPACK_H

#include <glib.h>
#include <lapacke.h>
#include <stdbool.h>

/* LAPACKE's functions of these names. */
struct lapack {
    void *library;
    lapack_int (*dgeqrf)(int layout, lapack_int m, lapack_int n, double *a, lapack_int lda,
                         double *tau);
    lapack_int (*dormqr)(int layout, char side, char trans, lapack_int m, lapack_int n,
                         lapack_int k, const double *a, lapack_int lda, const double *tau,
                         double *c, lapack_int ldc);
    lapack_int (*dtrtrs)(int layout, char uplo, char trans, char diag, lapack_int n,
                         lapack_int nrhs, const double *a, lapack_int lda, double *b,
                         lapack_int ldb);
};

/* False with an error if it isn't installed. */
bool lapack_load(struct lapack *lapack, GError **error);
void lapack_unload(struct lapack *lapack);

#endif
