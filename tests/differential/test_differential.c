/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs in the 32-lane executor and in an interpreter of one thread at a time.
 *
 * SIMGPU_DIFFERENTIAL=FIRST:COUNT runs other programs than the usual ones (their seeds are FIRST and
 * those that follow) and goes on after a failure. A program that fails is written to
 * differential-SEED.ptx in SIMGPU_DIFFERENTIAL_OUTPUT, or the temporary folder, and made small.
 */
#include "tests/differential/compare.h"
#include "tests/differential/shrink.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    USUAL_FIRST = 1,
    USUAL_COUNT = 800,
    SHRINK_RUNS = 2000,
    MAX_SKIPPED_PERCENT = 2, /* of programs too long to compare */
    PATIENCE = 1000000       /* seconds, for long runs */
};

static void report(struct comparator *comparator, const struct program *program, const char *text,
                   const char *message, bool different)
{
    g_autofree char *small =
        different ? shrink_program(comparator, program, SHRINK_RUNS) : g_strdup(text);
    g_autofree char *again = NULL;
    if (different)
        compare_program(comparator, program, small, &again);
    const char *folder = g_getenv("SIMGPU_DIFFERENTIAL_OUTPUT");
    g_autofree char *name =
        g_strdup_printf("%s/differential-%llu.ptx", folder ? folder : g_get_tmp_dir(),
                        (unsigned long long)program->seed);
    g_autofree char *both = g_strdup_printf("// %s\n// small: %s\n%s\n// ---- whole program:\n%s",
                                            message, again ? again : "-", small, text);
    if (!g_file_set_contents(name, both, -1, NULL))
        fprintf(stderr, "cannot write %s\n", name);
    fprintf(stderr, "seed %llu: %s\nsmall program: %s\n%s\nboth are in %s\n",
            (unsigned long long)program->seed, message, again ? again : "-", small, name);
}

/* The outcome of one program; failures are reported. */
static enum outcome check_seed(struct comparator *comparator, uint64_t seed)
{
    struct program *program = program_generate(seed);
    g_autofree char *text = program_text(program, NULL), *message = NULL;
    enum outcome outcome = compare_program(comparator, program, text, &message);
    if (outcome == OUTCOME_DIFFERENT || outcome == OUTCOME_INVALID)
        report(comparator, program, text, message, outcome == OUTCOME_DIFFERENT);
    program_free(program);
    return outcome;
}

START_TEST(random_programs)
{
    unsigned long long first = USUAL_FIRST, count = USUAL_COUNT;
    const char *given = g_getenv("SIMGPU_DIFFERENTIAL");
    if (given != NULL)
        ck_assert_msg(sscanf(given, "%llu:%llu", &first, &count) == 2,
                      "SIMGPU_DIFFERENTIAL must be FIRST:COUNT, is %s", given);
    struct comparator *comparator = comparator_new();
    unsigned long long failures = 0, skipped = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        enum outcome outcome = check_seed(comparator, seed);
        skipped += outcome == OUTCOME_TOO_LONG;
        failures += outcome == OUTCOME_DIFFERENT || outcome == OUTCOME_INVALID;
        ck_assert_msg(given != NULL || failures == 0, "seed %llu", (unsigned long long)seed);
        if (given != NULL && (seed - first) % 10000 == 9999)
            fprintf(stderr, "%llu programs, %llu failures, %llu skipped\n",
                    (unsigned long long)(seed - first + 1), failures, skipped);
    }
    comparator_free(comparator);
    ck_assert_uint_eq(failures, 0);
    ck_assert_uint_le(100 * skipped, MAX_SKIPPED_PERCENT * count);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("differential");
    TCase *tests = tcase_create("random programs");
    if (g_getenv("SIMGPU_DIFFERENTIAL") != NULL)
        tcase_set_timeout(tests, PATIENCE);
    tcase_add_test(tests, random_programs);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
