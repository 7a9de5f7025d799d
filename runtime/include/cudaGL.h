/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures of OpenGL in the driver interface: refused by name. Functions are declared without
 * arguments, so that programs need no headers of OpenGL.
 *
 * Source: CUDA Driver API reference manual 12.x, "OpenGL Interoperability".
 */
#ifndef SIMGPU_CUDA_GL_H
#define SIMGPU_CUDA_GL_H

#include "cuda.h"

typedef enum {
    CU_GL_DEVICE_LIST_ALL = 1,
    CU_GL_DEVICE_LIST_CURRENT_FRAME = 2,
    CU_GL_DEVICE_LIST_NEXT_FRAME = 3
} CUGLDeviceList;

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuGraphicsGLRegisterBuffer(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGraphicsGLRegisterImage(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGLGetDevices(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGLCtxCreate(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGLInit(void);
CUresult cuGLRegisterBufferObject(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGLMapBufferObject(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGLUnmapBufferObject(SIMGPU_REFUSED_ARGUMENTS);
CUresult cuGLUnregisterBufferObject(SIMGPU_REFUSED_ARGUMENTS);
#ifdef __cplusplus
}
#endif

#endif
