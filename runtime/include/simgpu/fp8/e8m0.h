/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of cuda_fp8.h: scales of eight bits, .e8m0: powers of two from 2^-127 to 2^127, and a NaN,
 * 0xff. They have no sign and no zero: of a number its magnitude counts, and what is too small
 * becomes 2^-127. Integer arithmetic, on the device too.
 *
 * Source: CUDA Math API reference manual 13, "FP8 Conversion and Data Movement"; Open Compute
 * Project, Microscaling Formats (MX) Specification 1.0, section 5.4.1.
 */
#ifndef SIMGPU_FP8_E8M0_H
#define SIMGPU_FP8_E8M0_H

enum { SIMGPU_E8M0_BIAS = 127, SIMGPU_E8M0_LARGEST = 0xfe, SIMGPU_E8M0_NAN = 0xff };

/* upwards: towards the next power of two, else towards the one below. */
SIMGPU_HOST_DEVICE __nv_fp8_storage_t simgpu_to_e8m0(double x, bool finite, bool upwards)
{
    const unsigned long long bits = simgpu_bits(x) & 0x7fffffffffffffffull;
    const unsigned long long fraction = bits & 0xfffffffffffffull;
    const int power = (int)(bits >> 52) - 1023;
    if (x != x)
        return SIMGPU_E8M0_NAN;
    if (power < -SIMGPU_E8M0_BIAS)
        return 0;
    const int code = power + SIMGPU_E8M0_BIAS + (upwards && fraction != 0 ? 1 : 0);
    if (code > SIMGPU_E8M0_LARGEST)
        return finite ? SIMGPU_E8M0_LARGEST : SIMGPU_E8M0_NAN;
    return (__nv_fp8_storage_t)code;
}
/* Of an integer's magnitude, upwards. */
SIMGPU_HOST_DEVICE __nv_fp8_storage_t simgpu_integer_to_e8m0(unsigned long long magnitude)
{
    int power = 0;
    while (magnitude >> power > 1)
        power++;
    if (magnitude == 0)
        return 0;
    return (__nv_fp8_storage_t)(SIMGPU_E8M0_BIAS + power + (magnitude & (magnitude - 1) ? 1 : 0));
}
SIMGPU_HOST_DEVICE float simgpu_e8m0_to_float(__nv_fp8_storage_t x)
{
    if (x == SIMGPU_E8M0_NAN)
        return simgpu_from_bitsf(0x7fffffffu);
    return simgpu_from_bitsf(x == 0 ? 0x400000u : (unsigned int)x << 23);
}

SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x,
                                                              __nv_saturation_t saturation,
                                                              enum cudaRoundMode rounding)
{
    return simgpu_to_e8m0(x, saturation == __NV_SATFINITE, rounding == cudaRoundPosInf);
}
SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturation,
                                                             enum cudaRoundMode rounding)
{
    return __nv_cvt_double_to_e8m0((double)x, saturation, rounding);
}
SIMGPU_HOST_DEVICE __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                                   __nv_saturation_t saturation,
                                                                   enum cudaRoundMode rounding)
{
    return __nv_cvt_float_to_e8m0(simgpu_from_bitsf((unsigned int)x.x << 16), saturation, rounding);
}
SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x,
                                                                   __nv_saturation_t saturation,
                                                                   enum cudaRoundMode rounding)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.x, saturation, rounding) |
                                  __nv_cvt_double_to_e8m0(x.y, saturation, rounding) << 8);
}
SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x,
                                                                  __nv_saturation_t saturation,
                                                                  enum cudaRoundMode rounding)
{
    return __nv_cvt_double2_to_e8m0x2(make_double2(x.x, x.y), saturation, rounding);
}
SIMGPU_HOST_DEVICE __nv_fp8x2_storage_t
__nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, __nv_saturation_t saturation,
                                enum cudaRoundMode rounding)
{
    return __nv_cvt_float2_to_e8m0x2(make_float2(simgpu_from_bitsf((unsigned int)x.x << 16),
                                                 simgpu_from_bitsf((unsigned int)x.y << 16)),
                                     saturation, rounding);
}
/* Exact. */
SIMGPU_HOST_DEVICE __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x)
{
    const __nv_bfloat16_raw made = {(unsigned short)(simgpu_bitsf(simgpu_e8m0_to_float(x)) >> 16)};
    return made;
}
SIMGPU_HOST_DEVICE __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x)
{
    const __nv_bfloat162_raw both = {__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
                                     __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
    return both;
}

struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;
    __nv_fp8_e8m0() = default;
#define SIMGPU_E8M0_FROM(type, converted)                                                          \
    explicit __host__ __device__ __nv_fp8_e8m0(const type value) : __x(converted) {}
    SIMGPU_E8M0_FROM(__half, simgpu_to_e8m0((double)__half2float(value), true, true))
    SIMGPU_E8M0_FROM(__nv_bfloat16, simgpu_to_e8m0((double)__bfloat162float(value), true, true))
    SIMGPU_E8M0_FROM(float, simgpu_to_e8m0((double)value, true, true))
    SIMGPU_E8M0_FROM(double, simgpu_to_e8m0(value, true, true))
    SIMGPU_E8M0_FROM(unsigned short, simgpu_integer_to_e8m0(value))
    SIMGPU_E8M0_FROM(unsigned int, simgpu_integer_to_e8m0(value))
    SIMGPU_E8M0_FROM(unsigned long, simgpu_integer_to_e8m0(value))
    SIMGPU_E8M0_FROM(unsigned long long, simgpu_integer_to_e8m0(value))
#define SIMGPU_E8M0_SIGNED(value)                                                                  \
    simgpu_integer_to_e8m0((value) < 0 ? 0 - (unsigned long long)(value)                           \
                                       : (unsigned long long)(value))
    SIMGPU_E8M0_FROM(short, SIMGPU_E8M0_SIGNED(value))
    SIMGPU_E8M0_FROM(int, SIMGPU_E8M0_SIGNED(value))
    SIMGPU_E8M0_FROM(long, SIMGPU_E8M0_SIGNED(value))
    SIMGPU_E8M0_FROM(long long, SIMGPU_E8M0_SIGNED(value))
#undef SIMGPU_E8M0_SIGNED
#undef SIMGPU_E8M0_FROM
    explicit __host__ __device__ operator float() const
    {
        return simgpu_e8m0_to_float(__x);
    }
    explicit __host__ __device__ operator double() const
    {
        return simgpu_e8m0_to_float(__x);
    }
    explicit __host__ __device__ operator __nv_bfloat16() const
    {
        return __nv_cvt_e8m0_to_bf16raw(__x);
    }
    explicit __host__ __device__ operator __half() const
    {
        return __float2half_rn(simgpu_e8m0_to_float(__x));
    }
    explicit __host__ __device__ operator bool() const
    {
        return true; /* no code stands for 0 */
    }
#define SIMGPU_E8M0_TO(type, bits, is_signed)                                                      \
    explicit __host__ __device__ operator type() const                                             \
    {                                                                                              \
        return (type)simgpu_float_as_integer(simgpu_e8m0_to_float(__x), bits, is_signed);          \
    }
    SIMGPU_E8M0_TO(char, 8, (char)-1 < 0)
    SIMGPU_E8M0_TO(signed char, 8, true)
    SIMGPU_E8M0_TO(unsigned char, 8, false)
    SIMGPU_E8M0_TO(short, 16, true)
    SIMGPU_E8M0_TO(unsigned short, 16, false)
    SIMGPU_E8M0_TO(int, 32, true)
    SIMGPU_E8M0_TO(unsigned int, 32, false)
    SIMGPU_E8M0_TO(long, 64, true)
    SIMGPU_E8M0_TO(unsigned long, 64, false)
    SIMGPU_E8M0_TO(long long, 64, true)
    SIMGPU_E8M0_TO(unsigned long long, 64, false)
#undef SIMGPU_E8M0_TO
};

