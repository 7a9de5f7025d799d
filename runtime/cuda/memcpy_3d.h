/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies of boxes, as other files of this library need them. */
#ifndef SIMGPU_RUNTIME_CUDA_MEMCPY_3D_H
#define SIMGPU_RUNTIME_CUDA_MEMCPY_3D_H

#include "runtime/cuda/copy.h"

/* copy: its stream and whether it is asynchronous. */
cudaError_t copy_box(struct runtime *runtime, const struct cudaMemcpy3DParms *box,
                     struct copy copy);

#endif
