/* SPDX-License-Identifier: BSD-3-Clause */
/* Part of fp8.cu: scales, .e8m0, against a search among the powers of two. */
/* The definition: the power of two nearest to |x| in a direction, by search. */
static int scale_reference(double x, bool finite, bool upwards)
{
    int code = 0;
    if (x != x)
        return 0xff;
    while (code < 0xff && ldexp(1, code - 127) < fabs(x))
        code++;
    if (!upwards && code > 0 && ldexp(1, code - 127) > fabs(x))
        code--;
    if (code == 0xff || (!upwards && fabs(x) >= ldexp(1, 128)))
        return finite ? 0xfe : 0xff;
    return code;
}
static double scale_value(int code)
{
    return code == 0xff ? NAN : ldexp(1, code - 127);
}

struct scales {
    unsigned char of_double[4], of_float[4], of_integer;
    float back;
    unsigned short bfloat;
    unsigned int pair;
    long long integer;
};
__host__ __device__ static double scale_number(int i)
{
    if (i >= 1000)
        return i == 1000 ? INFINITY : i == 1001 ? NAN : i == 1002 ? 0.0 : 1e300;
    const double x = ldexp(1.0 + (i % 4) / 4.0 + (i % 3 == 0 ? 1e-15 : 0), i / 4 - 135);
    return i % 2 ? -x : x;
}
__host__ __device__ static void scale(struct scales *to, int i)
{
    const double x = scale_number(i);
    for (int way = 0; way < 4; way++) {
        const __nv_saturation_t saturation = way & 1 ? __NV_SATFINITE : __NV_NOSAT;
        const enum cudaRoundMode rounding = way & 2 ? cudaRoundPosInf : cudaRoundZero;
        to->of_double[way] = __nv_cvt_double_to_e8m0(x, saturation, rounding);
        to->of_float[way] = __nv_cvt_float_to_e8m0((float)x, saturation, rounding);
    }
    to->of_integer = __nv_fp8_e8m0((long long)(i % 2 ? -i * 12345ll : i)).__x;
    __nv_fp8_e8m0 one;
    one.__x = (unsigned char)i;
    to->back = (float)one;
    to->bfloat = __nv_cvt_e8m0_to_bf16raw(one.__x).x;
    to->integer = (long long)one;
    to->pair = __nv_fp8x2_e8m0(make_float2((float)x, 3.0f)).__x;
}
__global__ void scale_all(struct scales *to, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        scale(to + i, i);
}

static void check_scales(const struct scales *s, int i)
{
    const double x = scale_number(i);
    for (int way = 0; way < 4; way++) {
        expect(s->of_double[way] == scale_reference(x, way & 1, way & 2));
        expect(s->of_float[way] == scale_reference((float)x, way & 1, way & 2));
    }
    expect(s->of_integer == scale_reference(i % 2 ? (double)i * 12345 : (double)i, true, true));
    const double value = scale_value(i & 0xff);
    expect(same(s->back, value));
    expect(value != value ? s->bfloat == 0x7fff : same(s->back, value));
    expect_integer(s->integer, value);
    expect((s->pair >> 8) == 129 && (s->pair & 0xff) == s->of_float[3]);
}

static void scales(const long *)
{
    const int n = 1004;
    struct scales *to, mine;
    CHECK(cudaMallocManaged(&to, n * sizeof *to));
    scale_all<<<(n + 255) / 256, 256>>>(to, n);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++) {
        check_scales(to + i, i);
        scale(&mine, i);
        check_scales(&mine, i);
    }
    expect(sizeof(__nv_fp8_e8m0) == 1 && sizeof(__nv_fp8x4_e8m0) == 4);
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}
