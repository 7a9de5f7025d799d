/* SPDX-License-Identifier: BSD-3-Clause */
/* tex1Dfetch, tex1D, tex2D and tex3D, from texture references and texture objects.
 *
 * All are tex instructions with the handle in a register: a reference's is its address, taken with
 * mov. A texel comes as four lanes of a 32-bit type, whatever its format: the parts that its C++
 * type has are kept.
 *
 * Source: CUDA C++ Programming Guide 11.x, "Texture Functions"; PTX ISA 7.x, tex.
 * Differs: no layered, cube map, mipmap or gather fetches, and no surfaces.
 */
#ifndef SIMGPU_TEXTURE_FETCH_H
#define SIMGPU_TEXTURE_FETCH_H

#include "simgpu/device_function.h"
#include "simgpu/texture_reference.h"

template <class Lane> struct simgpu_texel {
    Lane x, y, z, w;
};

/* coordinates: PTX's list of them, with operands from %5 on. */
#define SIMGPU_FETCH(name, lane, constraint, form, coordinates, parameters, operands)              \
    template <class Handle>                                                                        \
    SIMGPU_DEVICE void name(simgpu_texel<lane> &texel, Handle handle, SIMGPU_UNWRAP parameters)    \
    {                                                                                              \
        asm volatile("tex." form " {%0, %1, %2, %3}, [%4, {" coordinates "}];"                     \
                     : "=" constraint(texel.x), "=" constraint(texel.y), "=" constraint(texel.z),  \
                       "=" constraint(texel.w)                                                     \
                     : "l"(handle), SIMGPU_UNWRAP operands);                                       \
    }
#define SIMGPU_UNWRAP(...) __VA_ARGS__

#define SIMGPU_FETCHES(lane, constraint, type)                                                     \
    SIMGPU_FETCH(simgpu_fetch_1d, lane, constraint, "1d.v4." type ".s32", "%5", (int x), ("r"(x))) \
    SIMGPU_FETCH(simgpu_sample_1d, lane, constraint, "1d.v4." type ".f32", "%5", (float x),        \
                 ("f"(x)))                                                                         \
    SIMGPU_FETCH(simgpu_sample_2d, lane, constraint, "2d.v4." type ".f32", "%5, %6",               \
                 (float x, float y), ("f"(x), "f"(y)))                                             \
    SIMGPU_FETCH(simgpu_sample_3d, lane, constraint, "3d.v4." type ".f32", "%5, %6, %7, %7",       \
                 (float x, float y, float z), ("f"(x), "f"(y), "f"(z)))
SIMGPU_FETCHES(float, "f", "f32")
SIMGPU_FETCHES(int, "r", "s32")
SIMGPU_FETCHES(unsigned int, "r", "u32")
#undef SIMGPU_FETCHES
#undef SIMGPU_FETCH
#undef SIMGPU_UNWRAP

/* ---- what a texel of T is fetched as, and becomes. In normalized reading, 8 and 16-bit integers
 * become floats. ---- */

template <class T, enum cudaTextureReadMode mode> struct simgpu_texel_of;

#define SIMGPU_TEXEL_OF(mode, format, lane_type, result, make)                                     \
    template <> struct simgpu_texel_of<format, mode> {                                             \
        typedef lane_type lane;                                                                    \
        typedef result type;                                                                       \
        static __device__ __forceinline__ type from(const simgpu_texel<lane> &t)                   \
        {                                                                                          \
            type value = make;                                                                     \
            return value;                                                                          \
        }                                                                                          \
    };
