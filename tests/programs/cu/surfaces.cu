/* SPDX-License-Identifier: BSD-3-Clause */
/* Surfaces: every geometry, every width of value, what lies beside them, references, atomics. */
#include "cases.h"
#include <cuda.h>

enum { WIDTH = 13, HEIGHT = 5, SLICES = 6 };

/* What texel (x, y, z) of a surface holds: bytes that differ. */
template <class T> static __host__ __device__ T pattern(int x, int y, int z)
{
    T value;
    unsigned char *bytes = (unsigned char *)&value;
    for (unsigned i = 0; i < sizeof value; i++)
        bytes[i] = (unsigned char)(x * 7 + y * 31 + z * 57 + i * 3 + 1);
    return value;
}

template <class T> static __host__ __device__ bool same(const T &a, const T &b)
{
    const unsigned char *x = (const unsigned char *)&a, *y = (const unsigned char *)&b;
    for (unsigned i = 0; i < sizeof a; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

static cudaArray_t make_array(cudaChannelFormatDesc format, cudaExtent extent, unsigned flags = 0)
{
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, extent, flags | cudaArraySurfaceLoadStore));
    return array;
}

static cudaSurfaceObject_t surface_of(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t object;
    CHECK(cudaCreateSurfaceObject(&object, &resource));
    return object;
}

/* ---- geometries ------------------------------------------------------------------------------ */

enum geometry { LINE, PLANE, SOLID, LINES, PLANES, CUBE, CUBES };

template <class T>
static __device__ T read_at(int geometry, cudaSurfaceObject_t s, int x, int y, int z,
                            cudaSurfaceBoundaryMode mode)
{
    x *= (int)sizeof(T);
    switch (geometry) {
    case LINE:
        return surf1Dread<T>(s, x, mode);
    case PLANE:
        return surf2Dread<T>(s, x, y, mode);
    case SOLID:
        return surf3Dread<T>(s, x, y, z, mode);
    case LINES:
        return surf1DLayeredread<T>(s, x, z, mode);
    case PLANES:
        return surf2DLayeredread<T>(s, x, y, z, mode);
    case CUBE:
        return surfCubemapread<T>(s, x, y, z, mode);
    default:
        return surfCubemapLayeredread<T>(s, x, y, z, mode);
    }
}

template <class T>
static __device__ void write_at(int geometry, T value, cudaSurfaceObject_t s, int x, int y, int z,
                                cudaSurfaceBoundaryMode mode)
{
    x *= (int)sizeof(T);
    switch (geometry) {
    case LINE:
        return surf1Dwrite(value, s, x, mode);
    case PLANE:
        return surf2Dwrite(value, s, x, y, mode);
    case SOLID:
        return surf3Dwrite(value, s, x, y, z, mode);
    case LINES:
        return surf1DLayeredwrite(value, s, x, z, mode);
    case PLANES:
        return surf2DLayeredwrite(value, s, x, y, z, mode);
    case CUBE:
        return surfCubemapwrite(value, s, x, y, z, mode);
    default:
        return surfCubemapLayeredwrite(value, s, x, y, z, mode);
    }
}

/* Each thread writes its texel. Those around the surface write nothing. */
template <class T> __global__ void fill(int geometry, cudaSurfaceObject_t s, int3 size, int beside)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int wide = size.x + 2 * beside, high = size.y + 2 * beside, deep = size.z + 2 * beside;
    if (i >= wide * high * deep)
        return;
    const int x = i % wide - beside, y = i / wide % high - beside, z = i / wide / high - beside;
    write_at(geometry, pattern<T>(x, y, z), s, x, y, z,
             beside ? cudaBoundaryModeZero : cudaBoundaryModeTrap);
}

static __device__ int clamped(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* Counts wrong texels inside, and beside the surface with the modes that allow it. */
template <class T> __global__ void verify(int geometry, cudaSurfaceObject_t s, int3 size, int *wrong)
{
    const int wide = size.x + 4, high = size.y + 2, deep = size.z + 2;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= wide * high * deep)
        return;
    const int x = i % wide - 2, y = i / wide % high - 1, z = i / wide / high - 1;
    const bool has_y = geometry != LINE && geometry != LINES;
    const bool has_z = geometry != LINE && geometry != PLANE;
    const bool inside = x >= 0 && x < size.x && (!has_y || (y >= 0 && y < size.y)) &&
                        (!has_z || (z >= 0 && z < size.z));
    const T here = pattern<T>(x, has_y ? y : 0, has_z ? z : 0);
    T nothing;
    memset(&nothing, 0, sizeof nothing);
    const T near = pattern<T>(clamped(x, size.x), has_y ? clamped(y, size.y) : 0,
                              has_z ? clamped(z, size.z) : 0);
    bool good = same(read_at<T>(geometry, s, x, y, z, cudaBoundaryModeClamp), near);
    good &= same(read_at<T>(geometry, s, x, y, z, cudaBoundaryModeZero), inside ? here : nothing);
    if (inside)
        good &= same(read_at<T>(geometry, s, x, y, z, cudaBoundaryModeTrap), here);
    if (!good)
        atomicAdd(wrong, 1);
}

