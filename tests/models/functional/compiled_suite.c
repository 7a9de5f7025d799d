/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/models/functional/compiled_suite.h"
#include "tests/rigs/folder.h"
#include "workloads/ptx/compile/builder.h"
#include <stdio.h>
#include <stdlib.h>

int compiled_suite(const char *name, void (*add)(TCase *tcase))
{
    char *cache = folder_new();
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
    if (!kernel_builder_is_there()) {
        folder_remove(cache);
        puts("skipped: no kernel is compiled here: no clang-14, or simgpu was built with "
             "sanitizers");
        return 77;
    }
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 100);
    add(tcase);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    folder_remove(cache);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
