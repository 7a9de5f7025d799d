/* SPDX-License-Identifier: BSD-3-Clause */
/* surface<void, type>, and the host function that binds one.
 *
 * As texture_reference.h: on the device such a variable becomes `.global .surfref NAME;`, on the
 * host it is a surfaceReference, which the program's start-up code registers with
 * __cudaRegisterSurface.
 *
 * CUDA 12 has no such references, and its programs may use the name for a type of their own. So
 * it is there only where simgpucc finds "surface<" in the source, or with
 * -DSIMGPU_SURFACE_REFERENCES.
 *
 * Source: CUDA C++ Programming Guide 11.x, "Surface Reference API".
 */
#ifndef SIMGPU_SURFACE_REFERENCE_H
#define SIMGPU_SURFACE_REFERENCE_H

#include "../../channel_descriptor.h"

#ifdef __CUDA__
#define SIMGPU_SURFACE_TYPE __attribute__((device_builtin_surface_type))
#else
#define SIMGPU_SURFACE_TYPE
#endif

template <class T, int type = cudaSurfaceType1D>
struct SIMGPU_SURFACE_TYPE simgpu_surface : public surfaceReference {
    simgpu_surface() : surfaceReference()
    {
        channelDesc = cudaCreateChannelDesc<T>();
    }
};

template <int type>
struct SIMGPU_SURFACE_TYPE simgpu_surface<void, type> : public surfaceReference {
    simgpu_surface() : surfaceReference() {}
};

template <class T, int type>
static inline cudaError_t cudaBindSurfaceToArray(const simgpu_surface<T, type> &reference,
                                                 cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc &description)
{
    return ::cudaBindSurfaceToArray((const struct surfaceReference *)&reference, array,
                                    &description);
}
template <class T, int type>
static inline cudaError_t cudaBindSurfaceToArray(const simgpu_surface<T, type> &reference,
                                                 cudaArray_const_t array)
{
    struct cudaChannelFormatDesc description;
    cudaError_t error = ::cudaGetChannelDesc(&description, array);
    return error ? error : cudaBindSurfaceToArray(reference, array, description);
}

#ifdef SIMGPU_SURFACE_REFERENCES
template <class T, int type = cudaSurfaceType1D> using surface = simgpu_surface<T, type>;
#endif

#endif
