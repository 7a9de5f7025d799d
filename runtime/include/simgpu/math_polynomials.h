/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials of the math functions, by Horner's rule. Made by
 * runtime/simgpucc/make_polynomials.py, which says how; each comment says what is approximated.
 */
#ifndef SIMGPU_MATH_POLYNOMIALS_H
#define SIMGPU_MATH_POLYNOMIALS_H

#include "simgpu/math_base.h"

/* (exp(r) - 1 - r - r^2/2) / r^3, r in [-0.350039, 0.350039] */
SIMGPU_MATH float simgpu_polynomial_expf(float r)
{
    float p = 0x1.a0fcda0000000p-13f;
    p = __builtin_fmaf(p, r, 0x1.6d16060000000p-10f);
    p = __builtin_fmaf(p, r, 0x1.1110f60000000p-7f);
    p = __builtin_fmaf(p, r, 0x1.5555160000000p-5f);
    p = __builtin_fmaf(p, r, 0x1.5555560000000p-3f);
    return p;
}

/* (log(1+f) - f) / f^2, f in [-0.333333, 0.333333] */
SIMGPU_MATH float simgpu_polynomial_logf(float f)
{
    float p = 0x1.dba2600000000p-4f;
    p = __builtin_fmaf(p, f, -0x1.04a2680000000p-3f);
    p = __builtin_fmaf(p, f, 0x1.bc8cf80000000p-4f);
    p = __builtin_fmaf(p, f, -0x1.f4963e0000000p-4f);
    p = __builtin_fmaf(p, f, 0x1.24c9260000000p-3f);
    p = __builtin_fmaf(p, f, -0x1.55909e0000000p-3f);
    p = __builtin_fmaf(p, f, 0x1.9998d40000000p-3f);
    p = __builtin_fmaf(p, f, -0x1.ffff2c0000000p-3f);
    p = __builtin_fmaf(p, f, 0x1.5555560000000p-2f);
    p = __builtin_fmaf(p, f, -0x1.0000000000000p-1f);
    return p;
}

/* (tan(x) - x) / x^3, z = x^2, z in [0.0, 0.623019] */
SIMGPU_MATH float simgpu_polynomial_tanf(float z)
{
    float p = 0x1.fd38240000000p-9f;
    p = __builtin_fmaf(p, z, 0x1.241fda0000000p-10f);
    p = __builtin_fmaf(p, z, 0x1.47e6fc0000000p-7f);
    p = __builtin_fmaf(p, z, 0x1.6207ee0000000p-6f);
    p = __builtin_fmaf(p, z, 0x1.ba56060000000p-5f);
    p = __builtin_fmaf(p, z, 0x1.11107e0000000p-3f);
    p = __builtin_fmaf(p, z, 0x1.5555560000000p-2f);
    return p;
}

/* (atanh(x) - x - x^3/3) / x^5, z = x^2, z in [0.0, 0.03] */
SIMGPU_MATH float simgpu_polynomial_atanhf(float z)
{
    float p = 0x1.87f7440000000p-4f;
    p = __builtin_fmaf(p, z, 0x1.c6bd4e0000000p-4f);
    p = __builtin_fmaf(p, z, 0x1.2492920000000p-3f);
    p = __builtin_fmaf(p, z, 0x1.99999a0000000p-3f);
    return p;
}

/* (sin(x) - x) / x^3, z = x^2, z in [0.0, 0.623019] */
SIMGPU_MATH float simgpu_polynomial_sinf(float z)
{
    float p = 0x1.6db3880000000p-19f;
    p = __builtin_fmaf(p, z, -0x1.a013880000000p-13f);
    p = __builtin_fmaf(p, z, 0x1.11110e0000000p-7f);
    p = __builtin_fmaf(p, z, -0x1.5555560000000p-3f);
    return p;
}

/* (cos(x) - 1 + z/2) / z^2, z = x^2, z in [0.0, 0.623019] */
SIMGPU_MATH float simgpu_polynomial_cosf(float z)
{
    float p = 0x1.9bcdc60000000p-16f;
    p = __builtin_fmaf(p, z, -0x1.6c12be0000000p-10f);
    p = __builtin_fmaf(p, z, 0x1.5555540000000p-5f);
    return p;
}

