/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's extended interface, for the types that the plain one has. */
#include "../common/refuse.h"
#include "plan.h"

static bool type_of(cudaDataType in, cudaDataType out, cufftType *type)
{
    static const struct {
        cudaDataType in, out;
        cufftType type;
    } types[] = {{CUDA_C_32F, CUDA_C_32F, CUFFT_C2C}, {CUDA_R_32F, CUDA_C_32F, CUFFT_R2C},
                 {CUDA_C_32F, CUDA_R_32F, CUFFT_C2R}, {CUDA_C_64F, CUDA_C_64F, CUFFT_Z2Z},
                 {CUDA_R_64F, CUDA_C_64F, CUFFT_D2Z}, {CUDA_C_64F, CUDA_R_64F, CUFFT_Z2D}};
    for (const auto &row : types)
        if (row.in == in && row.out == out) {
            *type = row.type;
            return true;
        }
    refuse("cufftXtMakePlanMany", "these types are not supported");
    return false;
}

extern "C" cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n,
                                           long long *inembed, long long istride, long long idist,
                                           cudaDataType in, long long *onembed, long long ostride,
                                           long long odist, cudaDataType out, long long batch,
                                           size_t *bytes, cudaDataType)
{
    cufftType type;
    int sizes[3] = {}, in_sizes[3] = {}, out_sizes[3] = {};
    if (rank < 1 || rank > 3)
        return CUFFT_INVALID_VALUE;
    if (!type_of(in, out, &type))
        return CUFFT_NOT_SUPPORTED;
    for (int d = 0; d < rank; d++) {
        sizes[d] = (int)n[d];
        in_sizes[d] = inembed ? (int)inembed[d] : 0;
        out_sizes[d] = onembed ? (int)onembed[d] : 0;
    }
    if (bytes)
        *bytes = 0;
    return fft_make(plan, rank, sizes, inembed ? in_sizes : NULL, (int)istride, (int)idist,
                    onembed ? out_sizes : NULL, (int)ostride, (int)odist, type, (int)batch);
}

extern "C" cufftResult cufftXtExec(cufftHandle handle, void *in, void *out, int direction)
{
    switch (fft_type(handle)) {
    case CUFFT_C2C:
        return cufftExecC2C(handle, (cufftComplex *)in, (cufftComplex *)out, direction);
    case CUFFT_R2C:
        return cufftExecR2C(handle, (cufftReal *)in, (cufftComplex *)out);
    case CUFFT_C2R:
        return cufftExecC2R(handle, (cufftComplex *)in, (cufftReal *)out);
    case CUFFT_Z2Z:
        return cufftExecZ2Z(handle, (cufftDoubleComplex *)in, (cufftDoubleComplex *)out, direction);
    case CUFFT_D2Z:
        return cufftExecD2Z(handle, (cufftDoubleReal *)in, (cufftDoubleComplex *)out);
    case CUFFT_Z2D:
        return cufftExecZ2D(handle, (cufftDoubleComplex *)in, (cufftDoubleReal *)out);
    default:
        return CUFFT_INVALID_PLAN;
    }
}
