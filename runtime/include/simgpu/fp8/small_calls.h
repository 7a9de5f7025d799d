/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions that convert to and from formats of six and of four bits: no guard, since
 * cuda_fp6.h and cuda_fp4.h include it by these names, which it takes back:
 *
 *   SIMGPU_SMALL(x)    a name with fp6 or fp4 in the place of x's dots, as SIMGPU_SMALL(a, b)
 *   SIMGPU_SMALL_SHIFT bits between the two elements of a pair
 *
 * Source: CUDA Math API reference manual 12.8, "FP6 Intrinsics", "FP4 Intrinsics". Differs: a
 * rounding other than cudaRoundNearest and cudaRoundZero counts as the first.
 */

#define SIMGPU_SMALL_CODE    SIMGPU_SMALL(__nv_, _storage_t)
#define SIMGPU_SMALL_PAIR    SIMGPU_SMALL(__nv_, x2_storage_t)
#define SIMGPU_SMALL_FORMATS SIMGPU_SMALL(__nv_, _interpretation_t)
#define SIMGPU_SMALL_OF      SIMGPU_SMALL(simgpu_, _format)

#define SIMGPU_SMALL_ONE(name, From, convert, value)                                               \
    SIMGPU_HOST_DEVICE SIMGPU_SMALL_CODE name(const From x, const SIMGPU_SMALL_FORMATS format,     \
                                              const enum cudaRoundMode rounding)                   \
    {                                                                                              \
        return convert(value, SIMGPU_SMALL_OF(format), rounding == cudaRoundZero);                 \
    }
#define SIMGPU_SMALL_TWO(name, From, one)                                                          \
    SIMGPU_HOST_DEVICE SIMGPU_SMALL_PAIR name(const From x, const SIMGPU_SMALL_FORMATS format,     \
                                              const enum cudaRoundMode rounding)                   \
    {                                                                                              \
        return (SIMGPU_SMALL_PAIR)(one(simgpu_first_of(x), format, rounding) |                     \
                                   one(simgpu_second_of(x), format, rounding)                      \
                                       << SIMGPU_SMALL_SHIFT);                                     \
    }
SIMGPU_SMALL_ONE(SIMGPU_SMALL(__nv_cvt_double_to_, ), double, simgpu_double_to_small, x)
SIMGPU_SMALL_ONE(SIMGPU_SMALL(__nv_cvt_float_to_, ), float, simgpu_float_to_small, x)
SIMGPU_SMALL_ONE(SIMGPU_SMALL(__nv_cvt_halfraw_to_, ), __half_raw, simgpu_float_to_small,
                 simgpu_half_to_float(x.x))
SIMGPU_SMALL_ONE(SIMGPU_SMALL(__nv_cvt_bfloat16raw_to_, ), __nv_bfloat16_raw, simgpu_float_to_small,
                 simgpu_from_bitsf((unsigned int)x.x << 16))
SIMGPU_SMALL_TWO(SIMGPU_SMALL(__nv_cvt_double2_to_, x2), double2,
                 SIMGPU_SMALL(__nv_cvt_double_to_, ))
SIMGPU_SMALL_TWO(SIMGPU_SMALL(__nv_cvt_float2_to_, x2), float2, SIMGPU_SMALL(__nv_cvt_float_to_, ))
SIMGPU_SMALL_TWO(SIMGPU_SMALL(__nv_cvt_halfraw2_to_, x2), __half2_raw,
                 SIMGPU_SMALL(__nv_cvt_halfraw_to_, ))
SIMGPU_SMALL_TWO(SIMGPU_SMALL(__nv_cvt_bfloat16raw2_to_, x2), __nv_bfloat162_raw,
                 SIMGPU_SMALL(__nv_cvt_bfloat16raw_to_, ))

/* A half holds every value. */
SIMGPU_HOST_DEVICE __half_raw SIMGPU_SMALL(__nv_cvt_,
                                           _to_halfraw)(const SIMGPU_SMALL_CODE x,
                                                        const SIMGPU_SMALL_FORMATS format)
{
    const __half_raw half = {
        simgpu_float_to_half(simgpu_small_to_float(x, SIMGPU_SMALL_OF(format)))};
    return half;
}
SIMGPU_HOST_DEVICE __half2_raw SIMGPU_SMALL(__nv_cvt_,
                                            x2_to_halfraw2)(const SIMGPU_SMALL_PAIR x,
                                                            const SIMGPU_SMALL_FORMATS format)
{
    __half2_raw both;
    both.x = SIMGPU_SMALL(__nv_cvt_, _to_halfraw)((SIMGPU_SMALL_CODE)x, format).x;
    both.y =
        SIMGPU_SMALL(__nv_cvt_, _to_halfraw)((SIMGPU_SMALL_CODE)(x >> SIMGPU_SMALL_SHIFT), format)
            .x;
    return both;
}

#undef SIMGPU_SMALL_ONE
#undef SIMGPU_SMALL_TWO
#undef SIMGPU_SMALL_FORMATS
#undef SIMGPU_SMALL_OF
