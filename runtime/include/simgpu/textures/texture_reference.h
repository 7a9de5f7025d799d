/* SPDX-License-Identifier: BSD-3-Clause */
/* texture<T, type, mode>, and the host functions that bind one.
 *
 * clang knows the attribute: on the device such a variable becomes `.global .texref NAME;` and
 * reading it gives its handle (mov.u64 %rd, NAME); on the host it is a textureReference, which the
 * program's start-up code registers with __cudaRegisterTexture.
 *
 * Source: CUDA C++ Programming Guide 11.x, "Texture Reference API"; CUDA Runtime API reference
 * manual 11.x, "C++ API Routines".
 */
#ifndef SIMGPU_TEXTURE_REFERENCE_H
#define SIMGPU_TEXTURE_REFERENCE_H

#include "../../channel_descriptor.h"

#ifdef __CUDA__
#define SIMGPU_TEXTURE_TYPE __attribute__((device_builtin_texture_type))
#else
#define SIMGPU_TEXTURE_TYPE
#endif

template <class T, int type = cudaTextureType1D,
          enum cudaTextureReadMode mode = cudaReadModeElementType>
struct SIMGPU_TEXTURE_TYPE texture : public textureReference {
    texture(int is_normalized = 0, enum cudaTextureFilterMode filter = cudaFilterModePoint,
            enum cudaTextureAddressMode address = cudaAddressModeClamp,
            struct cudaChannelFormatDesc description = cudaCreateChannelDesc<T>())
        : textureReference()
    {
        normalized = is_normalized;
        filterMode = filter;
        addressMode[0] = addressMode[1] = addressMode[2] = address;
        channelDesc = description;
    }
};

template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t
cudaBindTexture(size_t *offset, const texture<T, type, mode> &reference, const void *pointer,
                const struct cudaChannelFormatDesc &description, size_t size = 0xffffffffu)
{
    return ::cudaBindTexture(offset, (const struct textureReference *)&reference, pointer,
                             &description, size);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const texture<T, type, mode> &reference,
                                          const void *pointer, size_t size = 0xffffffffu)
{
    return cudaBindTexture(offset, reference, pointer, reference.channelDesc, size);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &reference,
                                            const void *pointer,
                                            const struct cudaChannelFormatDesc &description,
                                            size_t width, size_t height, size_t pitch)
{
    return ::cudaBindTexture2D(offset, (const struct textureReference *)&reference, pointer,
                               &description, width, height, pitch);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, type, mode> &reference,
                                            const void *pointer, size_t width, size_t height,
                                            size_t pitch)
{
    return cudaBindTexture2D(offset, reference, pointer, reference.channelDesc, width, height,
                             pitch);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode> &reference,
                                                 cudaArray_const_t array,
                                                 const struct cudaChannelFormatDesc &description)
{
    return ::cudaBindTextureToArray((const struct textureReference *)&reference, array,
                                    &description);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const texture<T, type, mode> &reference,
                                                 cudaArray_const_t array)
{
    struct cudaChannelFormatDesc description;
    cudaError_t error = ::cudaGetChannelDesc(&description, array);
    return error ? error : cudaBindTextureToArray(reference, array, description);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const texture<T, type, mode> &reference)
{
    return ::cudaUnbindTexture((const struct textureReference *)&reference);
}
template <class T, int type, enum cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                        const texture<T, type, mode> &reference)
{
    return ::cudaGetTextureAlignmentOffset(offset, (const struct textureReference *)&reference);
}

#endif
