/* SPDX-License-Identifier: BSD-3-Clause */
/* A type of six or four bits of floating point, two and four of it: no guard, since cuda_fp6.h and
 * cuda_fp4.h include it for each format. Besides the names of small_calls.h it wants:
 *
 *   SIMGPU_SMALL_T, SIMGPU_SMALLX2_T, SIMGPU_SMALLX4_T, SIMGPU_SMALL_FORMAT    which it takes back
 *
 * Towards an integer, a value is cut, and what is below an unsigned one becomes 0.
 *
 * Source: CUDA Math API reference manual 12.8, "C++ struct for handling fp6 data type" and fp4.
 */

struct SIMGPU_SMALL_T {
    SIMGPU_SMALL_CODE __x;
    SIMGPU_SMALL_T() = default;
#define SIMGPU_SMALL_FROM(type, from, converted)                                                   \
    explicit __host__ __device__ SIMGPU_SMALL_T(const type value)                                  \
        : __x(SIMGPU_SMALL(from, )(converted, SIMGPU_SMALL_FORMAT, cudaRoundNearest))              \
    {                                                                                              \
    }
    SIMGPU_SMALL_FROM(__half, __nv_cvt_halfraw_to_, value)
    SIMGPU_SMALL_FROM(__nv_bfloat16, __nv_cvt_bfloat16raw_to_, value)
    SIMGPU_SMALL_FROM(float, __nv_cvt_float_to_, value)
    SIMGPU_SMALL_FROM(double, __nv_cvt_double_to_, value)
    /* An integer that is no float is above the largest number. */
    SIMGPU_SMALL_FROM(short, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(unsigned short, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(int, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(unsigned int, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(long, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(unsigned long, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(long long, __nv_cvt_float_to_, (float)value)
    SIMGPU_SMALL_FROM(unsigned long long, __nv_cvt_float_to_, (float)value)
#undef SIMGPU_SMALL_FROM
    explicit __host__ __device__ operator float() const
    {
        return simgpu_small_to_float(__x, SIMGPU_SMALL(simgpu_, _format)(SIMGPU_SMALL_FORMAT));
    }
    explicit __host__ __device__ operator __half() const
    {
        return SIMGPU_SMALL(__nv_cvt_, _to_halfraw)(__x, SIMGPU_SMALL_FORMAT);
    }
    explicit __host__ __device__ operator __nv_bfloat16() const
    {
        return __nv_bfloat16((float)*this);
    }
    explicit __host__ __device__ operator double() const
    {
        return (float)*this;
    }
    explicit __host__ __device__ operator bool() const
    {
        return (float)*this != 0;
    }
#define SIMGPU_SMALL_TO(type, least)                                                               \
    explicit __host__ __device__ operator type() const                                             \
    {                                                                                              \
        const float value = (float)*this;                                                          \
        return (type)(value < least ? least : value);                                              \
    }
    SIMGPU_SMALL_TO(char, ((char)-1 < 0 ? -128.0f : 0.0f))
    SIMGPU_SMALL_TO(signed char, -128.0f)
    SIMGPU_SMALL_TO(unsigned char, 0.0f)
    SIMGPU_SMALL_TO(short, -128.0f)
    SIMGPU_SMALL_TO(unsigned short, 0.0f)
    SIMGPU_SMALL_TO(int, -128.0f)
    SIMGPU_SMALL_TO(unsigned int, 0.0f)
    SIMGPU_SMALL_TO(long, -128.0f)
    SIMGPU_SMALL_TO(unsigned long, 0.0f)
    SIMGPU_SMALL_TO(long long, -128.0f)
    SIMGPU_SMALL_TO(unsigned long long, 0.0f)
#undef SIMGPU_SMALL_TO
};

/* The first element has the low bits. */
struct __attribute__((aligned(sizeof(SIMGPU_SMALL_PAIR)))) SIMGPU_SMALLX2_T {
    SIMGPU_SMALL_PAIR __x;
    SIMGPU_SMALLX2_T() = default;
#define SIMGPU_SMALLX2_FROM(type, from)                                                            \
    explicit __host__ __device__ SIMGPU_SMALLX2_T(const type value)                                \
        : __x(SIMGPU_SMALL(from, x2)(value, SIMGPU_SMALL_FORMAT, cudaRoundNearest))                \
    {                                                                                              \
    }
    SIMGPU_SMALLX2_FROM(__half2, __nv_cvt_halfraw2_to_)
    SIMGPU_SMALLX2_FROM(__nv_bfloat162, __nv_cvt_bfloat16raw2_to_)
    SIMGPU_SMALLX2_FROM(float2, __nv_cvt_float2_to_)
    SIMGPU_SMALLX2_FROM(double2, __nv_cvt_double2_to_)
#undef SIMGPU_SMALLX2_FROM
    explicit __host__ __device__ operator __half2() const
    {
        return SIMGPU_SMALL(__nv_cvt_, x2_to_halfraw2)(__x, SIMGPU_SMALL_FORMAT);
    }
    explicit __host__ __device__ operator float2() const
    {
        const __half2_raw both = SIMGPU_SMALL(__nv_cvt_, x2_to_halfraw2)(__x, SIMGPU_SMALL_FORMAT);
        return make_float2(simgpu_half_to_float(both.x), simgpu_half_to_float(both.y));
    }
};

struct __attribute__((aligned(sizeof(SIMGPU_SMALL(__nv_, x4_storage_t))))) SIMGPU_SMALLX4_T {
    typedef SIMGPU_SMALL(__nv_, x4_storage_t) simgpu_storage;
    simgpu_storage __x;
    SIMGPU_SMALLX4_T() = default;
    explicit __host__ __device__ SIMGPU_SMALLX4_T(const __half2 low, const __half2 high)
        : __x(both(SIMGPU_SMALLX2_T(low), SIMGPU_SMALLX2_T(high)))
    {
    }
    explicit __host__ __device__ SIMGPU_SMALLX4_T(const __nv_bfloat162 low,
                                                  const __nv_bfloat162 high)
        : __x(both(SIMGPU_SMALLX2_T(low), SIMGPU_SMALLX2_T(high)))
    {
    }
    explicit __host__ __device__ SIMGPU_SMALLX4_T(const float4 value)
        : __x(both(SIMGPU_SMALLX2_T(make_float2(value.x, value.y)),
                   SIMGPU_SMALLX2_T(make_float2(value.z, value.w))))
    {
    }
    explicit __host__ __device__ SIMGPU_SMALLX4_T(const double4 value)
        : __x(both(SIMGPU_SMALLX2_T(make_double2(value.x, value.y)),
                   SIMGPU_SMALLX2_T(make_double2(value.z, value.w))))
    {
    }
    explicit __host__ __device__ operator float4() const
    {
        SIMGPU_SMALLX2_T low, high;
        low.__x = (SIMGPU_SMALL_PAIR)__x;
        high.__x = (SIMGPU_SMALL_PAIR)(__x >> 2 * SIMGPU_SMALL_SHIFT);
        const float2 a = (float2)low, b = (float2)high;
        return make_float4(a.x, a.y, b.x, b.y);
    }

  private:
    static __host__ __device__ simgpu_storage both(SIMGPU_SMALLX2_T low, SIMGPU_SMALLX2_T high)
    {
        return (simgpu_storage)(low.__x | (unsigned int)high.__x << 2 * SIMGPU_SMALL_SHIFT);
    }
};

#undef SIMGPU_SMALL_T
#undef SIMGPU_SMALLX2_T
#undef SIMGPU_SMALLX4_T
#undef SIMGPU_SMALL_FORMAT
