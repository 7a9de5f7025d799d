/* SPDX-License-Identifier: BSD-3-Clause */
/* Two or four integers in a word: the SIMD intrinsics of CUDA, made of PTX's video instructions.
 *
 * Source: CUDA Math API reference manual, "SIMD Intrinsics".
 */
#ifndef SIMGPU_SIMD_FUNCTIONS_H
#define SIMGPU_SIMD_FUNCTIONS_H

#include "simgpu/device_function.h"

#define SIMGPU_SIMD(name, form, a, b)                                                              \
    SIMGPU_DEVICE unsigned int name(unsigned int x, unsigned int y)                                \
    {                                                                                              \
        unsigned int result;                                                                       \
        asm(form " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(0));                      \
        return result;                                                                             \
    }
#define SIMGPU_SIMD_OF_ONE(name, form, a, b)                                                       \
    SIMGPU_DEVICE unsigned int name(unsigned int x)                                                \
    {                                                                                              \
        unsigned int result;                                                                       \
        asm(form " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(0));                      \
        return result;                                                                             \
    }

#define SIMGPU_SIMD_COMPARE(parts, all, word, type, compare)                                       \
    SIMGPU_SIMD(__vset##word##parts, "vset" #parts type "." compare, x, y)                         \
    SIMGPU_DEVICE unsigned int __vcmp##word##parts(unsigned int x, unsigned int y)                 \
    {                                                                                              \
        return __vset##word##parts(x, y) * all;                                                    \
    }

/* all: a part with all bits set; odd: the lowest bits of parts. */
#define SIMGPU_SIMD_FUNCTIONS(parts, all, odd)                                                     \
    SIMGPU_SIMD(__vadd##parts, "vadd" #parts ".u32.u32.u32", x, y)                                 \
    SIMGPU_SIMD(__vaddss##parts, "vadd" #parts ".s32.s32.s32.sat", x, y)                           \
    SIMGPU_SIMD(__vaddus##parts, "vadd" #parts ".u32.u32.u32.sat", x, y)                           \
    SIMGPU_SIMD(__vsub##parts, "vsub" #parts ".u32.u32.u32", x, y)                                 \
    SIMGPU_SIMD(__vsubss##parts, "vsub" #parts ".s32.s32.s32.sat", x, y)                           \
    SIMGPU_SIMD(__vsubus##parts, "vsub" #parts ".u32.u32.u32.sat", x, y)                           \
    SIMGPU_SIMD(__vavgs##parts, "vavrg" #parts ".s32.s32.s32", x, y)                               \
    SIMGPU_SIMD(__vavgu##parts, "vavrg" #parts ".u32.u32.u32", x, y)                               \
    SIMGPU_SIMD(__vabsdiffs##parts, "vabsdiff" #parts ".s32.s32.s32", x, y)                        \
    SIMGPU_SIMD(__vabsdiffu##parts, "vabsdiff" #parts ".u32.u32.u32", x, y)                        \
    SIMGPU_SIMD(__vmaxs##parts, "vmax" #parts ".s32.s32.s32", x, y)                                \
    SIMGPU_SIMD(__vmaxu##parts, "vmax" #parts ".u32.u32.u32", x, y)                                \
    SIMGPU_SIMD(__vmins##parts, "vmin" #parts ".s32.s32.s32", x, y)                                \
    SIMGPU_SIMD(__vminu##parts, "vmin" #parts ".u32.u32.u32", x, y)                                \
    SIMGPU_SIMD(__vsads##parts, "vabsdiff" #parts ".s32.s32.s32.add", x, y)                        \
    SIMGPU_SIMD(__vsadu##parts, "vabsdiff" #parts ".u32.u32.u32.add", x, y)                        \
    SIMGPU_SIMD_OF_ONE(__vabs##parts, "vabsdiff" #parts ".s32.s32.s32", x, 0)                      \
    SIMGPU_SIMD_OF_ONE(__vabsss##parts, "vabsdiff" #parts ".s32.s32.s32.sat", x, 0)                \
    SIMGPU_SIMD_OF_ONE(__vneg##parts, "vsub" #parts ".s32.s32.s32", 0, x)                          \
    SIMGPU_SIMD_OF_ONE(__vnegss##parts, "vsub" #parts ".s32.s32.s32.sat", 0, x)                    \
    SIMGPU_SIMD_COMPARE(parts, all, eq, ".u32.u32", "eq")                                          \
    SIMGPU_SIMD_COMPARE(parts, all, ne, ".u32.u32", "ne")                                          \
    SIMGPU_SIMD_COMPARE(parts, all, ges, ".s32.s32", "ge")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, geu, ".u32.u32", "ge")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, gts, ".s32.s32", "gt")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, gtu, ".u32.u32", "gt")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, les, ".s32.s32", "le")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, leu, ".u32.u32", "le")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, lts, ".s32.s32", "lt")                                         \
    SIMGPU_SIMD_COMPARE(parts, all, ltu, ".u32.u32", "lt")                                         \
    SIMGPU_DEVICE unsigned int __vhaddu##parts(unsigned int x, unsigned int y)                     \
    {                                                                                              \
        return (x & y) + (((x ^ y) & ~odd) >> 1);                                                  \
    }

SIMGPU_SIMD_FUNCTIONS(2, 0xffffu, 0x00010001u)
SIMGPU_SIMD_FUNCTIONS(4, 0xffu, 0x01010101u)

#undef SIMGPU_SIMD_FUNCTIONS
#undef SIMGPU_SIMD_COMPARE
#undef SIMGPU_SIMD_OF_ONE
#undef SIMGPU_SIMD

#endif
