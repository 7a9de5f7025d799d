/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms by difference: what a file sets is found on top of its bases, and each error names the
 * file and the line in which the value stands.
 *
 * Runs in the root of the source tree. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "models/core/platform/platform.h"

#define GOOD "tests/models/core/data/platform-good.xml"

/* A file of four lines and what it sets: `props` begins in line 4. */
#define BASED_ON(file, props)                                                                      \
    "<platform version=\"4.1\">\n"                                                                 \
    "<zone id=\"system\" routing=\"Full\">\n"                                                      \
    "<prop id=\"based_on\" value=\"" file "\"/>\n" props "</zone></platform>\n"
#define SET(id, value) "<prop id=\"" id "\" value=\"" value "\"/>\n"

static char *folder;

static char *path_of(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static void put(const char *name, const char *text)
{
    g_autofree char *path = path_of(name);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
}

static void set_up(void)
{
    g_autofree char *text = NULL;
    folder = g_dir_make_tmp("simgpu-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
    g_autofree char *below = path_of("below");
    ck_assert_int_eq(g_mkdir(below, 0755), 0);
    ck_assert(g_file_get_contents(GOOD, &text, NULL, NULL));
    put("good.xml", text);
}

static void tear_down(void)
{
    static const char *const names[] = {"good.xml", "a.xml",       "b.xml", "below/a.xml",
                                        "link.xml", "below/b.xml", "below", ""};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = path_of(names[i]);
        g_remove(path);
    }
    g_free(folder);
}

static struct platform *load(const char *name)
{
    g_autofree char *path = path_of(name);
    GError *error = NULL;
    struct platform *platform = platform_load(path, &error);
    ck_assert_msg(platform != NULL, "%s", error ? error->message : "no error set");
    return platform;
}

static const char *text_of(struct platform *platform, const char *model, const char *name)
{
    const char *text = NULL;
    struct platform_group *group = platform_group(platform, model, NULL);
    ck_assert_ptr_nonnull(group);
    ck_assert_msg(properties_text(group, name, &text, NULL), "no %s", name);
    return text;
}

/* {folder} stands for the folder. */
static void check_error(GError *error, const char *expected)
{
    ck_assert_ptr_nonnull(error);
    g_autoptr(GString) filled = g_string_new(expected);
    g_string_replace(filled, "{folder}", folder, 0);
    ck_assert_msg(g_str_has_prefix(error->message, filled->str), "'%s' does not begin '%s'",
                  error->message, filled->str);
    g_error_free(error);
}

static void check_refused(const char *name, const char *expected)
{
    g_autofree char *path = path_of(name);
    GError *error = NULL;
    struct platform *platform = platform_load(path, &error);
    ck_assert_msg(platform == NULL, "accepted, should say '%s'", expected);
    check_error(error, expected);
}

START_TEST(sets_what_differs)
{
    put("a.xml", BASED_ON("good.xml",
                          SET("sm.count", "2") SET("sm.l1d.size", "32KiB") SET("sm.clock", "1GHz")
                              SET("gpu.name", "Mine") SET("cpu0.speed", "4Gf") SET("cpu0.core", "8")
                                  SET("l2.bw", "9GBps") SET("l2.lat", "2ns")
                                      SET("pcie.bandwidth", "13GBps") SET("pcie.latency", "2us")));
    struct platform *platform = load("a.xml");
    struct platform_group *sm = platform_group(platform, "sm", NULL);
    ck_assert_uint_eq(group_count(sm), 2);
    ck_assert_str_eq(text_of(platform, "sm", "l1d.size"), "32KiB");
    ck_assert_str_eq(text_of(platform, "sm", "clock"), "1GHz");
    ck_assert_str_eq(text_of(platform, "sm", "warps"), "48");
    ck_assert_str_eq(text_of(platform, "gpu", "name"), "Mine");
    g_autofree char *xml = platform_simgrid_xml(platform);
    static const char *const parts[] = {
        "<host id=\"cpu0\" speed=\"4Gf\" core=\"8\"/>",
        "<host id=\"sm1\" speed=\"700Mf\" core=\"1\"/>\n</zone>",
        "radical=\"0-3\" speed=\"700Mf\" core=\"2\" bw=\"9GBps\" lat=\"2ns\"",
        "<link id=\"pcie\" bandwidth=\"13GBps\" latency=\"2us\" sharing_policy=\"SPLITDUPLEX\"/>",
        "<link id=\"bus\" bandwidth=\"1GBps\" latency=\"10ns\"",
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++)
        ck_assert_msg(strstr(xml, parts[i]) != NULL, "no %s in %s", parts[i], xml);
    ck_assert_ptr_null(strstr(xml, "based_on"));
    platform_free(platform);
}
END_TEST

/* A base has a base; paths are those from the folder of the file that says them. */
START_TEST(the_last_word_is_the_users)
{
    put("below/a.xml", BASED_ON("../b.xml", SET("sm.warps", "3") SET("sm.count", "1")));
    put("b.xml",
        BASED_ON("good.xml", SET("sm.warps", "2") SET("sm.wire", "2cycles") SET("sm.count", "9")));
    struct platform *platform = load("below/a.xml");
    ck_assert_str_eq(text_of(platform, "sm", "warps"), "3");
    ck_assert_str_eq(text_of(platform, "sm", "wire"), "2cycles");
    ck_assert_str_eq(text_of(platform, "sm", "policy"), "lru");
    ck_assert_uint_eq(group_count(platform_group(platform, "sm", NULL)), 1);
    platform_free(platform);
    g_autofree char *path = path_of("below/a.xml");
    g_autoptr(GPtrArray) bases = platform_bases(path);
    ck_assert_uint_eq(bases->len, 2);
    ck_assert_msg(g_str_has_suffix(bases->pdata[0], "below/../b.xml"), "%s",
                  (char *)bases->pdata[0]);
    ck_assert_msg(g_str_has_suffix(bases->pdata[1], "below/../good.xml"), "%s",
                  (char *)bases->pdata[1]);
    g_autoptr(GPtrArray) none = platform_bases(GOOD);
    ck_assert_uint_eq(none->len, 0);
}
END_TEST

START_TEST(takes_a_base_by_its_whole_path)
{
    g_autofree char *good = path_of("good.xml");
    g_autofree char *text = g_strdup_printf(BASED_ON("%s", ""), good);
    put("below/a.xml", text);
    platform_free(load("below/a.xml"));
}
END_TEST

START_TEST(a_value_has_its_place)
{
    put("a.xml", BASED_ON("b.xml", SET("sm.l1d.size", "16KB")));
    put("b.xml", BASED_ON("good.xml", "\n" SET("sm.warps", "many")));
    struct platform *platform = load("a.xml");
    struct platform_group *sm = platform_group(platform, "sm", NULL);
    uint64_t bytes;
    uint32_t number;
    GError *error = NULL;
    ck_assert(!properties_bytes(sm, "l1d.size", &bytes, &error));
    check_error(g_steal_pointer(&error), "{folder}/a.xml:4: sm: property l1d.size: ");
    ck_assert(!properties_count(sm, "warps", 1, 64, &number, &error));
    check_error(g_steal_pointer(&error), "{folder}/b.xml:5: sm: property warps: ");
    ck_assert(!properties_cycles(sm, "wire", 4, &number, &error));
    check_error(g_steal_pointer(&error), "{folder}/good.xml:22: sm: property wire: expected 4");
    ck_assert(!properties_cycles(sm, "wires", 4, &number, &error));
    check_error(g_steal_pointer(&error), "{folder}/good.xml:15: sm: property wires is missing");
    platform_free(platform);
}
END_TEST

START_TEST(a_property_nobody_reads_has_its_place)
{
    put("a.xml", BASED_ON("good.xml", SET("l2.wayz", "4")));
    struct platform *platform = load("a.xml");
    uint32_t number;
    GError *error = NULL;
    static const char *const models[] = {"host", "disk", "gpu", "sm", "l2_bank"};
    static const char *const names[] = {"clock", "warps", "l1d.size", "l1d.hit_latency", "width",
                                        "wire",  "start", "dual",     "policy"};
    for (unsigned i = 0; i < G_N_ELEMENTS(models); i++)
        ck_assert_ptr_nonnull(platform_group(platform, models[i], NULL));
    text_of(platform, "gpu", "name");
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++)
        text_of(platform, "sm", names[i]);
    ck_assert(
        !properties_count(platform_group(platform, "l2_bank", NULL), "ways", 1, 9, &number, NULL));
    ck_assert(!platform_finish_reading(platform, &error));
    check_error(error, "{folder}/a.xml:4: l2: nothing reads property wayz; did you mean 'ways'?");
    platform_free(platform);
}
END_TEST