/* (asin(x) - x) / x^3, z = x^2, z in [0.0, 0.2501] */
SIMGPU_MATH float simgpu_polynomial_asinf(float z)
{
    float p = 0x1.14138c0000000p-5f;
    p = __builtin_fmaf(p, z, 0x1.18e1f60000000p-6f);
    p = __builtin_fmaf(p, z, 0x1.fd921a0000000p-6f);
    p = __builtin_fmaf(p, z, 0x1.6d5b8e0000000p-5f);
    p = __builtin_fmaf(p, z, 0x1.3334320000000p-4f);
    p = __builtin_fmaf(p, z, 0x1.5555540000000p-3f);
    return p;
}

/* (atan(x) - x) / x^3, z = x^2, z in [0.0, 1.0] */
SIMGPU_MATH float simgpu_polynomial_atanf(float z)
{
    float p = 0x1.86406c0000000p-10f;
    p = __builtin_fmaf(p, z, -0x1.2ba6b60000000p-7f);
    p = __builtin_fmaf(p, z, 0x1.aefb2c0000000p-6f);
    p = __builtin_fmaf(p, z, -0x1.9115a40000000p-5f);
    p = __builtin_fmaf(p, z, 0x1.2006f80000000p-4f);
    p = __builtin_fmaf(p, z, -0x1.6dd8fe0000000p-4f);
    p = __builtin_fmaf(p, z, 0x1.c62cda0000000p-4f);
    p = __builtin_fmaf(p, z, -0x1.2489520000000p-3f);
    p = __builtin_fmaf(p, z, 0x1.9999560000000p-3f);
    p = __builtin_fmaf(p, z, -0x1.5555560000000p-2f);
    return p;
}

/* (sinh(x) - x) / x^3, z = x^2, z in [0.0, 1.0] */
SIMGPU_MATH float simgpu_polynomial_sinhf(float z)
{
    float p = 0x1.78a70e0000000p-19f;
    p = __builtin_fmaf(p, z, 0x1.a009000000000p-13f);
    p = __builtin_fmaf(p, z, 0x1.11111e0000000p-7f);
    p = __builtin_fmaf(p, z, 0x1.5555560000000p-3f);
    return p;
}

/* (tanh(x) - x) / x^3, z = x^2, z in [0.0, 0.3026] */
SIMGPU_MATH float simgpu_polynomial_tanhf(float z)
{
    float p = -0x1.b12aec0000000p-8f;
    p = __builtin_fmaf(p, z, 0x1.5d20b00000000p-6f);
    p = __builtin_fmaf(p, z, -0x1.b9a0280000000p-5f);
    p = __builtin_fmaf(p, z, 0x1.110fea0000000p-3f);
    p = __builtin_fmaf(p, z, -0x1.5555540000000p-2f);
    return p;
}

/* erf(x)/x - 1, z = x^2, z in [0.0, 1.0] */
SIMGPU_MATH float simgpu_polynomial_erff(float z)
{
    float p = 0x1.4a56900000000p-14f;
    p = __builtin_fmaf(p, z, -0x1.a450880000000p-11f);
    p = __builtin_fmaf(p, z, 0x1.5412700000000p-8f);
    p = __builtin_fmaf(p, z, -0x1.b7faba0000000p-6f);
    p = __builtin_fmaf(p, z, 0x1.ce2d100000000p-4f);
    p = __builtin_fmaf(p, z, -0x1.81273e0000000p-2f);
    p = __builtin_fmaf(p, z, 0x1.06eba80000000p-3f);
    return p;
}

/* (1 + 2x) exp(x^2) erfc(x), t = (x-4)/(x+4), x from 0.5 on, t in [-0.777778, 1.0] */
SIMGPU_MATH float simgpu_polynomial_erfcxf(float t)
{
    float p = 0x1.9bf6a40000000p-14f;
    p = __builtin_fmaf(p, t, -0x1.de0b6c0000000p-13f);
    p = __builtin_fmaf(p, t, -0x1.65a60e0000000p-11f);
    p = __builtin_fmaf(p, t, 0x1.4a9aa80000000p-8f);
    p = __builtin_fmaf(p, t, -0x1.0a30640000000p-6f);
    p = __builtin_fmaf(p, t, 0x1.30767c0000000p-5f);
    p = __builtin_fmaf(p, t, -0x1.0f9ff20000000p-4f);
    p = __builtin_fmaf(p, t, 0x1.7fedcc0000000p-4f);
    p = __builtin_fmaf(p, t, -0x1.9ddd9c0000000p-4f);
    p = __builtin_fmaf(p, t, 0x1.16ecfc0000000p-4f);
    p = __builtin_fmaf(p, t, 0x1.f7f6fa0000000p-7f);
    p = __builtin_fmaf(p, t, -0x1.1df1ae0000000p-3f);
    p = __builtin_fmaf(p, t, 0x1.3ba5920000000p+0f);
    return p;
}

