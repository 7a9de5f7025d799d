/* SPDX-License-Identifier: BSD-3-Clause */
/* What --explain says of occupancy, for every limit; compute capability 2.0, sums by hand. */
#include "cli/explain/explain_occupancy.h"
#include <check.h>
#include <stdlib.h>

static const struct occupancy_limits fermi = {.max_warps = 48,
                                              .max_blocks = 8,
                                              .max_threads = 1536,
                                              .max_threads_per_block = 1024,
                                              .registers = 32768,
                                              .register_unit = 64,
                                              .warp_granularity = 2,
                                              .shared_bytes = 49152,
                                              .shared_unit = 128};

static const struct {
    struct occupancy_need need; /* threads, registers, shared bytes, blocks, SMs */
    const char *text;
} rows[] = {
    {{256, 16, 0, 1000, 15},
     "48 of 48 warps fit on an SM at once (6 blocks of 8): an SM has room for no more warps. "
     "That is all of them."},
    /* 33 registers: 1,088 a warp, 30 warps in both parts, 3 blocks of 8. 4 blocks are 32 warps, 16
     * a part of 16,384: 1,024 a warp, 32 a thread. */
    {{256, 33, 0, 1000, 15},
     "24 of 48 warps fit on an SM at once (3 blocks of 8): the register file is full (33 a "
     "thread). With 32 registers for each thread, 32 warps would fit."},
    /* 17,000 bytes are 17,024: two. A third of 49,152 is 16,384. */
    {{256, 16, 17000, 1000, 15},
     "16 of 48 warps fit on an SM at once (2 blocks of 8): shared memory is full (17000 bytes a "
     "block). With 16384 bytes of shared memory for each block, 24 warps would fit."},
    /* 8 blocks of 2 warps; 6 warps make 48. */
    {{64, 16, 0, 1000, 15},
     "16 of 48 warps fit on an SM at once (8 blocks of 2): an SM has room for no more blocks. With "
     "blocks of 192 threads, 48 warps would fit."},
    /* 4 blocks of 10 warps; the nearest sizes that fill 48 are 8 and 12 warps: 8 is as near. */
    {{320, 16, 0, 1000, 15},
     "40 of 48 warps fit on an SM at once (4 blocks of 10): an SM has room for no more warps. With "
     "blocks of 256 threads, 48 warps would fit."},
    {{256, 16, 0, 20, 15},
     "16 of 48 warps fit on an SM at once (2 blocks of 8): the grid has no more blocks (20 for 15 "
     "SMs). 90 blocks would fill the SMs, 6 each."},
    {{32, 16, 0, 15, 15},
     "1 of 48 warps fit on an SM at once (1 block of 1): the grid has no more blocks (15 for 15 "
     "SMs). 120 blocks would fill the SMs, 8 each."},
};

START_TEST(limits_and_what_lifts_them)
{
    g_autofree char *text = explain_occupancy(&fermi, &rows[_i].need);
    ck_assert_str_eq(text, rows[_i].text);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("explain occupancy");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, limits_and_what_lifts_them, 0, G_N_ELEMENTS(rows));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