START_TEST(set_comes_last)
{
    put("a.xml", BASED_ON("good.xml", SET("sm.warps", "3") SET("sm.count", "7")));
    struct platform *platform = load("a.xml");
    GError *error = NULL;
    ck_assert(platform_set(platform, "sm.warps=5", NULL));
    ck_assert(platform_set(platform, "sm.count=5", NULL));
    ck_assert(platform_set(platform, "pcie.latency=5us", NULL));
    ck_assert(!platform_set(platform, "sm.wraps=5", &error));
    check_error(error, "--set sm.wraps=5: sm has no property wraps; did you mean 'warps'?");
    ck_assert_str_eq(text_of(platform, "sm", "warps"), "5");
    ck_assert_uint_eq(group_count(platform_group(platform, "sm", NULL)), 5);
    platform_free(platform);
}
END_TEST

/* What a.xml says, and what is said about it. */
static const struct {
    const char *text, *expected;
} bad[] = {
    {BASED_ON("none.xml", ""), "{folder}/a.xml:3: cannot read the platform that this one is based "
                               "on: Failed to open file “{folder}/none.xml”"},
    {BASED_ON("", ""), "{folder}/a.xml:3: based_on names no file"},
    {BASED_ON("nowhere", ""),
     "{folder}/a.xml:3: based_on: nowhere: no file and no platform has this name"},
    {BASED_ON("below", ""), "{folder}/a.xml:3: cannot read the platform that this one is based on: "
                            "{folder}/below is no regular file"},
    {BASED_ON("a.xml", ""), "{folder}/a.xml:3: these platforms are based on each other in a "
                            "circle: {folder}/a.xml, {folder}/a.xml"},
    {BASED_ON("below/../a.xml", ""), "{folder}/a.xml:3: these platforms are based on each other"},
    {BASED_ON("good.xml", SET("warps", "3")),
     "{folder}/a.xml:4: expected a property with its group, such as sm.l1d.size; found 'warps'"},
    {BASED_ON("good.xml", SET("sm.", "3")), "{folder}/a.xml:4: expected a property with its group"},
    {BASED_ON("good.xml", SET(".warps", "3")), "{folder}/a.xml:4: expected a property with its"},
    {BASED_ON("good.xml", SET("sm.a b", "3")), "{folder}/a.xml:4: expected a property with its"},
    {BASED_ON("good.xml", SET("sm.warps", "")), "{folder}/a.xml:4: sm.warps has no value"},
    {BASED_ON("good.xml", SET("sm.warps", "3") SET("sm.wire", "1cycle") SET("sm.warps", "3")),
     "{folder}/a.xml:6: sm.warps is given twice"},
    {BASED_ON("good.xml", SET("smx.warps", "3")),
     "{folder}/a.xml:4: {folder}/good.xml has no group or link 'smx' (known: cpu0, cpu1, gpu, sm"},
    {BASED_ON("good.xml", SET("sm.model", "gpu")), "{folder}/a.xml:4: sm has no property model"},
    {BASED_ON("good.xml", SET("sm.count", "0")), "{folder}/a.xml:4: expected a count of 1 to"},
    {BASED_ON("good.xml", SET("sm.speed", "1GHz")), "{folder}/a.xml:4: sm: attribute speed: "},
    {BASED_ON("good.xml", SET("cpu0.core", "0")), "{folder}/a.xml:4: cpu0: attribute core: "},
    {BASED_ON("good.xml", SET("pcie.latency", "3")), "{folder}/a.xml:4: pcie: attribute latency: "},
    {BASED_ON("good.xml", SET("pcie.lat", "3us")),
     "{folder}/a.xml:4: link 'pcie' has a bandwidth and a latency, and no 'lat'"},
    {BASED_ON("good.xml", "<zone id=\"pc\" routing=\"Full\"/>"),
     "{folder}/a.xml:4: <zone> in a file that is based on another one; such a file may only have"},
    {BASED_ON("good.xml", SET("based_on", "b.xml")), "{folder}/a.xml:4: expected a property with"},
    {"<platform version=\"4.1\">\n<zone id=\"sys\" routing=\"Full\">\n"
     "<prop id=\"based_on\" value=\"good.xml\"/></zone></platform>",
     "{folder}/a.xml:2: expected 'system', the outermost zone of {folder}/good.xml, found the zone "
     "'sys'"},
    {"<platform version=\"4.1\"><zone id=\"system\" routing=\"Full\">\n"
     "<prop id=\"model\" value=\"gpu\"/>\n<prop id=\"based_on\" value=\"good.xml\"/></zone>"
     "</platform>",
     "{folder}/a.xml:3: based_on must be the first <prop> of the outermost <zone>"},
    {"<platform version=\"4.1\"><zone id=\"system\" routing=\"Full\">\n<zone id=\"gpu\" "
     "routing=\"Full\"><prop id=\"based_on\" value=\"good.xml\"/></zone></zone></platform>",
     "{folder}/a.xml:2: based_on must be the first <prop> of the outermost <zone>"},
    {"<platform version=\"4.1\"><zone id=\"system\" routing=\"Full\"><prop id=\"based_on\" "
     "value=\"good.xml\"/></zone>\n<zone id=\"b\" routing=\"Full\"/></platform>",
     "{folder}/a.xml:2: this is a second outermost <zone>"},
};

