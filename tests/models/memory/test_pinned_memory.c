/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs' pinned memory, as kernels reach it. */
#include "models/memory/device_memory.h"
#include "workloads/host_memory.h"
#include <check.h>
#include <sys/mman.h>

/* Of two programs, of which one has shown its pinned memory. */
START_TEST(host_memory_has_its_own_addresses)
{
    static uint8_t host[64];
    struct device_memory *memory = device_memory_new(1 << 20, 2, NULL);
    const uint64_t first = host_memory_base(0), second = host_memory_base(1);
    const uint64_t left = device_memory_left(memory);
    device_memory_show_host(memory, 1, host, sizeof host);
    ck_assert_ptr_eq(device_memory_at(memory, second + 63), host + 63);
    ck_assert(device_memory_covers(memory, second));
    ck_assert(device_memory_is_host(memory, 1, second));
    ck_assert(!device_memory_is_host(memory, 0, second));
    ck_assert_ptr_nonnull(device_memory_find(memory, second, 64));
    ck_assert_ptr_null(device_memory_find(memory, second, 65));
    ck_assert_ptr_null(device_memory_find(memory, second - 1, 1));
    ck_assert_ptr_null(device_memory_find(memory, first, 1));
    ck_assert(!device_memory_covers(memory, first));
    ck_assert(!device_memory_covers(memory, host_memory_base(2)));
    ck_assert_uint_eq(device_memory_left(memory), left);
    device_memory_show_host(memory, 1, NULL, 0);
    ck_assert(!device_memory_covers(memory, second));
    device_memory_free(memory);
}
END_TEST

/* Compiled kernels add one number to all addresses. */
START_TEST(pinned_memory_lies_as_far_off_as_device_memory)
{
    const uint64_t bytes = 1 << 16, at = host_memory_base(1);
    struct device_memory *memory = device_memory_new(1 << 20, 2, NULL);
    void *place = device_memory_host_place(memory, 1);
    ck_assert_ptr_nonnull(place);
    uint8_t *host = mmap(place, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    device_memory_show_host(memory, 1, host, bytes);
    ck_assert_uint_eq((uint64_t)(device_memory_at(memory, at + 100) -
                                 device_memory_at(memory, DEVICE_MEMORY_BASE)),
                      at + 100 - DEVICE_MEMORY_BASE);
    ck_assert(device_memory_is_any_host(memory, at));
    ck_assert(!device_memory_is_any_host(memory, DEVICE_MEMORY_BASE));
    device_memory_free(memory);
    munmap(host, bytes);
    memory = device_memory_new(1 << 20, 0, NULL); /* nobody has pinned memory */
    ck_assert_ptr_null(device_memory_host_place(memory, 0));
    device_memory_free(memory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("pinned_memory");
    TCase *tcase = tcase_create("pinned_memory");
    tcase_add_test(tcase, host_memory_has_its_own_addresses);
    tcase_add_test(tcase, pinned_memory_lies_as_far_off_as_device_memory);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
