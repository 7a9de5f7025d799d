/* SPDX-License-Identifier: BSD-3-Clause */
/* A program that is linked with the libraries by the names that CMake has for them. */
#include <cstdio>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>

int main()
{
    cublasHandle_t blas;
    cublasLtHandle_t lt;
    curandGenerator_t random;
    cufftHandle plan;
    cusparseHandle_t sparse;
    cusolverDnHandle_t solver;
    const int bad = (cublasCreate(&blas) != 0) + (cublasLtCreate(&lt) != 0) +
                    (curandCreateGenerator(&random, CURAND_RNG_PSEUDO_DEFAULT) != 0) +
                    (cufftPlan1d(&plan, 8, CUFFT_C2C, 1) != 0) + (cusparseCreate(&sparse) != 0) +
                    (cusolverDnCreate(&solver) != 0);
    printf("libraries: %d bad\n", bad);
    return bad;
}
