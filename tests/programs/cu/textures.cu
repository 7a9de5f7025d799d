/* SPDX-License-Identifier: BSD-3-Clause */
/* Textures of three dimensions, of layers and of cube maps, against a reference on the host.
 *
 * Coordinates are sixteenths of texels and sizes are powers of two, so that every fraction of a
 * filter has few bits: results are exact but for the rounding of sums. */
#include "cases.h"
#include <cmath>
#include <cuda.h>

enum { WIDTH = 16, HEIGHT = 8, DEPTH = 4, FACE = 8, LAYERS = 3, POINTS = 1024 };
enum kind { LINES, PLANES, SOLID, CUBE, CUBES, PLANE, KINDS };

static const struct shape {
    cudaExtent extent;
    unsigned flags;
} shapes[KINDS] = {
    {{WIDTH, 0, LAYERS}, cudaArrayLayered},
    {{WIDTH, HEIGHT, LAYERS}, cudaArrayLayered},
    {{WIDTH, HEIGHT, DEPTH}, 0},
    {{FACE, FACE, 6}, cudaArrayCubemap},
    {{FACE, FACE, 6 * LAYERS}, cudaArrayCubemap | cudaArrayLayered},
    {{WIDTH, HEIGHT, 0}, cudaArrayTextureGather},
};

/* ---- the kernel ------------------------------------------------------------------------------ */

enum form { PLAIN, WITH_LEVEL, WITH_GRADIENTS, RESIDENT };

static __device__ float2 two(float x)
{
    return make_float2(x, -x);
}

static __device__ float4 three(float x)
{
    return make_float4(x, -x, 2 * x, 0);
}

template <class T>
static __device__ T read(int kind, int form, cudaTextureObject_t t, float4 at, bool *resident)
{
    const float x = at.x, y = at.y, z = at.z;
    const int layer = (int)at.w;
    switch (kind * 4 + form) {
    case LINES * 4 + PLAIN:
        return tex1DLayered<T>(t, x, layer);
    case LINES * 4 + WITH_LEVEL:
        return tex1DLayeredLod<T>(t, x, layer, y);
    case LINES * 4 + WITH_GRADIENTS:
        return tex1DLayeredGrad<T>(t, x, layer, y, z);
    case LINES * 4 + RESIDENT:
        *resident = true; /* of lines and cube maps nothing tells it */
        return tex1DLayered<T>(t, x, layer);
    case PLANES * 4 + PLAIN:
        return tex2DLayered<T>(t, x, y, layer);
    case PLANES * 4 + WITH_LEVEL:
        return tex2DLayeredLod<T>(t, x, y, layer, z);
    case PLANES * 4 + WITH_GRADIENTS:
        return tex2DLayeredGrad<T>(t, x, y, layer, two(z), two(x));
    case PLANES * 4 + RESIDENT:
        return tex2DLayeredLod<T>(t, x, y, layer, z, resident);
    case SOLID * 4 + PLAIN:
        return tex3D<T>(t, x, y, z);
    case SOLID * 4 + WITH_LEVEL:
        return tex3DLod<T>(t, x, y, z, 0);
    case SOLID * 4 + WITH_GRADIENTS:
        return tex3DGrad<T>(t, x, y, z, three(x), three(y));
    case SOLID * 4 + RESIDENT:
        return tex3D<T>(t, x, y, z, resident);
    case CUBE * 4 + PLAIN:
        return texCubemap<T>(t, x, y, z);
    case CUBE * 4 + WITH_LEVEL:
        return texCubemapLod<T>(t, x, y, z, 1);
    case CUBE * 4 + WITH_GRADIENTS:
        return texCubemapGrad<T>(t, x, y, z, three(x), three(y));
    case CUBE * 4 + RESIDENT:
        *resident = true;
        return texCubemap<T>(t, x, y, z);
    case CUBES * 4 + PLAIN:
        return texCubemapLayered<T>(t, x, y, z, layer);
    case CUBES * 4 + WITH_LEVEL:
        return texCubemapLayeredLod<T>(t, x, y, z, layer, 2);
    case CUBES * 4 + WITH_GRADIENTS:
        return texCubemapLayeredGrad<T>(t, x, y, z, layer, three(x), three(y));
    case CUBES * 4 + RESIDENT:
        *resident = true;
        return texCubemapLayered<T>(t, x, y, z, layer);
    case PLANE * 4 + PLAIN:
        return tex2D<T>(t, x, y);
    case PLANE * 4 + WITH_LEVEL:
        return tex2DLod<T>(t, x, y, z);
    case PLANE * 4 + WITH_GRADIENTS:
        return tex2DGrad<T>(t, x, y, two(z), two(x));
    default:
        return tex2D<T>(t, x, y, resident);
    }
}

