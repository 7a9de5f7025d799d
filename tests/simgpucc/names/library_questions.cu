/* SPDX-License-Identifier: BSD-3-Clause */
/* What cuSPARSE's descriptions answer, cuFFT's sizes, and calls of libraries that are refused. */
#include <cstdio>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cufft.h>
#include <cupti_activity.h>
#include <cusolverMg.h>
#include <cusparse.h>
#include <nvJitLink.h>
#include <string>

static int wrong_matrices()
{
    int offsets[4] = {}, indices[5] = {}, wrong = 0, batch = 0;
    double values[5] = {};
    int64_t rows, columns, entries, next = 1;
    void *o, *i, *v;
    const void *k;
    cusparseIndexType_t of_offsets, of_indices;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseSpMatDescr_t csr, coo;
    cusparseCreateCsr(&csr, 3, 7, 5, offsets, indices, values, CUSPARSE_INDEX_32I,
                      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_64F);
    wrong += cusparseCsrGet(csr, &rows, &columns, &entries, &o, &i, &v, &of_offsets, &of_indices,
                            &base, &type) != CUSPARSE_STATUS_SUCCESS;
    wrong +=
        rows != 3 || columns != 7 || entries != 5 || o != offsets || i != indices || v != values;
    wrong +=
        of_indices != CUSPARSE_INDEX_32I || base != CUSPARSE_INDEX_BASE_ONE || type != CUDA_R_64F;
    wrong += cusparseCooGet(csr, &rows, &columns, &entries, &o, &i, &v, &of_indices, &base,
                            &type) != CUSPARSE_STATUS_INVALID_VALUE;
    cusparseConstSpMatDescr_t fixed;
    cusparseCreateConstCoo(&fixed, 2, 4, 5, offsets, indices, values, CUSPARSE_INDEX_64I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    wrong += cusparseConstSpMatGetValues(fixed, &k) != CUSPARSE_STATUS_SUCCESS || k != values;
    wrong += cusparseSpMatGetStridedBatch(fixed, &batch) != CUSPARSE_STATUS_SUCCESS || batch != 1;
    cusparseCreateCoo(&coo, 2, 4, 5, offsets, indices, values, CUSPARSE_INDEX_64I,
                      CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
    wrong += cusparseCooGet(coo, NULL, NULL, &entries, &o, NULL, NULL, &of_indices, NULL, NULL) !=
                 CUSPARSE_STATUS_SUCCESS ||
             o != offsets || of_indices != CUSPARSE_INDEX_64I;
    cusparseDnMatDescr_t dense;
    cusparseOrder_t order;
    cusparseCreateDnMat(&dense, 3, 4, 6, values, CUDA_R_64F, CUSPARSE_ORDER_ROW);
    cusparseDnMatSetStridedBatch(dense, 2, 18);
    wrong += cusparseDnMatGet(dense, &rows, &columns, &entries, &v, &type, &order) !=
             CUSPARSE_STATUS_SUCCESS;
    wrong +=
        rows != 3 || columns != 4 || entries != 6 || v != values || order != CUSPARSE_ORDER_ROW;
    wrong += cusparseDnMatGetStridedBatch(dense, &batch, &next) != CUSPARSE_STATUS_SUCCESS ||
             batch != 2 || next != 18;
    cusparseDestroySpMat(csr), cusparseDestroySpMat(coo), cusparseDestroySpMat(fixed),
        cusparseDestroyDnMat(dense);
    return wrong;
}

static int wrong_vectors()
{
    int64_t indices[3] = {}, size, entries;
    float values[3] = {}, others[3] = {};
    int wrong = 0;
    void *i, *v;
    cusparseIndexType_t of_indices;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseSpVecDescr_t sparse;
    cusparseCreateSpVec(&sparse, 9, 3, indices, values, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ONE,
                        CUDA_R_32F);
    wrong += cusparseSpVecSetValues(sparse, others) != CUSPARSE_STATUS_SUCCESS;
    wrong += cusparseSpVecGet(sparse, &size, &entries, &i, &v, &of_indices, &base, &type) !=
             CUSPARSE_STATUS_SUCCESS;
    wrong += size != 9 || entries != 3 || i != indices || v != others ||
             of_indices != CUSPARSE_INDEX_64I;
    wrong += cusparseSpVecGetIndexBase(sparse, &base) != CUSPARSE_STATUS_SUCCESS ||
             base != CUSPARSE_INDEX_BASE_ONE;
    cusparseDnVecDescr_t dense;
    cusparseCreateDnVec(&dense, 3, values, CUDA_R_32F);
    wrong += cusparseDnVecGet(dense, &size, &v, &type) != CUSPARSE_STATUS_SUCCESS || size != 3 ||
             v != values;
    wrong += cusparseDnVecGetValues(dense, NULL) != CUSPARSE_STATUS_INVALID_VALUE;
    cusparseMatDescr_t old, copy;
    cusparseCreateMatDescr(&old), cusparseCreateMatDescr(&copy);
    cusparseSetMatDiagType(old, CUSPARSE_DIAG_TYPE_UNIT),
        cusparseSetMatFillMode(old, CUSPARSE_FILL_MODE_UPPER);
    wrong += cusparseCopyMatDescr(copy, old) != CUSPARSE_STATUS_SUCCESS;
    wrong += cusparseGetMatDiagType(copy) != CUSPARSE_DIAG_TYPE_UNIT;
    wrong += cusparseGetMatFillMode(copy) != CUSPARSE_FILL_MODE_UPPER;
    return wrong;
}

/* cuBLAS' calls whose sizes have 64 bits. */
static int wrong_wide()
{
    enum { N = 8 };
    cublasHandle_t handle;
    float *a, *b, *c, one = 1, zero = 0;
    int64_t n = N, index = 0;
    int wrong = 0;
    cublasCreate(&handle);
    cudaMallocManaged(&a, N * N * sizeof *a);
    cudaMallocManaged(&b, N * N * sizeof *b);
    cudaMallocManaged(&c, N * N * sizeof *c);
    for (int i = 0; i < N * N; i++)
        a[i] = (float)(i % 7), b[i] = (float)(i % 5);
    wrong += cublasSgemm_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c,
                            n) != CUBLAS_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i + k * N] * b[k + j * N];
            wrong += c[i + j * N] != sum;
        }
    }
    wrong += cublasIsamax_v2_64(handle, n, a, 1, &index) != CUBLAS_STATUS_SUCCESS || index != 7;
    wrong += cublasSgemm_v2_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, n + (1ll << 32), n, n, &one, a, n,
                               b, n, &zero, c, n) != CUBLAS_STATUS_NOT_SUPPORTED;
    int64_t *on_device; /* a largest element's index on the device has 64 bits there, too */
    cudaMallocManaged(&on_device, sizeof *on_device);
    *on_device = -1;
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    wrong += cublasIsamax_64(handle, n, a, 1, on_device) != CUBLAS_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    wrong += *on_device != 7;
    wrong += cublasGemmEx_64(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, CUDA_R_32F, n, b,
                             CUDA_R_32F, n, &zero, c, CUDA_R_32F, 1ll << 40, CUDA_R_32F,
                             CUBLAS_GEMM_DEFAULT) != CUBLAS_STATUS_NOT_SUPPORTED;
    cublasDestroy(handle);
    return wrong;
}

