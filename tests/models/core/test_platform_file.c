/* SPDX-License-Identifier: BSD-3-Clause */
/* Bad platform files: each is the good one with one change, and is refused at its line.
 *
 * Runs in the root of the source tree. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/core/platform/platform.h"

#define GOOD "tests/models/core/data/platform-good.xml"

/* Loads `text`, which must fail, and checks the message behind the file's name. */
static void check_refused(const char *text, const char *expected)
{
    g_autofree char *path = NULL;
    int file = g_file_open_tmp("simgpu-XXXXXX.xml", &path, NULL);
    ck_assert_int_ge(file, 0);
    g_close(file, NULL);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    GError *error = NULL;
    struct platform *platform = platform_load(path, &error);
    g_unlink(path);
    ck_assert_msg(platform == NULL, "accepted, should say '%s'", expected);
    ck_assert_ptr_nonnull(error);
    ck_assert_msg(g_str_has_prefix(error->message, path), "%s", error->message);
    const char *message = error->message + strlen(path);
    ck_assert_msg(g_str_has_prefix(message, expected), "'%s' does not begin '%s'", message,
                  expected);
    g_error_free(error);
}

/* The good file with its first `from` replaced by `to` is refused with this beginning. */
static const struct {
    const char *from, *to, *expected;
} bad[] = {
    {"</platform>", "", ":38: "},
    {"</platform>", "</platfrom>", ":37: Element “platfrom” was closed"},
    {"value=\"48\"/>", "value=48/>", ":18: "},
    {"version=\"4.1\"", "version=\"4\"", ":4: expected platform version 4.1, found '4'"},
    {" version=\"4.1\"", "", ":4: <platform> has no attribute version"},
    {"<platform version=\"4.1\">", "<platfrom version=\"4.1\">",
     ":4: unknown element 'platfrom' (known: platform, zone, cluster, host, link, prop, "},
    {"<link id=\"bus\"", "<backbone id=\"bus\"", ":9: unknown element 'backbone'"},
    {"<platform version=\"4.1\">", "<zone id=\"a\" routing=\"Full\">",
     ":4: <zone> cannot stand outermost"},
    {"<zone id=\"pc\"", "<link_ctn id=\"bus\"/><zone id=\"pc\"",
     ":6: <link_ctn> cannot stand inside <zone>"},
    {"<link_ctn id=\"bus\"/>", "<prop id=\"a\" value=\"b\"/>",
     ":10: <prop> cannot stand inside <route>"},
    {"</platform>", "<zone id=\"b\" routing=\"Full\"/></platform>",
     ":37: this is a second outermost <zone>"},
    {"<zone id=\"system\"", "<zone name=\"system\"",
     ":5: unknown attribute of <zone> 'name' (known: id, routing)"},
    {"id=\"system\"", "id=\"system\" id=\"b\"", ":5: attribute id of <zone> given twice"},
    {"routing=\"Full\"", "routing=\"Vivaldi\"",
     ":5: attribute routing: expected one of Full; found 'Vivaldi'"},
    {"id=\"cpu0\"", "id=\"cpu.0\"", ":7: attribute id: expected an id of letters, digits, - and _"},
    {"3.33Gf", "3.33GHz", ":7: attribute speed: expected a speed above 0 with its unit"},
    {"3.33Gf", "3.33gf", ":7: attribute speed: "},
    {"3.33Gf", "3.33", ":7: attribute speed: "},
    {"3.33Gf", "0Gf", ":7: attribute speed: "},
    {"3.33Gf", "-1Gf", ":7: attribute speed: "},
    {"core=\"6\"", "core=\"0\"", ":7: attribute core: "},
    {"1GBps", "1GB", ":9: attribute bandwidth: expected a bandwidth above 0"},
    {"10ns", "10cycles", ":9: attribute latency: expected a latency with its unit"},
    {"10ns", "1.01s", ":9: attribute latency: expected a latency of at most 1s, found '1.01s'"},
    {" latency=\"10ns\"", "", ":9: <link> has no attribute latency"},
    {"<link_ctn id=\"bus\"/>", "<link_ctn id=\"bsu\"/>", ":10: no <link> above has id 'bsu'"},
    {"<link_ctn id=\"bus\"/>", "<link_ctn id=\"bus\" direction=\"UP\"/>",
     ":10: link 'bus' is not SPLITDUPLEX"},
    {" direction=\"UP\"", "", ":34: link 'pcie' is SPLITDUPLEX and needs a direction"},
    {"<link_ctn id=\"bus\"/>", "", ":10: the route from 'cpu0' to 'cpu1' has no <link_ctn>"},
    {"dst=\"cpu1\"", "dst=\"cpu2\"", ":10: 'cpu2' is no host of zone 'pc'"},
    {"dst=\"cpu1\"", "dst=\"sm1\"", ":10: 'sm1' is no host of zone 'pc'"},
    {"dst=\"cpu1\"", "dst=\"cpu0\"", ":10: a route from 'cpu0' to itself"},
    {"</route>", "</route><route src=\"cpu1\" dst=\"cpu0\"><link_ctn id=\"bus\"/></route>",
     ":10: a second route between 'cpu1' and 'cpu0'"},
    {"dst=\"gpu\"", "dst=\"sm\"", ":33: 'sm' is no zone or cluster of zone 'system'"},
    {"gw_src=\"cpu0\"", "gw_src=\"sm0\"", ":33: gateway 'sm0' is no host or router inside 'pc'"},
    {"gw_src=\"cpu0\"", "gw_src=\"pc\"", ":33: gateway 'pc' is no host or router inside 'pc'"},
    {"gw_dst=\"l2-l2_routerx\"", "gw_dst=\"l2-4x\"", ":33: gateway 'l2-4x' is no host"},
    {"<prop id=\"name\"",
     "<cluster id=\"q\" prefix=\"q\" suffix=\"\" radical=\"0\" speed=\"1f\" "
     "bw=\"1Bps\" lat=\"1s\"/>\n<prop id=\"name\"",
     ":15: <prop> after <cluster>: a zone has its props first"},
    {"<zone id=\"gpu\"", "<link id=\"x\" bandwidth=\"1Bps\" latency=\"1s\"/>\n<zone id=\"gpu\"",
     ":13: <zone> after <link>"},
    {"<route src", "<zone id=\"inner\" routing=\"Full\"/><route src", ":10: <zone> after <link>"},
    {"</zone>\n    <link", "<host id=\"late\" speed=\"1f\"/></zone>\n    <link",
     ":31: <host> in a zone of zones"},
    {"id=\"cpu1\"", "id=\"cpu0\"", ":8: the name 'cpu0' is taken already"},
    {"id=\"cpu1\"", "id=\"sm8\"", ":15: the name 'sm8' is taken already"},
    {"<link id=\"pcie\"", "<link id=\"bus\" bandwidth=\"1Bps\" latency=\"1s\"/><link id=\"pcie\"",
     ":32: the name 'bus' is taken already"},
    {"radical=\"0-2,8\"", "radical=\"0-2,2\"", ":15: the name 'sm2' is taken already"},
    {"radical=\"0-2,8\"", "radical=\"2-0\"", ":15: attribute radical: expected up to 65536"},
    {"radical=\"0-2,8\"", "radical=\"0-\"", ":15: attribute radical: "},
    {"radical=\"0-2,8\"", "radical=\"\"", ":15: attribute radical: "},
    {"radical=\"0-2,8\"", "radical=\"0-2;8\"", ":15: attribute radical: "},
    {"radical=\"0-2,8\"", "radical=\"0-65536\"", ":15: attribute radical: "},
    {"radical=\"0-3\"", "radical=\"-3\"", ":27: attribute radical: "},
    {"core=\"2\"", "cores=\"2\"", ":27: unknown attribute of <cluster> 'cores'"},
    {"<prop id=\"model\" value=\"l2_bank\"/>", "", ":27: 'l2' has no <prop id=\"model\">"},
    {"<prop id=\"clock\"", "<prop id=\"warps\"", ":18: sm: property warps is given twice"},
    {"value=\"700MHz\"", "value=\"\"", ":17: sm: property clock has no value"},
    {"id=\"clock\"", "id=\"clock speed\"", ":17: 'clock speed' is no name for a <prop>"},
    {"<zone id=\"pc\"", "stray <zone id=\"pc\"", ":6: text outside of elements: 'stray"},
    {"Test &amp; GPU", "Test & GPU", ":14: "},
};

