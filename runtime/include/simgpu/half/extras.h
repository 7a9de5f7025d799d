/* SPDX-License-Identifier: BSD-3-Clause */
/* What a 16-bit type of floating point has beside its common operations: no guard, since
 * half_operations.h includes it for each type, with the same names.
 *
 * Source: CUDA Math API reference manual, "Half Arithmetic Functions", "Half2 Arithmetic
 * Functions", "Half Comparison Functions", "Half2 Comparison Functions", "Half Math Functions".
 * Differs: _rn is the same as without, where nvcc might fuse the latter with others.
 */

/* ---- sums and products: unfused, saturated to [0, 1], rectified ---- */

/* NaN gives 0. Clamping what is rounded is rounding what is clamped. */
SIMGPU_HOST_DEVICE SIMGPU_HALF simgpu_saturated(SIMGPU_HALF a)
{
    const float x = SIMGPU_TO_FLOAT(a);
    return x >= 1.0f ? SIMGPU_HALF(1.0f) : x > 0.0f ? a : SIMGPU_FROM_BITS(0);
}
/* NaN stays, in the form that the unit makes. */
SIMGPU_HOST_DEVICE SIMGPU_HALF simgpu_rectified(SIMGPU_HALF a)
{
    return __hisnan(a) ? SIMGPU_FROM_BITS(0x7fff) : a.__x & 0x8000 ? SIMGPU_FROM_BITS(0) : a;
}