/* (exp(r) - 1 - r - r^2/2) / r^3, r in [-0.350039, 0.350039] */
SIMGPU_MATH double simgpu_polynomial_exp(double r)
{
    double p = 0x1.1f6949e9931a3p-29;
    p = __builtin_fma(p, r, 0x1.af3ce42b12b24p-26);
    p = __builtin_fma(p, r, 0x1.27e4e0ede8585p-22);
    p = __builtin_fma(p, r, 0x1.71de0be2b5e96p-19);
    p = __builtin_fma(p, r, 0x1.a01a01a4bf4ccp-16);
    p = __builtin_fma(p, r, 0x1.a01a01a83ba17p-13);
    p = __builtin_fma(p, r, 0x1.6c16c16c16789p-10);
    p = __builtin_fma(p, r, 0x1.1111111110918p-7);
    p = __builtin_fma(p, r, 0x1.5555555555555p-5);
    p = __builtin_fma(p, r, 0x1.5555555555556p-3);
    return p;
}

/* (atanh(x) - x - x^3/3) / x^5, z = x^2, z in [0.0, 0.03] */
SIMGPU_MATH double simgpu_polynomial_atanh(double z)
{
    double p = 0x1.08f1ed33b8ea7p-4;
    p = __builtin_fma(p, z, 0x1.100ec42d78ec7p-4);
    p = __builtin_fma(p, z, 0x1.3b1906058e18ap-4);
    p = __builtin_fma(p, z, 0x1.745d08def2293p-4);
    p = __builtin_fma(p, z, 0x1.c71c71d999059p-4);
    p = __builtin_fma(p, z, 0x1.249249248dd7bp-3);
    p = __builtin_fma(p, z, 0x1.999999999999fp-3);
    return p;
}

/* (sin(x) - x) / x^3, z = x^2, z in [0.0, 0.623019] */
SIMGPU_MATH double simgpu_polynomial_sin(double z)
{
    double p = -0x1.ab0f25d21fd92p-41;
    p = __builtin_fma(p, z, 0x1.6121703ee57b1p-33);
    p = __builtin_fma(p, z, -0x1.ae64540000f84p-26);
    p = __builtin_fma(p, z, 0x1.71de3a5455b9ap-19);
    p = __builtin_fma(p, z, -0x1.a01a01a0198dep-13);
    p = __builtin_fma(p, z, 0x1.1111111111110p-7);
    p = __builtin_fma(p, z, -0x1.5555555555555p-3);
    return p;
}

/* (cos(x) - 1 + z/2) / z^2, z = x^2, z in [0.0, 0.623019] */
SIMGPU_MATH double simgpu_polynomial_cos(double z)
{
    double p = -0x1.9075bb669682cp-37;
    p = __builtin_fma(p, z, 0x1.1eeb5de1e2b95p-29);
    p = __builtin_fma(p, z, -0x1.27e4fa0d3726cp-22);
    p = __builtin_fma(p, z, 0x1.a01a019f4671dp-16);
    p = __builtin_fma(p, z, -0x1.6c16c16c16944p-10);
    p = __builtin_fma(p, z, 0x1.5555555555555p-5);
    return p;
}

