/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans of cuFFT, as its files share them. */
#ifndef SIMGPU_CUFFT_PLAN_H
#define SIMGPU_CUFFT_PLAN_H

#include <cufft.h>

/* Makes the plan of a handle; inembed or onembed NULL: densely. */
cufftResult fft_make(cufftHandle handle, int rank, const int *n, const int *inembed, int istride,
                     int idist, const int *onembed, int ostride, int odist, cufftType type,
                     int batch);

/* The GPUs of a plan that is made afterwards: its tables lie on the first one. False: there is no
 * plan of this handle. */
bool fft_set_gpus(cufftHandle handle, int count, const int *gpus);

/* What a plan is, for transforms over several GPUs. */
struct fft_shape {
    cufftType type;
    int rank, n[3], batch;
    int count, gpus[16]; /* none: an ordinary plan */
    cudaStream_t stream;
};
bool fft_shape_of(cufftHandle handle, fft_shape *shape);

/* False: this library has no callbacks. NULL: none. */
bool fft_set_callback(cufftHandle handle, bool is_load, void *function, void *info);

/* A cufftType; 0: there is no plan of this handle. */
int fft_type(cufftHandle handle);

#endif
