/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies in each direction: what simgpu is told, and where the bytes are afterwards. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/entry_points.h"
#include "tests/runtime/fake_simgpu.h"

#define ROW(...) ((const uint64_t[PROTOCOL_ARGUMENTS]){__VA_ARGS__})

static void check_copy(const struct fake_simgpu *fake, const uint64_t *expected)
{
    const struct fake_request *copy = fake_simgpu_last(fake, PROTOCOL_COPY);
    ck_assert_ptr_nonnull(copy);
    for (int i = 0; i < PROTOCOL_ARGUMENTS; i++)
        ck_assert_msg(copy->request.argument[i] == expected[i], "argument %d is %#lx", i,
                      (unsigned long)copy->request.argument[i]);
}

/* Bytes 1, 2, 3 ... */
static void count_up(unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i + 1);
}

static unsigned char *seen(const struct fake_simgpu *fake, const void *device)
{
    return fake->device + ((uintptr_t)device - FAKE_DEVICE_BASE);
}

START_TEST(blocking_pageable)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    unsigned char there[100], back[100];
    void *device;
    count_up(there, 100);
    ck_assert_int_eq(cudaMalloc(&device, 100), 0);
    uint64_t address = (uintptr_t)device;
    ck_assert_uint_eq(address, FAKE_DEVICE_BASE + 4096);
    ck_assert_int_eq(cudaMemcpy(device, there, 100, cudaMemcpyHostToDevice), 0);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, 0, 0, address, 0, 100, 1, 100, 100, 0));
    ck_assert_mem_eq(seen(fake, device), there, 100);
    seen(fake, device)[3] = 99; /* a kernel's store */
    ck_assert_int_eq(cudaMemcpy(back, (char *)device + 2, 98, cudaMemcpyDefault), 0);
    check_copy(fake, ROW(PROTOCOL_DEVICE_TO_HOST, 0, 0, 0, address + 2, 98, 1, 98, 98, 0));
    there[3] = 99;
    ck_assert_mem_eq(back, there + 2, 98);
    ck_assert_int_eq(cudaMemcpy(back, there, 100, cudaMemcpyHostToHost), 0);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_HOST, 0, 0, 0, 0, 100, 1, 100, 100, 0));
    ck_assert_mem_eq(back, there, 100);
    ck_assert_int_eq(cudaMemcpy((char *)device + 200, device, 50, cudaMemcpyDeviceToDevice), 0);
    check_copy(fake,
               ROW(PROTOCOL_DEVICE_TO_DEVICE, 0, 0, address + 200, address, 50, 1, 50, 50, 0));
    ck_assert_mem_eq(seen(fake, device) + 200, there, 50);
    ck_assert_int_eq(cudaMemcpy(device, there, 0, cudaMemcpyHostToDevice), 0);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_COPY), 4);
}
END_TEST

START_TEST(asynchronous)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    unsigned char pageable[64];
    unsigned char *pinned;
    void *device;
    cudaStream_t stream;
    count_up(pageable, 64);
    ck_assert_int_eq(cudaMalloc(&device, 4096), 0);
    ck_assert_int_eq(cudaStreamCreate(&stream), 0);
    ck_assert_int_eq(cudaMallocHost((void **)&pinned, 5000), 0);
    ck_assert_uint_eq((uintptr_t)pinned, FAKE_HOST_BASE);
    uint64_t address = (uintptr_t)device;

    /* pageable to device: the bytes ride along */
    ck_assert_int_eq(cudaMemcpyAsync(device, pageable, 64, cudaMemcpyHostToDevice, stream), 0);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, FAKE_STREAM, 1, address, 0, 64, 1, 64, 64, 1));
    ck_assert_mem_eq(fake_simgpu_last(fake, PROTOCOL_COPY)->payload, pageable, 64);
    ck_assert_mem_eq(seen(fake, device), pageable, 64);

    /* device to pageable: blocks */
    memset(pageable, 0, 64);
    ck_assert_int_eq(cudaMemcpyAsync(pageable, device, 64, cudaMemcpyDeviceToHost, stream), 0);
    check_copy(fake, ROW(PROTOCOL_DEVICE_TO_HOST, FAKE_STREAM, 0, 0, address, 64, 1, 64, 64, 0));
    ck_assert_int_eq(pageable[63], 64);

    /* pinned, both ways: simgpu's */
    count_up(pinned, 5000);
    ck_assert_int_eq(cudaMemcpyAsync(device, pinned + 8, 4000, cudaMemcpyHostToDevice, stream), 0);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, FAKE_STREAM, 1, address, FAKE_HOST_BASE + 8, 4000,
                         1, 4000, 4000, 0));
    ck_assert_mem_eq(seen(fake, device), pinned + 8, 4000);
    ck_assert_int_eq(cudaMemcpyAsync(pinned, device, 16, cudaMemcpyDefault, NULL), 0);
    check_copy(fake, ROW(PROTOCOL_DEVICE_TO_HOST, 0, 1, FAKE_HOST_BASE, address, 16, 1, 16, 16, 0));
    ck_assert_int_eq(pinned[0], 9);
    /* blocking and pinned: simgpu knows the address, the library moves the bytes */
    ck_assert_int_eq(cudaMemcpy(device, pinned + 1, 16, cudaMemcpyHostToDevice), 0);
    check_copy(fake,
               ROW(PROTOCOL_HOST_TO_DEVICE, 0, 0, address, FAKE_HOST_BASE + 1, 16, 1, 16, 16, 0));
    ck_assert_int_eq(seen(fake, device)[0], 10);
}
END_TEST

