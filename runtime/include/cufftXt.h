/* SPDX-License-Identifier: BSD-3-Clause */
/* cuFFT's extensions: transforms over several GPUs (complex ones), and callbacks, for which a
 * program links with -lcufft_static and -rdc=true.
 *
 * Source: cuFFT 12.x documentation, "Multiple GPU cuFFT Transforms", "cuFFT Callback Routines".
 */
#ifndef SIMGPU_CUFFTXT_H
#define SIMGPU_CUFFTXT_H

#include "cufft.h"

enum { MAX_CUDA_DESCRIPTOR_GPUS = 64 };

typedef struct cudaXtDesc_t {
    int version, nGPUs, GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
    void *data[MAX_CUDA_DESCRIPTOR_GPUS];
    size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
    void *cudaXtState;
} cudaXtDesc;
typedef enum libFormat_t { LIB_FORMAT_CUFFT, LIB_FORMAT_UNDEFINED } libFormat;
typedef struct cudaLibXtDesc_t {
    int version;
    cudaXtDesc *descriptor;
    libFormat library;
    int subFormat;
    void *libDescriptor;
} cudaLibXtDesc;

typedef enum cufftXtSubFormat_t {
    CUFFT_XT_FORMAT_INPUT,
    CUFFT_XT_FORMAT_OUTPUT,
    CUFFT_XT_FORMAT_INPLACE,
    CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
    CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
    CUFFT_XT_FORMAT_DISTRIBUTED_INPUT,
    CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT,
    CUFFT_FORMAT_UNDEFINED
} cufftXtSubFormat;
typedef enum cufftXtWorkAreaPolicy_t {
    CUFFT_WORKAREA_MINIMAL,
    CUFFT_WORKAREA_USER,
    CUFFT_WORKAREA_PERFORMANCE
} cufftXtWorkAreaPolicy;
typedef enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS, CUFFT_QUERY_UNDEFINED } cufftXtQueryType;
typedef struct cufftXt1dFactors_t {
    long long int size, stringCount, stringLength, substringLength, factor1, factor2, stringMask;
    long long int substringMask, factor1Mask, factor2Mask;
    int stringShift, substringShift, factor1Shift, factor2Shift;
} cufftXt1dFactors;
typedef struct cufftBox3d_t {
    size_t lower[3], upper[3], strides[3];
} cufftBox3d;
typedef enum cufftXtCopyType_t {
    CUFFT_COPY_HOST_TO_DEVICE,
    CUFFT_COPY_DEVICE_TO_HOST,
    CUFFT_COPY_DEVICE_TO_DEVICE,
    CUFFT_COPY_UNDEFINED
} cufftXtCopyType;

typedef enum cufftXtCallbackType_t {
    CUFFT_CB_LD_COMPLEX,
    CUFFT_CB_LD_COMPLEX_DOUBLE,
    CUFFT_CB_LD_REAL,
    CUFFT_CB_LD_REAL_DOUBLE,
    CUFFT_CB_ST_COMPLEX,
    CUFFT_CB_ST_COMPLEX_DOUBLE,
    CUFFT_CB_ST_REAL,
    CUFFT_CB_ST_REAL_DOUBLE,
    CUFFT_CB_UNDEFINED
} cufftXtCallbackType;
#define SIMGPU_CUFFT_CALLBACKS(X, T)                                                               \
    typedef T (*cufftCallbackLoad##X)(void *in, size_t offset, void *info, void *shared);          \
    typedef void (*cufftCallbackStore##X)(void *out, size_t offset, T element, void *info,         \
                                          void *shared)
SIMGPU_CUFFT_CALLBACKS(C, cufftComplex);
SIMGPU_CUFFT_CALLBACKS(Z, cufftDoubleComplex);
SIMGPU_CUFFT_CALLBACKS(R, cufftReal);
SIMGPU_CUFFT_CALLBACKS(D, cufftDoubleReal);
#undef SIMGPU_CUFFT_CALLBACKS

#ifdef __cplusplus
extern "C" {
#endif

/* A function of the device for each element that a transform begins with (LD) or ends with (ST); a
 * real transform back may load an element twice. `shared` is NULL. */
cufftResult cufftXtSetCallback(cufftHandle plan, void **function, cufftXtCallbackType type,
                               void **info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);

/* Before the plan is made: two GPUs or more. */
cufftResult cufftXtSetGPUs(cufftHandle plan, int count, int *gpus);
/* No plan needs a work area. */
cufftResult cufftXtSetWorkArea(cufftHandle plan, void **areas);
cufftResult cufftXtSetWorkAreaPolicy(cufftHandle plan, cufftXtWorkAreaPolicy policy, size_t *bytes);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **made, cufftXtSubFormat format);
cufftResult cufftXtFree(cudaLibXtDesc *made);
/* Descriptions of pieces on the GPUs, or arrays of the host, as the type says. */
cufftResult cufftXtMemcpy(cufftHandle plan, void *to, void *from, cufftXtCopyType type);
cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,
                                     int direction);
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,
                                     int direction);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out,
                                  int direction);
/* Real data lie as in a transform in place. */
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *in, cudaLibXtDesc *out);

#ifdef __cplusplus
}
#endif

#endif