static __device__ float4 four_of(float4 v)
{
    return v;
}

static __device__ float4 four_of(int2 v)
{
    return make_float4(v.x, v.y, 0, 0);
}

template <class T>
__global__ void sample(int kind, int form, cudaTextureObject_t t, const float4 *at, float4 *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool resident = form != RESIDENT;
    const float4 texel = four_of(read<T>(kind, form, t, at[i], &resident));
    out[i] = resident ? texel : make_float4(1e9f, 0, 0, 0);
}

/* ---- the reference --------------------------------------------------------------------------- */

/* A texture as the host sees it: channels of texels as the numbers that they are read as. */
struct picture {
    int kind, size[3], channels;
    cudaTextureDesc sampler;
    float texel[6 * LAYERS * FACE * FACE + LAYERS * WIDTH * HEIGHT * DEPTH][4];
};

static bool is_cube(const picture &p)
{
    return p.kind == CUBE || p.kind == CUBES;
}

static int filtered_dimensions(const picture &p)
{
    return p.kind == LINES ? 1 : p.kind == SOLID ? 3 : 2;
}

/* The index that an address mode makes of one; -1: the border. */
static int addressed(const picture &p, int d, int i)
{
    const int n = p.size[d];
    cudaTextureAddressMode mode = p.sampler.addressMode[d];
    if (is_cube(p) || (!p.sampler.normalizedCoords && mode != cudaAddressModeBorder))
        mode = cudaAddressModeClamp;
    if (i >= 0 && i < n)
        return i;
    switch (mode) {
    case cudaAddressModeWrap:
        return (i % n + n) % n;
    case cudaAddressModeMirror: {
        int k = (i % (2 * n) + 2 * n) % (2 * n);
        return k < n ? k : 2 * n - 1 - k;
    }
    case cudaAddressModeClamp:
        return i < 0 ? 0 : n - 1;
    default:
        return -1;
    }
}

static double texel_at(const picture &p, const int at[3], int slice, int channel)
{
    int i[3] = {0, 0, slice};
    for (int d = 0; d < filtered_dimensions(p); d++) {
        i[d] = addressed(p, d, at[d]);
        if (i[d] < 0)
            return p.sampler.borderColor[channel];
    }
    return p.texel[(i[2] * p.size[1] + i[1]) * p.size[0] + i[0]][channel];
}

/* Face and place of a direction. Source: the table of the CUDA C++ Programming Guide, "Cubemap
 * Textures": the largest component, and the two others with their signs. */
static int face_of(const picture &p, const float direction[3], double at[3])
{
    static const struct {
        int s, s_sign, t, t_sign;
    } faces[6] = {{2, -1, 1, -1}, {2, 1, 1, -1}, {0, 1, 2, 1},
                  {0, 1, 2, -1},  {0, 1, 1, -1}, {0, -1, 1, -1}};
    int major = 0;
    for (int d = 1; d < 3; d++)
        if (fabs(direction[d]) > fabs(direction[major]))
            major = d;
    const int face = 2 * major + (direction[major] < 0);
    const double m = fabs(direction[major]);
    at[0] = (faces[face].s_sign * direction[faces[face].s] / m + 1) / 2 * p.size[0];
    at[1] = (faces[face].t_sign * direction[faces[face].t] / m + 1) / 2 * p.size[1];
    return face;
}

