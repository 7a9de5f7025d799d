/* SPDX-License-Identifier: BSD-3-Clause */
/* Shuffles, votes and matches within a warp.
 *
 * A shuffle's last operand packs the clamp (the highest lane of a segment, or 0 for up) and, from
 * bit 8, the mask of lane bits that tell segments apart. The forms without _sync are those of
 * CUDA up to 8: they are among the lanes that are active just now.
 *
 * Source: CUDA C++ Programming Guide, "Warp Shuffle Functions", "Warp Vote Functions", "Warp Match
 * Functions", "Warp Reduce Functions"; PTX ISA 7.x, shfl.sync, vote.sync, match.sync, redux.sync.
 */
#ifndef SIMGPU_WARP_FUNCTIONS_H
#define SIMGPU_WARP_FUNCTIONS_H

#include "simgpu/device_function.h"

SIMGPU_DEVICE unsigned int __activemask()
{
    unsigned int mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}

/* ---- shuffles ---- */

#define SIMGPU_SHUFFLE_WORD(mode)                                                                  \
    SIMGPU_DEVICE unsigned int simgpu_shuffle_##mode(unsigned int mask, unsigned int value,        \
                                                     unsigned int lane, unsigned int segment)      \
    {                                                                                              \
        unsigned int result;                                                                       \
        asm volatile("shfl.sync." #mode ".b32 %0, %1, %2, %3, %4;"                                 \
                     : "=r"(result)                                                                \
                     : "r"(value), "r"(lane), "r"(segment), "r"(mask)                              \
                     : "memory");                                                                  \
        return result;                                                                             \
    }
SIMGPU_SHUFFLE_WORD(idx)
SIMGPU_SHUFFLE_WORD(up)
SIMGPU_SHUFFLE_WORD(down)
SIMGPU_SHUFFLE_WORD(bfly)
#undef SIMGPU_SHUFFLE_WORD

/* C++03 has no static_assert. */
#if __cplusplus >= 201103L
#define SIMGPU_WHOLE_WORDS(T) static_assert(sizeof(T) % 4 == 0, "a shuffled value has 4 or 8 bytes")
#else
#define SIMGPU_WHOLE_WORDS(T) ((void)sizeof(char[sizeof(T) % 4 == 0 ? 1 : -1]))
#endif

/* A value of any size that is a whole number of words, moved word by word. */
#define SIMGPU_SHUFFLE(name, mode, lane_type, clamp)                                               \
    template <class T>                                                                             \
    SIMGPU_DEVICE T simgpu_##name(unsigned int mask, T value, lane_type lane, int width)           \
    {                                                                                              \
        SIMGPU_WHOLE_WORDS(T);                                                                     \
        unsigned int segment = ((unsigned int)(32 - width) << 8) | (clamp);                        \
        unsigned int words[sizeof(T) / 4];                                                         \
        __builtin_memcpy(words, &value, sizeof value);                                             \
        for (unsigned int i = 0; i < sizeof(T) / 4; i++)                                           \
            words[i] = simgpu_shuffle_##mode(mask, words[i], (unsigned int)lane, segment);         \
        __builtin_memcpy(&value, words, sizeof value);                                             \
        return value;                                                                              \
    }
SIMGPU_SHUFFLE(shfl, idx, int, 0x1f)
SIMGPU_SHUFFLE(shfl_up, up, unsigned int, 0)
SIMGPU_SHUFFLE(shfl_down, down, unsigned int, 0x1f)
SIMGPU_SHUFFLE(shfl_xor, bfly, int, 0x1f)
#undef SIMGPU_SHUFFLE
#undef SIMGPU_WHOLE_WORDS

#define SIMGPU_SHUFFLE_TYPE(name, type, lane_type)                                                 \
    SIMGPU_DEVICE type __##name##_sync(unsigned int mask, type value, lane_type lane,              \
                                       int width = 32)                                             \
    {                                                                                              \
        return simgpu_##name(mask, value, lane, width);                                            \
    }                                                                                              \
    SIMGPU_DEVICE type __##name(type value, lane_type lane, int width = 32)                        \
    {                                                                                              \
        return simgpu_##name(__activemask(), value, lane, width);                                  \
    }
#define SIMGPU_SHUFFLE_TYPES(name, lane_type)                                                      \
    SIMGPU_SHUFFLE_TYPE(name, int, lane_type)                                                      \
    SIMGPU_SHUFFLE_TYPE(name, unsigned int, lane_type)                                             \
    SIMGPU_SHUFFLE_TYPE(name, long, lane_type)                                                     \
    SIMGPU_SHUFFLE_TYPE(name, unsigned long, lane_type)                                            \
    SIMGPU_SHUFFLE_TYPE(name, long long, lane_type)                                                \
    SIMGPU_SHUFFLE_TYPE(name, unsigned long long, lane_type)                                       \
    SIMGPU_SHUFFLE_TYPE(name, float, lane_type)                                                    \
    SIMGPU_SHUFFLE_TYPE(name, double, lane_type)
SIMGPU_SHUFFLE_TYPES(shfl, int)
SIMGPU_SHUFFLE_TYPES(shfl_up, unsigned int)
SIMGPU_SHUFFLE_TYPES(shfl_down, unsigned int)
SIMGPU_SHUFFLE_TYPES(shfl_xor, int)
#undef SIMGPU_SHUFFLE_TYPES
#undef SIMGPU_SHUFFLE_TYPE

