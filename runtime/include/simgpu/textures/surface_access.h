/* SPDX-License-Identifier: BSD-3-Clause */
/* surf1Dread, surf2Dwrite and their kin, for surface references and surface objects.
 *
 * All are suld.b and sust.b with the handle in a register, and move a value's bytes as one word, or
 * as four of 32 bits. x counts bytes.
 *
 * Source: CUDA C++ Programming Guide, "Surface Functions"; PTX ISA, suld, sust.
 */
#ifndef SIMGPU_SURFACE_ACCESS_H
#define SIMGPU_SURFACE_ACCESS_H

#include "simgpu/device_function.h"
#include "simgpu/textures/surface_reference.h"

/* The word that has as many bytes as a value. */
template <int bytes> struct simgpu_surface_word;
template <> struct simgpu_surface_word<1> {
    typedef unsigned char type;
};
template <> struct simgpu_surface_word<2> {
    typedef unsigned short type;
};
template <> struct simgpu_surface_word<4> {
    typedef unsigned int type;
};
template <> struct simgpu_surface_word<8> {
    typedef unsigned long long type;
};
template <> struct simgpu_surface_word<16> {
    typedef uint4 type;
};

#define SIMGPU_UNWRAP(...) __VA_ARGS__

/* One asm statement, in the boundary mode that was asked for. */
#define SIMGPU_SURFACE_MODES(form, rest, ...)                                                      \
    do {                                                                                           \
        if (mode == cudaBoundaryModeZero)                                                          \
            asm volatile(form "zero " rest __VA_ARGS__);                                           \
        else if (mode == cudaBoundaryModeClamp)                                                    \
            asm volatile(form "clamp " rest __VA_ARGS__);                                          \
        else                                                                                       \
            asm volatile(form "trap " rest __VA_ARGS__);                                           \
    } while (0)

/* form: geometry, vector and type. place: the coordinates' text, with names. */
#define SIMGPU_SURFACE_WORD(name, word, part, form, constraint, place, parameters, operands)       \
    template <class Handle>                                                                        \
    SIMGPU_DEVICE void simgpu_load_##name(word &value, Handle surface, SIMGPU_UNWRAP parameters,   \
                                          enum cudaSurfaceBoundaryMode mode)                       \
    {                                                                                              \
        part v;                                                                                    \
        SIMGPU_SURFACE_MODES("suld.b." form ".", "{%0}, [%1, {" place "}];",                       \
                             : "=" constraint(v)                                                   \
                             : "l"(surface), SIMGPU_UNWRAP operands                                \
                             : "memory");                                                          \
        value = (word)v;                                                                           \
    }                                                                                              \
    template <class Handle>                                                                        \
    SIMGPU_DEVICE void simgpu_store_##name(word value, Handle surface, SIMGPU_UNWRAP parameters,   \
                                           enum cudaSurfaceBoundaryMode mode)                      \
    {                                                                                              \
        part v = value;                                                                            \
        SIMGPU_SURFACE_MODES("sust.b." form ".", "[%1, {" place "}], {%0};",                       \
                             :                                                                     \
                             : constraint(v), "l"(surface), SIMGPU_UNWRAP operands                 \
                             : "memory");                                                          \
    }

