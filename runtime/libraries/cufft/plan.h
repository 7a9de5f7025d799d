/* SPDX-License-Identifier: BSD-3-Clause */
/* Plans of cuFFT, as its files share them. */
#ifndef SIMGPU_CUFFT_PLAN_H
#define SIMGPU_CUFFT_PLAN_H

#include <cufft.h>

/* Makes the plan of a handle; inembed or onembed NULL: densely. */
cufftResult fft_make(cufftHandle handle, int rank, const int *n, const int *inembed, int istride,
                     int idist, const int *onembed, int ostride, int odist, cufftType type,
                     int batch);

/* A cufftType; 0: there is no plan of this handle. */
int fft_type(cufftHandle handle);

#endif