static const struct shape {
    int geometry;
    cudaExtent extent;
    unsigned flags;
} shapes[] = {
    {LINE, {WIDTH, 0, 0}, 0},
    {PLANE, {WIDTH, HEIGHT, 0}, 0},
    {SOLID, {WIDTH, HEIGHT, SLICES}, 0},
    {LINES, {WIDTH, 0, SLICES}, cudaArrayLayered},
    {PLANES, {WIDTH, HEIGHT, SLICES}, cudaArrayLayered},
    {CUBE, {WIDTH, WIDTH, 6}, cudaArrayCubemap},
    {CUBES, {WIDTH, WIDTH, 12}, cudaArrayCubemap | cudaArrayLayered},
};

/* The whole array, as the host reads it. */
template <class T> static T *read_back(cudaArray_t array, int3 size)
{
    T *texels = new T[size.x * size.y * size.z];
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(texels, size.x * sizeof(T), size.x, size.y);
    copy.extent = make_cudaExtent(size.x, size.y, size.z);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    return texels;
}

template <class T> static int wrong_texels(const shape &shape)
{
    const cudaExtent e = shape.extent;
    const int3 size = {(int)e.width, e.height ? (int)e.height : 1, e.depth ? (int)e.depth : 1};
    cudaArray_t array = make_array(cudaCreateChannelDesc<T>(), e, shape.flags);
    cudaSurfaceObject_t s = surface_of(array);
    int *wrong = device_array<int>(1), n = size.x * size.y * size.z, result;
    CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    fill<T><<<(n + 63) / 64, 64>>>(shape.geometry, s, size, 0);
    const bool flat = size.y == 1;
    const int around = (size.x + 2) * (size.y + 2) * (size.z + 2);
    if (!flat && size.z > 1) /* in fewer dimensions, others than x and y mean nothing */
        fill<T><<<(around + 63) / 64, 64>>>(shape.geometry, s, size, 1);
    const int looked = (size.x + 4) * (size.y + 2) * (size.z + 2);
    verify<T><<<(looked + 63) / 64, 64>>>(shape.geometry, s, size, wrong);
    CHECK(cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost));
    T *texels = read_back<T>(array, size);
    for (int i = 0; i < n; i++)
        result += !same(texels[i], pattern<T>(i % size.x, i / size.x % size.y, i / size.x / size.y));
    delete[] texels;
    CHECK(cudaDestroySurfaceObject(s));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(wrong));
    return result;
}

static void geometries(const long *)
{
    for (const shape &shape : shapes)
        printf("geometry %d wrong %d %d %d %d %d\n", shape.geometry,
               wrong_texels<unsigned char>(shape), wrong_texels<short>(shape),
               wrong_texels<uchar4>(shape), wrong_texels<float2>(shape),
               wrong_texels<int4>(shape));
}

/* ---- other widths than the texels', and texels that a texture shows later -------------------- */

__global__ void write_pairs(cudaSurfaceObject_t s)
{
    surf2Dwrite(make_float2(threadIdx.x, threadIdx.x + 0.5f), s, threadIdx.x * 8, threadIdx.y);
}

__global__ void sum_texels(cudaTextureObject_t t, float *sum)
{
    atomicAdd(sum, tex2D<float>(t, threadIdx.x + 0.5f, threadIdx.y + 0.5f));
}

static void then_a_texture(const long *)
{
    cudaArray_t array = make_array(cudaCreateChannelDesc<float>(), make_cudaExtent(16, 4, 0));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc sampler = {};
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &sampler, NULL));
    float *sum = device_array<float>(1), result;
    CHECK(cudaMemset(sum, 0, sizeof *sum));
    write_pairs<<<1, dim3(8, 4)>>>(surface_of(array));
    sum_texels<<<1, dim3(16, 4)>>>(texture, sum);
    CHECK(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost));
    printf("sum %g\n", result); /* 4 times (2 * 28 + 8 * 0.5) */
}

/* ---- PTX that no function gives -------------------------------------------------------------- */

__global__ void add_up(cudaSurfaceObject_t s)
{
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1, %2}], %3;" ::"l"(s), "r"((threadIdx.x % 4) * 4),
                 "r"(0), "r"(threadIdx.x)
                 : "memory");
    asm volatile("sured.b.max.2d.s32.zero [%0, {%1, %2}], %3;" ::"l"(s), "r"((int)threadIdx.x * 4),
                 "r"(1), "r"(-(int)threadIdx.x)
                 : "memory");
    asm volatile("sured.b.or.2d.b32.clamp [%0, {%1, %2}], %3;" ::"l"(s), "r"((int)threadIdx.x * 4),
                 "r"(2), "r"(1 << threadIdx.x)
                 : "memory");
}

