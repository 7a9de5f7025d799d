/* SPDX-License-Identifier: BSD-3-Clause */
/* cudaCreateChannelDesc<T>(): the texel format of a type.
 *
 * Source: CUDA Runtime API reference manual 12.x, "C++ API Routines", cudaCreateChannelDesc.
 */
#ifndef SIMGPU_CHANNEL_DESCRIPTOR_H
#define SIMGPU_CHANNEL_DESCRIPTOR_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus

template <class T> inline struct cudaChannelFormatDesc cudaCreateChannelDesc()
{
    return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

/* Texels of 16-bit floats. */
static __inline__ struct cudaChannelFormatDesc cudaCreateChannelDescHalf(void)
{
    return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ struct cudaChannelFormatDesc cudaCreateChannelDescHalf1(void)
{
    return cudaCreateChannelDescHalf();
}
static __inline__ struct cudaChannelFormatDesc cudaCreateChannelDescHalf2(void)
{
    return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static __inline__ struct cudaChannelFormatDesc cudaCreateChannelDescHalf4(void)
{
    return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#define SIMGPU_CHANNEL(type, x, y, z, w, kind)                                                     \
    template <> inline struct cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                \
        struct cudaChannelFormatDesc description = {x, y, z, w, cudaChannelFormatKind##kind};      \
        return description;                                                                        \
    }
#define SIMGPU_CHANNELS(scalar, vector, bits, kind)                                                \
    SIMGPU_CHANNEL(scalar, bits, 0, 0, 0, kind)                                                    \
    SIMGPU_CHANNEL(vector##1, bits, 0, 0, 0, kind)                                                 \
    SIMGPU_CHANNEL(vector##2, bits, bits, 0, 0, kind)                                              \
    SIMGPU_CHANNEL(vector##4, bits, bits, bits, bits, kind)

SIMGPU_CHANNEL(char, 8, 0, 0, 0, Signed)
SIMGPU_CHANNELS(signed char, char, 8, Signed)
SIMGPU_CHANNELS(unsigned char, uchar, 8, Unsigned)
SIMGPU_CHANNELS(short, short, 16, Signed)
SIMGPU_CHANNELS(unsigned short, ushort, 16, Unsigned)
SIMGPU_CHANNELS(int, int, 32, Signed)
SIMGPU_CHANNELS(unsigned int, uint, 32, Unsigned)
SIMGPU_CHANNELS(float, float, 32, Float)

#undef SIMGPU_CHANNELS
#undef SIMGPU_CHANNEL

#endif
#endif
