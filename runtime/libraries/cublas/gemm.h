/* SPDX-License-Identifier: BSD-3-Clause */
/* A product of matrices as all calls here ask for it: D = alpha op(A) op(B) + beta C, batches of
 * it, half of D, and what cuBLASLt does to the result.
 */
#ifndef SIMGPU_CUBLAS_GEMM_H
#define SIMGPU_CUBLAS_GEMM_H

#include "handle.h"

/* One of several matrices: the first one and the way to the next, or a list of them on the device.
 */
struct batch_of {
    const void *first;
    const void *const *list;
    long long stride; /* in elements */

    template <class T> __device__ __forceinline__ T *get(int number) const
    {
        return list ? (T *)list[number] : (T *)first + number * stride;
    }
};

static inline batch_of batch_single(const void *first)
{
    return {first, NULL, 0};
}
static inline batch_of batch_strided(const void *first, long long stride)
{
    return {first, NULL, stride};
}
static inline batch_of batch_listed(const void *const *list)
{
    return {NULL, list, 0};
}

/* What is done to a result. Sums of these. */
enum gemm_epilogue_kind {
    EPILOGUE_BIAS = 1,      /* plus a number for each row of D */
    EPILOGUE_RELU = 2,      /* negative ones are zero */
    EPILOGUE_GELU = 4,      /* by tanh */
    EPILOGUE_AUX = 8,       /* what gelu is given is kept, as `aux` */
    EPILOGUE_DGELU = 16,    /* times the derivative of gelu at `aux` */
    EPILOGUE_ROW_SUMS = 32, /* of D: bias gradients, by a kernel of their own */
    EPILOGUE_A_SUMS = 64,   /* of op(A) along k */
    EPILOGUE_B_SUMS = 128   /* of op(B) along k */
};

struct gemm_epilogue {
    int kind;
    void *bias; /* also where sums go */
    cudaDataType bias_type;
    void *aux;
    cudaDataType aux_type;
    long long aux_ld, aux_stride;
    long long bias_stride;
    int batch; /* a kernel's own */
};

struct gemm_call {
    int m, n, k, batches;
    cublasOperation_t trans_a, trans_b;
    batch_of a, b, c, d;
    long long lda, ldb, ldc, ldd;
    cudaDataType type; /* of A and B */
    cudaDataType c_type, d_type;
    const void *alpha, *beta; /* of the type that the sums have */
    bool tensor_cores;        /* may be used */
    bool tf32;                /* floats may be rounded to it */
    int triangle;             /* of D: 0 for all of it, else 1 lower, 2 upper */
    bool hermitian;           /* the diagonal of D is real */
    gemm_epilogue epilogue;
    /* Of cuBLASLt's products of eight bits: */
    cudaDataType b_type;    /* `type` is A's */
    const float *scales[4]; /* of A, B, C, D, on the device; NULL: 1 */
    float *amax;            /* where the largest result goes; NULL: nowhere */
};

static __host__ __device__ inline bool gemm_is_fp8(cudaDataType type)
{
    return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2;
}

/* The types of the scale factors that this product computes with; -1: these types are not
 * supported. */
int gemm_scale_type(const gemm_call *call);
cublasStatus_t gemm_run(cublasHandle_t handle, const gemm_call *call);

/* Whether tensor cores can carry this out, and that. */
bool gemm_tensor_suits(cublasHandle_t handle, const gemm_call *call);
cublasStatus_t gemm_tensor_run(cublasHandle_t handle, const gemm_call *call);

/* What the files of the types offer (gemm_real.cu and its neighbours). */
cublasStatus_t gemm_float(cublasHandle_t handle, const gemm_call *call);
cublasStatus_t gemm_double(cublasHandle_t handle, const gemm_call *call);
cublasStatus_t gemm_complex(cublasHandle_t handle, const gemm_call *call);
cublasStatus_t gemm_low(cublasHandle_t handle, const gemm_call *call);
cublasStatus_t gemm_fp8(cublasHandle_t handle, const gemm_call *call);

/* Gradients of biases: sums over a matrix that a product has, by a kernel of their own. */
cublasStatus_t lt_sums_run(cublasHandle_t handle, const gemm_call *call);

/* A call of one product with elements of one type. */
template <class T>
static inline gemm_call gemm_plain(cudaDataType type, cublasOperation_t trans_a,
                                   cublasOperation_t trans_b, int m, int n, int k,
                                   const void *alpha, batch_of a, int lda, batch_of b, int ldb,
                                   const void *beta, batch_of c, int ldc, int batches)
{
    gemm_call call = {};
    call.m = m, call.n = n, call.k = k, call.batches = batches;
    call.trans_a = trans_a, call.trans_b = trans_b;
    call.a = a, call.b = b, call.c = call.d = c;
    call.lda = lda, call.ldb = ldb, call.ldc = call.ldd = ldc;
    call.type = call.c_type = call.d_type = type;
    call.alpha = alpha, call.beta = beta;
    return call;
}

/* Whether sizes and leading dimensions make sense. */
static inline bool gemm_is_valid(const gemm_call *call)
{
    long long a_rows =
        call->trans_a == CUBLAS_OP_N || call->trans_a == CUBLAS_OP_CONJG ? call->m : call->k;
    long long b_rows =
        call->trans_b == CUBLAS_OP_N || call->trans_b == CUBLAS_OP_CONJG ? call->k : call->n;
    return is_operation(call->trans_a) && is_operation(call->trans_b) && call->m >= 0 &&
           call->n >= 0 && call->k >= 0 && call->batches >= 0 && call->alpha && call->beta &&
           call->lda >= (a_rows > 1 ? a_rows : 1) && call->ldb >= (b_rows > 1 ? b_rows : 1) &&
           call->ldc >= (call->m > 1 ? call->m : 1) && call->ldd >= (call->m > 1 ? call->m : 1);
}

#endif
