/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's extended interface, for the types that the plain one has; callbacks; sizes. */
#include <cufftXt.h>
#include <initializer_list>

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

/* As fft_make, with numbers of 64 bits, which must fit into 32. */
static cufftResult make_of(cufftHandle plan, int rank, const long long *n, const long long *inembed,
                           long long istride, long long idist, const long long *onembed,
                           long long ostride, long long odist, cufftType type, long long batch,
                           const char *call)
{
    int sizes[3] = {}, in_sizes[3] = {}, out_sizes[3] = {};
    if (rank < 1 || rank > 3 || !n)
        return CUFFT_INVALID_VALUE;
    long long most = 0;
    for (long long x : {istride, idist, ostride, odist, batch})
        most = x > most ? x : most;
    for (int d = 0; d < rank; d++) {
        sizes[d] = (int)n[d];
        in_sizes[d] = inembed ? (int)inembed[d] : 0;
        out_sizes[d] = onembed ? (int)onembed[d] : 0;
        for (long long x : {n[d], inembed ? inembed[d] : 0, onembed ? onembed[d] : 0})
            most = x > most ? x : most;
    }
    if (most != (int)most) {
        refuse(call, "numbers that need 64 bits are not supported");
        return CUFFT_NOT_SUPPORTED;
    }
    return fft_make(plan, rank, sizes, inembed ? in_sizes : NULL, (int)istride, (int)idist,
                    onembed ? out_sizes : NULL, (int)ostride, (int)odist, type, (int)batch);
}

extern "C" cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long *n,
                                           long long *inembed, long long istride, long long idist,
                                           cudaDataType in, long long *onembed, long long ostride,
                                           long long odist, cudaDataType out, long long batch,
                                           size_t *bytes, cudaDataType)
{
    cufftType type;
    if (rank < 1 || rank > 3)
        return CUFFT_INVALID_VALUE;
    if (!type_of(in, out, &type))
        return CUFFT_NOT_SUPPORTED;
    if (bytes)
        *bytes = 0;
    return make_of(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                   "cufftXtMakePlanMany");
}
extern "C" cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n,
                                           long long *inembed, long long istride, long long idist,
                                           long long *onembed, long long ostride, long long odist,
                                           cufftType type, long long batch, size_t *bytes)
{
    if (bytes)
        *bytes = 0;
    return make_of(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                   "cufftMakePlanMany64");
}
extern "C" cufftResult cufftXtGetSizeMany(cufftHandle plan, int, long long *, long long *,
                                          long long, long long, cudaDataType, long long *,
                                          long long, long long, cudaDataType, long long,
                                          size_t *bytes, cudaDataType)
{
    return cufftGetSize(plan, bytes);
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

/* Which type of transform has this callback at its end; a load is at the beginning. */
static bool callback_fits(cufftType type, cufftXtCallbackType callback)
{
    switch (callback) {
    case CUFFT_CB_LD_COMPLEX:
        return type == CUFFT_C2C || type == CUFFT_C2R;
    case CUFFT_CB_LD_COMPLEX_DOUBLE:
        return type == CUFFT_Z2Z || type == CUFFT_Z2D;
    case CUFFT_CB_LD_REAL:
        return type == CUFFT_R2C;
    case CUFFT_CB_LD_REAL_DOUBLE:
        return type == CUFFT_D2Z;
    case CUFFT_CB_ST_COMPLEX:
        return type == CUFFT_C2C || type == CUFFT_R2C;
    case CUFFT_CB_ST_COMPLEX_DOUBLE:
        return type == CUFFT_Z2Z || type == CUFFT_D2Z;
    case CUFFT_CB_ST_REAL:
        return type == CUFFT_C2R;
    case CUFFT_CB_ST_REAL_DOUBLE:
        return type == CUFFT_Z2D;
    default:
        return false;
    }
}

static cufftResult callback_set(cufftHandle handle, void *function, cufftXtCallbackType type,
                                void *info)
{
    fft_shape shape;
    if (!fft_shape_of(handle, &shape))
        return CUFFT_INVALID_PLAN;
    if (!callback_fits(shape.type, type))
        return CUFFT_INVALID_TYPE;
    if (fft_set_callback(handle, type < CUFFT_CB_ST_COMPLEX, function, info))
        return CUFFT_SUCCESS;
    refuse("cufftXtSetCallback", "link with -lcufft_static and -rdc=true, as callbacks need");
    return CUFFT_NOT_SUPPORTED;
}

extern "C" {

cufftResult cufftXtSetCallback(cufftHandle plan, void **function, cufftXtCallbackType type,
                               void **info)
{
    return function && *function ? callback_set(plan, *function, type, info ? *info : NULL)
                                 : CUFFT_INVALID_VALUE;
}
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type)
{
    return callback_set(plan, NULL, type, NULL);
}
cufftResult cufftEstimate1d(int, cufftType, int, size_t *bytes)
{
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftEstimate2d(int, int, cufftType, size_t *bytes)
{
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftEstimate3d(int, int, int, cufftType, size_t *bytes)
{
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftEstimateMany(int, int *, int *, int, int, int *, int, int, cufftType, int,
                              size_t *bytes)
{
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetSize1d(cufftHandle plan, int, cufftType, int, size_t *bytes)
{
    return cufftGetSize(plan, bytes);
}
cufftResult cufftGetSize2d(cufftHandle plan, int, int, cufftType, size_t *bytes)
{
    return cufftGetSize(plan, bytes);
}
cufftResult cufftGetSize3d(cufftHandle plan, int, int, int, cufftType, size_t *bytes)
{
    return cufftGetSize(plan, bytes);
}
cufftResult cufftGetSizeMany(cufftHandle plan, int, int *, int *, int, int, int *, int, int,
                             cufftType, int, size_t *bytes)
{
    return cufftGetSize(plan, bytes);
}
cufftResult cufftGetSizeMany64(cufftHandle plan, int, long long int *, long long int *,
                               long long int, long long int, long long int *, long long int,
                               long long int, cufftType, long long int, size_t *bytes)
{
    return cufftGetSize(plan, bytes);
}
cufftResult cufftGetVersion(int *version)
{
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    const int parts[] = {CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH};
    if (type < MAJOR_VERSION || type > PATCH_LEVEL || !value)
        return CUFFT_INVALID_VALUE;
    *value = parts[type];
    return CUFFT_SUCCESS;
}

cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas)
{
    if (fft_type(plan) == 0)
        return CUFFT_INVALID_PLAN;
    return areas ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy, size_t *bytes)
{
    if (fft_type(plan) == 0)
        return CUFFT_INVALID_PLAN;
    if (bytes)
        *bytes = 0;
    return CUFFT_SUCCESS;
}

cufftResult cufftSetPlanPropertyInt64(cufftHandle handle, cufftProperty, const long long int)
{
    return fft_type(handle) != 0 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftResetPlanProperty(cufftHandle handle, cufftProperty)
{
    return fft_type(handle) != 0 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
}
