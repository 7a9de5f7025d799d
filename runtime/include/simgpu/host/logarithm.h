/* SPDX-License-Identifier: BSD-3-Clause */
/* <cmath> of host code, with logarithms of which clang computes those that <random> asks for.
 *
 * std::generate_canonical of libstdc++, which each real number of each distribution comes from,
 * asks how many bits its engine gives: std::log(r) / std::log(2), both long double. gcc computes
 * that when it compiles. clang does not know long double logarithms: a program would spend six
 * sevenths of its random numbers in logl.
 *
 * So <cmath> is read with the builtin's name replaced. What the compiler does not know goes to
 * logl, as before. r is how many values an engine has; here are those of the standard's engines.
 * The logarithms are rounded to nearest, as gcc does it; tests/simgpucc compares them with logl.
 */
#ifndef SIMGPU_HOST_LOGARITHM_H
#define SIMGPU_HOST_LOGARITHM_H

#if defined(__clang__) && !defined(__CUDA_ARCH__) && !defined(__HIP_DEVICE_COMPILE__) &&           \
    __cplusplus >= 201103L && __LDBL_MANT_DIG__ == 64 && !defined(_GLIBCXX_CMATH)

static constexpr __attribute__((host, always_inline)) long double simgpu_logl(long double x)
{
    return !__builtin_constant_p(x) ? __builtin_logl(x)
           : x == 2                 ? 0x0.b17217f7d1cf79acp+0L
           : x == 0x1p24L           ? 0x8.51591f9dd5b9b41p+1L /* ranlux24_base */
           : x == 2147483646 ? 0xa.be68737f340fddep+1L /* minstd_rand, minstd_rand0, knuth_b */
           : x == 0x1p32L    ? 0xb.17217f7d1cf79acp+1L /* mt19937, random_device */
           : x == 0x1p48L    ? 0x8.51591f9dd5b9b41p+2L /* ranlux48_base */
           : x == 0x1p64L    ? 0xb.17217f7d1cf79acp+2L /* mt19937_64 */
                             : __builtin_logl(x);
}

#define __builtin_logl simgpu_logl
#include <cmath>
#undef __builtin_logl

#endif

#include <cmath>

#endif
