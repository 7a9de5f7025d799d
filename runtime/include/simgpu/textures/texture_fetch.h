/* SPDX-License-Identifier: BSD-3-Clause */
/* tex1Dfetch, tex1D, tex2D, tex3D, their layered forms, cube maps, and tex2Dgather, from texture
 * references and texture objects.
 *
 * All are tex instructions (tld4 for gathers) with the handle in a register: a reference's is its address, taken with
 * mov. A texel comes as four lanes of a 32-bit type, whatever its format: the parts that its C++
 * type has are kept.
 *
 * Source: CUDA C++ Programming Guide 11.x, "Texture Functions"; PTX ISA 7.x, tex.
 */
#ifndef SIMGPU_TEXTURE_FETCH_H
#define SIMGPU_TEXTURE_FETCH_H

#include "simgpu/device_function.h"
#include "simgpu/textures/texture_reference.h"

template <class Lane> struct simgpu_texel {
    Lane x, y, z, w;
};

/* coordinates: PTX's list of them, and rest: what stands behind it, with operands from %5 on. */
#define SIMGPU_FETCH(name, lane, constraint, form, coordinates, rest, parameters, operands)        \
    template <class Handle>                                                                        \
    SIMGPU_DEVICE void name(simgpu_texel<lane> &texel, Handle handle, SIMGPU_UNWRAP parameters)    \
    {                                                                                              \
        asm volatile(form " {%0, %1, %2, %3}, [%4, {" coordinates "}]" rest ";"                    \
                     : "=" constraint(texel.x), "=" constraint(texel.y), "=" constraint(texel.z),  \
                       "=" constraint(texel.w)                                                     \
                     : "l"(handle), SIMGPU_UNWRAP operands);                                       \
    }
#define SIMGPU_UNWRAP(...) __VA_ARGS__

/* One way to sample, by itself, with a level, and with two gradients. vector, d: a gradient's type,
 * and its operands. */
#define SIMGPU_SAMPLE(name, lane, constraint, type, geometry, at, parameters, operands, behind,    \
                      behind_both, vector, d)                                                        \
    SIMGPU_FETCH(simgpu_sample_##name, lane, constraint, "tex." geometry ".v4." type ".f32", at,   \
                 "", parameters, operands)                                                         \
    SIMGPU_FETCH(simgpu_level_##name, lane, constraint, "tex.level." geometry ".v4." type ".f32",  \
                 at, behind, (SIMGPU_UNWRAP parameters, float level),                               \
                 (SIMGPU_UNWRAP operands, "f"(level)))                                             \
    SIMGPU_FETCH(simgpu_gradient_##name, lane, constraint,                                         \
                 "tex.grad." geometry ".v4." type ".f32", at, behind_both,                         \
                 (SIMGPU_UNWRAP parameters, vector dx, vector dy),                                 \
                 (SIMGPU_UNWRAP operands, d(dx), d(dy)))
#define SIMGPU_GRADIENT_1(d) "f"(d)
#define SIMGPU_GRADIENT_2(d) "f"(d.x), "f"(d.y)
#define SIMGPU_GRADIENT_3(d) "f"(d.x), "f"(d.y), "f"(d.z)