static int place(const picture &p, float4 where, double at[3])
{
    const float given[3] = {where.x, where.y, where.z};
    const bool layered = p.kind == LINES || p.kind == PLANES || p.kind == CUBES;
    const int layer = !layered ? 0 : where.w >= 0 && where.w < LAYERS ? (int)where.w : LAYERS - 1;
    for (int d = 0; d < 3; d++)
        at[d] = given[d] * (p.sampler.normalizedCoords ? p.size[d] : 1.0);
    return is_cube(p) ? 6 * layer + face_of(p, given, at) : layer;
}

static double expected(const picture &p, float4 where, int channel)
{
    double at[3], sum = 0;
    const int slice = place(p, where, at), n = filtered_dimensions(p);
    int first[3] = {0, 0, 0};
    if (channel >= p.channels)
        return channel == 3;
    if (p.sampler.filterMode == cudaFilterModePoint) {
        for (int d = 0; d < n; d++)
            first[d] = (int)floor(at[d]);
        return texel_at(p, first, slice, channel);
    }
    for (int corner = 0; corner < 1 << n; corner++) {
        double weight = 1;
        for (int d = 0; d < n; d++) {
            const double low = floor(at[d] - 0.5), fraction = at[d] - 0.5 - low;
            const int up = corner >> d & 1;
            first[d] = (int)low + up;
            weight *= up ? fraction : 1 - fraction;
        }
        sum += weight * texel_at(p, first, slice, channel);
    }
    return sum;
}

/* ---- making both ----------------------------------------------------------------------------- */

static unsigned state = 1;
static unsigned next_number()
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static void set_channel(float *channel, float value, float *out)
{
    *channel = *out = value;
}

static void set_channel(unsigned char *channel, float value, float *out)
{
    *channel = (unsigned char)value;
    *out = *channel / 255.0f;
}

static void set_channel(int *channel, float value, float *out)
{
    *channel = (int)value;
    *out = *channel;
}

/* An array of texels T, with parts of type Part, and the picture of it. */
template <class T, class Part> static cudaArray_t make_array(picture &p, int kind)
{
    const cudaExtent e = shapes[kind].extent;
    const int size[3] = {(int)e.width, e.height ? (int)e.height : 1, e.depth ? (int)e.depth : 1};
    const int n = size[0] * size[1] * size[2];
    T *texels = new T[n];
    p.kind = kind;
    p.channels = sizeof(T) / sizeof(Part);
    memcpy(p.size, size, sizeof size);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < p.channels; k++)
            set_channel((Part *)&texels[i] + k, next_number() % 256, &p.texel[i][k]);
    cudaArray_t array;
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
    CHECK(cudaMalloc3DArray(&array, &format, e, shapes[kind].flags));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(texels, size[0] * sizeof(T), size[0], size[1]);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(size[0], size[1], size[2]);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    delete[] texels;
    return array;
}

static float sixteenths(const picture &p, int d)
{
    const int n = p.size[d];
    const float texels = (int)(next_number() % (n * 48)) / 16.0f - n;
    return p.sampler.normalizedCoords ? texels / n : texels;
}

/* Directions whose two smaller components are 64ths of the largest one, and smaller. */
static void direction(float out[3])
{
    const int major = next_number() % 3;
    const float m = 1 << next_number() % 4;
    for (int d = 0; d < 3; d++)
        out[d] = ((int)(next_number() % 127) - 63) / 64.0f * m;
    out[major] = next_number() % 2 ? m : -m;
}

static void choose_points(const picture &p, float4 *at)
{
    for (int i = 0; i < POINTS; i++) {
        float c[3] = {0, 0, 0};
        if (is_cube(p))
            direction(c);
        else
            for (int d = 0; d < filtered_dimensions(p); d++)
                c[d] = sixteenths(p, d);
        at[i] = make_float4(c[0], c[1], c[2], (int)(next_number() % (LAYERS + 2)) - 1);
    }
}

static cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc &sampler)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &sampler, NULL));
    return object;
}

static float *channel_of(float4 &v, int k)
{
    return &v.x + k;
}

/* T: what is read. */
template <class T> static int wrong_points(const picture &p, cudaArray_t array, int form)
{
    static float4 at[POINTS], out[POINTS];
    float4 *device_at = device_array<float4>(POINTS), *device_out = device_array<float4>(POINTS);
    cudaTextureObject_t texture = texture_of(array, p.sampler);
    int wrong = 0;
    choose_points(p, at);
    CHECK(cudaMemcpy(device_at, at, sizeof at, cudaMemcpyHostToDevice));
    sample<T><<<POINTS / 128, 128>>>(p.kind, form, texture, device_at, device_out);
    CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < (int)(sizeof(T) / 4); k++) {
            const double value = *channel_of(out[i], k), right = expected(p, at[i], k);
            if (!(fabs(value - right) <= 1e-4) && wrong++ == 0)
                printf("point %d at %g %g %g layer %g channel %d: %g, not %g\n", i, at[i].x, at[i].y,
                       at[i].z, at[i].w, k, value, right);
        }
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(device_at));
    CHECK(cudaFree(device_out));
    return wrong;
}

/* All samplers. Kernels are many, so each sampler takes one of the forms. */
template <class T, class Texel, class Part>
static int wrong_samplers(int kind, bool filterable, cudaTextureReadMode mode)
{
    static picture p;
    cudaArray_t array = make_array<Texel, Part>(p, kind);
    int wrong = 0, form = 0;
    const bool cube = kind == CUBE || kind == CUBES;
    for (int normalized = cube; normalized < 2; normalized++)
        for (int filter = 0; filter < (filterable ? 2 : 1); filter++)
            for (int address = 0; address < 4; address++) {
                p.sampler = cudaTextureDesc();
                for (int d = 0; d < 3; d++) /* another one in each dimension */
                    p.sampler.addressMode[d] = (cudaTextureAddressMode)((address + d) % 4);
                p.sampler.filterMode = (cudaTextureFilterMode)filter;
                p.sampler.readMode = mode;
                p.sampler.normalizedCoords = normalized;
                if (filterable)
                    for (int k = 0; k < 4; k++)
                        p.sampler.borderColor[k] = k + 0.25f;
                wrong += wrong_points<T>(p, array, form++ % 4);
            }
    CHECK(cudaFreeArray(array));
    return wrong;
}

/* Number: the kind. */
static void samplers(const long *numbers)
{
    const int kind = (int)numbers[0];
    printf("floats %d\n",
           wrong_samplers<float4, float4, float>(kind, true, cudaReadModeElementType));
    printf("bytes %d\n", wrong_samplers<float4, uchar4, unsigned char>(kind, true,
                                                                      cudaReadModeNormalizedFloat));
    printf("words %d\n", wrong_samplers<int2, int2, int>(kind, false, cudaReadModeElementType));
}

/* ---- gathers --------------------------------------------------------------------------------- */

__global__ void gather(cudaTextureObject_t t, const float4 *at, float4 *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool resident = false;
    const float4 texels = tex2Dgather<float4>(t, at[i].x, at[i].y, &resident, i % 4);
    if (resident)
        out[i] = i % 3 ? texels : tex2Dgather<float4>(t, at[i].x, at[i].y, i % 4);
}

