/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusolverDn.h: calls that the library refuses.
 *
 * Source: cuSOLVER 12.x documentation; public lists of names (docs/reference/cuda-names.md).
 */
#define SIMGPU_CUSOLVER_OTHER_OF(REFUSED, X)                                                       \
    REFUSED(cusolverDn##X##gebrd_bufferSize)                                                       \
    REFUSED(cusolverDn##X##lauum)                                                                  \
    REFUSED(cusolverDn##X##lauum_bufferSize)                                                       \
    REFUSED(cusolverDn##X##sytrf_bufferSize)                                                       \
    REFUSED(cusolverDn##X##sytri)                                                                  \
    REFUSED(cusolverDn##X##sytri_bufferSize)

#define SIMGPU_CUSOLVER_OTHER(REFUSED)                                                             \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, S)                                                           \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, D)                                                           \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, C)                                                           \
    SIMGPU_CUSOLVER_OTHER_OF(REFUSED, Z)                                                           \
    REFUSED(cusolverDnChetrd)                                                                      \
    REFUSED(cusolverDnChetrd_bufferSize)                                                           \
    REFUSED(cusolverDnCungbr)                                                                      \
    REFUSED(cusolverDnCungbr_bufferSize)                                                           \
    REFUSED(cusolverDnCungtr)                                                                      \
    REFUSED(cusolverDnCungtr_bufferSize)                                                           \
    REFUSED(cusolverDnCunmtr)                                                                      \
    REFUSED(cusolverDnCunmtr_bufferSize)                                                           \
    REFUSED(cusolverDnDorgbr)                                                                      \
    REFUSED(cusolverDnDorgbr_bufferSize)                                                           \
    REFUSED(cusolverDnDorgtr)                                                                      \
    REFUSED(cusolverDnDorgtr_bufferSize)                                                           \
    REFUSED(cusolverDnDormtr)                                                                      \
    REFUSED(cusolverDnDormtr_bufferSize)                                                           \
    REFUSED(cusolverDnDsytrd)                                                                      \
    REFUSED(cusolverDnDsytrd_bufferSize)                                                           \
    REFUSED(cusolverDnGeqrf)                                                                       \
    REFUSED(cusolverDnGeqrf_bufferSize)                                                            \
    REFUSED(cusolverDnGesvd)                                                                       \
    REFUSED(cusolverDnGesvd_bufferSize)                                                            \
    REFUSED(cusolverDnGetrf)                                                                       \
    REFUSED(cusolverDnGetrf_bufferSize)                                                            \
    REFUSED(cusolverDnGetrs)                                                                       \
    REFUSED(cusolverDnIRSInfosGetResidualHistory)                                                  \
    REFUSED(cusolverDnPotrf)                                                                       \
    REFUSED(cusolverDnPotrf_bufferSize)                                                            \
    REFUSED(cusolverDnPotrs)                                                                       \
    REFUSED(cusolverDnSorgbr)                                                                      \
    REFUSED(cusolverDnSorgbr_bufferSize)                                                           \
    REFUSED(cusolverDnSorgtr)                                                                      \
    REFUSED(cusolverDnSorgtr_bufferSize)                                                           \
    REFUSED(cusolverDnSormtr)                                                                      \
    REFUSED(cusolverDnSormtr_bufferSize)                                                           \
    REFUSED(cusolverDnSsytrd)                                                                      \
    REFUSED(cusolverDnSsytrd_bufferSize)                                                           \
    REFUSED(cusolverDnSyevd)                                                                       \
    REFUSED(cusolverDnSyevd_bufferSize)                                                            \
    REFUSED(cusolverDnSyevdx)                                                                      \
    REFUSED(cusolverDnSyevdx_bufferSize)                                                           \
    REFUSED(cusolverDnXlarft)                                                                      \
    REFUSED(cusolverDnXlarft_bufferSize)                                                           \
    REFUSED(cusolverDnXsytrs)                                                                      \
    REFUSED(cusolverDnXsytrs_bufferSize)                                                           \
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
