/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs the one suite of a test program; the result is for main to return. */
#ifndef SIMGPU_TESTS_RIGS_SUITE_H
#define SIMGPU_TESTS_RIGS_SUITE_H

#include <check.h>

static inline int run_suite(Suite *suite)
{
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}

#endif
