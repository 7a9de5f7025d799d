/* SPDX-License-Identifier: BSD-3-Clause */
/* The values of a unit and a launch lie behind each other in the unit's list, by kind and number;
 * launches in the order in which they were on that SM, or ended; another SM may have had them in
 * another one.
 */
#include "cli/write/json_policy.h"
#include "cli/run/chosen_results.h"
#include "policies/told.h"
#include "results/format.h"
#include <string.h>

enum { DISPATCHER = -1 /* comes before SMs */ };

/* A launch on a unit: its values are `from` up to `to` of the unit's list. */
struct report {
    uint32_t launch;
    int64_t unit; /* an SM, or DISPATCHER */
    const GArray *values;
    guint from, to;
};

static const struct policy_told *value_at(const GArray *values, guint index)
{
    return &g_array_index(values, struct policy_told, index);
}

static void find_reports(GArray *reports, const GArray *values, int64_t unit)
{
    for (guint i = 0; i < values->len; i++) {
        struct report *last =
            reports->len ? &g_array_index(reports, struct report, reports->len - 1) : NULL;
        uint32_t launch = value_at(values, i)->launch;
        if (last && last->unit == unit && last->launch == launch) {
            last->to = i + 1;
            continue;
        }
        const struct report next = {launch, unit, values, i, i + 1};
        g_array_append_val(reports, next);
    }
}

static gint by_launch_and_unit(gconstpointer a, gconstpointer b)
{
    const struct report *x = a, *y = b;
    if (x->launch != y->launch)
        return x->launch < y->launch ? -1 : 1;
    return x->unit < y->unit ? -1 : x->unit > y->unit;
}

/* What is left of a unit's values, which are written in their order. */
struct rest {
    const GArray *values;
    guint from, to;
};

static const struct policy_told *next_of(const struct rest *rest, unsigned kind, uint32_t below)
{
    if (rest->from == rest->to)
        return NULL;
    const struct policy_told *value = value_at(rest->values, rest->from);
    return value->kind == kind && value->number < below ? value : NULL;
}

/* The numbers of one row of the kind's table, which are `first` and those behind it, without the
 * last zeros: what is not in the list is 0. */
static GArray *take_row(struct rest *rest, unsigned kind, const struct policy_result *row,
                        uint32_t first)
{
    GArray *numbers = g_array_new(FALSE, TRUE, sizeof(uint64_t));
    const struct policy_told *value;
    for (; (value = next_of(rest, kind, first + row->n)); rest->from++) {
        g_array_set_size(numbers, value->number - first + 1);
        g_array_index(numbers, uint64_t, value->number - first) = value->value;
    }
    return numbers;
}

static void add_number(JsonBuilder *json, const GArray *numbers, guint at)
{
    json_builder_add_int_value(
        json, at < numbers->len ? (gint64)g_array_index(numbers, uint64_t, at) : 0);
}

/* Whole rows. */
static void add_triangle(JsonBuilder *json, const GArray *numbers)
{
    json_builder_begin_array(json);
    for (guint at = 0, row = 0; at < numbers->len; row++) {
        json_builder_begin_array(json);
        for (guint column = 0; column <= row; column++)
            add_number(json, numbers, at++);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_row(JsonBuilder *json, const struct policy_result *row, const GArray *numbers,
                    const char *triangle)
{
    json_builder_set_member_name(json, row->name);
    if (g_strcmp0(triangle, row->name) == 0) {
        add_triangle(json, numbers);
    } else if (row->n > 1) {
        json_builder_begin_array(json);
        for (guint i = 0; i < numbers->len; i++)
            add_number(json, numbers, i);
        json_builder_end_array(json);
    } else {
        add_number(json, numbers, 0);
    }
}

/* A member for each kind of the unit that tells something. */
static void add_kinds(JsonBuilder *json, const struct report *report,
                      const struct policy_choices *chosen)
{
    struct rest rest = {report->values, report->from, report->to};
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        const struct policy_result *row = chosen_results(chosen, kind);
        if (!row || chosen_is_of_sm(kind) != (report->unit != DISPATCHER))
            continue;
        const char *triangle =
            chosen_is_of_sm(kind) ? NULL : chosen_of_dispatcher(chosen, kind)->triangle;
        json_builder_set_member_name(json, policy_kinds[kind]->name);
        json_builder_begin_object(json);
        for (uint32_t first = 0; row->name; first += row->n, row++) {
            g_autoptr(GArray) numbers = take_row(&rest, kind, row, first);
            add_row(json, row, numbers, triangle);
        }
        json_builder_end_object(json);
    }
}

static void add_sm(JsonBuilder *json, const struct report *report,
                   const struct policy_choices *chosen)
{
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "sm");
    json_builder_add_int_value(json, report->unit);
    add_kinds(json, report, chosen);
    json_builder_end_object(json);
}