#define SIMGPU_SURFACE_FOUR(name, form, place, parameters, operands)                               \
    template <class Handle>                                                                        \
    SIMGPU_DEVICE void simgpu_load_##name(uint4 &v, Handle surface, SIMGPU_UNWRAP parameters,      \
                                          enum cudaSurfaceBoundaryMode mode)                       \
    {                                                                                              \
        SIMGPU_SURFACE_MODES("suld.b." form ".", "{%0, %1, %2, %3}, [%4, {" place "}];",           \
                             : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)                          \
                             : "l"(surface), SIMGPU_UNWRAP operands                                \
                             : "memory");                                                          \
    }                                                                                              \
    template <class Handle>                                                                        \
    SIMGPU_DEVICE void simgpu_store_##name(uint4 v, Handle surface, SIMGPU_UNWRAP parameters,      \
                                           enum cudaSurfaceBoundaryMode mode)                      \
    {                                                                                              \
        SIMGPU_SURFACE_MODES("sust.b." form ".", "[%4, {" place "}], {%0, %1, %2, %3};",           \
                             :                                                                     \
                             : "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "l"(surface),               \
                               SIMGPU_UNWRAP operands                                              \
                             : "memory");                                                          \
    }

#define SIMGPU_SURFACE_WORDS(name, geometry, place, parameters, operands)                          \
    SIMGPU_SURFACE_WORD(name, unsigned char, unsigned short, geometry ".b8", "h", place,           \
                        parameters, operands)                                                      \
    SIMGPU_SURFACE_WORD(name, unsigned short, unsigned short, geometry ".b16", "h", place,         \
                        parameters, operands)                                                      \
    SIMGPU_SURFACE_WORD(name, unsigned int, unsigned int, geometry ".b32", "r", place, parameters, \
                        operands)                                                                  \
    SIMGPU_SURFACE_WORD(name, unsigned long long, unsigned long long, geometry ".b64", "l", place, \
                        parameters, operands)                                                      \
    SIMGPU_SURFACE_FOUR(name, geometry ".v4.b32", place, parameters, operands)

/* The public functions; surface_type is a reference's. */
#define SIMGPU_SURFACE_FUNCTIONS(function, name, parameters, arguments, surface_type)              \
    template <class T, class Handle>                                                               \
    SIMGPU_DEVICE T simgpu_read_##function(Handle surface, SIMGPU_UNWRAP parameters,               \
                                           enum cudaSurfaceBoundaryMode mode)                      \
    {                                                                                              \
        typename simgpu_surface_word<sizeof(T)>::type word;                                        \
        T value;                                                                                   \
        simgpu_load_##name(word, surface, SIMGPU_UNWRAP arguments, mode);                          \
        __builtin_memcpy(&value, &word, sizeof value);                                             \
        return value;                                                                              \
    }                                                                                              \
    template <class T, class Handle>                                                               \
    SIMGPU_DEVICE void simgpu_write_##function(const T &value, Handle surface,                     \
                                               SIMGPU_UNWRAP parameters,                           \
                                               enum cudaSurfaceBoundaryMode mode)                  \
    {                                                                                              \
        typename simgpu_surface_word<sizeof(T)>::type word;                                        \
        __builtin_memcpy(&word, &value, sizeof value);                                             \
        simgpu_store_##name(word, surface, SIMGPU_UNWRAP arguments, mode);                         \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE T function##read(cudaSurfaceObject_t surface, SIMGPU_UNWRAP parameters,          \
                                   enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)       \
    {                                                                                              \
        return simgpu_read_##function<T>(surface, SIMGPU_UNWRAP arguments, mode);                  \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE void function##read(T *value, cudaSurfaceObject_t surface,                       \
                                      SIMGPU_UNWRAP parameters,                                    \
                                      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)    \
    {                                                                                              \
        *value = simgpu_read_##function<T>(surface, SIMGPU_UNWRAP arguments, mode);                \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE void function##write(T value, cudaSurfaceObject_t surface,                       \
                                       SIMGPU_UNWRAP parameters,                                   \
                                       enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)   \
    {                                                                                              \
        simgpu_write_##function(value, surface, SIMGPU_UNWRAP arguments, mode);                    \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE T function##read(simgpu_surface<void, surface_type> reference,                   \
                                   SIMGPU_UNWRAP parameters,                                       \
                                   enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)       \
    {                                                                                              \
        return simgpu_read_##function<T>(reference, SIMGPU_UNWRAP arguments, mode);                \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE void function##read(T *value, simgpu_surface<void, surface_type> reference,      \
                                      SIMGPU_UNWRAP parameters,                                    \
                                      enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)    \
    {                                                                                              \
        *value = simgpu_read_##function<T>(reference, SIMGPU_UNWRAP arguments, mode);              \
    }                                                                                              \
    template <class T>                                                                             \
    SIMGPU_DEVICE void function##write(T value, simgpu_surface<void, surface_type> reference,      \
                                       SIMGPU_UNWRAP parameters,                                   \
                                       enum cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)   \
    {                                                                                              \
        simgpu_write_##function(value, reference, SIMGPU_UNWRAP arguments, mode);                  \
    }

SIMGPU_SURFACE_WORDS(1d, "1d", "%[x]", (int x), ([x] "r"(x)))
SIMGPU_SURFACE_WORDS(2d, "2d", "%[x], %[y]", (int x, int y), ([x] "r"(x), [y] "r"(y)))
SIMGPU_SURFACE_WORDS(3d, "3d", "%[x], %[y], %[z], %[z]", (int x, int y, int z),
                     ([x] "r"(x), [y] "r"(y), [z] "r"(z)))
SIMGPU_SURFACE_WORDS(a1d, "a1d", "%[layer], %[x]", (int x, int layer),
                     ([x] "r"(x), [layer] "r"(layer)))
SIMGPU_SURFACE_WORDS(a2d, "a2d", "%[layer], %[x], %[y], %[y]", (int x, int y, int layer),
                     ([x] "r"(x), [y] "r"(y), [layer] "r"(layer)))

SIMGPU_SURFACE_FUNCTIONS(surf1D, 1d, (int x), (x), cudaSurfaceType1D)
SIMGPU_SURFACE_FUNCTIONS(surf2D, 2d, (int x, int y), (x, y), cudaSurfaceType2D)
SIMGPU_SURFACE_FUNCTIONS(surf3D, 3d, (int x, int y, int z), (x, y, z), cudaSurfaceType3D)
SIMGPU_SURFACE_FUNCTIONS(surf1DLayered, a1d, (int x, int layer), (x, layer),
                         cudaSurfaceType1DLayered)
SIMGPU_SURFACE_FUNCTIONS(surf2DLayered, a2d, (int x, int y, int layer), (x, y, layer),
                         cudaSurfaceType2DLayered)
SIMGPU_SURFACE_FUNCTIONS(surfCubemap, a2d, (int x, int y, int face), (x, y, face),
                         cudaSurfaceTypeCubemap)
SIMGPU_SURFACE_FUNCTIONS(surfCubemapLayered, a2d, (int x, int y, int face), (x, y, face),
                         cudaSurfaceTypeCubemapLayered)

#undef SIMGPU_SURFACE_FUNCTIONS
#undef SIMGPU_SURFACE_WORDS
#undef SIMGPU_SURFACE_FOUR
#undef SIMGPU_SURFACE_WORD
#undef SIMGPU_SURFACE_MODES
#undef SIMGPU_UNWRAP

#endif