#define SIMGPU_FETCHES(lane, constraint, type)                                                     \
    SIMGPU_FETCH(simgpu_fetch_1d, lane, constraint, "tex.1d.v4." type ".s32", "%5", "", (int x),   \
                 ("r"(x)))                                                                         \
    SIMGPU_SAMPLE(1d, lane, constraint, type, "1d", "%5", (float x), ("f"(x)), ", %6",             \
                  ", {%6}, {%7}", float, SIMGPU_GRADIENT_1)                                        \
    SIMGPU_SAMPLE(2d, lane, constraint, type, "2d", "%5, %6", (float x, float y),                  \
                  ("f"(x), "f"(y)), ", %7", ", {%7, %8}, {%9, %10}", float2, SIMGPU_GRADIENT_2)    \
    SIMGPU_SAMPLE(3d, lane, constraint, type, "3d", "%5, %6, %7, %7",                              \
                  (float x, float y, float z), ("f"(x), "f"(y), "f"(z)), ", %8",                   \
                  ", {%8, %9, %10, %10}, {%11, %12, %13, %13}", float4, SIMGPU_GRADIENT_3)         \
    SIMGPU_SAMPLE(a1d, lane, constraint, type, "a1d", "%6, %5", (float x, int layer),              \
                  ("f"(x), "r"(layer)), ", %7", ", {%7}, {%8}", float, SIMGPU_GRADIENT_1)          \
    SIMGPU_SAMPLE(a2d, lane, constraint, type, "a2d", "%7, %5, %6, %6",                            \
                  (float x, float y, int layer), ("f"(x), "f"(y), "r"(layer)), ", %8",             \
                  ", {%8, %9}, {%10, %11}", float2, SIMGPU_GRADIENT_2)                             \
    SIMGPU_SAMPLE(cube, lane, constraint, type, "cube", "%5, %6, %7, %7",                          \
                  (float x, float y, float z), ("f"(x), "f"(y), "f"(z)), ", %8",                   \
                  ", {%8, %9, %10, %10}, {%11, %12, %13, %13}", float4, SIMGPU_GRADIENT_3)         \
    SIMGPU_SAMPLE(acube, lane, constraint, type, "acube", "%8, %5, %6, %7",                        \
                  (float x, float y, float z, int layer),                                          \
                  ("f"(x), "f"(y), "f"(z), "r"(layer)), ", %9",                                    \
                  ", {%9, %10, %11, %11}, {%12, %13, %14, %14}", float4, SIMGPU_GRADIENT_3)        \
    SIMGPU_FETCH(simgpu_gather_r, lane, constraint, "tld4.r.2d.v4." type ".f32", "%5, %6", "",     \
                 (float x, float y), ("f"(x), "f"(y)))                                             \
    SIMGPU_FETCH(simgpu_gather_g, lane, constraint, "tld4.g.2d.v4." type ".f32", "%5, %6", "",     \
                 (float x, float y), ("f"(x), "f"(y)))                                             \
    SIMGPU_FETCH(simgpu_gather_b, lane, constraint, "tld4.b.2d.v4." type ".f32", "%5, %6", "",     \
                 (float x, float y), ("f"(x), "f"(y)))                                             \
    SIMGPU_FETCH(simgpu_gather_a, lane, constraint, "tld4.a.2d.v4." type ".f32", "%5, %6", "",     \
                 (float x, float y), ("f"(x), "f"(y)))
SIMGPU_FETCHES(float, "f", "f32")
SIMGPU_FETCHES(int, "r", "s32")
SIMGPU_FETCHES(unsigned int, "r", "u32")
#undef SIMGPU_FETCHES
#undef SIMGPU_SAMPLE
#undef SIMGPU_GRADIENT_1
#undef SIMGPU_GRADIENT_2
#undef SIMGPU_GRADIENT_3
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
/* The same functions of objects, which also tell whether the texels are resident: all are. */
#define SIMGPU_RESIDENT_FUNCTION(name, parameters, arguments)                                      \
    template <class T>                                                                             \
    SIMGPU_DEVICE T name(cudaTextureObject_t object, SIMGPU_PARAMETERS parameters, bool *resident) \
    {                                                                                              \
        *resident = true;                                                                          \
        return name<T>(object, SIMGPU_PARAMETERS arguments);                                       \
    }
#define SIMGPU_PARAMETERS(...) __VA_ARGS__

#define SIMGPU_TEXTURE_FUNCTIONS(name, geometry, parameters, arguments, vector, texture_type)      \
    SIMGPU_SAMPLE_FUNCTIONS(name, geometry, parameters, arguments, vector, texture_type)           \
    SIMGPU_RESIDENT_FUNCTION(name, parameters, arguments)                                          \
    SIMGPU_RESIDENT_FUNCTION(name##Lod, (SIMGPU_PARAMETERS parameters, float level),               \
                             (SIMGPU_PARAMETERS arguments, level))                                 \
    SIMGPU_RESIDENT_FUNCTION(name##Grad, (SIMGPU_PARAMETERS parameters, vector dx, vector dy),     \
                             (SIMGPU_PARAMETERS arguments, dx, dy))
