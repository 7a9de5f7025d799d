/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cusparse.h: calls of cuSPARSE 12 and of older ones that the library refuses, and the
 * types that programs give them.
 *
 * Source: cuSPARSE 8 to 12 documentation; public lists of names (docs/reference/cuda-names.md).
 */
typedef struct bsric02Info *bsric02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct cusparseHybMat *cusparseHybMat_t;
typedef struct cusparseSolveAnalysisInfo *cusparseSolveAnalysisInfo_t;
typedef enum { CUSPARSE_COLOR_ALG0 = 0, CUSPARSE_COLOR_ALG1 = 1 } cusparseColorAlg_t;
typedef enum {
    CUSPARSE_HYB_PARTITION_AUTO = 0,
    CUSPARSE_HYB_PARTITION_USER = 1,
    CUSPARSE_HYB_PARTITION_MAX = 2
} cusparseHybPartition_t;
typedef enum {
    CUSPARSE_ALG0 = 0,
    CUSPARSE_ALG1 = 1,
    CUSPARSE_ALG_NAIVE = 0,
    CUSPARSE_ALG_MERGE_PATH = 1
} cusparseAlgMode_t;
typedef enum { CUSPARSE_SIDE_LEFT = 0, CUSPARSE_SIDE_RIGHT = 1 } cusparseSideMode_t;
typedef enum {
    CUSPARSE_SPSV_UPDATE_GENERAL = 0,
    CUSPARSE_SPSV_UPDATE_DIAGONAL = 1
} cusparseSpSVUpdate_t;
typedef enum {
    CUSPARSE_SPSM_UPDATE_GENERAL = 0,
    CUSPARSE_SPSM_UPDATE_DIAGONAL = 1
} cusparseSpSMUpdate_t;
/* Older names of algorithms of products with dense matrices. */
enum { CUSPARSE_COOMM_ALG1 = 1, CUSPARSE_COOMM_ALG2 = 2, CUSPARSE_COOMM_ALG3 = 3 };
enum { CUSPARSE_CSRMM_ALG1 = 4, CUSPARSE_FORMAT_COO_AOS = 4 };

