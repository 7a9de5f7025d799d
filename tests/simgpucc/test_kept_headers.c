/* SPDX-License-Identifier: BSD-3-Clause */
/* Headers that simgpucc keeps as clang has read them (runtime/simgpucc/headers.sh): what it makes
 * with them is what it makes without, also when a header has changed, or when an option changes it,
 * and so is what it says.
 *
 * Environment: that of driver.h.
 */
#include "tests/simgpucc/driver.h"
#include <glib/gstdio.h>
#include <string.h>

/* A kernel, and a function of the host that says whether there is the macro MARK, which a header
 * makes of KNOWN, or one that no header has. */
static const char program[] =
    "#if defined MARK || defined UNKNOWN\nextern \"C\" int marked() { return 1; }\n#endif\n"
    "__global__ void k(float *p) { *p += 1; }\n"
    "int main() { k<<<1, 1>>>(0); return 0; }\n";

static char *source;

/* Adds text to a header of the copy. */
static void lengthen(const char *more)
{
    g_autofree char *header = in_folder("include/simgpu/special/bessel.h"), *text = NULL;
    ck_assert(g_file_get_contents(header, &text, NULL, NULL));
    g_autofree char *longer = g_strconcat(text, more, NULL);
    ck_assert(g_file_set_contents(header, longer, -1, NULL));
}

/* A copy of the headers, which tests may change, and an empty cache. */
static void set_up(void)
{
    driver_set_up();
    g_autofree char *driver = g_path_get_dirname(test_environment("SIMGPUCC"));
    g_autofree char *headers = g_build_filename(driver, "..", "nvcc", "include", ".", NULL);
    g_autofree char *copy = in_folder("include"), *cache = in_folder("cache");
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_set_size(command, 0);
    command_add(command, "%s", "/bin/cp");
    command_add(command, "%s", "-r");
    command_add(command, "%s", headers);
    command_add(command, "%s", copy);
    auto_outcome copied;
    command_run(command, &copied);
    ck_assert_msg(copied.exit_code == 0, "%s", copied.err);
    lengthen("#ifdef KNOWN\n#define MARK 1\n#endif\n");
    g_setenv("SIMGPUCC_INCLUDE", copy, TRUE);
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
    source = folder_write(driver_folder(), "program.cu", program, strlen(program));
}

static void tear_down(void)
{
    g_free(source);
    driver_tear_down();
}

/* How many kept files there are. */
static int kept(void)
{
    g_autofree char *folder = in_folder("cache/simgpu/headers");
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    int found = 0;
    while (dir && (name = g_dir_read_name(dir)))
        found += g_str_has_suffix(name, ".pch");
    return found;
}

static void to_assembly(char **text)
{
    g_autofree char *result = in_folder("program.s");
    auto_outcome outcome;
    COMPILE(&outcome, "-v", "-S", source, "-o", result);
    assert_compiles(&outcome);
    /* The second pass embeds what the first one made, so both are compared. */
    ck_assert(g_file_get_contents(result, text, NULL, NULL));
    ck_assert_int_eq(strstr(outcome.err, "-include-pch") != NULL, kept() > 0);
}

/* Compiles with two options, by which the source is marked. Whether kept headers were used. */
static bool marks(const char *one, const char *other)
{
    g_autofree char *result = in_folder("marked.s"), *text = NULL;
    auto_outcome outcome;
    COMPILE(&outcome, "-v", "-O2", "-S", one, other, source, "-o", result);
    assert_compiles(&outcome);
    ck_assert(g_file_get_contents(result, &text, NULL, NULL));
    ck_assert_msg(strstr(text, "marked:"), "%s and %s are not heard", one, other);
    return strstr(outcome.err, "-include-pch") != NULL;
}

/* Kept headers serve with a folder that has none of their names, and a macro that is no word of
 * theirs. With others they don't. */
static void check_options(void)
{
    g_autofree char *folder = in_folder("more"), *named = g_strconcat("-I", folder, NULL);
    ck_assert_int_eq(g_mkdir(folder, 0755), 0);
    ck_assert(marks(named, "-DUNKNOWN"));
    ck_assert(!marks(named, "-DKNOWN"));
    g_free(write_source("more/math.h", "#include_next <math.h>\n#define MARK 1\n"));
    ck_assert(!marks(named, "-DOTHER"));
    ck_assert_int_eq(kept(), 2);
}

START_TEST(test_result_is_the_same)
{
    g_autofree char *first = NULL, *second = NULL, *marked = NULL;
    to_assembly(&first);
    ck_assert_int_eq(kept(), 0);
    to_assembly(&second); /* makes the headers of both passes, and uses them */
    ck_assert_int_eq(kept(), 2);
    ck_assert_str_eq(first, second);

    check_options();
    lengthen("#define MARK 1\n");
    g_autofree char *result = in_folder("program.s");
    auto_outcome outcome;
    COMPILE(&outcome, "-S", source, "-o", result);
    assert_compiles(&outcome);
    ck_assert_str_eq(outcome.err, "");
    ck_assert(g_file_get_contents(result, &marked, NULL, NULL));
    ck_assert_msg(strstr(marked, "marked:"), "a header's new text was not read");
    ck_assert_int_eq(kept(), 0);
}
END_TEST

/* An error of the source's, and a warning, with kept headers and without. */
START_TEST(test_words_are_the_same)
{
    static const char wrong[] = "#warning \"careful\"\n__global__ void k() { none(); }\n";
    g_autofree char *bad = folder_write(driver_folder(), "bad.cu", wrong, strlen(wrong));
    g_autofree char *object = in_folder("object.o");
    auto_outcome first, second;
    COMPILE(&first, "-c", bad, "-o", object);
    ck_assert_int_eq(first.exit_code, 1);
    ck_assert_int_eq(kept(), 0);
    /* With headers of the device's pass, then without. The same again with templates parsed late,
     * which has options of its own. */
    COMPILE(&second, "-c", bad, "-o", object);
    ck_assert_int_eq(second.exit_code, 1);
    ck_assert_int_eq(kept(), 2);
    ck_assert_str_eq(first.err, second.err);
    ck_assert_msg(strstr(first.err, "none"), "%s", first.err);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("simgpucc_kept_headers");
    TCase *tcase = tcase_create("kept_headers");
    tcase_set_timeout(tcase, 60);
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, test_result_is_the_same);
    tcase_add_test(tcase, test_words_are_the_same);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