/* (asin(x) - x) / x^3, z = x^2, z in [0.0, 0.2501] */
SIMGPU_MATH double simgpu_polynomial_asin(double z)
{
    double p = 0x1.e58a4f278e007p-6;
    p = __builtin_fma(p, z, -0x1.3bd7e353ddbc2p-6);
    p = __builtin_fma(p, z, 0x1.40c91fa8deb7ep-6);
    p = __builtin_fma(p, z, 0x1.8dcdf11997e0fp-9);
    p = __builtin_fma(p, z, 0x1.31777489dfd29p-7);
    p = __builtin_fma(p, z, 0x1.3b462d121c5d2p-7);
    p = __builtin_fma(p, z, 0x1.7b02ef007d23ep-7);
    p = __builtin_fma(p, z, 0x1.c990a42b32b03p-7);
    p = __builtin_fma(p, z, 0x1.1c4efd20ebb99p-6);
    p = __builtin_fma(p, z, 0x1.6e8ba121b9d5fp-6);
    p = __builtin_fma(p, z, 0x1.f1c71c7a5e151p-6);
    p = __builtin_fma(p, z, 0x1.6db6db6dac0eap-5);
    p = __builtin_fma(p, z, 0x1.3333333333389p-4);
    p = __builtin_fma(p, z, 0x1.5555555555555p-3);
    return p;
}

/* (atan(x) - x) / x^3, z = x^2, z in [0.0, 1.0] */
SIMGPU_MATH double simgpu_polynomial_atan(double z)
{
    double p = -0x1.8d087295ab9f4p-17;
    p = __builtin_fma(p, z, 0x1.1f0adb240a1fbp-13);
    p = __builtin_fma(p, z, -0x1.8a2f3ae537bb1p-11);
    p = __builtin_fma(p, z, 0x1.57cc888719aa0p-9);
    p = __builtin_fma(p, z, -0x1.aef1a8e977bf8p-8);
    p = __builtin_fma(p, z, 0x1.a1fe88baf72d4p-7);
    p = __builtin_fma(p, z, -0x1.4b974a27ac39fp-6);
    p = __builtin_fma(p, z, 0x1.c3ac54a572735p-6);
    p = __builtin_fma(p, z, -0x1.147b2825d82f6p-5);
    p = __builtin_fma(p, z, 0x1.3d3f26d5ea7ffp-5);
    p = __builtin_fma(p, z, -0x1.60ebd1489b946p-5);
    p = __builtin_fma(p, z, 0x1.854a7b99af61dp-5);
    p = __builtin_fma(p, z, -0x1.af00bd568a3d2p-5);
    p = __builtin_fma(p, z, 0x1.e1dc0d7679adcp-5);
    p = __builtin_fma(p, z, -0x1.1110bfea8ed5ep-4);
    p = __builtin_fma(p, z, 0x1.3b13aaf4aba4ap-4);
    p = __builtin_fma(p, z, -0x1.745d16f26d0a3p-4);
    p = __builtin_fma(p, z, 0x1.c71c71c472843p-4);
    p = __builtin_fma(p, z, -0x1.249249248c7dap-3);
    p = __builtin_fma(p, z, 0x1.99999999998f9p-3);
    p = __builtin_fma(p, z, -0x1.5555555555555p-2);
    return p;
}

/* (sinh(x) - x) / x^3, z = x^2, z in [0.0, 1.0] */
SIMGPU_MATH double simgpu_polynomial_sinh(double z)
{
    double p = 0x1.b41232cf9950fp-41;
    p = __builtin_fma(p, z, 0x1.611cb330c1fe8p-33);
    p = __builtin_fma(p, z, 0x1.ae6460fae3728p-26);
    p = __builtin_fma(p, z, 0x1.71de3a4e14f40p-19);
    p = __builtin_fma(p, z, 0x1.a01a01a01ee70p-13);
    p = __builtin_fma(p, z, 0x1.11111111110fdp-7);
    p = __builtin_fma(p, z, 0x1.5555555555555p-3);
    return p;
}

/* (tanh(x) - x) / x^3, z = x^2, z in [0.0, 0.3026] */
SIMGPU_MATH double simgpu_polynomial_tanh(double z)
{
    double p = -0x1.59962093e21d0p-16;
    p = __builtin_fma(p, z, 0x1.64f707d11ba4fp-14);
    p = __builtin_fma(p, z, -0x1.ec0e9550d42c9p-13);
    p = __builtin_fma(p, z, 0x1.34c57de48a611p-11);
    p = __builtin_fma(p, z, -0x1.7d97cb7a94b76p-10);
    p = __builtin_fma(p, z, 0x1.d6d338edc6017p-9);
    p = __builtin_fma(p, z, -0x1.226e32eebbb26p-7);
    p = __builtin_fma(p, z, 0x1.664f48770be76p-6);
    p = __builtin_fma(p, z, -0x1.ba1ba1b9feb3cp-5);
    p = __builtin_fma(p, z, 0x1.1111111111032p-3);
    p = __builtin_fma(p, z, -0x1.5555555555555p-2);
    return p;
}

