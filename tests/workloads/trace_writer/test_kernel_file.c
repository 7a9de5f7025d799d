/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's file: its header, and its blocks in order whatever the order in which they end. */
#include "workloads/launch.h"
#include "workloads/trace_writer/kernel_file.h"
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>

static const char expected_text[] =
    "-kernel name = k\n-kernel id = 3\n-grid dim = (2,2,1)\n-block dim = (64,1,1)\n-shmem = 48\n"
    "-nregs = 9\n-binary version = 70\n-cuda stream id = 5\n"
    "-shmem base_addr = 0x00007fa000000000\n-local mem base_addr = 0x00007fa001000000\n"
    "-nvbit version = none\n-accelsim tracer version = 5\n-enable lineinfo = 0\n\n"
    "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width "
    "[adrrescompress?] [mem_addresses] immediate\n\n";

static void append_block(GString *text, unsigned x, unsigned y)
{
    g_string_append_printf(text, "#BEGIN_TB\n\nthread block = %u,%u,0\n", x, y);
    for (unsigned warp = 0; warp < 2; warp++)
        g_string_append_printf(text,
                               "\nwarp = %u\ninsts = 2\n"
                               "0000 ffffffff 1 R0 LDG 0 4 1 0x%u 4 0\n"
                               "0010 0000000f 0 EXIT 0 0 0\n",
                               warp, warp);
    g_string_append(text, "\n#END_TB\n\n");
}

static void run_block(struct kernel_file *kernel, uint64_t index)
{
    struct kernel_block *block = kernel_file_block(kernel, index, 2);
    for (unsigned warp = 0; warp < 2; warp++) {
        const struct log_line load = {.pc = 0,
                                      .mask = UINT32_MAX,
                                      .addresses = warp ? "1 0x1 4" : "1 0x0 4",
                                      .n_addresses = 7};
        const struct log_line end = {.pc = 1, .mask = 0xf, .addresses = ""};
        ck_assert(warp_log_add(block->logs[warp], &load, NULL));
        ck_assert(warp_log_add(block->logs[warp], &end, NULL));
    }
    block->left = 0;
    ck_assert(kernel_file_block_ended(kernel, block, NULL));
}

START_TEST(blocks_are_in_order)
{
    static const uint64_t order[] = {3, 1, 0, 2};
    g_autofree char *folder = g_dir_make_tmp("simgpu-kernel-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "kernel-3.traceg", NULL);
    const struct launch launch = {.grid = {2, 2, 1}, .block = {64, 1, 1}, .stream = 5};
    const struct kernel_file_header header = {.launch = &launch,
                                              .name = "k",
                                              .number = 3,
                                              .registers = 9,
                                              .shared_bytes = 48,
                                              .binary_version = 70,
                                              .version = 5,
                                              .windows = {0x7fa000000000, 0x7fa001000000}};
    struct line_text lines[] = {{.before = (char *)"0000 ",
                                 .after = (char *)" 1 R0 LDG 0 4 ",
                                 .tail = LINE_HAS_ADDRESSES,
                                 .end = " 0\n"},
                                {.before = (char *)"0010 ", .after = (char *)" 0 EXIT 0 0 0\n"}};
    struct log_store store;
    log_store_init(&store, folder);
    struct kernel_file *kernel = kernel_file_new(path, &header, lines, &store, NULL);
    ck_assert_ptr_nonnull(kernel);
    for (unsigned i = 0; i < G_N_ELEMENTS(order); i++)
        run_block(kernel, order[i]);
    ck_assert_uint_eq(store.logs->len, 0);
    ck_assert(kernel_file_close(kernel, NULL));
    kernel_file_free(kernel);
    log_store_finish(&store);
    GString *expected = g_string_new(expected_text);
    for (unsigned i = 0; i < 4; i++)
        append_block(expected, i % 2, i / 2);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    ck_assert_str_eq(text, expected->str);
    g_string_free(expected, TRUE);
    ck_assert_int_eq(g_unlink(path), 0);
    ck_assert_int_eq(g_rmdir(folder), 0);
}
END_TEST

START_TEST(a_full_disk_is_an_error)
{
    const struct launch launch = {.grid = {1, 1, 1}, .block = {32, 1, 1}};
    const struct kernel_file_header header = {.launch = &launch, .name = "k"};
    g_autoptr(GError) error = NULL;
    struct log_store store;
    log_store_init(&store, "/tmp");
    struct kernel_file *kernel = kernel_file_new("/dev/full", &header, NULL, &store, &error);
    ck_assert_ptr_nonnull(kernel); /* the header waits in the stream's buffer */
    ck_assert(!kernel_file_close(kernel, &error));
    ck_assert_str_eq(error->message, "/dev/full: cannot write this trace: No space left on device");
    kernel_file_free(kernel);
    log_store_finish(&store);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("kernel_file");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, blocks_are_in_order);
    tcase_add_test(tests, a_full_disk_is_an_error);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
