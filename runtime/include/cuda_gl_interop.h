/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that the device shares with OpenGL. A program that includes this compiles and links; the
 * calls are refused by name when they are made.
 *
 * Source: CUDA Runtime API reference manual, OpenGL Interoperability and Graphics Interoperability.
 */
#ifndef SIMGPU_CUDA_GL_INTEROP_H
#define SIMGPU_CUDA_GL_INTEROP_H

#include "cuda_runtime_api.h"
#include <GL/gl.h>

typedef struct cudaGraphicsResource *cudaGraphicsResource_t;

enum cudaGraphicsRegisterFlags {
    cudaGraphicsRegisterFlagsNone = 0,
    cudaGraphicsRegisterFlagsReadOnly = 1,
    cudaGraphicsRegisterFlagsWriteDiscard = 2,
    cudaGraphicsRegisterFlagsSurfaceLoadStore = 4,
    cudaGraphicsRegisterFlagsTextureGather = 8
};
enum cudaGraphicsMapFlags {
    cudaGraphicsMapFlagsNone = 0,
    cudaGraphicsMapFlagsReadOnly = 1,
    cudaGraphicsMapFlagsWriteDiscard = 2
};
enum cudaGLDeviceList {
    cudaGLDeviceListAll = 1,
    cudaGLDeviceListCurrentFrame = 2,
    cudaGLDeviceListNextFrame = 3
};

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int most,
                             enum cudaGLDeviceList which);
cudaError_t cudaGLSetGLDevice(int device);
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource, GLuint buffer,
                                         unsigned int flags);
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource, GLuint image,
                                        GLenum target, unsigned int flags);
cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags);
cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream);
cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream);
cudaError_t cudaGraphicsResourceGetMappedPointer(void **pointer, size_t *bytes,
                                                 cudaGraphicsResource_t resource);
cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
                                                  cudaGraphicsResource_t resource,
                                                  unsigned int layer, unsigned int level);
cudaError_t cudaGLRegisterBufferObject(GLuint buffer);
cudaError_t cudaGLUnregisterBufferObject(GLuint buffer);
cudaError_t cudaGLMapBufferObject(void **pointer, GLuint buffer);
cudaError_t cudaGLUnmapBufferObject(GLuint buffer);

#ifdef __cplusplus
}
#endif

#endif
