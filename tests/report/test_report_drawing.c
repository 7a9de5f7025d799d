/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers, scales, ticks, text and colours of reports, exactly. */
#include "base/csv_field.h"
#include "report/chart.h"
#include "report/number.h"
#include "report/palette.h"
#include "report/part_colours.h"
#include "report/scale.h"
#include "report/text.h"
#include <check.h>
#include <math.h>
#include <string.h>

static void check_ticks(const struct scale *scale, unsigned wanted, const char *expected)
{
    struct ticks ticks;
    scale_ticks(scale, wanted, &ticks);
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < ticks.n; i++) {
        g_autofree char *number = number_exact(ticks.values[i]);
        g_string_append_printf(text, "%s%s", i > 0 ? " " : "", number);
    }
    ck_assert_str_eq(text->str, expected);
    g_string_free(text, TRUE);
}

START_TEST(linear_ticks)
{
    struct scale scale = {0};
    scale_set_linear(&scale, 0, 1.13, 6);
    ck_assert_double_eq(scale.low, 0);
    ck_assert_double_eq(scale.high, 1.2);
    check_ticks(&scale, 6, "0 0.2 0.4 0.6 0.8 1 1.2");
    scale_set_linear(&scale, -3, 17, 4);
    check_ticks(&scale, 4, "-5 0 5 10 15 20");
    scale_set_linear(&scale, 0, 0, 5);
    check_ticks(&scale, 5, "0 0.2 0.4 0.6 0.8 1");
    scale_set_linear(&scale, 7, 7, 2);
    check_ticks(&scale, 2, "0 5 10");
    scale_set_exact(&scale, 1900, 121000);
    check_ticks(&scale, 5, "25000 50000 75000 100000");
    scale_set_exact(&scale, 0, 0.31);
    check_ticks(&scale, 4, "0 0.1 0.2 0.3");
}
END_TEST

START_TEST(logarithmic_ticks)
{
    struct scale scale = {0};
    scale_set_log(&scale, 15, 240);
    check_ticks(&scale, 8, "16 32 64 128");
    scale_set_log_wide(&scale, 0.26, 1.25);
    check_ticks(&scale, 8, "0.25 0.5 1 2");
    scale_set_log_wide(&scale, 3, 7000);
    check_ticks(&scale, 8, "1 10 100 1000 10000");
    check_ticks(&scale, 20, "1 2 5 10 20 50 100 200 500 1000 2000 5000 10000");
}
END_TEST

/* 1, 2, 2.5 or 5 times a power of ten: the smallest with which at most `wanted` steps fit. */
static double step_of(double range, unsigned wanted)
{
    struct scale scale = {0};
    scale_set_linear(&scale, 0, range, wanted);
    const int exponent = scale.step.exponent;
    return exponent < 0 ? scale.step.factor / pow(10, -exponent)
                        : scale.step.factor * pow(10, exponent);
}

START_TEST(nice_steps)
{
    ck_assert_double_eq(step_of(10, 10), 1);
    ck_assert_double_eq(step_of(11, 10), 2);
    ck_assert_double_eq(step_of(21, 10), 2.5);
    ck_assert_double_eq(step_of(26, 10), 5);
    ck_assert_double_eq(step_of(51, 10), 10);
    ck_assert_double_eq(step_of(0.007, 10), 0.001);
}
END_TEST

START_TEST(places)
{
    struct scale scale = {.from = 200, .to = 0};
    scale_set_exact(&scale, 10, 30);
    ck_assert_double_eq(scale_at(&scale, 10), 200);
    ck_assert_double_eq(scale_at(&scale, 15), 150);
    scale_set_log(&scale, 1, 16);
    ck_assert_double_eq(scale_at(&scale, 4), 100);
}
END_TEST

static void check_text(char *text, const char *expected)
{
    ck_assert_str_eq(text, expected);
    g_free(text);
}

