/* SPDX-License-Identifier: BSD-3-Clause */
/* surface<void, type>, and the host function that binds one.
 *
 * As texture_reference.h: on the device such a variable becomes `.global .surfref NAME;`, on the
 * host it is a surfaceReference, which the program's start-up code registers with
 * __cudaRegisterSurface.
 *
 * Source: CUDA C++ Programming Guide 11.x, "Surface Reference API".
 */
#ifndef SIMGPU_SURFACE_REFERENCE_H
#define SIMGPU_SURFACE_REFERENCE_H

#include "channel_descriptor.h"

#ifdef __CUDA__
#define SIMGPU_SURFACE_TYPE __attribute__((device_builtin_surface_type))
#else
#define SIMGPU_SURFACE_TYPE
#endif

template <class T, int type = cudaSurfaceType1D>
struct SIMGPU_SURFACE_TYPE surface : public surfaceReference {
    surface() : surfaceReference() { channelDesc = cudaCreateChannelDesc<T>(); }
};

template <int type> struct SIMGPU_SURFACE_TYPE surface<void, type> : public surfaceReference {
    surface() : surfaceReference() {}
};

template <class T, int type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, type> &reference,
                                                 cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc &description)
{
    return ::cudaBindSurfaceToArray((const struct surfaceReference *)&reference, array,
                                    &description);
}
template <class T, int type>
static inline cudaError_t cudaBindSurfaceToArray(const surface<T, type> &reference,
                                                 cudaArray_const_t array)
{
    struct cudaChannelFormatDesc description;
    cudaError_t error = ::cudaGetChannelDesc(&description, array);
    return error ? error : cudaBindSurfaceToArray(reference, array, description);
}

#endif
