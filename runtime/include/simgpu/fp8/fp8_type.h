/* SPDX-License-Identifier: BSD-3-Clause */
/* A type of eight bits of floating point, two and four of it: no guard, since cuda_fp8.h includes
 * it for both formats, by these names, which it takes back:
 *
 *   SIMGPU_FP8, SIMGPU_FP8X2, SIMGPU_FP8X4   the types
 *   SIMGPU_FP8_FORMAT                        __NV_E4M3 or __NV_E5M2
 *
 * What is too large for the format becomes its largest number. Towards an integer, a value is cut,
 * and what is too large becomes the integer type's limit; a NaN becomes 0, or 2^63 of 64 bits.
 *
 * Source: CUDA Math API reference manual, "FP8 Conversion and Data Movement", "C++ struct for
 * handling fp8 data type".
 */

struct SIMGPU_FP8 {
    __nv_fp8_storage_t __x;
    SIMGPU_FP8() = default;
#define SIMGPU_FP8_FROM(type, function, converted)                                                 \
    explicit __host__ __device__ SIMGPU_FP8(const type value)                                      \
        : __x(function(converted, __NV_SATFINITE, SIMGPU_FP8_FORMAT))                              \
    {                                                                                              \
    }
    SIMGPU_FP8_FROM(__half, __nv_cvt_halfraw_to_fp8, value)
    SIMGPU_FP8_FROM(__nv_bfloat16, __nv_cvt_bfloat16raw_to_fp8, value)
    SIMGPU_FP8_FROM(float, __nv_cvt_float_to_fp8, value)
    SIMGPU_FP8_FROM(double, __nv_cvt_double_to_fp8, value)
    SIMGPU_FP8_FROM(short, __nv_cvt_float_to_fp8, (float)value)
    SIMGPU_FP8_FROM(unsigned short, __nv_cvt_float_to_fp8, (float)value)
    SIMGPU_FP8_FROM(int, __nv_cvt_double_to_fp8, (double)value)
    SIMGPU_FP8_FROM(unsigned int, __nv_cvt_double_to_fp8, (double)value)
    /* An integer above 2^53 is above the largest number, however it is rounded. */
    SIMGPU_FP8_FROM(long, __nv_cvt_double_to_fp8, (double)value)
    SIMGPU_FP8_FROM(unsigned long, __nv_cvt_double_to_fp8, (double)value)
    SIMGPU_FP8_FROM(long long, __nv_cvt_double_to_fp8, (double)value)
    SIMGPU_FP8_FROM(unsigned long long, __nv_cvt_double_to_fp8, (double)value)
#undef SIMGPU_FP8_FROM
    explicit __host__ __device__ operator __half() const
    {
        return __nv_cvt_fp8_to_halfraw(__x, SIMGPU_FP8_FORMAT);
    }
    explicit __host__ __device__ operator float() const
    {
        return simgpu_fp8_as_float(__x, SIMGPU_FP8_FORMAT);
    }
    explicit __host__ __device__ operator __nv_bfloat16() const
    {
        return __nv_bfloat16(simgpu_fp8_as_float(__x, SIMGPU_FP8_FORMAT));
    }
    explicit __host__ __device__ operator double() const
    {
        return simgpu_fp8_as_float(__x, SIMGPU_FP8_FORMAT);
    }
    explicit __host__ __device__ operator bool() const
    {
        return (__x & 0x7f) != 0;
    }
#define SIMGPU_FP8_TO(type, bits, is_signed)                                                       \
    explicit __host__ __device__ operator type() const                                             \
    {                                                                                              \
        return (type)simgpu_fp8_as_integer(__x, SIMGPU_FP8_FORMAT, bits, is_signed);               \
    }
    SIMGPU_FP8_TO(char, 8, (char)-1 < 0)
    SIMGPU_FP8_TO(signed char, 8, true)
    SIMGPU_FP8_TO(unsigned char, 8, false)
    SIMGPU_FP8_TO(short, 16, true)
    SIMGPU_FP8_TO(unsigned short, 16, false)
    SIMGPU_FP8_TO(int, 32, true)
    SIMGPU_FP8_TO(unsigned int, 32, false)
    SIMGPU_FP8_TO(long, 64, true)
    SIMGPU_FP8_TO(unsigned long, 64, false)
    SIMGPU_FP8_TO(long long, 64, true)
    SIMGPU_FP8_TO(unsigned long long, 64, false)
#undef SIMGPU_FP8_TO
};