START_TEST(numbers)
{
    check_text(number_exact(0.1), "0.1");
    check_text(number_exact(1.0 / 3), "0.3333333333333333");
    check_text(number_exact(123456789012345.0), "123456789012345");
    check_text(number_exact(NAN), "");
    check_text(number_for_people(1234567), "1,234,567");
    check_text(number_for_people(-123456), "-123,456");
    check_text(number_for_people(999), "999");
    check_text(number_for_people(1.02549), "1.025");
    check_text(number_for_people(0), "0");
    check_text(number_for_people(NAN), "-");
    check_text(number_tick(150000, 50000, 200000), "150k");
    check_text(number_tick(0, 50000, 200000), "0");
    check_text(number_tick(2.5e6, 2.5e6, 1e7), "2.5M");
    check_text(number_tick(0.75, 0.25, 1), "0.75");
    check_text(number_tick(2000, 1000, 5000), "2000");
    GString *text = g_string_new(NULL);
    number_append_length(text, -0.001);
    g_string_append_c(text, ' ');
    number_append_length(text, 12.3456);
    g_string_append_c(text, ' ');
    number_append_length(text, 100);
    ck_assert_str_eq(text->str, "0 12.35 100");
    g_string_free(text, TRUE);
}
END_TEST

START_TEST(labels_that_are_numbers)
{
    double value;
    ck_assert(number_of_label("15", &value) && value == 15);
    ck_assert(number_of_label("16 KiB", &value) && value == 16384);
    ck_assert(number_of_label("1.5GHz", &value) && value == 1.5e9);
    ck_assert(!number_of_label("gto", &value));
    ck_assert(!number_of_label("2-level", &value));
    ck_assert(!number_of_label("", &value));
}
END_TEST

START_TEST(escaping)
{
    GString *text = g_string_new(NULL);
    text_append_escaped(text, "a<b> & \"c\" 'd' \x01 \xff µ\n");
    ck_assert_str_eq(text->str,
                     "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; \xef\xbf\xbd \xef\xbf\xbd µ\n");
    g_string_assign(text, "");
    csv_field_append(text, "plain text");
    g_string_append_c(text, '|');
    csv_field_append(text, "a,b");
    g_string_append_c(text, '|');
    csv_field_append(text, "say \"so\"\n");
    ck_assert_str_eq(text->str, "plain text|\"a,b\"|\"say \"\"so\"\"\n\"");
    g_string_free(text, TRUE);
    check_text(text_id("Cycles, over <lrr>: 16 KiB!"), "cycles-over-lrr-16-kib");
    check_text(text_id("µ"), "figure");
}
END_TEST

START_TEST(fitting)
{
    check_text(text_fit("short", 12, 100), "short");
    g_autofree char *cut = text_fit("a rather long title", 12, 60);
    ck_assert(g_str_has_prefix("a rather long title", "a rat") && g_str_has_suffix(cut, "…"));
    ck_assert(text_width(cut, 12) <= 60);
    check_text(text_fit("never", 12, 1), "…");
}
END_TEST

START_TEST(colours)
{
    char colour[8];
    palette_ramp(0, colour);
    ck_assert_str_eq(colour, "#ffffff");
    palette_ramp(1, colour);
    ck_assert_str_eq(colour, "#00264d");
    palette_ramp(2.0 / 3, colour);
    ck_assert_str_eq(colour, "#0072b2");
    ck_assert_str_eq(palette_ink_on("#f0e442"), "#000000");
    ck_assert_str_eq(palette_ink_on("#00264d"), "#ffffff");
    for (unsigned i = 0; i < 2 * PALETTE_COLOURS; i++)
        for (unsigned k = 0; k < i; k++)
            ck_assert_msg(strcmp(palette_colour(i), palette_colour(k)) != 0 ||
                              palette_hatch(i) != palette_hatch(k),
                          "%u looks like %u", i, k);
}
END_TEST

