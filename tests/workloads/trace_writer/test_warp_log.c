/* SPDX-License-Identifier: BSD-3-Clause */
/* Logged lines come back as they were, also when memory is short. */
#include "workloads/trace_writer/warp_log.h"
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>

struct expected {
    unsigned warp;
    uint32_t next;
};

static uint32_t pc_of(unsigned warp, uint32_t i)
{
    return warp * 1000 + i % 777;
}

static lane_mask mask_of(uint32_t i)
{
    return i % 3 ? UINT32_MAX : i * 2654435761u;
}

static char *address_of(unsigned warp, uint32_t i)
{
    return i % 4 ? g_strdup("") : g_strdup_printf("1 0x%x %u", i, warp);
}

static void compare(void *data, const struct log_line *line)
{
    struct expected *expected = data;
    uint32_t i = expected->next++;
    g_autofree char *address = address_of(expected->warp, i);
    ck_assert_uint_eq(line->pc, pc_of(expected->warp, i));
    ck_assert_uint_eq(line->mask, mask_of(i));
    ck_assert_uint_eq(line->n_addresses, strlen(address));
    ck_assert_mem_eq(line->addresses, address, line->n_addresses);
}

static void fill_and_compare(size_t limit, uint64_t expected_file_bytes_at_least)
{
    enum { WARPS = 5, LINES = 4000 };
    g_autofree char *folder = g_dir_make_tmp("simgpu-log-XXXXXX", NULL);
    struct log_store store;
    log_store_init(&store, folder);
    store.limit = limit;
    struct warp_log *logs[WARPS];
    for (unsigned w = 0; w < WARPS; w++)
        logs[w] = warp_log_new(&store);
    for (uint32_t i = 0; i < LINES; i++)
        for (unsigned w = 0; w < WARPS; w++) {
            g_autofree char *address = address_of(w, i);
            const struct log_line line = {.pc = pc_of(w, i),
                                          .mask = mask_of(i),
                                          .addresses = address,
                                          .n_addresses = strlen(address)};
            ck_assert(warp_log_add(logs[w], &line, NULL));
            ck_assert_uint_le(store.held, limit);
        }
    ck_assert_uint_ge(store.file_end, expected_file_bytes_at_least);
    for (unsigned w = 0; w < WARPS; w++) {
        struct expected expected = {.warp = w};
        ck_assert_uint_eq(logs[w]->lines, LINES);
        ck_assert(warp_log_each(logs[w], compare, &expected, NULL));
        ck_assert_uint_eq(expected.next, LINES);
    }
    for (unsigned w = 0; w < WARPS; w++)
        warp_log_free(logs[w]);
    ck_assert_uint_eq(store.held, 0);
    ck_assert_uint_eq(store.logs->len, 0);
    log_store_finish(&store);
    ck_assert_int_eq(g_rmdir(folder), 0); /* nothing is left in it */
}

START_TEST(in_memory)
{
    fill_and_compare(LOG_MEMORY_BYTES, 0);
}
END_TEST

START_TEST(spilled)
{
    fill_and_compare(1000, 5 * 4000 * 4 - 1000);
}
END_TEST

START_TEST(a_folder_that_is_gone_is_an_error)
{
    struct log_store store;
    g_autoptr(GError) error = NULL;
    log_store_init(&store, "/nonexistent/folder");
    store.limit = 1;
    struct warp_log *log = warp_log_new(&store);
    const struct log_line line = {.pc = 1, .mask = 1, .addresses = ""};
    ck_assert(!warp_log_add(log, &line, &error));
    ck_assert_str_eq(error->message, "/nonexistent/folder: cannot make a file for the trace's "
                                     "blocks: No such file or directory");
    warp_log_free(log);
    log_store_finish(&store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("warp_log");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, in_memory);
    tcase_add_test(tests, spilled);
    tcase_add_test(tests, a_folder_that_is_gone_is_an_error);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
