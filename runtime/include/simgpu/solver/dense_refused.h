/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusolverDn.h: calls that the library refuses, and the types that programs give them.
 *
 * Source: cuSOLVER 12.x documentation; public lists of names (docs/reference/cuda-names.md).
 */
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum {
    CUSOLVER_EIG_RANGE_ALL = 1001,
    CUSOLVER_EIG_RANGE_I = 1002,
    CUSOLVER_EIG_RANGE_V = 1003
} cusolverEigRange_t;
typedef enum {
    CUSOLVER_INF_NORM = 104,
    CUSOLVER_MAX_NORM = 105,
    CUSOLVER_ONE_NORM = 106,
    CUSOLVER_FRO_NORM = 107
} cusolverNorm_t;
typedef enum {
    CUSOLVER_DETERMINISTIC_RESULTS = 1,
    CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2
} cusolverDeterministicMode_t;
typedef enum { CUBLAS_DIRECT_FORWARD = 0, CUBLAS_DIRECT_BACKWARD = 1 } cusolverDirectMode_t;
typedef enum { CUBLAS_STOREV_COLUMNWISE = 0, CUBLAS_STOREV_ROWWISE = 1 } cusolverStorevMode_t;

#define SIMGPU_CUSOLVER_OTHER_OF(REFUSED, X)                                                       \
    REFUSED(cusolverDn##X##gebrd_bufferSize)                                                       \
    REFUSED(cusolverDn##X##gesvdaStridedBatched)                                                   \
    REFUSED(cusolverDn##X##gesvdaStridedBatched_bufferSize)                                        \
    REFUSED(cusolverDn##X##gesvdj)                                                                 \
    REFUSED(cusolverDn##X##gesvdjBatched)                                                          \
    REFUSED(cusolverDn##X##gesvdjBatched_bufferSize)                                               \
    REFUSED(cusolverDn##X##gesvdj_bufferSize)                                                      \
    REFUSED(cusolverDn##X##laswp)                                                                  \
    REFUSED(cusolverDn##X##lauum)                                                                  \
    REFUSED(cusolverDn##X##lauum_bufferSize)                                                       \
    REFUSED(cusolverDn##X##potri_bufferSize)                                                       \
    REFUSED(cusolverDn##X##sytrf_bufferSize)                                                       \
    REFUSED(cusolverDn##X##sytri)                                                                  \
    REFUSED(cusolverDn##X##sytri_bufferSize)

#define SIMGPU_CUSOLVER_OTHER(REFUSED)                                                             \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, S)                                                           \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, D)                                                           \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, C)                                                           \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, Z)                                                           \
    REFUSED(cusolverDnCCgels)                                                                      \
    REFUSED(cusolverDnCCgels_bufferSize)                                                           \
    REFUSED(cusolverDnCCgesv)                                                                      \
    REFUSED(cusolverDnCCgesv_bufferSize)                                                           \
    REFUSED(cusolverDnCEgels)                                                                      \
    REFUSED(cusolverDnCEgels_bufferSize)                                                           \
    REFUSED(cusolverDnCEgesv)                                                                      \
    REFUSED(cusolverDnCEgesv_bufferSize)                                                           \
    REFUSED(cusolverDnCKgels)                                                                      \
    REFUSED(cusolverDnCKgels_bufferSize)                                                           \
    REFUSED(cusolverDnCKgesv)                                                                      \
    REFUSED(cusolverDnCKgesv_bufferSize)                                                           \
    REFUSED(cusolverDnCYgels)                                                                      \
    REFUSED(cusolverDnCYgels_bufferSize)                                                           \
    REFUSED(cusolverDnCYgesv)                                                                      \
    REFUSED(cusolverDnCYgesv_bufferSize)                                                           \
    REFUSED(cusolverDnCheevdx)                                                                     \
    REFUSED(cusolverDnCheevdx_bufferSize)                                                          \
    REFUSED(cusolverDnChegvd)                                                                      \
    REFUSED(cusolverDnChegvd_bufferSize)                                                           \
    REFUSED(cusolverDnChegvdx)                                                                     \
    REFUSED(cusolverDnChegvdx_bufferSize)                                                          \
    REFUSED(cusolverDnChegvj)                                                                      \
    REFUSED(cusolverDnChegvj_bufferSize)                                                           \
    REFUSED(cusolverDnChetrd)                                                                      \
    REFUSED(cusolverDnChetrd_bufferSize)                                                           \
    REFUSED(cusolverDnCreateGesvdjInfo)                                                            \
    REFUSED(cusolverDnCungbr)                                                                      \
    REFUSED(cusolverDnCungbr_bufferSize)                                                           \
    REFUSED(cusolverDnCungtr)                                                                      \
    REFUSED(cusolverDnCungtr_bufferSize)                                                           \
    REFUSED(cusolverDnCunmtr)                                                                      \
    REFUSED(cusolverDnCunmtr_bufferSize)                                                           \
    REFUSED(cusolverDnDBgels)                                                                      \
    REFUSED(cusolverDnDBgels_bufferSize)                                                           \
    REFUSED(cusolverDnDBgesv)                                                                      \
    REFUSED(cusolverDnDBgesv_bufferSize)                                                           \
    REFUSED(cusolverDnDDgels)                                                                      \
    REFUSED(cusolverDnDDgels_bufferSize)                                                           \
    REFUSED(cusolverDnDDgesv)                                                                      \
    REFUSED(cusolverDnDDgesv_bufferSize)                                                           \
    REFUSED(cusolverDnDHgels)                                                                      \
    REFUSED(cusolverDnDHgels_bufferSize)                                                           \
    REFUSED(cusolverDnDHgesv)                                                                      \
    REFUSED(cusolverDnDHgesv_bufferSize)                                                           \
    REFUSED(cusolverDnDSgels)                                                                      \
    REFUSED(cusolverDnDSgels_bufferSize)                                                           \
    REFUSED(cusolverDnDSgesv)                                                                      \
    REFUSED(cusolverDnDSgesv_bufferSize)                                                           \
    REFUSED(cusolverDnDXgels)                                                                      \
    REFUSED(cusolverDnDXgels_bufferSize)                                                           \
    REFUSED(cusolverDnDXgesv)                                                                      \
    REFUSED(cusolverDnDXgesv_bufferSize)                                                           \
    REFUSED(cusolverDnDestroyGesvdjInfo)                                                           \
    REFUSED(cusolverDnDorgbr)                                                                      \
    REFUSED(cusolverDnDorgbr_bufferSize)                                                           \
    REFUSED(cusolverDnDorgtr)                                                                      \
    REFUSED(cusolverDnDorgtr_bufferSize)                                                           \
    REFUSED(cusolverDnDormtr)                                                                      \
    REFUSED(cusolverDnDormtr_bufferSize)                                                           \
    REFUSED(cusolverDnDsyevdx)                                                                     \
    REFUSED(cusolverDnDsyevdx_bufferSize)                                                          \
    REFUSED(cusolverDnDsygvd)                                                                      \
    REFUSED(cusolverDnDsygvd_bufferSize)                                                           \
    REFUSED(cusolverDnDsygvdx)                                                                     \
    REFUSED(cusolverDnDsygvdx_bufferSize)                                                          \
    REFUSED(cusolverDnDsygvj)                                                                      \
    REFUSED(cusolverDnDsygvj_bufferSize)                                                           \
    REFUSED(cusolverDnDsytrd)                                                                      \
    REFUSED(cusolverDnDsytrd_bufferSize)                                                           \
    REFUSED(cusolverDnGeqrf)                                                                       \
    REFUSED(cusolverDnGeqrf_bufferSize)                                                            \
    REFUSED(cusolverDnGesvd)                                                                       \
    REFUSED(cusolverDnGesvd_bufferSize)                                                            \
    REFUSED(cusolverDnGetDeterministicMode)                                                        \
    REFUSED(cusolverDnGetEmulationStrategy)                                                        \
    REFUSED(cusolverDnGetMathMode)                                                                 \
    REFUSED(cusolverDnGetrf)                                                                       \
    REFUSED(cusolverDnGetrf_bufferSize)                                                            \
    REFUSED(cusolverDnGetrs)                                                                       \
    REFUSED(cusolverDnIRSInfosCreate)                                                              \
    REFUSED(cusolverDnIRSInfosDestroy)                                                             \
    REFUSED(cusolverDnIRSInfosGetMaxIters)                                                         \
    REFUSED(cusolverDnIRSInfosGetNiters)                                                           \
    REFUSED(cusolverDnIRSInfosGetOuterNiters)                                                      \
    REFUSED(cusolverDnIRSInfosGetResidualHistory)                                                  \
    REFUSED(cusolverDnIRSInfosRequestResidual)                                                     \
    REFUSED(cusolverDnIRSParamsCreate)                                                             \
    REFUSED(cusolverDnIRSParamsDestroy)                                                            \
    REFUSED(cusolverDnIRSParamsDisableFallback)                                                    \
    REFUSED(cusolverDnIRSParamsEnableFallback)                                                     \
    REFUSED(cusolverDnIRSParamsGetMaxIters)                                                        \
    REFUSED(cusolverDnIRSParamsSetMaxIters)                                                        \
    REFUSED(cusolverDnIRSParamsSetMaxItersInner)                                                   \
    REFUSED(cusolverDnIRSParamsSetRefinementSolver)                                                \
    REFUSED(cusolverDnIRSParamsSetSolverLowestPrecision)                                           \
    REFUSED(cusolverDnIRSParamsSetSolverMainPrecision)                                             \
    REFUSED(cusolverDnIRSParamsSetSolverPrecisions)                                                \
    REFUSED(cusolverDnIRSParamsSetTol)                                                             \
    REFUSED(cusolverDnIRSParamsSetTolInner)                                                        \
    REFUSED(cusolverDnIRSXgels)                                                                    \
    REFUSED(cusolverDnIRSXgels_bufferSize)                                                         \
    REFUSED(cusolverDnIRSXgesv)                                                                    \
    REFUSED(cusolverDnIRSXgesv_bufferSize)                                                         \
    REFUSED(cusolverDnLoggerForceDisable)                                                          \
    REFUSED(cusolverDnLoggerOpenFile)                                                              \
    REFUSED(cusolverDnLoggerSetCallback)                                                           \
    REFUSED(cusolverDnLoggerSetFile)                                                               \
    REFUSED(cusolverDnLoggerSetLevel)                                                              \
    REFUSED(cusolverDnLoggerSetMask)                                                               \
    REFUSED(cusolverDnPotrf)                                                                       \
    REFUSED(cusolverDnPotrf_bufferSize)                                                            \
    REFUSED(cusolverDnPotrs)                                                                       \
    REFUSED(cusolverDnSBgels)                                                                      \
    REFUSED(cusolverDnSBgels_bufferSize)                                                           \
    REFUSED(cusolverDnSBgesv)                                                                      \
    REFUSED(cusolverDnSBgesv_bufferSize)                                                           \
    REFUSED(cusolverDnSHgels)                                                                      \
    REFUSED(cusolverDnSHgels_bufferSize)                                                           \
    REFUSED(cusolverDnSHgesv)                                                                      \
    REFUSED(cusolverDnSHgesv_bufferSize)                                                           \
    REFUSED(cusolverDnSSgels)                                                                      \
    REFUSED(cusolverDnSSgels_bufferSize)                                                           \
    REFUSED(cusolverDnSSgesv)                                                                      \
    REFUSED(cusolverDnSSgesv_bufferSize)                                                           \
    REFUSED(cusolverDnSXgels)                                                                      \
    REFUSED(cusolverDnSXgels_bufferSize)                                                           \
    REFUSED(cusolverDnSXgesv)                                                                      \
    REFUSED(cusolverDnSXgesv_bufferSize)                                                           \
    REFUSED(cusolverDnSetAdvOptions)                                                               \
    REFUSED(cusolverDnSetDeterministicMode)                                                        \
    REFUSED(cusolverDnSetEmulationStrategy)                                                        \
    REFUSED(cusolverDnSetMathMode)                                                                 \
    REFUSED(cusolverDnSorgbr)                                                                      \
    REFUSED(cusolverDnSorgbr_bufferSize)                                                           \
    REFUSED(cusolverDnSorgtr)                                                                      \
    REFUSED(cusolverDnSorgtr_bufferSize)                                                           \
    REFUSED(cusolverDnSormtr)                                                                      \
    REFUSED(cusolverDnSormtr_bufferSize)                                                           \
    REFUSED(cusolverDnSsyevdx)                                                                     \
    REFUSED(cusolverDnSsyevdx_bufferSize)                                                          \
    REFUSED(cusolverDnSsygvd)                                                                      \
    REFUSED(cusolverDnSsygvd_bufferSize)                                                           \
    REFUSED(cusolverDnSsygvdx)                                                                     \
    REFUSED(cusolverDnSsygvdx_bufferSize)                                                          \
    REFUSED(cusolverDnSsygvj)                                                                      \
    REFUSED(cusolverDnSsygvj_bufferSize)                                                           \
    REFUSED(cusolverDnSsytrd)                                                                      \
    REFUSED(cusolverDnSsytrd_bufferSize)                                                           \
    REFUSED(cusolverDnSyevd)                                                                       \
    REFUSED(cusolverDnSyevd_bufferSize)                                                            \
    REFUSED(cusolverDnSyevdx)                                                                      \
    REFUSED(cusolverDnSyevdx_bufferSize)                                                           \
    REFUSED(cusolverDnXgeev)                                                                       \
    REFUSED(cusolverDnXgeev_bufferSize)                                                            \
    REFUSED(cusolverDnXgeqrf)                                                                      \
    REFUSED(cusolverDnXgeqrf_bufferSize)                                                           \
    REFUSED(cusolverDnXgesvd)                                                                      \
    REFUSED(cusolverDnXgesvd_bufferSize)                                                           \
    REFUSED(cusolverDnXgesvdjGetResidual)                                                          \
    REFUSED(cusolverDnXgesvdjGetSweeps)                                                            \
    REFUSED(cusolverDnXgesvdjSetMaxSweeps)                                                         \
    REFUSED(cusolverDnXgesvdjSetSortEig)                                                           \
    REFUSED(cusolverDnXgesvdjSetTolerance)                                                         \
    REFUSED(cusolverDnXgesvdp)                                                                     \
    REFUSED(cusolverDnXgesvdp_bufferSize)                                                          \
    REFUSED(cusolverDnXgesvdr)                                                                     \
    REFUSED(cusolverDnXgesvdr_bufferSize)                                                          \
    REFUSED(cusolverDnXgetrf_bufferSize)                                                           \
    REFUSED(cusolverDnXgetrs)                                                                      \
    REFUSED(cusolverDnXlarft)                                                                      \
    REFUSED(cusolverDnXlarft_bufferSize)                                                           \
    REFUSED(cusolverDnXpotrf_bufferSize)                                                           \
    REFUSED(cusolverDnXpotrs)                                                                      \
    REFUSED(cusolverDnXsyevBatched)                                                                \
    REFUSED(cusolverDnXsyevBatched_bufferSize)                                                     \
    REFUSED(cusolverDnXsyevdx)                                                                     \
    REFUSED(cusolverDnXsyevdx_bufferSize)                                                          \
    REFUSED(cusolverDnXsytrs)                                                                      \
    REFUSED(cusolverDnXsytrs_bufferSize)                                                           \
    REFUSED(cusolverDnXtrtri)                                                                      \
    REFUSED(cusolverDnXtrtri_bufferSize)                                                           \
    REFUSED(cusolverDnZCgels)                                                                      \
    REFUSED(cusolverDnZCgels_bufferSize)                                                           \
    REFUSED(cusolverDnZCgesv)                                                                      \
    REFUSED(cusolverDnZCgesv_bufferSize)                                                           \
    REFUSED(cusolverDnZEgels)                                                                      \
    REFUSED(cusolverDnZEgels_bufferSize)                                                           \
    REFUSED(cusolverDnZEgesv)                                                                      \
    REFUSED(cusolverDnZEgesv_bufferSize)                                                           \
    REFUSED(cusolverDnZKgels)                                                                      \
    REFUSED(cusolverDnZKgels_bufferSize)                                                           \
    REFUSED(cusolverDnZKgesv)                                                                      \
    REFUSED(cusolverDnZKgesv_bufferSize)                                                           \
    REFUSED(cusolverDnZYgels)                                                                      \
    REFUSED(cusolverDnZYgels_bufferSize)                                                           \
    REFUSED(cusolverDnZYgesv)                                                                      \
    REFUSED(cusolverDnZYgesv_bufferSize)                                                           \
    REFUSED(cusolverDnZZgels)                                                                      \
    REFUSED(cusolverDnZZgels_bufferSize)                                                           \
    REFUSED(cusolverDnZZgesv)                                                                      \
    REFUSED(cusolverDnZZgesv_bufferSize)                                                           \
    REFUSED(cusolverDnZheevdx)                                                                     \
    REFUSED(cusolverDnZheevdx_bufferSize)                                                          \
    REFUSED(cusolverDnZhegvd)                                                                      \
    REFUSED(cusolverDnZhegvd_bufferSize)                                                           \
    REFUSED(cusolverDnZhegvdx)                                                                     \
    REFUSED(cusolverDnZhegvdx_bufferSize)                                                          \
    REFUSED(cusolverDnZhegvj)                                                                      \
    REFUSED(cusolverDnZhegvj_bufferSize)                                                           \
    REFUSED(cusolverDnZhetrd)                                                                      \
    REFUSED(cusolverDnZhetrd_bufferSize)                                                           \
    REFUSED(cusolverDnZungbr)                                                                      \
    REFUSED(cusolverDnZungbr_bufferSize)                                                           \
    REFUSED(cusolverDnZungtr)                                                                      \
    REFUSED(cusolverDnZungtr_bufferSize)                                                           \
    REFUSED(cusolverDnZunmtr)                                                                      \
    REFUSED(cusolverDnZunmtr_bufferSize)

#define SIMGPU_CUSOLVER_REFUSE(name) cusolverStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSOLVER_OTHER(SIMGPU_CUSOLVER_REFUSE)
#undef SIMGPU_CUSOLVER_REFUSE
