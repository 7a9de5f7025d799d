/* SPDX-License-Identifier: BSD-3-Clause */
/* --sanitize on small kernels whose names say what is wrong with them, where lanes of a warp go
 * their own ways and where they go in step; and on mistakes with memory. */
#include "tests/programs/run.h"
#include <stdio.h>
#include <string.h>

static const struct {
    const char *platform;
    bool lock_step;
} gpus[] = {{"platforms/volta-titanv.xml", false}, {"platforms/pascal-titanx.xml", true}};

static const struct {
    const char *name, *source;
    unsigned kernels; /* at least */
} programs[] = {{"sanitize", "tests/programs/cu/sanitize.cu", 60},
                {"sanitize_modern", "tests/sanitize/sanitize_modern.cu", 40}};

/* The last of them, and of those for threads, is built where Debian's libcu++ is: how many to leave
 * out. */
static int left_out(void)
{
    g_autofree char *last = program_path("sanitize_modern");
    return g_file_test(last, G_FILE_TEST_EXISTS) ? 0 : 1;
}

static JsonArray *findings_of(const struct run *run)
{
    ck_assert_msg(run->result != NULL, "%s%s", run->out, run->err);
    JsonObject *sanitize =
        json_object_get_object_member(json_node_get_object(run->result), "sanitize");
    return json_object_get_array_member(sanitize, "findings");
}

static bool is_of(JsonObject *finding, const char *checker, const char *kernel)
{
    JsonArray *lines = json_object_get_array_member(finding, "lines");
    if (strcmp(json_object_get_string_member(finding, "level"), "error") != 0 ||
        (checker && strcmp(json_object_get_string_member(finding, "checker"), checker) != 0))
        return false;
    for (guint i = 0; i < json_array_get_length(lines); i++)
        if (strcmp(json_object_get_string_member(json_array_get_object_element(lines, i), "kernel"),
                   kernel) == 0)
            return true;
    return false;
}

/* Errors of a kernel; checker: NULL for any. */
static unsigned errors_of(const struct run *run, const char *checker, const char *kernel)
{
    JsonArray *findings = findings_of(run);
    unsigned n = 0;
    for (guint i = 0; i < json_array_get_length(findings); i++)
        n += is_of(json_array_get_object_element(findings, i), checker, kernel);
    return n;
}

