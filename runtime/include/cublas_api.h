/* SPDX-License-Identifier: BSD-3-Clause */
/* cuBLAS's interface of version 2. The kernels behind it are simgpu's (runtime/libraries/cublas).
 *
 * Matrices lie by columns. The functions for S, D, C and Z are declared by macros, one for each
 * family: X is the letter, T the element, R its real type.
 *
 * Source: cuBLAS 12.x documentation. What is declared in simgpu/cublas_refused.h answers
 * CUBLAS_STATUS_NOT_SUPPORTED.
 */
#ifndef SIMGPU_CUBLAS_API_H
#define SIMGPU_CUBLAS_API_H
#define CUBLAS_API_H_

#include <stddef.h>
#include <stdint.h>

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"
#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else
typedef struct {
    unsigned short x;
} __half;
typedef struct {
    unsigned short x;
} __nv_bfloat16;
#endif

#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION   (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#ifndef CUBLASAPI
#define CUBLASAPI
#endif
#ifndef CUBLASWINAPI
#define CUBLASWINAPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum {
    CUBLAS_FILL_MODE_LOWER,
    CUBLAS_FILL_MODE_UPPER,
    CUBLAS_FILL_MODE_FULL
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N,
    CUBLAS_OP_T,
    CUBLAS_OP_C,
    CUBLAS_OP_HERMITAN = CUBLAS_OP_C,
    CUBLAS_OP_CONJG
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED } cublasAtomicsMode_t;

/* Algorithms of before 11.0: any means the default. */
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1,
    CUBLAS_GEMM_ALGO2,
    CUBLAS_GEMM_ALGO3,
    CUBLAS_GEMM_ALGO4,
    CUBLAS_GEMM_ALGO5,
    CUBLAS_GEMM_ALGO6,
    CUBLAS_GEMM_ALGO7,
    CUBLAS_GEMM_ALGO8,
    CUBLAS_GEMM_ALGO9,
    CUBLAS_GEMM_ALGO10,
    CUBLAS_GEMM_ALGO11,
    CUBLAS_GEMM_ALGO12,
    CUBLAS_GEMM_ALGO13,
    CUBLAS_GEMM_ALGO14,
    CUBLAS_GEMM_ALGO15,
    CUBLAS_GEMM_ALGO16,
    CUBLAS_GEMM_ALGO17,
    CUBLAS_GEMM_ALGO18,
    CUBLAS_GEMM_ALGO19,
    CUBLAS_GEMM_ALGO20,
    CUBLAS_GEMM_ALGO21,
    CUBLAS_GEMM_ALGO22,
    CUBLAS_GEMM_ALGO23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP,
    CUBLAS_GEMM_ALGO2_TENSOR_OP,
    CUBLAS_GEMM_ALGO3_TENSOR_OP,
    CUBLAS_GEMM_ALGO4_TENSOR_OP,
    CUBLAS_GEMM_ALGO5_TENSOR_OP,
    CUBLAS_GEMM_ALGO6_TENSOR_OP,
    CUBLAS_GEMM_ALGO7_TENSOR_OP,
    CUBLAS_GEMM_ALGO8_TENSOR_OP,
    CUBLAS_GEMM_ALGO9_TENSOR_OP,
    CUBLAS_GEMM_ALGO10_TENSOR_OP,
    CUBLAS_GEMM_ALGO11_TENSOR_OP,
    CUBLAS_GEMM_ALGO12_TENSOR_OP,
    CUBLAS_GEMM_ALGO13_TENSOR_OP,
    CUBLAS_GEMM_ALGO14_TENSOR_OP,
    CUBLAS_GEMM_ALGO15_TENSOR_OP,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;

typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
    CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
    CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;

/* CUDA 13's: floats made of products of shorter numbers. What is set is kept and changes nothing.
 */
typedef enum {
    CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
    CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
    CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;

typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;
typedef void (*cublasLogCallback)(const char *message);

/* Two names for one function, as the real header's macros give it. cublas.h has one name only. */
#ifndef SIMGPU_CUBLAS
#define SIMGPU_CUBLAS(name, ...)                                                                   \
    cublasStatus_t name(__VA_ARGS__) __asm__(#name "_v2");                                         \
    cublasStatus_t name##_v2(__VA_ARGS__)
#endif

SIMGPU_CUBLAS(cublasCreate, cublasHandle_t *handle);
SIMGPU_CUBLAS(cublasDestroy, cublasHandle_t handle);
SIMGPU_CUBLAS(cublasGetVersion, cublasHandle_t handle, int *version);
SIMGPU_CUBLAS(cublasSetStream, cublasHandle_t handle, cudaStream_t stream);
SIMGPU_CUBLAS(cublasGetStream, cublasHandle_t handle, cudaStream_t *stream);
SIMGPU_CUBLAS(cublasSetWorkspace, cublasHandle_t handle, void *workspace, size_t bytes);
SIMGPU_CUBLAS(cublasGetPointerMode, cublasHandle_t handle, cublasPointerMode_t *mode);
SIMGPU_CUBLAS(cublasSetPointerMode, cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *sms);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int sms);
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t *strategy);
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t strategy);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                                      cudaEmulationSpecialValuesSupport *mask);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                                      cudaEmulationSpecialValuesSupport mask);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl *control);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle,
                                                           cudaEmulationMantissaControl control);
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int *bits);
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int bits);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int *offset);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int offset);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int **bits);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                                   int *bits);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasLoggerConfigure(int is_on, int to_stdout, int to_stderr, const char *file);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback);

/* The calls with numbers of rows, columns and steps: of 32 bits, and then of 64 bits, whose names
 * end in _64. What does not fit into 32 bits is refused by name.
 *
 * Source: cuBLAS 12.x documentation, "64-bit Integer Interface". */
#define SIMGPU_INT                   int
#define SIMGPU_CUBLAS_NAME(name)     name
#define SIMGPU_CUBLAS_ONE(name, ...) cublasStatus_t name(__VA_ARGS__)
#include "simgpu/cublas/calls.h"
#undef SIMGPU_INT
#undef SIMGPU_CUBLAS_NAME
#undef SIMGPU_CUBLAS_ONE
#ifndef SIMGPU_CUBLAS_H /* the interface without handles has no such calls */
#undef SIMGPU_CUBLAS
#define SIMGPU_CUBLAS(name, ...)                                                                   \
    cublasStatus_t name##_64(__VA_ARGS__) __asm__(#name "_v2_64");                                 \
    cublasStatus_t name##_v2_64(__VA_ARGS__)
#define SIMGPU_CUBLAS_IS_WIDE
#define SIMGPU_INT                   int64_t
#define SIMGPU_CUBLAS_NAME(name)     name##_64
#define SIMGPU_CUBLAS_ONE(name, ...) cublasStatus_t name##_64(__VA_ARGS__)
#include "simgpu/cublas/calls.h"
#undef SIMGPU_CUBLAS_IS_WIDE
#undef SIMGPU_INT
#undef SIMGPU_CUBLAS_NAME
#undef SIMGPU_CUBLAS_ONE
#endif

#include "simgpu/cublas_refused.h"

#ifdef __cplusplus
}
#endif

#endif
