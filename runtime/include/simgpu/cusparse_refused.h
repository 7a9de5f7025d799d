/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: the calls that the library refuses. */
/* Operations of the program's own within a product, as code of the link-time compiler. */
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT } cusparseSpMMOpAlg_t;

#define SIMGPU_CUSPARSE_REFUSED(REFUSED)                                                           \
    REFUSED(cusparseSpMMOp_createPlan)                                                             \
    REFUSED(cusparseSpMMOp_destroyPlan)                                                            \
    REFUSED(cusparseSpMMOp)

#define SIMGPU_CUSPARSE_REFUSE(name) cusparseStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSPARSE_REFUSED(SIMGPU_CUSPARSE_REFUSE)
#undef SIMGPU_CUSPARSE_REFUSE