START_TEST(much_pageable_memory_blocks)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    size_t size = 65 << 20; /* more than the fake device has, too */
    unsigned char *pageable = calloc(size, 1);
    void *device = (void *)(uintptr_t)FAKE_DEVICE_BASE;
    ck_assert_int_eq(cudaMemcpyAsync(device, pageable, size, cudaMemcpyHostToDevice, NULL),
                     cudaErrorInvalidValue);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, 0, 0, FAKE_DEVICE_BASE, 0, size, 1, size, size));
    free(pageable);
}
END_TEST

START_TEST(rectangles)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    unsigned char host[4][10], back[4][10] = {{0}};
    void *device;
    size_t pitch;
    count_up(&host[0][0], sizeof host);
    ck_assert_int_eq(cudaMallocPitch(&device, &pitch, 6, 4), 0);
    ck_assert_uint_eq(pitch, 512);
    ck_assert_uint_eq(fake_simgpu_last(fake, PROTOCOL_ALLOCATE)->request.argument[0], 2048);
    uint64_t address = (uintptr_t)device;
    ck_assert_int_eq(cudaMemcpy2D(device, pitch, &host[0][1], 10, 6, 4, cudaMemcpyHostToDevice), 0);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, 0, 0, address, 0, 6, 4, 512, 10, 0));
    for (int row = 0; row < 4; row++)
        ck_assert_mem_eq(seen(fake, device) + 512 * row, &host[row][1], 6);
    ck_assert_int_eq(cudaMemcpy2D(back, 10, device, pitch, 6, 4, cudaMemcpyDeviceToHost), 0);
    check_copy(fake, ROW(PROTOCOL_DEVICE_TO_HOST, 0, 0, 0, address, 6, 4, 10, 512, 0));
    for (int row = 0; row < 4; row++) {
        ck_assert_mem_eq(back[row], &host[row][1], 6);
        ck_assert_int_eq(back[row][6], 0);
    }
    /* asynchronous: the rows ride along without the gaps */
    memset(seen(fake, device), 0, 2048);
    ck_assert_int_eq(cudaMemcpy2DAsync(device, pitch, host, 10, 6, 2, cudaMemcpyHostToDevice, NULL),
                     0);
    const struct fake_request *copy = fake_simgpu_last(fake, PROTOCOL_COPY);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, 0, 1, address, 0, 6, 2, 512, 10, 1));
    ck_assert_uint_eq(copy->request.payload_bytes, 12);
    ck_assert_mem_eq(copy->payload, host[0], 6);
    ck_assert_mem_eq(copy->payload + 6, host[1], 6);
    ck_assert_mem_eq(seen(fake, device) + 512, host[1], 6);
    /* rows without gaps are one */
    ck_assert_int_eq(cudaMemcpy2D(device, 10, host, 10, 10, 4, cudaMemcpyHostToDevice), 0);
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, 0, 0, address, 0, 40, 1, 40, 40, 0));
    ck_assert_int_eq(cudaMemcpy2D(device, 5, host, 10, 6, 4, cudaMemcpyHostToDevice),
                     cudaErrorInvalidPitchValue);
}
END_TEST

START_TEST(boxes)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    unsigned char host[3][4][8], *device;
    struct cudaPitchedPtr box;
    count_up(&host[0][0][0], sizeof host);
    const struct cudaExtent extent = {8, 4, 3};
    ck_assert_int_eq(cudaMalloc3D(&box, extent), 0);
    ck_assert_uint_eq(box.pitch, 512);
    ck_assert_uint_eq(box.ysize, 4);
    device = seen(fake, box.ptr);
    /* the inner 5 x 2 x 2 bytes from (2, 1, 1), to (1, 0, 1) */
    const struct cudaMemcpy3DParms parameters = {
        .srcPtr = {host, 8, 8, 4},
        .srcPos = {2, 1, 1},
        .dstPtr = box,
        .dstPos = {1, 0, 1},
        .extent = {5, 2, 2},
        .kind = cudaMemcpyHostToDevice,
    };
    ck_assert_int_eq(cudaMemcpy3D(&parameters), 0);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_COPY), 2);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 2; y++)
            ck_assert_mem_eq(device + ((z + 1) * 4 + y) * 512 + 1, &host[z + 1][y + 1][2], 5);
    ck_assert_int_eq(cudaMemset3D(box, 0x1aa, extent), 0);
    const struct fake_request *set = fake_simgpu_last(fake, PROTOCOL_SET);
    const uint64_t expected[] = {(uintptr_t)box.ptr, 0xaa, 1, 8, 12, 512, 0, 0};
    ck_assert_mem_eq(set->request.argument, expected, sizeof expected);
    ck_assert_int_eq(device[11 * 512 + 7], 0xaa);
    ck_assert_int_eq(device[11 * 512 + 8], 0);
}
END_TEST