__global__ void formatted(cudaSurfaceObject_t s)
{
    asm volatile("sust.p.2d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};" ::"l"(s), "r"(threadIdx.x),
                 "r"(threadIdx.y), "r"(threadIdx.x), "r"(threadIdx.y), "r"(200), "r"(0x1234567)
                 : "memory");
}

__global__ void ask(cudaSurfaceObject_t s, int *out)
{
    asm("suq.width.b32 %0, [%1];" : "=r"(out[0]) : "l"(s));
    asm("suq.height.b32 %0, [%1];" : "=r"(out[1]) : "l"(s));
    asm("suq.array_size.b32 %0, [%1];" : "=r"(out[2]) : "l"(s));
    asm("suq.channel_data_type.b32 %0, [%1];" : "=r"(out[3]) : "l"(s));
    asm("suq.channel_order.b32 %0, [%1];" : "=r"(out[4]) : "l"(s));
}

static void instructions(const long *)
{
    cudaArray_t words = make_array(cudaCreateChannelDesc<int>(), make_cudaExtent(4, 3, 0));
    int start[12] = {0, 0, 0, 0, -100, -100, -100, -100, 0, 0, 0, 0}, end[12], asked[5];
    CHECK(cudaMemcpy2DToArray(words, 0, 0, start, 16, 16, 3, cudaMemcpyHostToDevice));
    add_up<<<1, 32>>>(surface_of(words));
    CHECK(cudaMemcpy2DFromArray(end, 16, words, 0, 0, 16, 3, cudaMemcpyDeviceToHost));
    for (int row = 0; row < 3; row++)
        printf("row %d %d %d %d\n", end[4 * row], end[4 * row + 1], end[4 * row + 2],
               end[4 * row + 3]);

    cudaArray_t colours = make_array(cudaCreateChannelDesc<uchar4>(), make_cudaExtent(8, 4, 0));
    formatted<<<1, dim3(8, 4)>>>(surface_of(colours));
    unsigned char bytes[4][8][4], wrong = 0;
    CHECK(cudaMemcpy2DFromArray(bytes, 32, colours, 0, 0, 32, 4, cudaMemcpyDeviceToHost));
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 8; x++)
            wrong += bytes[y][x][0] != x || bytes[y][x][1] != y || bytes[y][x][2] != 200 ||
                     bytes[y][x][3] != 0x67;
    printf("formatted %d\n", wrong);

    int *answers = device_array<int>(5);
    cudaArray_t layers = make_array(cudaCreateChannelDesc<short2>(), make_cudaExtent(9, 7, 3),
                                    cudaArrayLayered);
    ask<<<1, 1>>>(surface_of(layers), answers);
    CHECK(cudaMemcpy(asked, answers, sizeof asked, cudaMemcpyDeviceToHost));
    printf("asked %d %d %d 0x%x 0x%x\n", asked[0], asked[1], asked[2], asked[3], asked[4]);
}

/* ---- references, which CUDA had up to 11 ------------------------------------------------------ */

#if CUDART_VERSION <= 12000 /* simgpucc's */
surface<void, cudaSurfaceType2D> plane;
surface<void, cudaSurfaceType2DLayered> layers;

__global__ void through_references()
{
    const int x = threadIdx.x, y = threadIdx.y;
    surf2Dwrite(x + 10 * y, plane, x * 4, y);
    surf2DLayeredwrite(surf2Dread<int>(plane, x * 4, y) * 2, layers, x * 4, y, 1);
}

static void references(const long *)
{
    cudaArray_t first = make_array(cudaCreateChannelDesc<int>(), make_cudaExtent(8, 4, 0));
    cudaArray_t second =
        make_array(cudaCreateChannelDesc<int>(), make_cudaExtent(8, 4, 2), cudaArrayLayered);
    CHECK(cudaBindSurfaceToArray(plane, first));
    CHECK(cudaBindSurfaceToArray(layers, second));
    through_references<<<1, dim3(8, 4)>>>();
    int *texels = read_back<int>(second, make_int3(8, 4, 2)), wrong = 0;
    for (int i = 0; i < 32; i++)
        wrong += texels[32 + i] != 2 * (i % 8 + 10 * (i / 8));
    printf("wrong %d\n", wrong);
    delete[] texels;
}
#else
static void references(const long *)
{
    printf("none\n");
}
#endif

/* ---- the driver interface -------------------------------------------------------------------- */

