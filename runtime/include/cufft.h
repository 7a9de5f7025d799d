/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's interface. The kernels behind it are simgpu's (runtime/libraries/cufft).
 *
 * Source: cuFFT 12.x documentation. Differs: work areas are the plan's own, so sizes are 0.
 */
#ifndef SIMGPU_CUFFT_H
#define SIMGPU_CUFFT_H
#define _CUFFT_H_

#include <stddef.h>

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"
#include "simgpu/refused.h"

#define CUFFT_VER_MAJOR 11
#define CUFFT_VER_MINOR 0
#define CUFFT_VER_PATCH 0
#define CUFFT_VER_BUILD 0
#define CUFFT_VERSION   11000
#define CUFFT_FORWARD   -1
#define CUFFT_INVERSE   1
#define CUFFT_PLAN_NULL ((cufftHandle)-1)
#ifndef CUFFTAPI
#define CUFFTAPI
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INCOMPLETE_PARAMETER_LIST = 10,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_PARSE_ERROR = 12,
    CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_LICENSE_ERROR = 15,
    CUFFT_NOT_SUPPORTED = 16,
    CUFFT_MISSING_DEPENDENCY = 17,
    CUFFT_NVRTC_FAILURE = 18,
    CUFFT_NVJITLINK_FAILURE = 19,
    CUFFT_NVSHMEM_FAILURE = 20
} cufftResult;

typedef enum cufftType_t {
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_C2C = 0x29,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
    CUFFT_Z2Z = 0x69
} cufftType;

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;

cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
cufftResult cufftPlan2d(cufftHandle *plan, int nx, int ny, cufftType type);
cufftResult cufftPlan3d(cufftHandle *plan, int nx, int ny, int nz, cufftType type);
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *inembed, int istride, int idist,
                          int *onembed, int ostride, int odist, cufftType type, int batch);
cufftResult cufftCreate(cufftHandle *plan);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes);
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes);
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type,
                            size_t *bytes);
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *inembed, int istride,
                              int idist, int *onembed, int ostride, int odist, cufftType type,
                              int batch, size_t *bytes);
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                long long int *onembed, long long int ostride, long long int odist,
                                cufftType type, long long int batch, size_t *bytes);
cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *bytes);
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *bytes);
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *bytes);
cufftResult cufftEstimateMany(int rank, int *n, int *in_embed, int in_stride, int in_next,
                              int *out_embed, int out_stride, int out_next, cufftType type,
                              int batch, size_t *bytes);
cufftResult cufftGetSize1d(cufftHandle plan, int nx, cufftType type, int batch, size_t *bytes);
cufftResult cufftGetSize2d(cufftHandle plan, int nx, int ny, cufftType type, size_t *bytes);
cufftResult cufftGetSize3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t *bytes);
cufftResult cufftGetSizeMany(cufftHandle plan, int rank, int *n, int *in_embed, int in_stride,
                             int in_next, int *out_embed, int out_stride, int out_next,
                             cufftType type, int batch, size_t *bytes);
cufftResult cufftGetSizeMany64(cufftHandle plan, int rank, long long int *n,
                               long long int *in_embed, long long int in_stride,
                               long long int in_next, long long int *out_embed,
                               long long int out_stride, long long int out_next, cufftType type,
                               long long int batch, size_t *bytes);
cufftResult cufftGetSize(cufftHandle plan, size_t *bytes);
cufftResult cufftSetAutoAllocation(cufftHandle plan, int is_automatic);
cufftResult cufftSetWorkArea(cufftHandle plan, void *area);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftGetVersion(int *version);
cufftResult cufftGetProperty(libraryPropertyType type, int *value);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction);
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out);
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out);
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out,
                         int direction);
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out);
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out);

/* Plans by types; those that cufftType has. */
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                cudaDataType in, long long int *onembed, long long int ostride,
                                long long int odist, cudaDataType out, long long int batch,
                                size_t *bytes, cudaDataType execution_type);
cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, cudaDataType in,
                               long long int *onembed, long long int ostride, long long int odist,
                               cudaDataType out, long long int batch, size_t *bytes,
                               cudaDataType execution_type);
cufftResult cufftXtExec(cufftHandle plan, void *in, void *out, int direction);

/* Hints about how a plan is made: taken as read. */
typedef enum cufftProperty_t {
    NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT = 0x1,
    NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS = 0x2
} cufftProperty;
cufftResult cufftSetPlanPropertyInt64(cufftHandle plan, cufftProperty property,
                                      const long long int value);
cufftResult cufftResetPlanProperty(cufftHandle plan, cufftProperty property);

#define SIMGPU_CUFFT_REFUSED(REFUSED)                                                              \
    REFUSED(cufftXtSetCallbackSharedSize)                                                          \
    REFUSED(cufftGetPlanPropertyInt64)                                                             \
    REFUSED(cufftXtSetJITCallback)                                                                 \
    REFUSED(cufftXtQueryPlan)                                                                      \
    REFUSED(cufftXtSetDistribution)
#define SIMGPU_CUFFT_REFUSE(name) cufftResult name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUFFT_REFUSED(SIMGPU_CUFFT_REFUSE)
#undef SIMGPU_CUFFT_REFUSE

#ifdef __cplusplus
}
#endif

#endif