/* The first of n reports and those of the same launch behind it: returns how many. */
static guint add_launch(JsonBuilder *json, const struct report *reports, guint n,
                        const struct policy_choices *chosen)
{
    guint used = 0;
    json_builder_begin_object(json);
    json_builder_set_member_name(json, RESULT_LAUNCH);
    json_builder_add_int_value(json, reports->launch);
    if (reports->unit == DISPATCHER)
        add_kinds(json, &reports[used++], chosen);
    json_builder_set_member_name(json, RESULT_SMS);
    json_builder_begin_array(json);
    for (; used < n && reports[used].launch == reports->launch; used++)
        add_sm(json, &reports[used], chosen);
    json_builder_end_array(json);
    json_builder_end_object(json);
    return used;
}

void json_add_policy_results(JsonBuilder *json, const struct gpu *gpu,
                             const struct policy_choices *chosen)
{
    if (!chosen_tell(chosen))
        return;
    g_autoptr(GArray) reports = g_array_new(FALSE, FALSE, sizeof(struct report));
    find_reports(reports, gpu_policies_told(gpu), DISPATCHER);
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++)
        find_reports(reports, sm_policy_values(gpu_sm(gpu, i)), i);
    g_array_sort(reports, by_launch_and_unit);
    json_builder_set_member_name(json, RESULT_POLICY);
    json_builder_begin_array(json);
    for (guint i = 0; i < reports->len;)
        i += add_launch(json, &g_array_index(reports, struct report, i), reports->len - i, chosen);
    json_builder_end_array(json);
}

/* ---- what was chosen --------------------------------------------------------------------------
 */

static void add_values(JsonBuilder *json, const struct policy_values *values);

static void add_value(JsonBuilder *json, const struct policy_parameter *row,
                      const union policy_value *value)
{
    switch (row->type) {
    case POLICY_INTEGER:
        json_builder_add_int_value(json, value->integer);
        break;
    case POLICY_REAL:
        json_builder_add_double_value(json, value->real);
        break;
    case POLICY_BOOLEAN:
        json_builder_add_boolean_value(json, value->boolean);
        break;
    case POLICY_CHOICE:
        json_builder_add_string_value(json, row->words[value->choice]);
        break;
    case POLICY_HELD:
        add_values(json, value->held);
        break;
    case POLICY_FILE:
        json_builder_add_string_value(json, value->file ? value->file->name : "");
        break;
    }
}

static void add_values(JsonBuilder *json, const struct policy_values *values)
{
    const struct policy_parameter *rows = values->policy->parameters;
    json_builder_begin_object(json);
    json_builder_set_member_name(json, RESULT_NAME);
    json_builder_add_string_value(json, values->policy->name);
    for (unsigned i = 0; rows && rows[i].name; i++) {
        json_builder_set_member_name(json, rows[i].name);
        add_value(json, &rows[i], &values->values[i]);
    }
    json_builder_end_object(json);
}

void json_add_policies(JsonBuilder *json, const struct policy_choices *chosen)
{
    json_builder_set_member_name(json, RESULT_POLICIES);
    json_builder_begin_object(json);
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        json_builder_set_member_name(json, policy_kinds[kind]->name);
        add_values(json, chosen->of[kind]);
    }
    json_builder_end_object(json);
}