START_TEST(refuses)
{
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(GOOD, &text, NULL, NULL));
    const char *at = strstr(text, bad[_i].from);
    ck_assert_msg(at != NULL, "the good file has no %s", bad[_i].from);
    g_autoptr(GString) changed = g_string_new_len(text, at - text);
    g_string_append(changed, bad[_i].to);
    g_string_append(changed, at + strlen(bad[_i].from));
    check_refused(changed->str, bad[_i].expected);
}
END_TEST

/* Each is compared with those before it. */
START_TEST(refuses_two_million_properties)
{
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(GOOD, &text, NULL, NULL));
    const char *at = strstr(text, "<prop id=\"clock\"");
    g_autoptr(GString) changed = g_string_new_len(text, at - text);
    for (unsigned i = 0; i < 2000000; i++)
        g_string_append_printf(changed, "<prop id=\"p%u\" value=\"1\"/>", i);
    g_string_append(changed, at);
    check_refused(changed->str, ":17: sm: more than 4096 properties");
}
END_TEST

START_TEST(refuses_whole_files)
{
    check_refused("", ":1: Document was empty");
    check_refused("<platform version=\"4.1\"/>", ":1: <platform> has no <zone>");
    check_refused("\xff\xfe", ":1: ");
    GError *error = NULL;
    ck_assert_ptr_null(platform_load("tests/models/core/data/no-such-file.xml", &error));
    ck_assert_msg(
        g_str_has_prefix(error->message, "tests/models/core/data/no-such-file.xml: cannot read"),
        "%s", error->message);
    g_error_free(error);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("platform_file");
    TCase *test = tcase_create("platform_file");
    tcase_add_loop_test(test, refuses, 0, G_N_ELEMENTS(bad));
    tcase_add_test(test, refuses_whole_files);
    tcase_add_test(test, refuses_two_million_properties);
    suite_add_tcase(suite, test);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