/* Two groups of two bars, one of them missing. */
static struct chart *bars(void)
{
    struct chart *chart = chart_new(CHART_BARS, "T <1>");
    g_ptr_array_add(chart->x_labels, g_strdup("a,b"));
    g_ptr_array_add(chart->x_labels, g_strdup("c"));
    g_ptr_array_add(chart->series, g_strdup("one"));
    g_ptr_array_add(chart->series, g_strdup("two"));
    chart_make_grid(chart);
    *chart_cell(chart, 0, 0, 0) = 1.5;
    *chart_cell(chart, 0, 1, 0) = 0.1;
    *chart_cell(chart, 1, 0, 0) = 3;
    return chart;
}

START_TEST(data_of_charts)
{
    struct chart *chart = bars();
    check_text(chart_csv(chart), "x,one,two\n\"a,b\",1.5,0.1\nc,3,\n");
    ck_assert(chart_has_data(chart));
    chart_make_grid(chart);
    ck_assert(!chart_has_data(chart));
    chart_free(chart);
}
END_TEST

/* Well-formed enough, no duplicate bars, the same bytes twice. */
START_TEST(drawings)
{
    struct chart *chart = bars();
    const struct chart_form form = {400, "t", true};
    g_autofree char *svg = chart_svg(chart, &form);
    g_autofree char *again = chart_svg(chart, &form);
    ck_assert_str_eq(svg, again);
    ck_assert_ptr_nonnull(strstr(svg, "<title>a,b, one: 1.5</title>"));
    ck_assert_ptr_nonnull(strstr(svg, ">T &lt;1&gt;</text>"));
    ck_assert_ptr_nonnull(strstr(svg, ">×</text>"));
    ck_assert_ptr_null(strstr(svg, "nan"));
    chart_free(chart);
}
END_TEST

static struct chart *stack(const char *const *parts)
{
    struct chart *chart = chart_new(CHART_STACKED, "S");
    g_ptr_array_add(chart->x_labels, g_strdup("x"));
    for (unsigned i = 0; parts[i]; i++)
        g_ptr_array_add(chart->parts, g_strdup(parts[i]));
    chart_make_grid(chart);
    for (unsigned i = 0; parts[i]; i++)
        *chart_cell(chart, 0, 0, i) = 1;
    return chart;
}

/* "idle" is the third colour in both; "sync" takes what no part of its chart has, though the first
 * chart has that. */
START_TEST(colours_of_parts)
{
    g_autoptr(GPtrArray) charts = g_ptr_array_new();
    g_ptr_array_add(charts, stack((const char *const[]){"fetch", "memory", "idle", NULL}));
    g_ptr_array_add(charts, bars());
    g_ptr_array_add(charts, stack((const char *const[]){"sync", "idle", "memory", NULL}));
    part_colours_choose(charts);
    static const guint expected[2][3] = {{0, 1, 2}, {0, 2, 1}};
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_uint_eq(chart_part_colour(charts->pdata[0], i), expected[0][i]);
        ck_assert_uint_eq(chart_part_colour(charts->pdata[2], i), expected[1][i]);
    }
    /* The bar and the legend agree: two blocks of the third colour. */
    const struct chart_form form = {400, "t", false};
    g_autofree char *svg = chart_svg(charts->pdata[2], &form);
    g_auto(GStrv) around = g_strsplit(svg, palette_colour(2), -1);
    ck_assert_uint_eq(g_strv_length(around), 3);
    for (unsigned i = 0; i < charts->len; i++)
        chart_free(charts->pdata[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("report_drawing");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, linear_ticks);
    tcase_add_test(tests, logarithmic_ticks);
    tcase_add_test(tests, nice_steps);
    tcase_add_test(tests, places);
    tcase_add_test(tests, numbers);
    tcase_add_test(tests, labels_that_are_numbers);
    tcase_add_test(tests, escaping);
    tcase_add_test(tests, fitting);
    tcase_add_test(tests, colours);
    tcase_add_test(tests, data_of_charts);
    tcase_add_test(tests, drawings);
    tcase_add_test(tests, colours_of_parts);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed > 0;
}