/* The first element is the low byte. */
struct __attribute__((aligned(2))) SIMGPU_FP8X2 {
    __nv_fp8x2_storage_t __x;
    SIMGPU_FP8X2() = default;
#define SIMGPU_FP8X2_FROM(type, function)                                                          \
    explicit __host__ __device__ SIMGPU_FP8X2(const type value)                                    \
        : __x(function(value, __NV_SATFINITE, SIMGPU_FP8_FORMAT))                                  \
    {                                                                                              \
    }
    SIMGPU_FP8X2_FROM(__half2, __nv_cvt_halfraw2_to_fp8x2)
    SIMGPU_FP8X2_FROM(__nv_bfloat162, __nv_cvt_bfloat16raw2_to_fp8x2)
    SIMGPU_FP8X2_FROM(float2, __nv_cvt_float2_to_fp8x2)
    SIMGPU_FP8X2_FROM(double2, __nv_cvt_double2_to_fp8x2)
#undef SIMGPU_FP8X2_FROM
    explicit __host__ __device__ operator __half2() const
    {
        return __nv_cvt_fp8x2_to_halfraw2(__x, SIMGPU_FP8_FORMAT);
    }
    explicit __host__ __device__ operator float2() const
    {
        return simgpu_fp8x2_as_float2(__x, SIMGPU_FP8_FORMAT);
    }
};

struct __attribute__((aligned(4))) SIMGPU_FP8X4 {
    __nv_fp8x4_storage_t __x;
    SIMGPU_FP8X4() = default;
    explicit __host__ __device__ SIMGPU_FP8X4(const __half2 low, const __half2 high)
        : __x(both(SIMGPU_FP8X2(low), SIMGPU_FP8X2(high)))
    {
    }
    explicit __host__ __device__ SIMGPU_FP8X4(const __nv_bfloat162 low, const __nv_bfloat162 high)
        : __x(both(SIMGPU_FP8X2(low), SIMGPU_FP8X2(high)))
    {
    }
    explicit __host__ __device__ SIMGPU_FP8X4(const float4 value)
        : __x(both(SIMGPU_FP8X2(make_float2(value.x, value.y)),
                   SIMGPU_FP8X2(make_float2(value.z, value.w))))
    {
    }
    explicit __host__ __device__ SIMGPU_FP8X4(const double4 value)
        : __x(both(SIMGPU_FP8X2(make_double2(value.x, value.y)),
                   SIMGPU_FP8X2(make_double2(value.z, value.w))))
    {
    }
    explicit __host__ __device__ operator float4() const
    {
        const float2 low = simgpu_fp8x2_as_float2((__nv_fp8x2_storage_t)__x, SIMGPU_FP8_FORMAT);
        const float2 high =
            simgpu_fp8x2_as_float2((__nv_fp8x2_storage_t)(__x >> 16), SIMGPU_FP8_FORMAT);
        return make_float4(low.x, low.y, high.x, high.y);
    }

  private:
    static __host__ __device__ __nv_fp8x4_storage_t both(SIMGPU_FP8X2 low, SIMGPU_FP8X2 high)
    {
        return low.__x | (__nv_fp8x4_storage_t)high.__x << 16;
    }
};

#undef SIMGPU_FP8
#undef SIMGPU_FP8X2
#undef SIMGPU_FP8X4
#undef SIMGPU_FP8_FORMAT
