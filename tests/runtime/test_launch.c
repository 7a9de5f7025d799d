/* SPDX-License-Identifier: BSD-3-Clause */
/* Registration and launches in each compiler's style: what is sent, and when. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/entry_points.h"
#include "tests/runtime/fake_simgpu.h"

static const char ptx[] = ".version 6.0\n.target sm_70\n";

/* As clang makes it: the wrapper, with text behind it. */
static const struct {
    uint32_t magic, version;
    const void *data, *none;
} image = {0x466243b1, 1, ptx, NULL};

/* Addresses stand for host stubs; nothing is called. */
static char stub, other_stub;

static struct fake_simgpu *start_with_kernel(void)
{
    struct fake_simgpu *fake = fake_simgpu_start();
    void **handle = __cudaRegisterFatBinary((void *)(uintptr_t)&image);
    __cudaRegisterFunction(handle, &stub, &stub, "_Z4vaddPf", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(handle);
    /* f(float *, char, double): offsets 0, 8, 16 */
    fake->answers.parameters[0] = (struct protocol_parameter){0, 8};
    fake->answers.parameters[1] = (struct protocol_parameter){8, 1};
    fake->answers.parameters[2] = (struct protocol_parameter){16, 8};
    fake->answers.parameter_count = 3;
    fake->answers.parameter_bytes = 24;
    return fake;
}

static const dim3 grid = {5, 6, 7}, block = {32, 4, 2};

static void check_launch(const struct fake_simgpu *fake, uint64_t shared, uint64_t stream,
                         uint64_t cooperative, float *pointer, char letter, double number)
{
    const struct fake_request *launch = fake_simgpu_last(fake, PROTOCOL_LAUNCH);
    const uint64_t expected[PROTOCOL_ARGUMENTS] = {FAKE_FUNCTION, 5,      6,          7, 32, 4, 2,
                                                   shared,        stream, cooperative};
    ck_assert_ptr_nonnull(launch);
    ck_assert_mem_eq(launch->request.argument, expected, sizeof expected);
    ck_assert_uint_eq(launch->request.payload_bytes, 24);
    unsigned char parameters[24] = {0};
    memcpy(parameters, &pointer, 8);
    parameters[8] = (unsigned char)letter;
    memcpy(parameters + 16, &number, 8);
    ck_assert_mem_eq(launch->payload, parameters, 24);
}

START_TEST(registering_sends_nothing)
{
    const struct fake_simgpu *fake = start_with_kernel();
    ck_assert_int_eq(fake->count, 0);
}
END_TEST

START_TEST(launch_kernel_gathers_arguments)
{
    const struct fake_simgpu *fake = start_with_kernel();
    float *pointer = (float *)(uintptr_t)(FAKE_DEVICE_BASE + 64);
    char letter = 'x';
    double number = -2.5;
    void *arguments[] = {&pointer, &letter, &number};
    ck_assert_uint_eq(__cudaPushCallConfiguration(grid, block, 100, NULL), 0);
    dim3 got_grid, got_block;
    size_t shared;
    cudaStream_t stream = cudaStreamLegacy;
    ck_assert_int_eq(__cudaPopCallConfiguration(&got_grid, &got_block, &shared, &stream), 0);
    ck_assert_ptr_null(stream);
    ck_assert_int_eq(cudaLaunchKernel(&stub, got_grid, got_block, arguments, shared, stream), 0);
    check_launch(fake, 100, 0, 0, pointer, letter, number);
    /* hello, module, function, launch; then only launches */
    ck_assert_int_eq(fake->count, 4);
    const struct fake_request *module = fake_simgpu_last(fake, PROTOCOL_MODULE);
    ck_assert_uint_eq(module->request.payload_bytes, sizeof ptx);
    ck_assert_str_eq((const char *)module->payload, ptx);
    const struct fake_request *function = fake_simgpu_last(fake, PROTOCOL_FUNCTION);
    ck_assert_uint_eq(function->request.argument[0], FAKE_MODULE);
    ck_assert_str_eq((const char *)function->payload, "_Z4vaddPf");
    ck_assert_int_eq(cudaLaunchKernel(&stub, grid, block, arguments, 0, NULL), 0);
    ck_assert_int_eq(fake->count, 5);
    ck_assert_int_eq(__cudaPopCallConfiguration(&got_grid, &got_block, &shared, &stream),
                     cudaErrorMissingConfiguration);
}
END_TEST

START_TEST(launch_in_parts_nests)
{
    const struct fake_simgpu *fake = start_with_kernel();
    float *pointer = (float *)(uintptr_t)(FAKE_DEVICE_BASE + 64), *none = NULL;
    const char letter = 'y', inner_letter = 'i';
    double number = 1e300, zero = 0;
    cudaStream_t stream;
    ck_assert_int_eq(cudaStreamCreate(&stream), 0);
    ck_assert_int_eq(cudaConfigureCall(grid, block, 8, stream), 0);
    ck_assert_int_eq(cudaSetupArgument(&number, 8, 16), 0);
    /* evaluating an argument launches another kernel */
    ck_assert_int_eq(cudaConfigureCall(grid, block, 16, NULL), 0);
    ck_assert_int_eq(cudaSetupArgument(&none, 8, 0), 0);
    ck_assert_int_eq(cudaSetupArgument(&inner_letter, 1, 8), 0);
    ck_assert_int_eq(cudaLaunch(&stub), 0);
    check_launch(fake, 16, 0, 0, none, inner_letter, zero);
    ck_assert_int_eq(cudaSetupArgument(&letter, 1, 8), 0);
    ck_assert_int_eq(cudaSetupArgument(&pointer, 8, 0), 0);
    ck_assert_int_eq(cudaLaunch(&stub), 0);
    check_launch(fake, 8, FAKE_STREAM, 0, pointer, letter, number);
    ck_assert_int_eq(cudaLaunch(&stub), cudaErrorMissingConfiguration);
    ck_assert_int_eq(cudaSetupArgument(&letter, 1, 0), cudaErrorInvalidValue);
}
END_TEST

START_TEST(too_many_argument_bytes)
{
    const struct fake_simgpu *fake = start_with_kernel();
    const char letter = 'z';
    cudaConfigureCall(grid, block, 0, NULL);
    ck_assert_int_eq(cudaSetupArgument(&letter, 1, 40000), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaSetupArgument(&letter, SIZE_MAX, 8), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaSetupArgument(&letter, 1, 24), 0); /* the kernel takes 24 bytes */
    ck_assert_int_eq(cudaLaunch(&stub), cudaErrorInvalidValue);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_LAUNCH), 0);
}
END_TEST