#define SIMGPU_TEXELS_OF(mode, scalar, vector, lane, part, result)                                 \
    SIMGPU_TEXEL_OF(mode, scalar, lane, part, (part)t.x)                                           \
    SIMGPU_TEXEL_OF(mode, vector##1, lane, result##1, {(part)t.x})                                 \
    SIMGPU_TEXEL_OF(mode, vector##2, lane, result##2, SIMGPU_BRACED((part)t.x, (part)t.y))         \
    SIMGPU_TEXEL_OF(mode, vector##4, lane, result##4,                                              \
                    SIMGPU_BRACED((part)t.x, (part)t.y, (part)t.z, (part)t.w))
#define SIMGPU_BRACED(...)                                                                         \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

SIMGPU_TEXEL_OF(cudaReadModeElementType, char, int, char, (char)t.x)
SIMGPU_TEXELS_OF(cudaReadModeElementType, signed char, char, int, signed char, char)
SIMGPU_TEXELS_OF(cudaReadModeElementType, unsigned char, uchar, unsigned int, unsigned char, uchar)
SIMGPU_TEXELS_OF(cudaReadModeElementType, short, short, int, short, short)
SIMGPU_TEXELS_OF(cudaReadModeElementType, unsigned short, ushort, unsigned int, unsigned short,
                 ushort)
SIMGPU_TEXELS_OF(cudaReadModeElementType, int, int, int, int, int)
SIMGPU_TEXELS_OF(cudaReadModeElementType, unsigned int, uint, unsigned int, unsigned int, uint)
SIMGPU_TEXELS_OF(cudaReadModeElementType, float, float, float, float, float)
SIMGPU_TEXEL_OF(cudaReadModeNormalizedFloat, char, float, float, t.x)
SIMGPU_TEXELS_OF(cudaReadModeNormalizedFloat, signed char, char, float, float, float)
SIMGPU_TEXELS_OF(cudaReadModeNormalizedFloat, unsigned char, uchar, float, float, float)
SIMGPU_TEXELS_OF(cudaReadModeNormalizedFloat, short, short, float, float, float)
SIMGPU_TEXELS_OF(cudaReadModeNormalizedFloat, unsigned short, ushort, float, float, float)
#undef SIMGPU_BRACED
#undef SIMGPU_TEXELS_OF
#undef SIMGPU_TEXEL_OF

/* ---- the functions ---- */

#define SIMGPU_TEXTURE_FUNCTION(name, fetch, parameters, arguments, texture_type)                  \
    template <class T, enum cudaTextureReadMode mode>                                              \
    SIMGPU_DEVICE typename simgpu_texel_of<T, mode>::type name(                                    \
        texture<T, texture_type, mode> reference, SIMGPU_PARAMETERS parameters)                    \
    {                                                                                              \
        simgpu_texel<typename simgpu_texel_of<T, mode>::lane> texel;                               \
        fetch(texel, reference, SIMGPU_PARAMETERS arguments);                                      \
        return simgpu_texel_of<T, mode>::from(texel);                                              \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE T name(cudaTextureObject_t object, SIMGPU_PARAMETERS parameters)                 \
    {                                                                                              \
        simgpu_texel<typename simgpu_texel_of<T, cudaReadModeElementType>::lane> texel;            \
        fetch(texel, object, SIMGPU_PARAMETERS arguments);                                         \
        return simgpu_texel_of<T, cudaReadModeElementType>::from(texel);                           \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE void name(T *value, cudaTextureObject_t object, SIMGPU_PARAMETERS parameters)    \
    {                                                                                              \
        *value = name<T>(object, SIMGPU_PARAMETERS arguments);                                     \
    }
#define SIMGPU_PARAMETERS(...) __VA_ARGS__

SIMGPU_TEXTURE_FUNCTION(tex1Dfetch, simgpu_fetch_1d, (int x), (x), cudaTextureType1D)
SIMGPU_TEXTURE_FUNCTION(tex1D, simgpu_sample_1d, (float x), (x), cudaTextureType1D)
SIMGPU_TEXTURE_FUNCTION(tex2D, simgpu_sample_2d, (float x, float y), (x, y), cudaTextureType2D)
SIMGPU_TEXTURE_FUNCTION(tex3D, simgpu_sample_3d, (float x, float y, float z), (x, y, z),
                        cudaTextureType3D)
#undef SIMGPU_PARAMETERS
#undef SIMGPU_TEXTURE_FUNCTION

#endif
