/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays, texture objects and references: what simgpu is told of them. */
#include <check.h>
#include <string.h>

#include "runtime/cuda/entry_points.h"
#include "tests/runtime/fake_simgpu.h"

static const struct cudaChannelFormatDesc one_float = {32, 0, 0, 0, cudaChannelFormatKindFloat};
static const struct cudaChannelFormatDesc four_bytes = {8, 8, 8, 8, cudaChannelFormatKindUnsigned};

static unsigned char *seen(const struct fake_simgpu *fake, uint64_t address)
{
    return fake->device + (address - FAKE_DEVICE_BASE);
}

START_TEST(array_rows_are_copied)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    unsigned char host[48], back[48] = {0};
    cudaArray_t array;
    for (int i = 0; i < 48; i++)
        host[i] = (unsigned char)i;
    ck_assert_int_eq(cudaMallocArray(&array, &four_bytes, 3, 4, 0), 0); /* rows of 12 bytes */
    uint64_t address = FAKE_DEVICE_BASE + 4096;
    ck_assert_uint_eq(fake_simgpu_last(fake, PROTOCOL_ALLOCATE)->request.argument[0], 4 * 512);
    ck_assert_int_eq(cudaMemcpy2DToArray(array, 4, 1, host, 16, 8, 3, cudaMemcpyHostToDevice), 0);
    for (int row = 0; row < 3; row++)
        ck_assert_mem_eq(seen(fake, address + 512 * (row + 1) + 4), host + 16 * row, 8);
    ck_assert_int_eq(cudaMemcpy2DToArray(array, 4, 1, host, 16, 9, 3, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    /* a run of 30 bytes from (4, 0): 8 of the first row, one whole row, 10 of another */
    ck_assert_int_eq(cudaMemcpyToArray(array, 4, 0, host, 30, cudaMemcpyHostToDevice), 0);
    ck_assert_mem_eq(seen(fake, address + 4), host, 8);
    ck_assert_mem_eq(seen(fake, address + 512), host + 8, 12);
    ck_assert_mem_eq(seen(fake, address + 1024), host + 20, 10);
    ck_assert_int_eq(cudaMemcpyFromArray(back, array, 4, 0, 30, cudaMemcpyDeviceToHost), 0);
    ck_assert_mem_eq(back, host, 30);
    ck_assert_int_eq(back[30], 0);
    ck_assert_int_eq(cudaMemcpyToArray(array, 4, 0, host, 48, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaFreeArray(array), 0);
    ck_assert_uint_eq(fake_simgpu_last(fake, PROTOCOL_FREE)->request.argument[0], address);
    ck_assert_int_eq(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
}
END_TEST

/* 30 bytes from the second texel of an array with rows of 12 to the third of one with rows of 20.
 */
START_TEST(arrays_are_copied_to_arrays)
{
    (void)fake_simgpu_start();
    unsigned char host[60], back[60] = {0}, right[60] = {0};
    cudaArray_t narrow, wide;
    for (unsigned i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)(i + 1);
    ck_assert_int_eq(cudaMallocArray(&narrow, &four_bytes, 3, 5, 0), 0);
    ck_assert_int_eq(cudaMallocArray(&wide, &four_bytes, 5, 3, 0), 0);
    ck_assert_int_eq(cudaMemcpyToArray(narrow, 0, 0, host, 60, cudaMemcpyHostToDevice), 0);
    ck_assert_int_eq(cudaMemcpyToArray(wide, 0, 0, back, 60, cudaMemcpyHostToDevice), 0);
    ck_assert_int_eq(cudaMemcpyArrayToArray(wide, 8, 1, narrow, 4, 0, 30, cudaMemcpyDeviceToDevice),
                     0);
    memcpy(right + 28, host + 4, 30);
    ck_assert_int_eq(cudaMemcpyFromArray(back, wide, 0, 0, 60, cudaMemcpyDeviceToHost), 0);
    ck_assert_mem_eq(back, right, sizeof back);
    ck_assert_int_eq(cudaMemcpyArrayToArray(wide, 8, 1, narrow, 4, 0, 40, cudaMemcpyDeviceToDevice),
                     cudaErrorInvalidValue);
}
END_TEST

/* Layers of 3 x 2 texels: the second and third come from two of the host's slices. */
START_TEST(slices_are_copied)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    unsigned char host[3 * 4 * 16], back[2 * 24] = {0}; /* three slices of four rows of 16 bytes */
    cudaArray_t array;
    const uint64_t address = FAKE_DEVICE_BASE + 4096;
    for (unsigned i = 0; i < sizeof host; i++)
        host[i] = (unsigned char)i;
    ck_assert_int_eq(cudaMalloc3DArray(&array, &four_bytes, (struct cudaExtent){3, 2, 5},
                                       cudaArrayLayered | cudaArraySurfaceLoadStore),
                     0);
    ck_assert_uint_eq(fake_simgpu_last(fake, PROTOCOL_ALLOCATE)->request.argument[0], 10 * 512);
    struct cudaMemcpy3DParms copy = {.srcPtr = {host, 16, 16, 4},
                                     .srcPos = {4, 1, 1},
                                     .dstArray = array,
                                     .dstPos = {1, 0, 1},
                                     .extent = {2, 2, 2},
                                     .kind = cudaMemcpyHostToDevice};
    ck_assert_int_eq(cudaMemcpy3D(&copy), 0);
    for (unsigned z = 0; z < 2; z++)
        for (unsigned y = 0; y < 2; y++)
            ck_assert_mem_eq(seen(fake, address + 512 * (2 * (z + 1) + y) + 4),
                             host + 64 * (z + 1) + 16 * (y + 1) + 4, 8);
    copy = (struct cudaMemcpy3DParms){.srcArray = array,
                                      .srcPos = {1, 0, 1},
                                      .dstPtr = {back, 8, 8, 2},
                                      .extent = {2, 2, 2},
                                      .kind = cudaMemcpyDeviceToHost};
    ck_assert_int_eq(cudaMemcpy3D(&copy), 0);
    for (unsigned row = 0; row < 4; row++)
        ck_assert_mem_eq(back + 8 * row, host + 64 * (row / 2 + 1) + 16 * (row % 2 + 1) + 4, 8);
    copy.srcPos.z = 4; /* of five layers */
    ck_assert_int_eq(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
    struct cudaExtent extent;
    unsigned int flags;
    ck_assert_int_eq(cudaArrayGetInfo(NULL, &extent, &flags, array), 0);
    ck_assert_uint_eq(extent.depth, 5);
    ck_assert_uint_eq(flags, cudaArrayLayered | cudaArraySurfaceLoadStore);
}
END_TEST

/* Of capability 7.5. */
START_TEST(limits)
{
    static const struct {
        enum cudaDeviceAttr attribute;
        int value;
    } cases[] = {{cudaDevAttrMaxTexture3DDepth, 16384},
                 {cudaDevAttrMaxTexture2DLayeredLayers, 2048},
                 {cudaDevAttrMaxTextureCubemapLayeredLayers, 2046},
                 {cudaDevAttrMaxSurface2DWidth, 131072},
                 {cudaDevAttrMaxSurface1DLayeredWidth, 32768},
                 {cudaDevAttrMaxSurfaceCubemapWidth, 32768},
                 {cudaDevAttrMaxTexture2DMipmappedWidth, 0}};
    (void)fake_simgpu_start();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int value = -1;
        ck_assert_int_eq(cudaDeviceGetAttribute(&value, cases[i].attribute, 0), 0);
        ck_assert_int_eq(value, cases[i].value);
    }
    size_t texels;
    ck_assert_int_eq(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &one_float, 0), 0);
    ck_assert_uint_eq(texels, 1 << 28);
}
END_TEST

static const struct {
    struct cudaExtent extent;
    unsigned int flags;
    cudaError_t status;
} extents[] = {
    {{4, 0, 0}, 0, 0},
    {{4, 3, 2}, 0, 0},
    {{4, 0, 2}, 0, cudaErrorInvalidValue},
    {{4, 0, 2}, cudaArrayLayered, 0},
    {{4, 3, 0}, cudaArrayLayered, cudaErrorInvalidValue},
    {{4, 4, 6}, cudaArrayCubemap, 0},
    {{4, 3, 6}, cudaArrayCubemap, cudaErrorInvalidValue},
    {{4, 4, 12}, cudaArrayCubemap, cudaErrorInvalidValue},
    {{4, 4, 12}, cudaArrayCubemap | cudaArrayLayered, 0},
    {{4, 4, 9}, cudaArrayCubemap | cudaArrayLayered, cudaErrorInvalidValue},
    {{0, 4, 0}, 0, cudaErrorInvalidValue},
    {{4, 4, 0}, cudaArraySurfaceLoadStore | cudaArrayTextureGather, 0},
    {{4, 4, 0}, 0x40, cudaErrorNotSupported}, /* sparse */
};

START_TEST(extents_of_arrays)
{
    cudaArray_t array;
    (void)fake_simgpu_start();
    ck_assert_int_eq(cudaMalloc3DArray(&array, &one_float, extents[_i].extent, extents[_i].flags),
                     extents[_i].status);
}
END_TEST

START_TEST(surface_objects)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    cudaArray_t array, plain;
    cudaSurfaceObject_t object;
    ck_assert_int_eq(
        cudaMalloc3DArray(&array, &one_float, (struct cudaExtent){6, 6, 12},
                          cudaArrayLayered | cudaArrayCubemap | cudaArraySurfaceLoadStore),
        0);
    ck_assert_int_eq(cudaMallocArray(&plain, &one_float, 4, 4, 0), 0);
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray, .res.array = {array}};
    ck_assert_int_eq(cudaCreateSurfaceObject(&object, &resource), 0);
    const struct texture expected = {
        .address = FAKE_DEVICE_BASE + 4096,
        .width = 6,
        .height = 6,
        .depth = 12,
        .pitch = 512,
        .slice = 6 * 512,
        .channels = 1,
        .channel_bits = 32,
        .texel = TEXEL_FLOAT,
        .layered = 1,
        .cube = 1,
        .surface = 1,
    };
    const struct fake_request *asked = fake_simgpu_last(fake, PROTOCOL_TEXTURE_CREATE);
    ck_assert_mem_eq(asked->payload, &expected, sizeof expected);
    struct cudaResourceDesc found;
    ck_assert_int_eq(cudaGetSurfaceObjectResourceDesc(&found, object), 0);
    ck_assert_ptr_eq(found.res.array.array, array);
    /* a surface is no texture */
    ck_assert_int_eq(cudaGetTextureObjectResourceDesc(&found, object), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDestroyTextureObject(object), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaDestroySurfaceObject(object), 0);
    ck_assert_int_eq(cudaDestroySurfaceObject(object), cudaErrorInvalidValue);
    const struct cudaTextureDesc sampler = {.normalizedCoords = 1, .seamlessCubemap = 1};
    cudaTextureObject_t sky;
    struct texture shown;
    ck_assert_int_eq(cudaCreateTextureObject(&sky, &resource, &sampler, NULL), 0);
    memcpy(&shown, fake_simgpu_last(fake, PROTOCOL_TEXTURE_CREATE)->payload, sizeof shown);
    ck_assert(shown.seamless && shown.cube && !shown.surface);
    resource.res.array.array = plain;
    ck_assert_int_eq(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidValue);
    resource = (struct cudaResourceDesc){
        .resType = cudaResourceTypeLinear,
        .res.linear = {(void *)(uintptr_t)(FAKE_DEVICE_BASE + 64), one_float, 400}};
    ck_assert_int_eq(cudaCreateSurfaceObject(&object, &resource), cudaErrorInvalidValue);
}
END_TEST