START_TEST(wrong_sides)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    char host[8];
    void *device;
    ck_assert_int_eq(cudaMalloc(&device, 8), 0);
    /* the kind names the device's side as the host's: the program must not be made to crash */
    ck_assert_int_eq(cudaMemcpy(device, device, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(host, host, 8, (enum cudaMemcpyKind)9),
                     cudaErrorInvalidMemcpyDirection);
    ck_assert_int_eq(cudaMemcpy(NULL, host, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_COPY), 0);
    /* an address that is none of the device's: simgpu refuses it, or else the library does */
    fake->answers.status[PROTOCOL_COPY] = cudaErrorInvalidValue;
    ck_assert_int_eq(cudaMemcpy(host, device, 8, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    fake->answers.status[PROTOCOL_COPY] = 0;
    void *beyond = (void *)(uintptr_t)(FAKE_DEVICE_BASE + FAKE_DEVICE_BYTES - 4);
    ck_assert_int_eq(cudaMemcpy(beyond, host, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpy(host, host, 8, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMemcpyAsync(device, host, 8, cudaMemcpyHostToDevice, (cudaStream_t)host),
                     cudaErrorInvalidResourceHandle);
}
END_TEST

START_TEST(symbols)
{
    static const char ptx[] = "ptx";
    static const struct {
        uint32_t magic, version;
        const void *data, *none;
    } image = {0x466243b1, 1, ptx, NULL};
    static char variable, constant;
    struct fake_simgpu *fake = fake_simgpu_start();
    char bytes[16] = "abcdefghijklmno", back[16] = "";
    size_t size;
    void *address, **handle = __cudaRegisterFatBinary((void *)(uintptr_t)&image);
    __cudaRegisterVar(handle, &variable, &variable, "v", 0, 16, 0, 0);
    __cudaRegisterVar(handle, &constant, &constant, "c", 0, 16, 1, 0);
    fake->answers.symbol_bytes = 16;
    fake->answers.symbol_address = FAKE_DEVICE_BASE + 512;
    ck_assert_int_eq(cudaMemcpyToSymbol(&variable, bytes, 12, 4, cudaMemcpyHostToDevice), 0);
    ck_assert_str_eq((char *)fake_simgpu_last(fake, PROTOCOL_SYMBOL)->payload, "v");
    check_copy(fake, ROW(PROTOCOL_HOST_TO_DEVICE, 0, 0, FAKE_DEVICE_BASE + 516, 0, 12, 1, 12, 12));
    ck_assert_mem_eq(fake->device + 516, bytes, 12);
    ck_assert_int_eq(cudaMemcpyToSymbol(&variable, bytes, 13, 4, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    ck_assert_int_eq(cudaGetSymbolAddress(&address, &variable), 0);
    ck_assert_uint_eq((uintptr_t)address, FAKE_DEVICE_BASE + 512);
    ck_assert_int_eq(cudaGetSymbolSize(&size, &variable), 0);
    ck_assert_uint_eq(size, 16);

    fake->answers.symbol_address = 0;
    ck_assert_int_eq(cudaMemcpyToSymbol(&constant, bytes, 8, 8, cudaMemcpyHostToDevice), 0);
    const uint64_t expected[] = {FAKE_MODULE, FAKE_SYMBOL, 8, 8, 0};
    ck_assert_mem_eq(fake_simgpu_last(fake, PROTOCOL_CONSTANT_WRITE)->request.argument, expected,
                     sizeof expected);
    ck_assert_mem_eq(fake->answers.constant + 8, bytes, 8);
    ck_assert_int_eq(cudaMemcpyFromSymbol(back, &constant, 4, 10, cudaMemcpyDeviceToHost), 0);
    ck_assert_mem_eq(back, "cdef", 4);
    /* from device memory, where the other variable's bytes are */
    ck_assert_int_eq(cudaMemcpyToSymbol(&constant, address, 8, 0, cudaMemcpyDeviceToDevice), 0);
    ck_assert_mem_eq(fake->answers.constant, "\0\0\0\0abcd", 8);
    for (int i = 0; i < 2; i++) { /* asked once */
        ck_assert_int_eq(cudaGetSymbolAddress(&address, &constant), 0);
        ck_assert_uint_eq((uintptr_t)address, FAKE_CONSTANT_ADDRESS);
    }
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_CONSTANT_ADDRESS), 1);
    ck_assert_int_eq(cudaGetSymbolSize(&size, back), cudaErrorInvalidSymbol);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_SYMBOL), 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("copy");
    TCase *tests = tcase_create("copy");
    tcase_add_test(tests, blocking_pageable);
    tcase_add_test(tests, asynchronous);
    tcase_add_test(tests, much_pageable_memory_blocks);
    tcase_add_test(tests, rectangles);
    tcase_add_test(tests, boxes);
    tcase_add_test(tests, wrong_sides);
    tcase_add_test(tests, symbols);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
