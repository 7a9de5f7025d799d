/* SPDX-License-Identifier: BSD-3-Clause */
/* Every value of every platform file has a row in platforms/SOURCES.md that says the same value and
 * where it comes from, or is that of the file which the section names, and on which the file is
 * based if it is based on any; or, in files that `simgpu import-config` made, a comment behind it.
 */
#include "tests/lint/source_audit.h"
#include "tests/rigs/command.h"
#include "tests/rigs/platform_files.h"
#include <string.h>

enum { LONGEST_MESSAGE = 3000 }; /* Check ends the test at a longer one */

static char **files;

static char *read_sources(void)
{
    g_autofree char *path = source_path("platforms/SOURCES.md");
    char *text;
    ck_assert(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

START_TEST(every_value_has_its_origin)
{
    g_autofree char *text = read_sources();
    g_autoptr(GPtrArray) sections = source_table_parse(text);
    g_autofree char *findings = source_audit(sections, files[_i]);
    ck_assert_msg(findings[0] == '\0', "%s and platforms/SOURCES.md:%.*s", files[_i],
                  LONGEST_MESSAGE, findings);
}
END_TEST

START_TEST(every_section_is_about_a_file)
{
    g_autofree char *text = read_sources();
    g_autoptr(GPtrArray) sections = source_table_parse(text);
    ck_assert_uint_gt(sections->len, 0);
    for (guint i = 0; i < sections->len; i++) {
        const struct source_section *section = g_ptr_array_index(sections, i);
        ck_assert_msg(g_strv_contains((const char *const *)files, section->file),
                      "there is no file platforms/%s", section->file);
    }
}
END_TEST

/* ---- what is wrong is found --------------------------------------------------------------- */

static const struct {
    const char *from, *to; /* in the text of SOURCES.md */
    const char *file, *finding;
} faults[] = {
    {"| clock | 700MHz | see", "| clock | 800MHz | see", "fermi-gtx480.xml",
     "sm.clock is 700MHz in the file, not 800MHz"},
    {"| schedulers | 2 | FERMI, WS |\n", "", "fermi-gtx480.xml", "sm.schedulers = 2 has no row"},
    {"| schedulers | 2 |", "| shedulers | 2 |", "fermi-gtx480.xml",
     "the file has no such property"},
    {"| schedulers | 2 | FERMI, WS |", "| schedulers | 2 | |", "fermi-gtx480.xml", "no origin"},
    {"| l1i.size, .ways | 2KiB, 4 |", "| l1i.size, .ways | 2KiB, 4, 4 |", "fermi-gtx480.xml",
     "not as many values as properties"},
    {"| sm count | 16 | WS |\n", "", "papers/warped-slicer.xml",
     "sm.radical = 0-15 has no row, and is not as in papers/ipaws-gpgpusim3.xml"},
    {"## papers/warped-slicer.xml\n\nAs `papers/ipaws-gpgpusim3.xml`",
     "## papers/warped-slicer.xml\n\nAs `papers/paver-fermi.xml`", "papers/warped-slicer.xml",
     "it is based on platforms/papers/ipaws-gpgpusim3.xml, and its section names"},
    {"## papers/cawa.xml", "## Cawa", "papers/cawa.xml",
     "has no origin, and there is no section papers/cawa.xml"},
};

START_TEST(a_fault_is_found)
{
    g_autofree char *text = read_sources();
    g_auto(GStrv) parts = g_strsplit(text, faults[_i].from, 2);
    ck_assert_msg(g_strv_length(parts) == 2, "SOURCES.md has no \"%s\"", faults[_i].from);
    g_autofree char *wrong = g_strconcat(parts[0], faults[_i].to, parts[1], NULL);
    g_autoptr(GPtrArray) sections = source_table_parse(wrong);
    g_autofree char *findings = source_audit(sections, faults[_i].file);
    ck_assert_msg(strstr(findings, faults[_i].finding) != NULL, "found:%.*s", LONGEST_MESSAGE,
                  findings);
}
END_TEST

int main(void)
{
    files = platform_files();
    Suite *suite = suite_create("sources");
    TCase *tests = tcase_create("all");
    tcase_add_loop_test(tests, every_value_has_its_origin, 0, (int)g_strv_length(files));
    tcase_add_test(tests, every_section_is_about_a_file);
    tcase_add_loop_test(tests, a_fault_is_found, 0, (int)G_N_ELEMENTS(faults));
    suite_add_tcase(suite, tests);
    int status = run_suite(suite);
    g_strfreev(files);
    return status;
}