/* The one algorithm of cuBLASLt, as programs that try them all ask for it. */
static int wrong_algorithms()
{
    cublasLtHandle_t handle;
    cublasLtMatmulAlgo_t algorithm;
    cublasLtMatmulPreference_t preference;
    int ids[4], found = 0, wrong = 0, batches = 0;
    size_t written = 1;
    uint32_t tile = CUBLASLT_MATMUL_TILE_64x64, epilogues = 0, alignment = 0;
    uint64_t workspace = 1 << 20;
    const cudaDataType half = CUDA_R_16F, single = CUDA_R_32F;
    cublasLtCreate(&handle);
    wrong += cublasLtMatmulAlgoGetIds(handle, CUBLAS_COMPUTE_32F, single, half, half, half, half, 4,
                                      ids, &found) != CUBLAS_STATUS_SUCCESS;
    wrong += found != 1 || ids[0] != 0;
    wrong += cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, single, half, half, half, half, 0,
                                    &algorithm) != CUBLAS_STATUS_SUCCESS;
    wrong += cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, single, half, half, half, half, -1,
                                    &algorithm) != CUBLAS_STATUS_INVALID_VALUE;
    /* A number of a GPU's, too, means the one that there is. */
    wrong += cublasLtMatmulAlgoInit(handle, CUBLAS_COMPUTE_32F, single, half, half, half, half, 10,
                                    &algorithm) != CUBLAS_STATUS_SUCCESS;
    cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_ID, ids, sizeof ids[0],
                                         &written);
    wrong += ids[0] != 10;
    wrong += cublasLtMatmulAlgoGetIds(handle, CUBLAS_COMPUTE_32F, single, half, single, half, half,
                                      4, ids, &found) != CUBLAS_STATUS_NOT_SUPPORTED ||
             found != 0;
    cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_TILE_IDS, NULL, 0, &written);
    wrong += written != 0;
    cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT, &batches,
                                      sizeof batches, &written);
    cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_EPILOGUE_MASK, &epilogues,
                                      sizeof epilogues, &written);
    cublasLtMatmulAlgoCapGetAttribute(&algorithm, CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES,
                                      &alignment, sizeof alignment, &written);
    wrong += batches != 1 || !(epilogues & CUBLASLT_EPILOGUE_BIAS) || alignment != 2;
    cublasLtMatmulAlgoConfigSetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile,
                                         sizeof tile);
    tile = 0;
    cublasLtMatmulAlgoConfigGetAttribute(&algorithm, CUBLASLT_ALGO_CONFIG_TILE_ID, &tile,
                                         sizeof tile, &written);
    wrong += tile != CUBLASLT_MATMUL_TILE_64x64;
    cublasLtMatmulPreferenceCreate(&preference);
    cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                         &workspace, sizeof workspace);
    workspace = 0;
    cublasLtMatmulPreferenceGetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
                                         &workspace, sizeof workspace, &written);
    wrong += workspace != 1 << 20 || written != sizeof workspace;
    cublasLtMatmulPreferenceDestroy(preference);
    cublasLtDestroy(handle);
    return wrong;
}

