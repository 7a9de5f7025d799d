/* SPDX-License-Identifier: BSD-3-Clause */
/* Random programs in the 32-lane executor and in an interpreter of one thread at a time.
 *
 * SIMGPU_DIFFERENTIAL=FIRST:COUNT runs other programs than the usual ones (their seeds are FIRST
 * and those that follow) and goes on after a failure. SIMGPU_DIFFERENTIAL_COMPILED=yes also runs
 * each of them compiled, which takes clang a second. A program that fails is written to
 * differential-SEED.ptx in SIMGPU_DIFFERENTIAL_OUTPUT, or the temporary folder, and made small.
 */
#include "tests/differential/compare.h"
#include "tests/differential/shrink.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Results are compared without the sanitizers, which are there for accesses. */
#ifdef __SANITIZE_ADDRESS__
enum { USUAL_COUNT = 100 };
#else
enum { USUAL_COUNT = 500 };
#endif

enum {
    USUAL_FIRST = 1,
    SHRINK_RUNS = 2000,
    SHRINK_COMPILED_RUNS = 0,
    MAX_SKIPPED_PERCENT = 2, /* of programs too long to compare */
    PATIENCE = 1000000       /* seconds, for long runs */
};

static void report(struct comparator *comparator, const struct program *program, const char *text,
                   const char *message, bool different)
{
    const unsigned runs =
        g_getenv("SIMGPU_DIFFERENTIAL_COMPILED") ? SHRINK_COMPILED_RUNS : SHRINK_RUNS;
    g_autofree char *small = different ? shrink_program(comparator, program, runs) : g_strdup(text);
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
    if (given)
        ck_assert_msg(sscanf(given, "%llu:%llu", &first, &count) == 2,
                      "SIMGPU_DIFFERENTIAL must be FIRST:COUNT, is %s", given);
    struct comparator *comparator =
        comparator_new(g_getenv("SIMGPU_DIFFERENTIAL_COMPILED") != NULL);
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

/* ---- what random programs have found, as programs written by hand ------------------------- */

#define FIRST_LINES                                                                                \
    ".version 8.6\n.target sm_90\n.address_size 64\n"                                              \
    ".visible .entry k(.param .u64 buffer, .param .align 16 .b8 values[64])\n{\n"                  \
    ".reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %d<2>; .reg .f32 %f<1>;\n"                       \
    "ld.param.u64 %d0, [buffer]; mov.u32 %r0, %tid.x; mad.wide.u32 %d1, %r0, 256, %d0;\n"
#define LAST_LINES "st.global.u32 [%d1+4376], %r3;\nret;\n}\n" /* register %r0 of the results */

static const char *const found[] = {
    /* A lane goes round its loop for long while the others wait for it at a shuffle. */
    FIRST_LINES "setp.eq.u32 %p1, %r0, 5; selp.u32 %r1, 20000, 3, %p1; mov.u32 %r2, 0;\n"
                "NEXT: add.u32 %r2, %r2, 1; setp.ne.u32 %p0, %r2, %r1; @%p0 bra NEXT;\n"
                "shfl.sync.bfly.b32 %r3, %r2, 31, 31, -1;\n" LAST_LINES,
    /* Lanes leave a loop by ending; the others are together for a shuffle. */
    FIRST_LINES "and.b32 %r1, %r0, 7; setp.eq.u32 %p1, %r1, 7;\n"
                "vote.sync.ballot.b32 %r4, !%p1, -1; mov.u32 %r2, 0;\n"
                "NEXT: add.u32 %r2, %r2, 1; setp.eq.u32 %p2, %r2, 8; @%p2 ret;\n"
                "setp.le.u32 %p0, %r2, %r1; @%p0 bra NEXT;\n"
                "shfl.sync.idx.b32 %r3, %r2, 6, 31, %r4;\n" LAST_LINES,
    /* The same before a barrier. */
    FIRST_LINES ".shared .b32 words[32];\n"
                "and.b32 %r1, %r0, 7; mov.u32 %r2, 0;\n"
                "NEXT: add.u32 %r2, %r2, 1; setp.eq.u32 %p2, %r2, 8; @%p2 ret;\n"
                "setp.le.u32 %p0, %r2, %r1; @%p0 bra NEXT;\n"
                "mov.u32 %r4, words; mad.lo.u32 %r5, %r0, 4, %r4; st.shared.u32 [%r5], %r2;\n"
                "bar.sync 0; xor.b32 %r6, %r0, 1; and.b32 %r6, %r6, 29;\n"
                "mad.lo.u32 %r5, %r6, 4, %r4; ld.shared.u32 %r3, [%r5];\n" LAST_LINES,
    /* A number selected as bits by the sign of a float. */
    FIRST_LINES "cvt.rn.f32.u32 %f0, %r0; sub.f32 %f0, %f0, 0f41000000;\n"
                "slct.b32.f32 %r3, 160, %r0, %f0;\n" LAST_LINES,
};

START_TEST(found_before)
{
    struct comparator *comparator = comparator_new(true);
    struct program program = {.grid = 1, .block = 32};
    g_autofree char *message = NULL;
    ck_assert_msg(compare_program(comparator, &program, found[_i], &message) == OUTCOME_SAME,
                  "%s\n%s", message, found[_i]);
    comparator_free(comparator);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("differential");
    TCase *tests = tcase_create("random programs");
    if (g_getenv("SIMGPU_DIFFERENTIAL") != NULL)
        tcase_set_timeout(tests, PATIENCE);
    tcase_add_test(tests, random_programs);
    tcase_add_loop_test(tests, found_before, 0, G_N_ELEMENTS(found));
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
