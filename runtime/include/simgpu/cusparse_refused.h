/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: the calls that the library refuses. */
#define SIMGPU_CUSPARSE_REFUSED_OF(REFUSED, X)                                                     \
    REFUSED(cusparse##X##dense2csr)                                                                \
    REFUSED(cusparse##X##csr2dense)                                                                \
    REFUSED(cusparse##X##csrmm2)                                                                   \
    REFUSED(cusparse##X##csrsv2_solve)                                                             \
    REFUSED(cusparse##X##csric02)                                                                  \
    REFUSED(cusparse##X##gtsv2)                                                                    \
    REFUSED(cusparse##X##gtsv2StridedBatch)                                                        \
    REFUSED(cusparse##X##bsrmv)                                                                    \
    REFUSED(cusparse##X##gemvi)

#define SIMGPU_CUSPARSE_REFUSED(REFUSED)                                                           \
    SIMGPU_CUSPARSE_REFUSED_OF(REFUSED, S)                                                         \
    SIMGPU_CUSPARSE_REFUSED_OF(REFUSED, D)                                                         \
    SIMGPU_CUSPARSE_REFUSED_OF(REFUSED, C)                                                         \
    SIMGPU_CUSPARSE_REFUSED_OF(REFUSED, Z)                                                         \
    REFUSED(cusparseCreateBlockedEll)

#define SIMGPU_CUSPARSE_REFUSE(name) cusparseStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSPARSE_REFUSED(SIMGPU_CUSPARSE_REFUSE)
#undef SIMGPU_CUSPARSE_REFUSE