static void gathers(const long *)
{
    static picture p;
    static float4 at[POINTS], out[POINTS];
    static const int corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    float4 *device_at = device_array<float4>(POINTS), *device_out = device_array<float4>(POINTS);
    cudaArray_t array = make_array<float4, float>(p, PLANE);
    int wrong = 0;
    for (int address = 0; address < 4; address++) {
        p.sampler = cudaTextureDesc();
        p.sampler.normalizedCoords = 1;
        for (int d = 0; d < 3; d++)
            p.sampler.addressMode[d] = (cudaTextureAddressMode)address;
        cudaTextureObject_t texture = texture_of(array, p.sampler);
        choose_points(p, at);
        CHECK(cudaMemcpy(device_at, at, sizeof at, cudaMemcpyHostToDevice));
        gather<<<POINTS / 128, 128>>>(texture, device_at, device_out);
        CHECK(cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost));
        for (int i = 0; i < POINTS; i++)
            for (int k = 0; k < 4; k++) {
                double where[3];
                place(p, at[i], where);
                const int texel[3] = {(int)floor(where[0] - 0.5) + corner[k][0],
                                      (int)floor(where[1] - 0.5) + corner[k][1], 0};
                wrong += *channel_of(out[i], k) != texel_at(p, texel, 0, i % 4);
            }
    }
    printf("wrong %d\n", wrong);
}

/* ---- references, which CUDA had up to 11 ------------------------------------------------------ */

#if CUDART_VERSION <= 12000 /* simgpucc's */
texture<float4, cudaTextureType2DLayered> layers;
texture<float4, cudaTextureTypeCubemap> sky;

__global__ void from_references(float4 *out)
{
    out[threadIdx.x] = tex2DLayered(layers, 3.5f, 2.5f, (int)threadIdx.x);
    out[LAYERS + threadIdx.x] = texCubemap(sky, threadIdx.x - 1.0f, 0.5f, 0.75f);
}

texture<int, 1> row;

__global__ void add_row(int *sum)
{
    sum[threadIdx.x] += tex1Dfetch(row, threadIdx.x);
}