START_TEST(objects)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    cudaArray_t array;
    cudaTextureObject_t object;
    ck_assert_int_eq(cudaMallocArray(&array, &four_bytes, 30, 20, 0), 0);
    struct cudaResourceDesc resource = {.resType = cudaResourceTypeArray, .res.array = {array}};
    struct cudaTextureDesc sampler = {
        .addressMode = {cudaAddressModeMirror, cudaAddressModeBorder, cudaAddressModeClamp},
        .filterMode = cudaFilterModeLinear,
        .readMode = cudaReadModeNormalizedFloat,
        .borderColor = {1, 2, 3, 4},
        .normalizedCoords = 1,
    };
    ck_assert_int_eq(cudaCreateTextureObject(&object, &resource, &sampler, NULL), 0);
    ck_assert_uint_eq(object, FAKE_TEXTURE);
    struct texture expected = {
        .address = FAKE_DEVICE_BASE + 4096,
        .width = 30,
        .height = 20,
        .pitch = 512,
        .channels = 4,
        .channel_bits = 8,
        .texel = TEXEL_UNSIGNED,
        .normalized_read = 1,
        .normalized_coordinates = 1,
        .filter = TEXTURE_FILTER_LINEAR,
        .address_mode = {TEXTURE_ADDRESS_MIRROR, TEXTURE_ADDRESS_BORDER, TEXTURE_ADDRESS_CLAMP},
        .border = {1, 2, 3, 4},
    };
    const struct fake_request *asked = fake_simgpu_last(fake, PROTOCOL_TEXTURE_CREATE);
    ck_assert_uint_eq(asked->request.payload_bytes, sizeof expected);
    ck_assert_mem_eq(asked->payload, &expected, sizeof expected);
    ck_assert_int_eq(cudaDestroyTextureObject(object), 0);
    ck_assert_int_eq(cudaDestroyTextureObject(object), cudaErrorInvalidValue);

    resource = (struct cudaResourceDesc){
        .resType = cudaResourceTypeLinear,
        .res.linear = {(void *)(uintptr_t)(FAKE_DEVICE_BASE + 64), one_float, 400}};
    sampler = (struct cudaTextureDesc){.addressMode = {cudaAddressModeClamp}};
    ck_assert_int_eq(cudaCreateTextureObject(&object, &resource, &sampler, NULL), 0);
    expected = (struct texture){
        .address = FAKE_DEVICE_BASE + 64,
        .width = 100,
        .pitch = 400,
        .channels = 1,
        .channel_bits = 32,
        .texel = TEXEL_FLOAT,
        .address_mode = {TEXTURE_ADDRESS_CLAMP, TEXTURE_ADDRESS_WRAP},
        .linear_memory = 1,
    };
    asked = fake_simgpu_last(fake, PROTOCOL_TEXTURE_CREATE);
    ck_assert_mem_eq(asked->payload, &expected, sizeof expected);
}
END_TEST