#define SIMGPU_SAMPLE_FUNCTIONS(name, geometry, parameters, arguments, vector, texture_type)       \
    SIMGPU_TEXTURE_FUNCTION(name, simgpu_sample_##geometry, parameters, arguments, texture_type)   \
    SIMGPU_TEXTURE_FUNCTION(name##Lod, simgpu_level_##geometry,                                    \
                            (SIMGPU_PARAMETERS parameters, float level),                           \
                            (SIMGPU_PARAMETERS arguments, level), texture_type)                    \
    SIMGPU_TEXTURE_FUNCTION(name##Grad, simgpu_gradient_##geometry,                                \
                            (SIMGPU_PARAMETERS parameters, vector dx, vector dy),                  \
                            (SIMGPU_PARAMETERS arguments, dx, dy), texture_type)

SIMGPU_TEXTURE_FUNCTION(tex1Dfetch, simgpu_fetch_1d, (int x), (x), cudaTextureType1D)
SIMGPU_TEXTURE_FUNCTIONS(tex1D, 1d, (float x), (x), float, cudaTextureType1D)
SIMGPU_TEXTURE_FUNCTIONS(tex2D, 2d, (float x, float y), (x, y), float2, cudaTextureType2D)
SIMGPU_TEXTURE_FUNCTIONS(tex3D, 3d, (float x, float y, float z), (x, y, z), float4,
                         cudaTextureType3D)
SIMGPU_TEXTURE_FUNCTIONS(tex1DLayered, a1d, (float x, int layer), (x, layer), float,
                         cudaTextureType1DLayered)
SIMGPU_TEXTURE_FUNCTIONS(tex2DLayered, a2d, (float x, float y, int layer), (x, y, layer), float2,
                         cudaTextureType2DLayered)
SIMGPU_TEXTURE_FUNCTIONS(texCubemap, cube, (float x, float y, float z), (x, y, z), float4,
                         cudaTextureTypeCubemap)
SIMGPU_TEXTURE_FUNCTIONS(texCubemapLayered, acube, (float x, float y, float z, int layer),
                         (x, y, z, layer), float4, cudaTextureTypeCubemapLayered)

/* ---- one channel of four texels. A reference's texels may be of any width: the result is four of
 * its parts. ---- */

template <class Lane, class Handle>
SIMGPU_DEVICE void simgpu_gather(simgpu_texel<Lane> &texel, Handle handle, float x, float y,
                                 int channel)
{
    if (channel == 0)
        simgpu_gather_r(texel, handle, x, y);
    else if (channel == 1)
        simgpu_gather_g(texel, handle, x, y);
    else if (channel == 2)
        simgpu_gather_b(texel, handle, x, y);
    else
        simgpu_gather_a(texel, handle, x, y);
}

template <class T> struct simgpu_four_of;
#define SIMGPU_FOUR_OF(scalar, vector)                                                             \
    template <> struct simgpu_four_of<scalar> { typedef vector##4 type; };                         \
    template <> struct simgpu_four_of<vector##1> { typedef vector##4 type; };                      \
    template <> struct simgpu_four_of<vector##2> { typedef vector##4 type; };                      \
    template <> struct simgpu_four_of<vector##4> { typedef vector##4 type; };
SIMGPU_FOUR_OF(signed char, char)
SIMGPU_FOUR_OF(unsigned char, uchar)
SIMGPU_FOUR_OF(short, short)
SIMGPU_FOUR_OF(unsigned short, ushort)
SIMGPU_FOUR_OF(int, int)
SIMGPU_FOUR_OF(unsigned int, uint)
SIMGPU_FOUR_OF(float, float)
template <> struct simgpu_four_of<char> { typedef char4 type; };
#undef SIMGPU_FOUR_OF

template <class T, enum cudaTextureReadMode mode>
SIMGPU_DEVICE typename simgpu_texel_of<typename simgpu_four_of<T>::type, mode>::type
tex2Dgather(texture<T, cudaTextureType2D, mode> reference, float x, float y, int channel = 0)
{
    typedef simgpu_texel_of<typename simgpu_four_of<T>::type, mode> result;
    simgpu_texel<typename result::lane> texel;
    simgpu_gather(texel, reference, x, y, channel);
    return result::from(texel);
}
template <class T>
SIMGPU_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, int channel = 0)
{
    typedef simgpu_texel_of<typename simgpu_four_of<T>::type, cudaReadModeElementType> result;
    simgpu_texel<typename result::lane> texel;
    simgpu_gather(texel, object, x, y, channel);
    return result::from(texel);
}
template <class T>
SIMGPU_DEVICE void tex2Dgather(T *value, cudaTextureObject_t object, float x, float y,
                               int channel = 0)
{
    *value = tex2Dgather<T>(object, x, y, channel);
}
template <class T>
SIMGPU_DEVICE T tex2Dgather(cudaTextureObject_t object, float x, float y, bool *resident,
                            int channel = 0)
{
    *resident = true;
    return tex2Dgather<T>(object, x, y, channel);
}
#undef SIMGPU_TEXTURE_FUNCTIONS
#undef SIMGPU_SAMPLE_FUNCTIONS
#undef SIMGPU_RESIDENT_FUNCTION
#undef SIMGPU_PARAMETERS
#undef SIMGPU_TEXTURE_FUNCTION

#endif