/* ---- votes ---- */

#define SIMGPU_VOTE(name, operation)                                                               \
    SIMGPU_DEVICE int name##_sync(unsigned int mask, int predicate)                                \
    {                                                                                              \
        int result;                                                                                \
        asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." operation               \
                     ".pred q, p, %2; selp.s32 %0, 1, 0, q; }"                                     \
                     : "=r"(result)                                                                \
                     : "r"(predicate), "r"(mask)                                                   \
                     : "memory");                                                                  \
        return result;                                                                             \
    }                                                                                              \
    SIMGPU_DEVICE int name(int predicate)                                                          \
    {                                                                                              \
        return name##_sync(__activemask(), predicate);                                             \
    }
SIMGPU_VOTE(__all, "all")
SIMGPU_VOTE(__any, "any")
#undef SIMGPU_VOTE

SIMGPU_DEVICE int __uni_sync(unsigned int mask, int predicate)
{
    int result;
    asm volatile("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync.uni.pred q, p, %2; "
                 "selp.s32 %0, 1, 0, q; }"
                 : "=r"(result)
                 : "r"(predicate), "r"(mask)
                 : "memory");
    return result;
}
SIMGPU_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate)
{
    unsigned int result;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                 : "=r"(result)
                 : "r"(predicate), "r"(mask)
                 : "memory");
    return result;
}
SIMGPU_DEVICE unsigned int __ballot(int predicate)
{
    return __ballot_sync(__activemask(), predicate);
}

/* ---- matches ---- */

SIMGPU_DEVICE unsigned int simgpu_match_any(unsigned int mask, unsigned int value)
{
    unsigned int result;
    asm volatile("match.any.sync.b32 %0, %1, %2;"
                 : "=r"(result)
                 : "r"(value), "r"(mask)
                 : "memory");
    return result;
}
SIMGPU_DEVICE unsigned int simgpu_match_any(unsigned int mask, unsigned long long value)
{
    unsigned int result;
    asm volatile("match.any.sync.b64 %0, %1, %2;"
                 : "=r"(result)
                 : "l"(value), "r"(mask)
                 : "memory");
    return result;
}
SIMGPU_DEVICE unsigned int simgpu_match_all(unsigned int mask, unsigned int value, int *predicate)
{
    unsigned int result;
    asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                 : "=r"(result), "=r"(*predicate)
                 : "r"(value), "r"(mask)
                 : "memory");
    return result;
}
SIMGPU_DEVICE unsigned int simgpu_match_all(unsigned int mask, unsigned long long value,
                                            int *predicate)
{
    unsigned int result;
    asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                 : "=r"(result), "=r"(*predicate)
                 : "l"(value), "r"(mask)
                 : "memory");
    return result;
}

#define SIMGPU_MATCH_TYPE(type, word)                                                              \
    SIMGPU_DEVICE unsigned int __match_any_sync(unsigned int mask, type value)                     \
    {                                                                                              \
        word bits;                                                                                 \
        __builtin_memcpy(&bits, &value, sizeof bits);                                              \
        return simgpu_match_any(mask, bits);                                                       \
    }                                                                                              \
    SIMGPU_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, int *predicate)     \
    {                                                                                              \
        word bits;                                                                                 \
        __builtin_memcpy(&bits, &value, sizeof bits);                                              \
        return simgpu_match_all(mask, bits, predicate);                                            \
    }
SIMGPU_MATCH_TYPE(int, unsigned int)
SIMGPU_MATCH_TYPE(unsigned int, unsigned int)
SIMGPU_MATCH_TYPE(float, unsigned int)
SIMGPU_MATCH_TYPE(long, unsigned long long)
SIMGPU_MATCH_TYPE(unsigned long, unsigned long long)
SIMGPU_MATCH_TYPE(long long, unsigned long long)
SIMGPU_MATCH_TYPE(unsigned long long, unsigned long long)
SIMGPU_MATCH_TYPE(double, unsigned long long)
#undef SIMGPU_MATCH_TYPE

/* ---- reductions over the lanes of a mask (compute capability 8.0) ---- */

#define SIMGPU_REDUCE(name, type, operation)                                                       \
    SIMGPU_DEVICE type name(unsigned int mask, type value)                                         \
    {                                                                                              \
        type result;                                                                               \
        asm volatile("redux.sync." operation " %0, %1, %2;"                                        \
                     : "=r"(result)                                                                \
                     : "r"(value), "r"(mask)                                                       \
                     : "memory");                                                                  \
        return result;                                                                             \
    }
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
SIMGPU_REDUCE(__reduce_add_sync, unsigned int, "add.u32")
SIMGPU_REDUCE(__reduce_add_sync, int, "add.s32")
SIMGPU_REDUCE(__reduce_min_sync, unsigned int, "min.u32")
SIMGPU_REDUCE(__reduce_min_sync, int, "min.s32")
SIMGPU_REDUCE(__reduce_max_sync, unsigned int, "max.u32")
SIMGPU_REDUCE(__reduce_max_sync, int, "max.s32")
SIMGPU_REDUCE(__reduce_and_sync, unsigned int, "and.b32")
SIMGPU_REDUCE(__reduce_or_sync, unsigned int, "or.b32")
SIMGPU_REDUCE(__reduce_xor_sync, unsigned int, "xor.b32")
#endif
#undef SIMGPU_REDUCE

#endif