START_TEST(refused_objects)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    cudaTextureObject_t object;
    struct cudaResourceDesc resource = {
        .resType = cudaResourceTypeLinear,
        .res.linear = {(void *)(uintptr_t)(FAKE_DEVICE_BASE + 64), four_bytes, 400}};
    const struct cudaTextureDesc sampler = {.filterMode = cudaFilterModeLinear};
    /* linear filtering of integers that stay integers */
    ck_assert_int_eq(cudaCreateTextureObject(&object, &resource, &sampler, NULL),
                     cudaErrorInvalidFilterSetting);
    resource.res.linear.desc.y = 0;
    ck_assert_int_eq(cudaCreateTextureObject(&object, &resource, &sampler, NULL),
                     cudaErrorInvalidChannelDescriptor);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_TEXTURE_CREATE), 0);
}
END_TEST

START_TEST(references)
{
    static const char ptx[] = "ptx";
    static const struct {
        uint32_t magic, version;
        const void *data, *none;
    } image = {0x466243b1, 1, ptx, NULL};
    static struct textureReference texture, unknown;
    static struct surfaceReference surface;
    const struct fake_simgpu *fake = fake_simgpu_start();
    size_t offset = 9;
    const void *rows = (const void *)(uintptr_t)(FAKE_DEVICE_BASE + 512);
    texture.addressMode[0] = cudaAddressModeClamp;
    void **handle = __cudaRegisterFatBinary((void *)(uintptr_t)&image);
    __cudaRegisterTexture(handle, &texture, NULL, "tex", 2, 1, 0);
    ck_assert_int_eq(cudaBindTexture2D(&offset, &texture, rows, &four_bytes, 6, 5, 32), 0);
    ck_assert_uint_eq(offset, 0);
    const struct fake_request *asked = fake_simgpu_last(fake, PROTOCOL_TEXTURE_BIND);
    const struct texture expected = {
        .address = FAKE_DEVICE_BASE + 512,
        .width = 6,
        .height = 5,
        .pitch = 32,
        .channels = 4,
        .channel_bits = 8,
        .texel = TEXEL_UNSIGNED,
        .normalized_read = 1,
        .address_mode = {TEXTURE_ADDRESS_CLAMP, TEXTURE_ADDRESS_WRAP},
    };
    ck_assert_uint_eq(asked->request.argument[0], FAKE_MODULE);
    ck_assert_uint_eq(asked->request.payload_bytes, sizeof expected + 4);
    ck_assert_mem_eq(asked->payload, &expected, sizeof expected);
    ck_assert_str_eq((const char *)asked->payload + sizeof expected, "tex");
    /* without a size: as much as there is */
    ck_assert_int_eq(cudaBindTexture(NULL, &texture, rows, &four_bytes, UINT32_MAX), 0);
    struct texture bound;
    memcpy(&bound, fake_simgpu_last(fake, PROTOCOL_TEXTURE_BIND)->payload, sizeof bound);
    ck_assert_uint_eq(bound.width, (FAKE_DEVICE_BYTES - 512) / 4);
    ck_assert_uint_eq(bound.linear_memory, 1);
    ck_assert_int_eq(cudaUnbindTexture(&texture), 0);
    cudaArray_t array;
    __cudaRegisterSurface(handle, &surface, NULL, "surf", 2, 0);
    ck_assert_int_eq(cudaMallocArray(&array, &one_float, 4, 4, cudaArraySurfaceLoadStore), 0);
    ck_assert_int_eq(cudaBindSurfaceToArray(&surface, array, &one_float), 0);
    asked = fake_simgpu_last(fake, PROTOCOL_TEXTURE_BIND);
    memcpy(&bound, asked->payload, sizeof bound);
    ck_assert_uint_eq(bound.surface, 1);
    ck_assert_str_eq((const char *)asked->payload + sizeof bound, "surf");
    ck_assert_int_eq(cudaBindSurfaceToArray((const void *)&texture, array, &one_float),
                     cudaErrorInvalidSurface);
    ck_assert_int_eq(cudaBindTextureToArray((const void *)&surface, array, &one_float),
                     cudaErrorInvalidTexture);
    ck_assert_int_eq(cudaBindTexture(NULL, &unknown, rows, &four_bytes, 8),
                     cudaErrorInvalidTexture);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texture");
    TCase *tests = tcase_create("texture");
    tcase_add_test(tests, array_rows_are_copied);
    tcase_add_test(tests, arrays_are_copied_to_arrays);
    tcase_add_test(tests, slices_are_copied);
    tcase_add_loop_test(tests, extents_of_arrays, 0, sizeof extents / sizeof extents[0]);
    tcase_add_test(tests, surface_objects);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, objects);
    tcase_add_test(tests, refused_objects);
    tcase_add_test(tests, references);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