/* NVIDIA's container with one text of PTX for sm_20 (runtime/cuda/fatbin.h). */
static std::string in_fat_binary(std::string ptx)
{
    const struct {
        uint32_t magic = 0xba55ed50;
        uint16_t version = 1, header_bytes = 16;
        uint64_t bytes;
        uint16_t kind = 1, entry_version = 0x101;
        uint32_t entry_header_bytes = 64;
        uint64_t padded_bytes;
        uint32_t packed_bytes = 0, options = 64;
        uint16_t minor = 0, major = 7;
        uint32_t arch = 20, name[2] = {};
        uint64_t flags = 0x11, reserved = 0, text_bytes = 0;
    } head{.bytes = 64 + (ptx.size() / 8 + 1) * 8, .padded_bytes = (ptx.size() / 8 + 1) * 8};
    ptx.resize(head.padded_bytes, 0);
    return std::string((const char *)&head, sizeof head) + ptx;
}

/* A kernel and the function that it calls, linked and loaded. */
static int wrong_links()
{
    static const char head[] = ".version 7.0\n.target sm_20\n.address_size 64\n";
    const std::string caller = std::string(head) + ".extern .func (.param .b32 r) seven();\n"
                                                   ".visible .entry ask() {\n.reg .b32 %r<2>;\n"
                                                   "{ .param .b32 r; call (r), seven;"
                                                   " ld.param.b32 %r1, [r]; }\nret;\n}\n";
    std::string called = std::string(head) + ".visible .func (.param .b32 r) seven()\n"
                                             "{ st.param.b32 [r], 7; ret; }\n";
    const char *options[] = {"-arch=sm_70", "-O3"};
    nvJitLinkHandle link;
    CUmodule module;
    CUfunction function;
    size_t bytes = 0, log = 0;
    int wrong = nvJitLinkCreate(&link, 1, options + 1) != NVJITLINK_ERROR_MISSING_ARCH;
    wrong += nvJitLinkCreate(&link, 2, options) != NVJITLINK_SUCCESS;
    wrong += nvJitLinkAddData(link, NVJITLINK_INPUT_OBJECT, head, sizeof head, "object") !=
             NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
    wrong += nvJitLinkAddData(link, NVJITLINK_INPUT_PTX, "nonsense", sizeof "nonsense", "none") !=
             NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
    wrong += nvJitLinkGetErrorLogSize(link, &log) != NVJITLINK_SUCCESS || log < 10;
    wrong += nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, caller.data(), caller.size(),
                              "caller") != NVJITLINK_SUCCESS;
    called = in_fat_binary(called);
    wrong += nvJitLinkAddData(link, NVJITLINK_INPUT_ANY, called.data(), called.size(), "called") !=
             NVJITLINK_SUCCESS;
    wrong += nvJitLinkGetLinkedCubinSize(link, &bytes) != NVJITLINK_ERROR_INVALID_INPUT;
    wrong += nvJitLinkComplete(link) != NVJITLINK_SUCCESS;
    wrong += nvJitLinkGetLinkedCubinSize(link, &bytes) != NVJITLINK_SUCCESS;
    std::string image(bytes, 0);
    wrong += nvJitLinkGetLinkedCubin(link, &image[0]) != NVJITLINK_SUCCESS;
    wrong += nvJitLinkDestroy(&link) != NVJITLINK_SUCCESS || link;
    cudaFree(0);
    wrong += cuModuleLoadData(&module, image.data()) != CUDA_SUCCESS;
    wrong += cuModuleGetFunction(&function, module, "ask") != CUDA_SUCCESS;
    return wrong;
}

int main()
{
    printf("links wrong %d\n", wrong_links());
    printf("algorithms wrong %d\n", wrong_algorithms());
    printf("wide wrong %d\n", wrong_wide());
    cufftHandle plan;
    size_t bytes = 1, many = 1;
    cufftPlan1d(&plan, 64, CUFFT_C2C, 1);
    const bool sized =
        cufftGetSize1d(plan, 64, CUFFT_C2C, 1, &bytes) == CUFFT_SUCCESS && bytes == 0;
    int n = 64;
    const bool estimated =
        cufftEstimateMany(1, &n, NULL, 1, 64, NULL, 1, 64, CUFFT_C2C, 1, &many) == CUFFT_SUCCESS;
    const bool logged = cublasLtLoggerSetLevel(3) == CUBLAS_STATUS_SUCCESS;
    printf("matrices wrong %d, vectors %d, sizes %d %d, logged %d\n", wrong_matrices(),
           wrong_vectors(), sized && estimated, (int)many, logged);
    printf("refused: %d %d %d %d %d\n", cusparseSbsrxmv(), cusolverDnDsytrf(),
           cusparseXbsric02_zeroPivot(), cusolverDnXlarft(), cuptiActivityEnable());
}