/* The first element is the low byte. */
struct __attribute__((aligned(2))) __nv_fp8x2_e8m0 {
    __nv_fp8x2_storage_t __x;
    __nv_fp8x2_e8m0() = default;
    explicit __host__ __device__ __nv_fp8x2_e8m0(const float2 value)
        : __x(__nv_cvt_float2_to_e8m0x2(value, __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    explicit __host__ __device__ __nv_fp8x2_e8m0(const double2 value)
        : __x(__nv_cvt_double2_to_e8m0x2(value, __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    explicit __host__ __device__ __nv_fp8x2_e8m0(const __half2 value)
        : __nv_fp8x2_e8m0(__half22float2(value))
    {
    }
    explicit __host__ __device__ __nv_fp8x2_e8m0(const __nv_bfloat162 value)
        : __x(__nv_cvt_bfloat162raw_to_e8m0x2(value, __NV_SATFINITE, cudaRoundPosInf))
    {
    }
    explicit __host__ __device__ operator float2() const
    {
        return make_float2(simgpu_e8m0_to_float((__nv_fp8_storage_t)__x),
                           simgpu_e8m0_to_float((__nv_fp8_storage_t)(__x >> 8)));
    }
    explicit __host__ __device__ operator __half2() const
    {
        return __float22half2_rn((float2)*this);
    }
    explicit __host__ __device__ operator __nv_bfloat162() const
    {
        return __nv_cvt_e8m0x2_to_bf162raw(__x);
    }
};

struct __attribute__((aligned(4))) __nv_fp8x4_e8m0 {
    __nv_fp8x4_storage_t __x;
    __nv_fp8x4_e8m0() = default;
    explicit __host__ __device__ __nv_fp8x4_e8m0(const __half2 low, const __half2 high)
        : __x(both(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high)))
    {
    }
    explicit __host__ __device__ __nv_fp8x4_e8m0(const __nv_bfloat162 low,
                                                 const __nv_bfloat162 high)
        : __x(both(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high)))
    {
    }
    explicit __host__ __device__ __nv_fp8x4_e8m0(const float4 value)
        : __x(both(__nv_fp8x2_e8m0(make_float2(value.x, value.y)),
                   __nv_fp8x2_e8m0(make_float2(value.z, value.w))))
    {
    }
    explicit __host__ __device__ __nv_fp8x4_e8m0(const double4 value)
        : __x(both(__nv_fp8x2_e8m0(make_double2(value.x, value.y)),
                   __nv_fp8x2_e8m0(make_double2(value.z, value.w))))
    {
    }
    explicit __host__ __device__ operator float4() const
    {
        return make_float4(simgpu_e8m0_to_float((__nv_fp8_storage_t)__x),
                           simgpu_e8m0_to_float((__nv_fp8_storage_t)(__x >> 8)),
                           simgpu_e8m0_to_float((__nv_fp8_storage_t)(__x >> 16)),
                           simgpu_e8m0_to_float((__nv_fp8_storage_t)(__x >> 24)));
    }

  private:
    static __host__ __device__ __nv_fp8x4_storage_t both(__nv_fp8x2_e8m0 low, __nv_fp8x2_e8m0 high)
    {
        return (__nv_fp8x4_storage_t)low.__x | (__nv_fp8x4_storage_t)high.__x << 16;
    }
};

#endif