START_TEST(nvcc_13_and_cooperative_styles)
{
    const struct fake_simgpu *fake = start_with_kernel();
    float *pointer = NULL;
    char letter = 'a';
    double number = 3;
    void *arguments[] = {&pointer, &letter, &number};
    cudaKernel_t kernel;
    ck_assert_int_eq(__cudaGetKernel(&kernel, &stub), 0);
    ck_assert_int_eq(fake->count, 0);
    ck_assert_int_eq(__cudaLaunchKernel(kernel, grid, block, arguments, 4, NULL), 0);
    check_launch(fake, 4, 0, 0, pointer, letter, number);
    ck_assert_int_eq(cudaLaunchCooperativeKernel(&stub, grid, block, arguments, 4, NULL), 0);
    check_launch(fake, 4, 0, 1, pointer, letter, number);
    cudaLaunchAttribute attribute = {.id = cudaLaunchAttributeCooperative, .val.cooperative = 1};
    cudaLaunchConfig_t description = {grid, block, 12, NULL, &attribute, 1};
    ck_assert_int_eq(cudaLaunchKernelExC(&description, &stub, arguments), 0);
    check_launch(fake, 12, 0, 1, pointer, letter, number);
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 4;
    attribute.val.clusterDim.y = 2;
    attribute.val.clusterDim.z = 1000000; /* more than has a place there */
    ck_assert_int_eq(cudaLaunchKernelExC(&description, &stub, arguments), 0);
    check_launch(fake, 12, 0, UINT64_C(0xffff000200040000), pointer, letter, number);
    ck_assert_int_eq(cudaFuncSetAttribute(&stub, cudaFuncAttributeNonPortableClusterSizeAllowed, 1),
                     0);
    attribute.val.clusterDim.z = 1;
    ck_assert_int_eq(cudaLaunchKernelExC(&description, &stub, arguments), 0);
    check_launch(fake, 12, 0, UINT64_C(0x0001000200040002), pointer, letter, number);
    attribute.id = (cudaLaunchAttributeID)99;
    ck_assert_int_eq(cudaLaunchKernelExC(&description, &stub, arguments), cudaErrorNotSupported);
}
END_TEST