START_TEST(refuses)
{
    put("a.xml", bad[_i].text);
    check_refused("a.xml", bad[_i].expected);
}
END_TEST

/* Longer circles, and one by another name. */
START_TEST(refuses_circles)
{
    put("a.xml", BASED_ON("b.xml", ""));
    put("b.xml", BASED_ON("a.xml", ""));
    check_refused("a.xml", "{folder}/b.xml:3: these platforms are based on each other in a circle: "
                           "{folder}/a.xml, {folder}/b.xml, {folder}/a.xml");
    put("b.xml", BASED_ON("b.xml", ""));
    check_refused("a.xml", "{folder}/b.xml:3: these platforms are based on each other in a circle: "
                           "{folder}/b.xml, {folder}/b.xml");
    g_autofree char *link = path_of("link.xml");
    g_autofree char *target = path_of("a.xml");
    ck_assert_int_eq(symlink(target, link), 0);
    put("a.xml", BASED_ON("link.xml", ""));
    check_refused("a.xml", "{folder}/a.xml:3: these platforms are based on each other in a circle: "
                           "{folder}/a.xml, {folder}/link.xml");
}
END_TEST

START_TEST(an_error_in_a_base_names_the_base)
{
    put("a.xml", BASED_ON("b.xml", ""));
    put("b.xml", "<platform version=\"4.1\">\n<zone id=\"system\" routing=\"full\"/></platform>");
    check_refused("a.xml", "{folder}/b.xml:2: attribute routing: ");
    put("b.xml", "");
    check_refused("a.xml", "{folder}/b.xml:1: ");
    put("b.xml", BASED_ON("good.xml", SET("sm.count", "0")));
    check_refused("a.xml", "{folder}/b.xml:4: expected a count");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("platform_base");
    TCase *test = tcase_create("platform_base");
    tcase_add_checked_fixture(test, set_up, tear_down);
    tcase_add_test(test, sets_what_differs);
    tcase_add_test(test, the_last_word_is_the_users);
    tcase_add_test(test, takes_a_base_by_its_whole_path);
    tcase_add_test(test, a_value_has_its_place);
    tcase_add_test(test, a_property_nobody_reads_has_its_place);
    tcase_add_test(test, set_comes_last);
    tcase_add_loop_test(test, refuses, 0, G_N_ELEMENTS(bad));
    tcase_add_test(test, refuses_circles);
    tcase_add_test(test, an_error_in_a_base_names_the_base);
    suite_add_tcase(suite, test);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