#define DRIVER(call)                                                                               \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        if (result_ != CUDA_SUCCESS)                                                               \
            printf("%s: %d\n", #call, result_);                                                    \
    } while (0)

static void driver(const long *)
{
    CUDA_ARRAY3D_DESCRIPTOR description = {}, found;
    description.Width = WIDTH;
    description.Height = HEIGHT;
    description.Depth = SLICES;
    description.Format = CU_AD_FORMAT_SIGNED_INT16;
    description.NumChannels = 2;
    description.Flags = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST;
    CUarray array;
    DRIVER(cuInit(0));
    DRIVER(cuArray3DCreate(&array, &description));
    DRIVER(cuArray3DGetDescriptor(&found, array));
    printf("same %d\n", found.Width == WIDTH && found.Height == HEIGHT && found.Depth == SLICES &&
                              found.Format == description.Format && found.NumChannels == 2 &&
                              found.Flags == description.Flags);
    CUDA_RESOURCE_DESC resource = {}, of_surface;
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUsurfObject s;
    DRIVER(cuSurfObjectCreate(&s, &resource));
    DRIVER(cuSurfObjectGetResourceDesc(&of_surface, s));
    printf("array %d\n", of_surface.res.array.hArray == array);
    const int3 size = {WIDTH, HEIGHT, SLICES};
    int *wrong = device_array<int>(1), result;
    CHECK(cudaMemset(wrong, 0, sizeof *wrong));
    fill<short2><<<(WIDTH * HEIGHT * SLICES + 63) / 64, 64>>>(PLANES, s, size, 0);
    verify<short2><<<((WIDTH + 4) * (HEIGHT + 2) * (SLICES + 2) + 63) / 64, 64>>>(PLANES, s, size,
                                                                                 wrong);
    CHECK(cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost));
    printf("wrong %d\n", result);
    DRIVER(cuSurfObjectDestroy(s));
    printf("twice %d\n", cuSurfObjectDestroy(s));
    DRIVER(cuArrayDestroy(array));
}

/* ---- what goes wrong ------------------------------------------------------------------------- */

__global__ void write_beside(cudaSurfaceObject_t s, int x, int y)
{
    surf2Dwrite(1, s, x, y);
}

/* Numbers: x in bytes, y, and whether the handle is a texture's. */
static void beside(const long *numbers)
{
    cudaArray_t array = make_array(cudaCreateChannelDesc<int>(), make_cudaExtent(4, 3, 0));
    cudaSurfaceObject_t s = surface_of(array);
    if (numbers[2]) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = array;
        cudaTextureDesc sampler = {};
        CHECK(cudaCreateTextureObject(&s, &resource, &sampler, NULL));
    }
    write_beside<<<1, 1>>>(s, (int)numbers[0], (int)numbers[1]);
    printf("error %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

static void refused(const long *)
{
    cudaMipmappedArray_t mipmaps;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    printf("mipmaps %s\n", cudaGetErrorName(cudaMallocMipmappedArray(
                               &mipmaps, &format, make_cudaExtent(16, 16, 0), 5, 0)));
    CUmipmappedArray others;
    CUDA_ARRAY3D_DESCRIPTOR description = {};
    printf("driver %d\n", cuMipmappedArrayCreate(&others, &description, 5));
    cudaArray_t plain;
    CHECK(cudaMallocArray(&plain, &format, 4, 4));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = plain;
    cudaSurfaceObject_t s;
    printf("plain %s\n", cudaGetErrorName(cudaCreateSurfaceObject(&s, &resource)));
}

/* ---- time ------------------------------------------------------------------------------------ */

__global__ void by_surface(cudaSurfaceObject_t from, cudaSurfaceObject_t to)
{
    const int x = threadIdx.x, y = blockIdx.x;
    surf2Dwrite(surf2Dread<float>(from, x * 4, y) + 1, to, x * 4, y);
}

__global__ void by_pointer(const float *from, float *to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i] + 1;
}

/* The same traffic by both: rows of 1 KiB. */
static void timed(const long *)
{
    enum { COLUMNS = 256, ROWS = 64 };
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t a = make_array(format, make_cudaExtent(COLUMNS, ROWS, 0)),
                b = make_array(format, make_cudaExtent(COLUMNS, ROWS, 0));
    float *p = device_array<float>(COLUMNS * ROWS), *q = device_array<float>(COLUMNS * ROWS);
    by_surface<<<ROWS, COLUMNS>>>(surface_of(a), surface_of(b));
    by_pointer<<<ROWS, COLUMNS>>>(p, q);
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"geometries", geometries}, {"then_a_texture", then_a_texture},
        {"instructions", instructions}, {"references", references},
        {"driver", driver}, {"beside", beside}, {"refused", refused}, {"timed", timed}};
    return run_case(cases, argc, argv);
}