START_TEST(unknown_kernels_and_bad_modules)
{
    struct fake_simgpu *fake = start_with_kernel();
    void *arguments[3] = {NULL};
    ck_assert_int_eq(cudaLaunchKernel(&other_stub, grid, block, arguments, 0, NULL),
                     cudaErrorInvalidDeviceFunction);
    fake->answers.status[PROTOCOL_MODULE] = cudaErrorInvalidPtx;
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(cudaLaunchKernel(&stub, grid, block, arguments, 0, NULL),
                         cudaErrorInvalidPtx);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_MODULE), 1); /* not sent again */
    ck_assert_int_eq(cudaGetLastError(), cudaErrorInvalidPtx);
}
END_TEST

START_TEST(unregistered_modules_are_forgotten)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    void **handle = __cudaRegisterFatBinary((void *)(uintptr_t)&image);
    __cudaRegisterFunction(handle, &stub, &stub, "f", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaUnregisterFatBinary(handle);
    ck_assert_int_eq(cudaLaunchKernel(&stub, grid, block, NULL, 0, NULL),
                     cudaErrorInvalidDeviceFunction);
    ck_assert_int_eq(fake_simgpu_count(fake, PROTOCOL_MODULE), 0);
}
END_TEST

START_TEST(attributes_and_occupancy)
{
    const struct fake_simgpu *fake = start_with_kernel();
    struct cudaFuncAttributes attributes;
    ck_assert_int_eq(cudaFuncGetAttributes(&attributes, &stub), 0);
    ck_assert_int_eq(attributes.numRegs, 21);
    ck_assert_int_eq(attributes.maxThreadsPerBlock, 512);
    ck_assert_uint_eq(attributes.sharedSizeBytes, 128);
    ck_assert_uint_eq(attributes.localSizeBytes, 40);
    ck_assert_uint_eq(attributes.constSizeBytes, 60);
    ck_assert_int_eq(attributes.ptxVersion, 70);
    ck_assert_int_eq(attributes.maxDynamicSharedSizeBytes, 48 * 1024 - 128);
    ck_assert_int_eq(
        cudaFuncSetAttribute(&stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536), 0);
    ck_assert_int_eq(cudaFuncGetAttributes(&attributes, &stub), 0);
    ck_assert_int_eq(attributes.maxDynamicSharedSizeBytes, 65536);
    ck_assert_int_eq(
        cudaFuncSetAttribute(&stub, cudaFuncAttributeMaxDynamicSharedMemorySize, 96 * 1024),
        cudaErrorInvalidValue);
    int blocks;
    ck_assert_int_eq(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &stub, 96, 20000), 0);
    ck_assert_int_eq(blocks, 5);
    const struct fake_request *asked = fake_simgpu_last(fake, PROTOCOL_OCCUPANCY);
    ck_assert_uint_eq(asked->request.argument[0], FAKE_FUNCTION);
    ck_assert_uint_eq(asked->request.argument[1], 96);
    ck_assert_uint_eq(asked->request.argument[2], 20000);
    size_t bytes;
    ck_assert_int_eq(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &stub, 5, 96), 0);
    ck_assert_uint_eq(bytes, 2 * 16384 - 1);
    ck_assert_int_eq(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, &stub, 7, 96),
                     cudaErrorInvalidValue);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("launch");
    TCase *tests = tcase_create("launch");
    tcase_add_test(tests, registering_sends_nothing);
    tcase_add_test(tests, launch_kernel_gathers_arguments);
    tcase_add_test(tests, launch_in_parts_nests);
    tcase_add_test(tests, too_many_argument_bytes);
    tcase_add_test(tests, nvcc_13_and_cooperative_styles);
    tcase_add_test(tests, unknown_kernels_and_bad_modules);
    tcase_add_test(tests, unregistered_modules_are_forgotten);
    tcase_add_test(tests, attributes_and_occupancy);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
