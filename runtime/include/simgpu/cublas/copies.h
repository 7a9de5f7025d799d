/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cublas_api.h: copies of vectors and matrices. */

/* Copies between host and device; the last argument of the Async forms is a stream. */
SIMGPU_CUBLAS_ONE(cublasSetVector, SIMGPU_INT n, SIMGPU_INT size, const void *x, SIMGPU_INT incx,
                  void *y, SIMGPU_INT incy);
SIMGPU_CUBLAS_ONE(cublasGetVector, SIMGPU_INT n, SIMGPU_INT size, const void *x, SIMGPU_INT incx,
                  void *y, SIMGPU_INT incy);
SIMGPU_CUBLAS_ONE(cublasSetVectorAsync, SIMGPU_INT n, SIMGPU_INT size, const void *x,
                  SIMGPU_INT incx, void *y, SIMGPU_INT incy, cudaStream_t stream);
SIMGPU_CUBLAS_ONE(cublasGetVectorAsync, SIMGPU_INT n, SIMGPU_INT size, const void *x,
                  SIMGPU_INT incx, void *y, SIMGPU_INT incy, cudaStream_t stream);
SIMGPU_CUBLAS_ONE(cublasSetMatrix, SIMGPU_INT rows, SIMGPU_INT columns, SIMGPU_INT size,
                  const void *a, SIMGPU_INT lda, void *b, SIMGPU_INT ldb);
SIMGPU_CUBLAS_ONE(cublasGetMatrix, SIMGPU_INT rows, SIMGPU_INT columns, SIMGPU_INT size,
                  const void *a, SIMGPU_INT lda, void *b, SIMGPU_INT ldb);
SIMGPU_CUBLAS_ONE(cublasSetMatrixAsync, SIMGPU_INT rows, SIMGPU_INT columns, SIMGPU_INT size,
                  const void *a, SIMGPU_INT lda, void *b, SIMGPU_INT ldb, cudaStream_t stream);
SIMGPU_CUBLAS_ONE(cublasGetMatrixAsync, SIMGPU_INT rows, SIMGPU_INT columns, SIMGPU_INT size,
                  const void *a, SIMGPU_INT lda, void *b, SIMGPU_INT ldb, cudaStream_t stream);