/* erf(x)/x - 1, z = x^2, z in [0.0, 1.0] */
SIMGPU_MATH double simgpu_polynomial_erf(double z)
{
    double p = 0x1.05ffd737fb32ep-34;
    p = __builtin_fma(p, z, -0x1.389d4f2641625p-30);
    p = __builtin_fma(p, z, 0x1.f7b4bf3b13964p-27);
    p = __builtin_fma(p, z, -0x1.5f1ecb6f0764cp-23);
    p = __builtin_fma(p, z, 0x1.b9df224ca4b97p-20);
    p = __builtin_fma(p, z, -0x1.f4d1e3183f7aep-17);
    p = __builtin_fma(p, z, 0x1.f9a321d5b8e1ep-14);
    p = __builtin_fma(p, z, -0x1.c02db3dac435fp-11);
    p = __builtin_fma(p, z, 0x1.565bcd0dbaa38p-8);
    p = __builtin_fma(p, z, -0x1.b82ce31284e00p-6);
    p = __builtin_fma(p, z, 0x1.ce2f21a042b30p-4);
    p = __builtin_fma(p, z, -0x1.812746b0379e6p-2);
    p = __builtin_fma(p, z, 0x1.06eba8214db69p-3);
    return p;
}

/* (1 + 2x) exp(x^2) erfc(x), t = (x-4)/(x+4), x from 0.5 on, t in [-0.777778, 1.0] */
SIMGPU_MATH double simgpu_polynomial_erfcx(double t)
{
    double p = -0x1.26e793f5c0f3bp-31;
    p = __builtin_fma(p, t, 0x1.6fb3ffb59df5ep-30);
    p = __builtin_fma(p, t, 0x1.25af3446227c1p-28);
    p = __builtin_fma(p, t, -0x1.e4549d18338bcp-27);
    p = __builtin_fma(p, t, -0x1.83ddff29495a6p-26);
    p = __builtin_fma(p, t, 0x1.d7106ee66dbc3p-24);
    p = __builtin_fma(p, t, 0x1.5608f1e53787fp-24);
    p = __builtin_fma(p, t, -0x1.bacf9f7e40bcap-21);
    p = __builtin_fma(p, t, 0x1.37e1216473782p-22);
    p = __builtin_fma(p, t, 0x1.7f23de83af20dp-18);
    p = __builtin_fma(p, t, -0x1.787ffa3b016d4p-17);
    p = __builtin_fma(p, t, -0x1.9958d30c24f7ep-16);
    p = __builtin_fma(p, t, 0x1.3be02c3ab082ep-13);
    p = __builtin_fma(p, t, -0x1.a1df28c630fc2p-13);
    p = __builtin_fma(p, t, -0x1.8d4a99482dcbap-11);
    p = __builtin_fma(p, t, 0x1.49c6728a3b6acp-8);
    p = __builtin_fma(p, t, -0x1.09623885859d5p-6);
    p = __builtin_fma(p, t, 0x1.3079edf6767aap-5);
    p = __builtin_fma(p, t, -0x1.0fb06dfe47ce4p-4);
    p = __builtin_fma(p, t, 0x1.7fee004e12a72p-4);
    p = __builtin_fma(p, t, -0x1.9ddb23c3e9167p-4);
    p = __builtin_fma(p, t, 0x1.16ecefcfa5374p-4);
    p = __builtin_fma(p, t, 0x1.f7f5df66fd7c4p-7);
    p = __builtin_fma(p, t, -0x1.1df1ad154a28ep-3);
    p = __builtin_fma(p, t, 0x1.3ba5916e9fd7fp+0);
    return p;
}