/* A launch that waits reads what its reference was bound to when it was issued. */
static int rebound()
{
    enum { N = 32, MANY = 1 << 20 };
    static int ones[MANY];
    int *first = device_array<int>(MANY), *second = device_array<int>(N),
        *sum = device_array<int>(N), out[N], wrong = 0;
    cudaStream_t copies, kernels;
    cudaEvent_t copied;
    CHECK(cudaStreamCreate(&copies));
    CHECK(cudaStreamCreate(&kernels));
    CHECK(cudaEventCreate(&copied));
    for (int &one : ones)
        one = 1;
    CHECK(cudaMemset(second, 0, N * sizeof *second));
    CHECK(cudaMemset(sum, 0, N * sizeof *sum));
    CHECK(cudaHostRegister(ones, sizeof ones, 0));
    CHECK(cudaMemcpyAsync(first, ones, sizeof ones, cudaMemcpyHostToDevice, copies));
    CHECK(cudaEventRecord(copied, copies));
    CHECK(cudaStreamWaitEvent(kernels, copied, 0));
    CHECK(cudaBindTexture(NULL, row, first, MANY * sizeof *first));
    add_row<<<1, N, 0, kernels>>>(sum);
    CHECK(cudaBindTexture(NULL, row, second, N * sizeof *second));
    add_row<<<1, N, 0, kernels>>>(sum);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(out, sum, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += out[i] != 1;
    return wrong;
}

static void references(const long *)
{
    static picture planes, cube;
    cudaArray_t a = make_array<float4, float>(planes, PLANES),
                b = make_array<float4, float>(cube, CUBE);
    float4 *device = device_array<float4>(2 * LAYERS), out[2 * LAYERS];
    sky.normalized = 1;
    CHECK(cudaBindTextureToArray(layers, a));
    CHECK(cudaBindTextureToArray(sky, b));
    from_references<<<1, LAYERS>>>(device);
    CHECK(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
    cube.sampler.normalizedCoords = 1;
    int wrong = 0;
    for (int i = 0; i < LAYERS; i++)
        for (int k = 0; k < 4; k++) {
            wrong += *channel_of(out[i], k) !=
                     expected(planes, make_float4(3.5f, 2.5f, 0, i), k);
            wrong += *channel_of(out[LAYERS + i], k) !=
                     expected(cube, make_float4(i - 1.0f, 0.5f, 0.75f, 0), k);
        }
    printf("wrong %d, rebound %d\n", wrong, rebound());
}
#else
static void references(const long *)
{
    printf("none\n");
}
#endif

/* ---- queries, and the driver interface ------------------------------------------------------- */

__global__ void ask(cudaTextureObject_t t, int *out)
{
    asm("txq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(t));
    asm("txq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(t));
    asm("txq.depth.b32 %0, [%1];" : "=r"(out[2]) : "l"(t));
    asm("txq.array_size.b32 %0, [%1];" : "=r"(out[3]) : "l"(t));
    asm("txq.channel_data_type.b32 %0, [%1];" : "=r"(out[4]) : "l"(t));
    asm("txq.channel_order.b32 %0, [%1];" : "=r"(out[5]) : "l"(t));
    asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(out[6]) : "l"(t));
    asm("txq.filter_mode.b32 %0, [%1];" : "=r"(out[7]) : "l"(t));
    asm("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(out[8]) : "l"(t));
    asm("txq.addr_mode_1.b32 %0, [%1];" : "=r"(out[9]) : "l"(t));
}

static CUtexObject driver_texture(CUarray array, unsigned flags)
{
    CUDA_RESOURCE_DESC resource = {}, same;
    CUDA_TEXTURE_DESC sampler = {}, found;
    CUtexObject object = 0;
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    sampler.addressMode[1] = CU_TR_ADDRESS_MODE_BORDER;
    sampler.filterMode = CU_TR_FILTER_MODE_LINEAR;
    sampler.flags = flags;
    CUresult result = cuTexObjectCreate(&object, &resource, &sampler, NULL);
    if (result != CUDA_SUCCESS)
        printf("result %d\n", result);
    else if (cuTexObjectGetTextureDesc(&found, object) || cuTexObjectGetResourceDesc(&same, object) ||
             memcmp(&found, &sampler, sizeof found) || memcmp(&same, &resource, sizeof same))
        printf("not what was made\n");
    return object;
}

static void driver(const long *)
{
    static picture p;
    int answers[10];
    CUarray array = (CUarray)make_array<uchar4, unsigned char>(p, CUBES);
    int *device = device_array<int>(10);
    CUtexObject t = driver_texture(array, CU_TRSF_NORMALIZED_COORDINATES);
    ask<<<1, 1>>>(t, device);
    CHECK(cudaMemcpy(answers, device, sizeof answers, cudaMemcpyDeviceToHost));
    printf("asked %d %d %d %d 0x%x 0x%x %d %d %d %d\n", answers[0], answers[1], answers[2],
           answers[3], answers[4], answers[5], answers[6], answers[7], answers[8], answers[9]);
    const CUresult once = cuTexObjectDestroy(t), twice = cuTexObjectDestroy(t);
    printf("destroyed %d %d\n", once, twice);
    driver_texture(array, CU_TRSF_READ_AS_INTEGER); /* cannot be filtered */
    p.sampler = cudaTextureDesc();
    p.sampler.normalizedCoords = 1;
    p.sampler.filterMode = cudaFilterModeLinear;
    p.sampler.readMode = cudaReadModeNormalizedFloat;
    printf("wrong %d\n", wrong_points<float4>(p, (cudaArray_t)array, PLAIN));
}

/* Texel (x, y) of `picture`, doubled, goes to `image` one row below. */
static const char ptx[] =
    ".version 7.0\n.target sm_20\n.address_size 64\n"
    ".global .texref picture;\n.global .surfref image;\n.global .u32 number = 7;\n"
    ".visible .entry twice()\n{\n.reg .b32 %r<8>; .reg .f32 %f<8>;\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; cvt.rn.f32.u32 %f1, %r1;\n"
    "cvt.rn.f32.u32 %f2, %r2; add.f32 %f1, %f1, 0f3f000000; add.f32 %f2, %f2, 0f3f000000;\n"
    "tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [picture, {%f1, %f2}];\n"
    "add.f32 %f3, %f3, %f3; shl.b32 %r1, %r1, 2; add.u32 %r2, %r2, 1;\n"
    "sust.b.2d.b32.zero [image, {%r1, %r2}], {%f3};\nret;\n}\n";

static int doubled_wrong(CUarray image, int first, float scale)
{
    static float rows[HEIGHT][WIDTH];
    int wrong = 0;
    CHECK(cudaMemcpy2DFromArray(rows, sizeof rows[0], (cudaArray_t)image, 0, 0, sizeof rows[0],
                                HEIGHT, cudaMemcpyDeviceToHost));
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const int y = i / WIDTH;
        const float right = y == 0 ? 0 : 2 * scale * (float)(first + i - WIDTH);
        wrong += fabs(rows[y][i % WIDTH] - right) > 1e-5;
    }
    return wrong;
}

static void driver_references(const long *)
{
    CUmodule module;
    CUfunction twice;
    CUtexref picture;
    CUsurfref image;
    CUarray array, bytes, shown;
    unsigned char texels[HEIGHT][WIDTH];
    float *device = device_array<float>(WIDTH * HEIGHT), values[WIDTH * HEIGHT];
    CUDA_ARRAY3D_DESCRIPTOR d = {WIDTH, HEIGHT, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST};
    CUDA_ARRAY_DESCRIPTOR flat = {WIDTH, HEIGHT, CU_AD_FORMAT_UNSIGNED_INT8, 1};
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        texels[i / WIDTH][i % WIDTH] = (unsigned char)i;
        values[i] = (float)(i + 1000);
    }
    CHECK(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
    printf("made %d %d %d\n", cuModuleLoadData(&module, ptx), cuArray3DCreate(&array, &d),
           cuArrayCreate(&bytes, &flat));
    CHECK(cudaMemcpy2DToArray((cudaArray_t)bytes, 0, 0, texels, WIDTH, WIDTH, HEIGHT,
                              cudaMemcpyHostToDevice));
    printf("found %d %d %d, not %d\n", cuModuleGetFunction(&twice, module, "twice"),
           cuModuleGetTexRef(&picture, module, "picture"),
           cuModuleGetSurfRef(&image, module, "image"),
           cuModuleGetTexRef(&picture, module, "nothing"));
    static const float none[WIDTH] = {};
    CHECK(cudaMemcpy2DToArray((cudaArray_t)array, 0, 0, none, 4 * WIDTH, 4 * WIDTH, 1,
                              cudaMemcpyHostToDevice));
    printf("bound %d %d\n", cuSurfRefSetArray(image, array, 0),
           cuTexRefSetArray(picture, bytes, CU_TRSA_OVERRIDE_FORMAT));
    cuLaunchKernel(twice, 1, 1, 1, WIDTH, HEIGHT, 1, 0, 0, NULL, NULL);
    printf("fractions %d\n", doubled_wrong(array, 0, 1 / 255.0f));
    flat.Format = CU_AD_FORMAT_FLOAT;
    printf("rows %d\n", cuTexRefSetAddress2D(picture, &flat, (CUdeviceptr)device, 4 * WIDTH));
    cuLaunchKernel(twice, 1, 1, 1, WIDTH, HEIGHT, 1, 0, 0, NULL, NULL);
    printf("floats %d\n", doubled_wrong(array, 1000, 1));
    printf("shown %d %d\n", cuSurfRefGetArray(&shown, image), shown == array);
    printf("plain %d\n", cuSurfRefSetArray(image, bytes, 0));
    printf("mipmaps %d\n", cuTexRefSetMipmappedArray(picture, NULL, 0));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"samplers", samplers}, {"gathers", gathers}, {"references", references}, {"driver", driver},
        {"driver_references", driver_references}};
    return run_case(cases, argc, argv);
}
