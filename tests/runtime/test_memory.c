/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory that the host and the device share: pinned, registered, managed. */
#include <check.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/include/cuda_runtime_api.h"
#include "tests/runtime/fake_simgpu.h"

START_TEST(pinned_memory)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    char *a, *b, *c, *d;
    unsigned int flags;
    ck_assert_int_eq(cudaMallocHost((void **)&a, 1), 0);
    ck_assert_int_eq(cudaHostAlloc((void **)&b, 8192, cudaHostAllocPortable), 0);
    ck_assert_int_eq(cudaMallocHost((void **)&c, 4096), 0);
    ck_assert_uint_eq((uintptr_t)a, FAKE_HOST_BASE);
    ck_assert_uint_eq((uintptr_t)b, FAKE_HOST_BASE + 4096);
    ck_assert_uint_eq((uintptr_t)c, FAKE_HOST_BASE + 12288);
    strcpy(b, "seen by both");
    ck_assert_str_eq((char *)fake->host + 4096, "seen by both");
    ck_assert_int_eq(cudaHostGetFlags(&flags, b + 5), 0);
    ck_assert_uint_eq(flags, cudaHostAllocPortable);
    /* first fit: the gap is used when it is large enough */
    ck_assert_int_eq(cudaFreeHost(b), 0);
    ck_assert_int_eq(cudaMallocHost((void **)&d, 8193), 0);
    ck_assert_uint_eq((uintptr_t)d, FAKE_HOST_BASE + 16384);
    ck_assert_int_eq(cudaMallocHost((void **)&d, 8192), 0);
    ck_assert_ptr_eq(d, b);
    ck_assert_int_eq(cudaFreeHost(c + 8), cudaErrorInvalidValue);
    ck_assert_int_eq(cudaMallocHost((void **)&d, FAKE_HOST_BYTES), cudaErrorMemoryAllocation);
    strcpy(c, "kernels see it");
    ck_assert_int_eq(cudaHostGetDevicePointer((void **)&d, c, 0), 0);
    ck_assert_ptr_eq(d, c);
    ck_assert_str_eq((char *)fake->host + ((uintptr_t)d - FAKE_HOST_BASE), "kernels see it");

    char own[100];
    ck_assert_int_eq(cudaHostRegister(own, 100, 0), 0);
    ck_assert_int_eq(cudaHostRegister(own + 50, 10, 0), cudaErrorHostMemoryAlreadyRegistered);
    struct cudaPointerAttributes attributes;
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, own + 99), 0);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeHost);
    ck_assert_int_eq(cudaHostUnregister(own), 0);
    ck_assert_int_eq(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
}
END_TEST

START_TEST(managed_memory)
{
    const struct fake_simgpu *fake = fake_simgpu_start();
    int *managed;
    char host[8] = "abcdefg";
    void *plain;
    struct cudaPointerAttributes attributes;
    ck_assert_int_eq(cudaMalloc(&plain, 4096), 0);
    ck_assert_int_eq(cudaMallocManaged((void **)&managed, 100, cudaMemAttachGlobal), 0);
    ck_assert_uint_eq(fake_simgpu_last(fake, PROTOCOL_ALLOCATE)->request.argument[1], 1);
    managed[24] = 1234;
    ck_assert_mem_eq(fake->device + ((uintptr_t)&managed[24] - FAKE_DEVICE_BASE), &managed[24], 4);
    fake->device[(uintptr_t)managed - FAKE_DEVICE_BASE] = 7;
    ck_assert_int_eq(managed[0], 7);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, managed + 3), 0);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeManaged);
    ck_assert_ptr_eq(attributes.hostPointer, managed + 3);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, plain), 0);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeDevice);
    ck_assert_ptr_null(attributes.hostPointer);
    ck_assert_int_eq(cudaPointerGetAttributes(&attributes, &attributes), 0);
    ck_assert_int_eq(attributes.type, cudaMemoryTypeUnregistered);
    /* managed memory may be named the host's side: it counts as the device's */
    ck_assert_int_eq(cudaMemcpy(managed, host, 8, cudaMemcpyHostToDevice), 0);
    ck_assert_int_eq(cudaMemcpy(plain, managed, 8, cudaMemcpyHostToDevice), 0);
    ck_assert_uint_eq(fake_simgpu_last(fake, PROTOCOL_COPY)->request.argument[0],
                      PROTOCOL_DEVICE_TO_DEVICE);
    ck_assert_mem_eq(fake->device + ((uintptr_t)plain - FAKE_DEVICE_BASE), host, 8);
    ck_assert_int_eq(cudaFree(managed), 0);
    ck_assert_int_eq(cudaMallocManaged((void **)&managed, 100, 77), cudaErrorInvalidValue);
}
END_TEST

START_TEST(host_cannot_follow_device_pointers)
{
    void *managed, *plain;
    int ends[2];
    fake_simgpu_start();
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(cudaMallocManaged(&managed, 8192, cudaMemAttachGlobal), 0);
    ck_assert_int_eq(cudaMalloc(&plain, 100), 0);
    ck_assert_int_eq((int)write(ends[1], managed, 100), 100);
    ck_assert_int_eq((int)write(ends[1], plain, 100), -1);
    ck_assert_int_eq(errno, EFAULT);
    ck_assert_int_eq(cudaFree(managed), 0);
    ck_assert_int_eq((int)write(ends[1], managed, 100), -1);
}
END_TEST

START_TEST(managed_address_taken)
{
    fake_simgpu_start();
    void *pointer, *wanted = (void *)(uintptr_t)(FAKE_DEVICE_BASE + (1 << 20));
    ck_assert_ptr_eq(
        mmap(wanted, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0),
        wanted);
    ck_assert_int_eq(cudaMallocManaged(&pointer, 100, cudaMemAttachGlobal),
                     cudaErrorMemoryAllocation);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("memory");
    TCase *tests = tcase_create("memory");
    tcase_add_test(tests, pinned_memory);
    tcase_add_test(tests, managed_memory);
    tcase_add_test(tests, host_cannot_follow_device_pointers);
    tcase_add_test(tests, managed_address_taken);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