#define SIMGPU_HALF_VARIANTS(name)                                                                 \
    SIMGPU_HOST_DEVICE SIMGPU_HALF name##_rn(SIMGPU_HALF a, SIMGPU_HALF b)                         \
    {                                                                                              \
        return name(a, b);                                                                         \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 name##2_rn(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                     \
    {                                                                                              \
        return name##2(a, b);                                                                      \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF name##_sat(SIMGPU_HALF a, SIMGPU_HALF b)                        \
    {                                                                                              \
        return simgpu_saturated(name(a, b));                                                       \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 name##2_sat(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                    \
    {                                                                                              \
        return SIMGPU_HALF2(name##_sat(a.x, b.x), name##_sat(a.y, b.y));                           \
    }
SIMGPU_HALF_VARIANTS(__hadd)
SIMGPU_HALF_VARIANTS(__hsub)
SIMGPU_HALF_VARIANTS(__hmul)
#undef SIMGPU_HALF_VARIANTS

#define SIMGPU_HALF_FMA(suffix, after)                                                             \
    SIMGPU_HOST_DEVICE SIMGPU_HALF __hfma##suffix(SIMGPU_HALF a, SIMGPU_HALF b, SIMGPU_HALF c)     \
    {                                                                                              \
        return after(__hfma(a, b, c));                                                             \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 __hfma2##suffix(SIMGPU_HALF2 a, SIMGPU_HALF2 b,                \
                                                    SIMGPU_HALF2 c)                                \
    {                                                                                              \
        return SIMGPU_HALF2(__hfma##suffix(a.x, b.x, c.x), __hfma##suffix(a.y, b.y, c.y));         \
    }
SIMGPU_HALF_FMA(_sat, simgpu_saturated)
SIMGPU_HALF_FMA(_relu, simgpu_rectified)
#undef SIMGPU_HALF_FMA

/* Of complex numbers: a * b + c. */
SIMGPU_HOST_DEVICE SIMGPU_HALF2 __hcmadd(SIMGPU_HALF2 a, SIMGPU_HALF2 b, SIMGPU_HALF2 c)
{
    const SIMGPU_HALF simgpu_real = __hfma(a.x, b.x, c.x), simgpu_imaginary = __hfma(a.x, b.y, c.y);
    return SIMGPU_HALF2(__hfma(__hneg(a.y), b.y, simgpu_real), __hfma(a.y, b.x, simgpu_imaginary));
}

/* ---- comparison: unordered, of pairs, and with masks ---- */

/* unordered: of the floats a and b, true if one is NaN. */
#define SIMGPU_HALF_UNORDERED(name, unordered)                                                     \
    SIMGPU_HOST_DEVICE bool __h##name##u(SIMGPU_HALF p, SIMGPU_HALF q)                             \
    {                                                                                              \
        const float a = SIMGPU_TO_FLOAT(p), b = SIMGPU_TO_FLOAT(q);                                \
        return unordered;                                                                          \
    }                                                                                              \
    SIMGPU_HOST_DEVICE bool __hb##name##u2(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                         \
    {                                                                                              \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                                   \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 __h##name##u2(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                  \
    {                                                                                              \
        return SIMGPU_HALF2(SIMGPU_HALF(__h##name##u(a.x, b.x) ? 1.0f : 0.0f),                     \
                            SIMGPU_HALF(__h##name##u(a.y, b.y) ? 1.0f : 0.0f));                    \
    }                                                                                              \
    SIMGPU_HALF_MASK(name)                                                                         \
    SIMGPU_HALF_MASK(name##u)
#define SIMGPU_HALF_MASK(name)                                                                     \
    SIMGPU_HOST_DEVICE unsigned int __h##name##2_mask(SIMGPU_HALF2 a, SIMGPU_HALF2 b)              \
    {                                                                                              \
        return (__h##name(a.x, b.x) ? 0xffffu : 0u) | (__h##name(a.y, b.y) ? 0xffff0000u : 0u);    \
    }
SIMGPU_HALF_UNORDERED(eq, !(a < b || a > b))
SIMGPU_HALF_UNORDERED(ne, !(a == b))
SIMGPU_HALF_UNORDERED(lt, !(a >= b))
SIMGPU_HALF_UNORDERED(le, !(a > b))
SIMGPU_HALF_UNORDERED(gt, !(a <= b))
SIMGPU_HALF_UNORDERED(ge, !(a < b))
#undef SIMGPU_HALF_UNORDERED
#undef SIMGPU_HALF_MASK

SIMGPU_HOST_DEVICE SIMGPU_HALF2 __hisnan2(SIMGPU_HALF2 a)
{
    return SIMGPU_HALF2(SIMGPU_HALF(__hisnan(a.x) ? 1.0f : 0.0f),
                        SIMGPU_HALF(__hisnan(a.y) ? 1.0f : 0.0f));
}

#define SIMGPU_HALF_NAN(name)                                                                      \
    SIMGPU_HOST_DEVICE SIMGPU_HALF name##_nan(SIMGPU_HALF a, SIMGPU_HALF b)                        \
    {                                                                                              \
        return __hisnan(a) || __hisnan(b) ? SIMGPU_FROM_BITS(0x7fff) : name(a, b);                 \
    }                                                                                              \
    SIMGPU_HOST_DEVICE SIMGPU_HALF2 name##2_nan(SIMGPU_HALF2 a, SIMGPU_HALF2 b)                    \
    {                                                                                              \
        return SIMGPU_HALF2(name##_nan(a.x, b.x), name##_nan(a.y, b.y));                           \
    }
SIMGPU_HALF_NAN(__hmin)
SIMGPU_HALF_NAN(__hmax)
#undef SIMGPU_HALF_NAN

/* ---- operators ---- */

#define SIMGPU_HALF_OPERATOR(op, name)                                                             \
    SIMGPU_HOST_DEVICE bool operator op(const SIMGPU_HALF2 &a, const SIMGPU_HALF2 &b)              \
    {                                                                                              \
        return name(a, b);                                                                         \
    }
SIMGPU_HALF_OPERATOR(<, __hblt2)
SIMGPU_HALF_OPERATOR(<=, __hble2)
SIMGPU_HALF_OPERATOR(>, __hbgt2)
SIMGPU_HALF_OPERATOR(>=, __hbge2)
#undef SIMGPU_HALF_OPERATOR

#define SIMGPU_HALF_STEP(type, op, by)                                                             \
    SIMGPU_HOST_DEVICE type &operator op(type &a)                                                  \
    {                                                                                              \
        return a += by;                                                                            \
    }                                                                                              \
    SIMGPU_HOST_DEVICE type operator op(type &a, int)                                              \
    {                                                                                              \
        const type before = a;                                                                     \
        a += by;                                                                                   \
        return before;                                                                             \
    }
SIMGPU_HALF_STEP(SIMGPU_HALF, ++, SIMGPU_HALF(1.0f))
SIMGPU_HALF_STEP(SIMGPU_HALF, --, SIMGPU_HALF(-1.0f))
SIMGPU_HALF_STEP(SIMGPU_HALF2, ++, SIMGPU_HALF2(SIMGPU_HALF(1.0f), SIMGPU_HALF(1.0f)))
SIMGPU_HALF_STEP(SIMGPU_HALF2, --, SIMGPU_HALF2(SIMGPU_HALF(-1.0f), SIMGPU_HALF(-1.0f)))
#undef SIMGPU_HALF_STEP

#ifdef __CUDA__ /* the rest is for devices */

/* ---- functions ---- */

#define SIMGPU_HALF_FUNCTION(name, function)                                                       \
    SIMGPU_DEVICE SIMGPU_HALF h##name(SIMGPU_HALF a)                                               \
    {                                                                                              \
        return SIMGPU_HALF(function(SIMGPU_TO_FLOAT(a)));                                          \
    }                                                                                              \
    SIMGPU_DEVICE SIMGPU_HALF2 h2##name(SIMGPU_HALF2 a)                                            \
    {                                                                                              \
        return SIMGPU_HALF2(h##name(a.x), h##name(a.y));                                           \
    }
SIMGPU_HALF_FUNCTION(log10, log10f)
SIMGPU_HALF_FUNCTION(exp10, exp10f)
SIMGPU_HALF_FUNCTION(tanh, tanhf)
SIMGPU_HALF_FUNCTION(tanh_approx, tanhf)
#undef SIMGPU_HALF_FUNCTION

/* ---- stores with cache hints ---- */

#define SIMGPU_HALF_STORE(name)                                                                    \
    SIMGPU_DEVICE void name(SIMGPU_HALF *address, SIMGPU_HALF value)                               \
    {                                                                                              \
        name((unsigned short *)address, value.__x);                                               \
    }                                                                                              \
    SIMGPU_DEVICE void name(SIMGPU_HALF2 *address, SIMGPU_HALF2 value)                             \
    {                                                                                              \
        unsigned int bits;                                                                         \
        __builtin_memcpy(&bits, &value, 4);                                                        \
        name((unsigned int *)address, bits);                                                       \
    }
SIMGPU_HALF_STORE(__stwb)
SIMGPU_HALF_STORE(__stcg)
SIMGPU_HALF_STORE(__stcs)
SIMGPU_HALF_STORE(__stwt)
#undef SIMGPU_HALF_STORE

/* ---- sums in memory, with compare and swap ---- */

SIMGPU_DEVICE SIMGPU_HALF2 simgpu_half_pair_add(SIMGPU_HALF2 *address, SIMGPU_HALF2 value)
{
    unsigned int seen = *(volatile unsigned int *)address, expected, sum;
    SIMGPU_HALF2 old;
    do {
        expected = seen;
        __builtin_memcpy(&old, &expected, 4);
        const SIMGPU_HALF2 wanted = __hadd2(old, value);
        __builtin_memcpy(&sum, &wanted, 4);
        seen = atomicCAS((unsigned int *)address, expected, sum);
    } while (seen != expected);
    return old;
}
/* Differs: below 7.0 there is no compare and swap of 16 bits; here there is, whatever the target.
 */
SIMGPU_DEVICE SIMGPU_HALF simgpu_half_add(SIMGPU_HALF *address, SIMGPU_HALF value)
{
    unsigned short seen = *(volatile unsigned short *)address, expected;
    do {
        expected = seen;
        const unsigned short sum = __hadd(SIMGPU_FROM_BITS(expected), value).__x;
        asm volatile("atom.cas.b16 %0, [%1], %2, %3;"
                     : "=h"(seen)
                     : "l"(address), "h"(expected), "h"(sum)
                     : "memory");
    } while (seen != expected);
    return SIMGPU_FROM_BITS(seen);
}

#endif