/* The kernels of a program, from its source. */
static GPtrArray *kernels_of(const char *file)
{
    g_autofree char *text = NULL;
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *source = source_path(file);
    ck_assert(g_file_get_contents(source, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (unsigned i = 0; lines[i]; i++)
        if (g_str_has_prefix(lines[i], "KERNEL ") && !strstr(lines[i], "_memory_"))
            g_ptr_array_add(names, g_strndup(lines[i] + strlen("KERNEL "),
                                             strcspn(lines[i] + strlen("KERNEL "), "(")));
    return names;
}

/* "race" for bad_race_...; NULL: nothing is wrong. g_free. */
static char *wrong_with(const char *kernel, bool lock_step)
{
    g_auto(GStrv) words = g_strsplit(kernel, "_", 3);
    const bool bad = strcmp(words[0], "bad") == 0 || (strcmp(words[0], "volta") == 0 && !lock_step);
    return bad ? g_strdup(words[1]) : NULL;
}

START_TEST(judges_every_kernel_right)
{
    auto_run run;
    const unsigned gpu = (unsigned)_i % G_N_ELEMENTS(gpus),
                   which = (unsigned)_i / G_N_ELEMENTS(gpus);
    const char *program = programs[which].name;
    g_autofree char *options = g_strdup_printf(
        "%s --functional --sanitize race,init,sync --sanitize-error", gpus[gpu].platform);
    run_program(&run, options, program);
    ck_assert_int_eq(run.exit_code, 1);
    g_autoptr(GPtrArray) names = kernels_of(programs[which].source);
    ck_assert_uint_ge(names->len, programs[which].kernels);
    for (guint i = 0; i < names->len; i++) {
        const char *kernel = names->pdata[i];
        g_autofree char *checker = wrong_with(kernel, gpus[gpu].lock_step);
        const unsigned found = errors_of(&run, checker, kernel);
        ck_assert_msg(checker ? found > 0 : found == 0, "%s: %u errors of %s", kernel, found,
                      checker ? checker : "any checker");
    }
}
END_TEST

START_TEST(names_both_sides_and_what_is_missing)
{
    auto_run run;
    run_program(&run, "platforms/volta-titanv.xml --functional --sanitize race", "sanitize");
    ck_assert_int_eq(run.exit_code, 0);
    assert_complains(&run, "write of bad_race_no_barrier by thread (");
    assert_complains(&run, "No __syncthreads() stands between the two.");
    assert_complains(&run, "An atomic of block scope orders nothing between blocks");
    assert_complains(&run, "The two launches are in no order");
    assert_complains(&run, "stands behind its read");
    assert_complains(&run, "took their lock without a fence");
}
END_TEST

START_TEST(finds_mistakes_with_memory)
{
    auto_run run;
    run_program(&run, "--functional --sanitize memory,leak", "sanitize memory");
    ck_assert_uint_eq(errors_of(&run, "memory", "bad_memory_outside"), 1);
    ck_assert_uint_eq(errors_of(&run, "memory", "bad_memory_after_free"), 1);
    ck_assert_uint_eq(errors_of(&run, NULL, "good_memory_inside"), 0);
    assert_complains(&run, "memory: allocation 0 (128 bytes) is freed twice");
    assert_complains(&run, "leak: allocation 1 (100 bytes) is never freed");
    assert_complains(&run, "memory: free of byte 4 of allocation 1, where no allocation begins");
    assert_complains(&run, "sanitize      5 errors, 0 notes (memory, leak)");
}
END_TEST

/* What ends a kernel: the program goes on with CUDA's error, and results are written. */
static const struct {
    const char *name, *checker, *says, *error;
} faults[] = {{"misaligned", "memory", "of a misaligned address", "716"},
              {"far", "memory", "outside of all allocations", "700"},
              {"null", "memory", "there is no memory", "700"},
              {"shared", "memory", "outside of what it may touch", "719"},
              {"const", "memory", "this memory is read-only", "719"},
              {"arrivals", "sync", "more arrivals than the mbarrier's phase expects", "719"},
              {"uninitialised", "sync", "the mbarrier is not initialised", "719"}};

START_TEST(finds_what_ends_a_kernel)
{
    auto_run run;
    g_autofree char *command = g_strconcat("sanitize ", faults[_i].name, NULL);
    g_autofree char *kernel = g_strconcat("bad_memory_", faults[_i].name, NULL);
    run_program(&run, "--functional --sanitize memory,sync", command);
    ck_assert_int_eq(run.exit_code, 0);
    ck_assert_uint_eq(errors_of(&run, faults[_i].checker, kernel), 1);
    assert_complains(&run, faults[_i].says);
    assert_complains(&run, "thread (");
    ck_assert_msg(strstr(run.out, faults[_i].error), "%s", run.out);
    run_clear(&run);
    run_program(&run, "--functional --sanitize memory,sync --sanitize-error", command);
    ck_assert_int_eq(run.exit_code, 1);
}
END_TEST

START_TEST(names_mbarriers_that_nobody_completes)
{
    auto_run run;
    run_program(&run, "--functional --sanitize sync --max-cycles 20000", "sanitize waits");
    ck_assert_uint_eq(errors_of(&run, "sync", "bad_memory_waits"), 1);
    assert_complains(&run, "for an mbarrier that nobody completes");
    assert_complains(&run, "expects 33 arrivals; 1 arrivals and 0 bytes are missing");
}
END_TEST

/* The results of a run without what the checkers add, and without what differs from run to run. */
static char *timing_of(const struct run *run)
{
    JsonNode *copy = json_node_copy(run->result);
    JsonObject *object = json_object_ref(json_node_get_object(copy));
    static const char *const others[] = {"sanitize", "provenance", "host"};
    JsonObject *kept = json_object_new();
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next)
        if (!g_strv_contains((const char *const[]){others[0], others[1], others[2], NULL},
                             name->data))
            json_object_set_member(kept, name->data,
                                   json_node_copy(json_object_get_member(object, name->data)));
    g_autoptr(JsonNode) root = json_node_alloc();
    json_node_init_object(root, kept);
    char *text = json_to_string(root, FALSE);
    json_object_unref(kept);
    json_object_unref(object);
    json_node_unref(copy);
    return text;
}

/* A timed run has the same findings, and its times are those of a run without checkers. */
START_TEST(times_as_without_checkers)
{
    auto_run timed, plain, functional, side_by_side;
    run_program(&functional, "platforms/volta-titanv.xml --functional --sanitize all", "sanitize");
    run_program(&timed, "platforms/volta-titanv.xml --sanitize all", "sanitize");
    run_program(&plain, "platforms/volta-titanv.xml", "sanitize");
    ck_assert_uint_eq(json_array_get_length(findings_of(&timed)),
                      json_array_get_length(findings_of(&functional)));
    ck_assert_uint_gt(json_array_get_length(findings_of(&timed)), 40);
    g_autofree char *with = timing_of(&timed), *without = timing_of(&plain);
    ck_assert_str_eq(with, without);
    run_program(&side_by_side, "platforms/volta-titanv.xml --sanitize all --threads 3", "sanitize");
    g_autofree char *beside = timing_of(&side_by_side);
    ck_assert_str_eq(beside, without);
    ck_assert_str_eq(side_by_side.err, timed.err);
}
END_TEST

static char *sanitize_of(const struct run *run)
{
    ck_assert_msg(run->result != NULL, "%s%s", run->out, run->err);
    return json_to_string(json_object_get_member(json_node_get_object(run->result), "sanitize"),
                          FALSE);
}

/* Several threads find what one finds, to the byte. */
START_TEST(finds_the_same_on_several_threads)
{
    static const char *const names[] = {"sanitize_threads", "sanitize", "sanitize_modern"};
    auto_run alone;
    run_program(&alone, "platforms/volta-titanv.xml --functional --sanitize all", names[_i]);
    ck_assert_uint_gt(json_array_get_length(findings_of(&alone)), 20);
    g_autofree char *text = sanitize_of(&alone);
    for (unsigned threads = 2; threads <= 5; threads += 3) {
        auto_run run;
        g_autofree char *options = g_strdup_printf(
            "platforms/volta-titanv.xml --functional --sanitize all --threads %u", threads);
        run_program(&run, options, names[_i]);
        g_autofree char *others = sanitize_of(&run);
        ck_assert_str_eq(others, text);
        ck_assert_str_eq(run.err, alone.err);
    }
}
END_TEST

START_TEST(leaves_out_what_is_suppressed)
{
    auto_run run;
    char folder[] = "/tmp/simgpu-suppress-XXXXXX";
    ck_assert(g_mkdtemp(folder));
    g_autofree char *file = g_build_filename(folder, "known", NULL);
    ck_assert(g_file_set_contents(
        file, "# known\nrace * bad_race_*\nrace sanitize.cu volta_*\nrace * bad_init_*\n", -1,
        NULL));
    g_autofree char *options = g_strdup_printf("platforms/volta-titanv.xml --functional --sanitize "
                                               "race --sanitize-error --sanitize-suppress %s",
                                               file);
    run_program(&run, options, "sanitize");
    ck_assert_int_eq(run.exit_code, 0);
    ck_assert_uint_eq(json_array_get_length(findings_of(&run)), 0);
    ck_assert(g_file_set_contents(file, "race bad_race_*\n", -1, NULL));
    run_clear(&run);
    run_program(&run, options, "sanitize");
    ck_assert_int_eq(run.exit_code, 3);
    assert_complains(&run, "known:1: expected CHECKER FILE FUNCTION");
    ck_assert_int_eq(remove(file), 0);
    ck_assert_int_eq(remove(folder), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sanitize");
    TCase *tests = tcase_create("all");
    tcase_set_timeout(tests, 120);
    tcase_add_loop_test(tests, judges_every_kernel_right, 0,
                        G_N_ELEMENTS(gpus) * (G_N_ELEMENTS(programs) - left_out()));
    tcase_add_test(tests, names_both_sides_and_what_is_missing);
    tcase_add_test(tests, finds_mistakes_with_memory);
    tcase_add_loop_test(tests, finds_what_ends_a_kernel, 0, G_N_ELEMENTS(faults));
    tcase_add_test(tests, names_mbarriers_that_nobody_completes);
    tcase_add_test(tests, times_as_without_checkers);
    tcase_add_loop_test(tests, finds_the_same_on_several_threads, 0, 3 - left_out());
    tcase_add_test(tests, leaves_out_what_is_suppressed);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