/* gamma(1.5 + t), t in [-0.5, 0.5] */
SIMGPU_MATH double simgpu_polynomial_gamma(double t)
{
    double p = -0x1.f3e1335b1f73ap-14;
    p = __builtin_fma(p, t, 0x1.76e8b52b8ad09p-13);
    p = __builtin_fma(p, t, -0x1.76e75bc4d1b5ap-14);
    p = __builtin_fma(p, t, 0x1.192c9a82f15fdp-13);
    p = __builtin_fma(p, t, -0x1.4de4bab1d6d22p-12);
    p = __builtin_fma(p, t, 0x1.f4d423febd85dp-12);
    p = __builtin_fma(p, t, -0x1.606b57e7334acp-11);
    p = __builtin_fma(p, t, 0x1.084be8db95414p-10);
    p = __builtin_fma(p, t, -0x1.8f2be63625a54p-10);
    p = __builtin_fma(p, t, 0x1.2b52a6fbf3048p-9);
    p = __builtin_fma(p, t, -0x1.c09fa693cbfc4p-9);
    p = __builtin_fma(p, t, 0x1.504cc8c4c0843p-8);
    p = __builtin_fma(p, t, -0x1.f7fc6d20efc03p-8);
    p = __builtin_fma(p, t, 0x1.7991ee81016cfp-7);
    p = __builtin_fma(p, t, -0x1.1a2c293acbda4p-6);
    p = __builtin_fma(p, t, 0x1.a752c64df56b9p-6);
    p = __builtin_fma(p, t, -0x1.374fd5cd6a141p-5);
    p = __builtin_fma(p, t, 0x1.e022b74492dadp-5);
    p = __builtin_fma(p, t, -0x1.3d88cfe504937p-4);
    p = __builtin_fma(p, t, 0x1.283bd374ea140p-3);
    p = __builtin_fma(p, t, -0x1.b77ac1ca2ebc4p-4);
    p = __builtin_fma(p, t, 0x1.a8c4dba620d62p-2);
    p = __builtin_fma(p, t, 0x1.08ea88ee561b2p-5);
    p = __builtin_fma(p, t, 0x1.c5bf891b4ef6bp-1);
    return p;
}

/* lgamma(2 + x) / x, x in [-0.65, 0.65] */
SIMGPU_MATH double simgpu_polynomial_lgamma(double x)
{
    double p = -0x1.4a68256ed1a9cp-25;
    p = __builtin_fma(p, x, 0x1.5a2b8be2159e4p-24);
    p = __builtin_fma(p, x, -0x1.689f0db0699b9p-24);
    p = __builtin_fma(p, x, 0x1.7d95294b01e5bp-23);
    p = __builtin_fma(p, x, -0x1.ec3b05053ce83p-22);
    p = __builtin_fma(p, x, 0x1.05897b52f77cbp-20);
    p = __builtin_fma(p, x, -0x1.1149345dc4567p-19);
    p = __builtin_fma(p, x, 0x1.25294f00ac310p-18);
    p = __builtin_fma(p, x, -0x1.3cc2206ceca9ep-17);
    p = __builtin_fma(p, x, 0x1.581396ea84610p-16);
    p = __builtin_fma(p, x, -0x1.78de2d873d15ap-15);
    p = __builtin_fma(p, x, 0x1.a127809c88252p-14);
    p = __builtin_fma(p, x, -0x1.d3fd4d5eb46e5p-13);
    p = __builtin_fma(p, x, 0x1.0b36afff36111p-11);
    p = __builtin_fma(p, x, -0x1.38ac5c2abaab2p-10);
    p = __builtin_fma(p, x, 0x1.7add6eac6ab56p-9);
    p = __builtin_fma(p, x, -0x1.e404fc2190eebp-8);
    p = __builtin_fma(p, x, 0x1.51322ac7d918bp-6);
    p = __builtin_fma(p, x, -0x1.13e001a557604p-4);
    p = __builtin_fma(p, x, 0x1.4a34cc4a60fa5p-2);
    p = __builtin_fma(p, x, 0x1.b0ee6072093cep-2);
    return p;
}

/* x (lgamma(x) - (x-1/2) ln x + x - ln(2 pi)/2), z = 1/x^2, x >= 8, z in [1.0e-12, 0.015625] */
SIMGPU_MATH double simgpu_polynomial_stirling(double z)
{
    double p = 0x1.4bffc9d89f5aap-8;
    p = __builtin_fma(p, z, -0x1.ef8d748ae6ca6p-10);
    p = __builtin_fma(p, z, 0x1.b92c33f944339p-11);
    p = __builtin_fma(p, z, -0x1.38134d4f88969p-11);
    p = __builtin_fma(p, z, 0x1.a01a017dcf9e1p-11);
    p = __builtin_fma(p, z, -0x1.6c16c16c149f4p-9);
    p = __builtin_fma(p, z, 0x1.5555555555555p-4);
    return p;
}

#endif