#define SIMGPU_CUSPARSE_OLDER_OF(REFUSED, X)                                                       \
    REFUSED(cusparse##X##bsric02)                                                                  \
    REFUSED(cusparse##X##bsric02_analysis)                                                         \
    REFUSED(cusparse##X##bsric02_bufferSize)                                                       \
    REFUSED(cusparse##X##bsric02_bufferSizeExt)                                                    \
    REFUSED(cusparse##X##bsrilu02)                                                                 \
    REFUSED(cusparse##X##bsrilu02_analysis)                                                        \
    REFUSED(cusparse##X##bsrilu02_bufferSize)                                                      \
    REFUSED(cusparse##X##bsrilu02_bufferSizeExt)                                                   \
    REFUSED(cusparse##X##bsrilu02_numericBoost)                                                    \
    REFUSED(cusparse##X##bsrsm2_analysis)                                                          \
    REFUSED(cusparse##X##bsrsm2_bufferSize)                                                        \
    REFUSED(cusparse##X##bsrsm2_bufferSizeExt)                                                     \
    REFUSED(cusparse##X##bsrsm2_solve)                                                             \
    REFUSED(cusparse##X##bsrsv2_analysis)                                                          \
    REFUSED(cusparse##X##bsrsv2_bufferSize)                                                        \
    REFUSED(cusparse##X##bsrsv2_bufferSizeExt)                                                     \
    REFUSED(cusparse##X##bsrsv2_solve)                                                             \
    REFUSED(cusparse##X##bsrxmv)                                                                   \
    REFUSED(cusparse##X##csc2hyb)                                                                  \
    REFUSED(cusparse##X##csr2csr_compress)                                                         \
    REFUSED(cusparse##X##csr2csru)                                                                 \
    REFUSED(cusparse##X##csr2gebsr)                                                                \
    REFUSED(cusparse##X##csr2gebsr_bufferSize)                                                     \
    REFUSED(cusparse##X##csr2gebsr_bufferSizeExt)                                                  \
    REFUSED(cusparse##X##csr2hyb)                                                                  \
    REFUSED(cusparse##X##csrcolor)                                                                 \
    REFUSED(cusparse##X##csrgeam)                                                                  \
    REFUSED(cusparse##X##csric0)                                                                   \
    REFUSED(cusparse##X##csrilu0)                                                                  \
    REFUSED(cusparse##X##csrilu02_numericBoost)                                                    \
    REFUSED(cusparse##X##csrmv_mp)                                                                 \
    REFUSED(cusparse##X##csrsm_analysis)                                                           \
    REFUSED(cusparse##X##csrsm_solve)                                                              \
    REFUSED(cusparse##X##csrsv_analysis)                                                           \
    REFUSED(cusparse##X##csrsv_solve)                                                              \
    REFUSED(cusparse##X##csru2csr)                                                                 \
    REFUSED(cusparse##X##csru2csr_bufferSizeExt)                                                   \
    REFUSED(cusparse##X##dense2hyb)                                                                \
    REFUSED(cusparse##X##gebsr2csr)                                                                \
    REFUSED(cusparse##X##gebsr2gebsc)                                                              \
    REFUSED(cusparse##X##gebsr2gebsc_bufferSize)                                                   \
    REFUSED(cusparse##X##gebsr2gebsc_bufferSizeExt)                                                \
    REFUSED(cusparse##X##gebsr2gebsr)                                                              \
    REFUSED(cusparse##X##gebsr2gebsr_bufferSize)                                                   \
    REFUSED(cusparse##X##gebsr2gebsr_bufferSizeExt)                                                \
    REFUSED(cusparse##X##gemmi)                                                                    \
    REFUSED(cusparse##X##hyb2csc)                                                                  \
    REFUSED(cusparse##X##hyb2csr)                                                                  \
    REFUSED(cusparse##X##hyb2dense)                                                                \
    REFUSED(cusparse##X##hybmv)                                                                    \
    REFUSED(cusparse##X##hybsv_analysis)                                                           \
    REFUSED(cusparse##X##hybsv_solve)                                                              \
    REFUSED(cusparse##X##nnz_compress)

#define SIMGPU_CUSPARSE_OLDER(REFUSED)                                                             \
    SIMGPU_CUSPARSE_OLDER_OF(REFUSED, S)                                                           \
    SIMGPU_CUSPARSE_OLDER_OF(REFUSED, D)                                                           \
    SIMGPU_CUSPARSE_OLDER_OF(REFUSED, C)                                                           \
    SIMGPU_CUSPARSE_OLDER_OF(REFUSED, Z)                                                           \
    REFUSED(cusparseConstrainedGeMM)                                                               \
    REFUSED(cusparseConstrainedGeMM_bufferSize)                                                    \
    REFUSED(cusparseCooAoSGet)                                                                     \
    REFUSED(cusparseCreateBsric02Info)                                                             \
    REFUSED(cusparseCreateBsrilu02Info)                                                            \
    REFUSED(cusparseCreateBsrsm2Info)                                                              \
    REFUSED(cusparseCreateBsrsv2Info)                                                              \
    REFUSED(cusparseCreateColorInfo)                                                               \
    REFUSED(cusparseCreateCooAoS)                                                                  \
    REFUSED(cusparseCreateCsru2csrInfo)                                                            \
    REFUSED(cusparseCreateHybMat)                                                                  \
    REFUSED(cusparseCreatePruneInfo)                                                               \
    REFUSED(cusparseCreateSolveAnalysisInfo)                                                       \
    REFUSED(cusparseCsr2cscEx)                                                                     \
    REFUSED(cusparseCsrilu0Ex)                                                                     \
    REFUSED(cusparseCsrmvEx)                                                                       \
    REFUSED(cusparseCsrmvEx_bufferSize)                                                            \
    REFUSED(cusparseCsrsv_analysisEx)                                                              \
    REFUSED(cusparseCsrsv_solveEx)                                                                 \
    REFUSED(cusparseDestroyBsric02Info)                                                            \
    REFUSED(cusparseDestroyBsrilu02Info)                                                           \
    REFUSED(cusparseDestroyBsrsm2Info)                                                             \
    REFUSED(cusparseDestroyBsrsv2Info)                                                             \
    REFUSED(cusparseDestroyColorInfo)                                                              \
    REFUSED(cusparseDestroyCsru2csrInfo)                                                           \
    REFUSED(cusparseDestroyHybMat)                                                                 \
    REFUSED(cusparseDestroyPruneInfo)                                                              \
    REFUSED(cusparseDestroySolveAnalysisInfo)                                                      \
    REFUSED(cusparseDpruneCsr2csr)                                                                 \
    REFUSED(cusparseDpruneCsr2csrByPercentage)                                                     \
    REFUSED(cusparseDpruneCsr2csrByPercentage_bufferSizeExt)                                       \
    REFUSED(cusparseDpruneCsr2csrNnz)                                                              \
    REFUSED(cusparseDpruneCsr2csrNnzByPercentage)                                                  \
    REFUSED(cusparseDpruneCsr2csr_bufferSizeExt)                                                   \
    REFUSED(cusparseDpruneDense2csr)                                                               \
    REFUSED(cusparseDpruneDense2csrByPercentage)                                                   \
    REFUSED(cusparseDpruneDense2csrByPercentage_bufferSizeExt)                                     \
    REFUSED(cusparseDpruneDense2csrNnz)                                                            \
    REFUSED(cusparseDpruneDense2csrNnzByPercentage)                                                \
    REFUSED(cusparseDpruneDense2csr_bufferSizeExt)                                                 \
    REFUSED(cusparseDroti)                                                                         \
    REFUSED(cusparseGetColorAlgs)                                                                  \
    REFUSED(cusparseGetLevelInfo)                                                                  \
    REFUSED(cusparseHpruneCsr2csr)                                                                 \
    REFUSED(cusparseHpruneCsr2csrByPercentage)                                                     \
    REFUSED(cusparseHpruneCsr2csrByPercentage_bufferSizeExt)                                       \
    REFUSED(cusparseHpruneCsr2csrNnz)                                                              \
    REFUSED(cusparseHpruneCsr2csrNnzByPercentage)                                                  \
    REFUSED(cusparseHpruneCsr2csr_bufferSizeExt)                                                   \
    REFUSED(cusparseHpruneDense2csr)                                                               \
    REFUSED(cusparseHpruneDense2csrByPercentage)                                                   \
    REFUSED(cusparseHpruneDense2csrByPercentage_bufferSizeExt)                                     \
    REFUSED(cusparseHpruneDense2csrNnz)                                                            \
    REFUSED(cusparseHpruneDense2csrNnzByPercentage)                                                \
    REFUSED(cusparseHpruneDense2csr_bufferSizeExt)                                                 \
    REFUSED(cusparseSetColorAlgs)                                                                  \
    REFUSED(cusparseSpMatGetNumBatches)                                                            \
    REFUSED(cusparseSpMatSetNumBatches)                                                            \
    REFUSED(cusparseSpruneCsr2csr)                                                                 \
    REFUSED(cusparseSpruneCsr2csrByPercentage)                                                     \
    REFUSED(cusparseSpruneCsr2csrByPercentage_bufferSizeExt)                                       \
    REFUSED(cusparseSpruneCsr2csrNnz)                                                              \
    REFUSED(cusparseSpruneCsr2csrNnzByPercentage)                                                  \
    REFUSED(cusparseSpruneCsr2csr_bufferSizeExt)                                                   \
    REFUSED(cusparseSpruneDense2csr)                                                               \
    REFUSED(cusparseSpruneDense2csrByPercentage)                                                   \
    REFUSED(cusparseSpruneDense2csrByPercentage_bufferSizeExt)                                     \
    REFUSED(cusparseSpruneDense2csrNnz)                                                            \
    REFUSED(cusparseSpruneDense2csrNnzByPercentage)                                                \
    REFUSED(cusparseSpruneDense2csr_bufferSizeExt)                                                 \
    REFUSED(cusparseSroti)                                                                         \
    REFUSED(cusparseXbsric02_zeroPivot)                                                            \
    REFUSED(cusparseXbsrilu02_zeroPivot)                                                           \
    REFUSED(cusparseXbsrsm2_zeroPivot)                                                             \
    REFUSED(cusparseXbsrsv2_zeroPivot)                                                             \
    REFUSED(cusparseXcsr2gebsrNnz)                                                                 \
    REFUSED(cusparseXcsrgeamNnz)                                                                   \
    REFUSED(cusparseXgebsr2csr)                                                                    \
    REFUSED(cusparseXgebsr2gebsrNnz)

#define SIMGPU_CUSPARSE_REFUSE(name) cusparseStatus_t name(SIMGPU_REFUSED_ARGUMENTS);
SIMGPU_CUSPARSE_OLDER(SIMGPU_CUSPARSE_REFUSE)
#undef SIMGPU_CUSPARSE_REFUSE
