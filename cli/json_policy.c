/* SPDX-License-Identifier: BSD-3-Clause */
/* The values of an SM and a launch lie behind each other in the SM's list, by kind and number;
 * launches in the order in which they were on that SM; another SM may have had them in another one.
 */
#include "cli/json_policy.h"
#include "results/format.h"

/* A launch on an SM: its values are `from` up to `to` of the SM's list. */
struct report {
    uint32_t launch, sm;
    guint from, to;
};

static const struct sm_policy_value *value_at(const GArray *values, guint index)
{
    return &g_array_index(values, struct sm_policy_value, index);
}

static void find_reports(GArray *reports, const GArray *values, uint32_t sm)
{
    for (guint i = 0; i < values->len; i++) {
        struct report *last =
            reports->len ? &g_array_index(reports, struct report, reports->len - 1) : NULL;
        uint32_t launch = value_at(values, i)->launch;
        if (last && last->sm == sm && last->launch == launch) {
            last->to = i + 1;
            continue;
        }
        const struct report next = {launch, sm, i, i + 1};
        g_array_append_val(reports, next);
    }
}

static gint by_launch_and_sm(gconstpointer a, gconstpointer b)
{
    const struct report *x = a, *y = b;
    if (x->launch != y->launch)
        return x->launch < y->launch ? -1 : 1;
    return x->sm < y->sm ? -1 : x->sm > y->sm;
}

/* What is left of an SM's values, which are written in their order. */
struct rest {
    const GArray *values;
    guint from, to;
};

static const struct sm_policy_value *next_of(const struct rest *rest, unsigned kind, uint32_t below)
{
    if (rest->from == rest->to)
        return NULL;
    const struct sm_policy_value *value = value_at(rest->values, rest->from);
    return value->kind == kind && value->number < below ? value : NULL;
}

/* The numbers of one row of the kind's table, which are `first` and those behind it: what is not in
 * the list is 0. */
static void add_row(JsonBuilder *json, struct rest *rest, unsigned kind,
                    const struct policy_result *row, uint32_t first)
{
    uint32_t number = first;
    const struct sm_policy_value *value;
    json_builder_set_member_name(json, row->name);
    if (row->n > 1)
        json_builder_begin_array(json);
    for (; (value = next_of(rest, kind, first + row->n)); rest->from++, number++) {
        for (; number < value->number; number++)
            json_builder_add_int_value(json, 0);
        json_builder_add_int_value(json, (gint64)value->value);
    }
    if (row->n > 1)
        json_builder_end_array(json);
    else if (number == first)
        json_builder_add_int_value(json, 0);
}

/* The policies of an SM come first in the order of kinds. */
static const struct policy_result *results_of(const struct policy_choices *chosen, unsigned kind)
{
    return ((const struct sm_policy *)chosen->of[kind]->policy)->results;
}

static void add_report(JsonBuilder *json, const struct report *report, const GArray *values,
                       const struct policy_choices *chosen)
{
    struct rest rest = {values, report->from, report->to};
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "sm");
    json_builder_add_int_value(json, report->sm);
    for (unsigned kind = 0; kind <= POLICY_L1_BYPASS; kind++) {
        const struct policy_result *row = results_of(chosen, kind);
        if (!row)
            continue;
        json_builder_set_member_name(json, policy_kinds[kind]->name);
        json_builder_begin_object(json);
        for (uint32_t first = 0; row->name; first += row->n, row++)
            add_row(json, &rest, kind, row, first);
        json_builder_end_object(json);
    }
    json_builder_end_object(json);
}

static void begin_launch(JsonBuilder *json, uint32_t launch)
{
    json_builder_begin_object(json);
    json_builder_set_member_name(json, RESULT_LAUNCH);
    json_builder_add_int_value(json, launch);
    json_builder_set_member_name(json, RESULT_SMS);
    json_builder_begin_array(json);
}

static void end_launch(JsonBuilder *json)
{
    json_builder_end_array(json);
    json_builder_end_object(json);
}

bool json_policies_tell(const struct policy_choices *chosen)
{
    for (unsigned kind = 0; kind <= POLICY_L1_BYPASS; kind++)
        if (results_of(chosen, kind))
            return true;
    return false;
}

void json_add_policy_results(JsonBuilder *json, const struct gpu *gpu,
                             const struct policy_choices *chosen)
{
    if (!json_policies_tell(chosen))
        return;
    g_autoptr(GArray) reports = g_array_new(FALSE, FALSE, sizeof(struct report));
    for (uint32_t i = 0; i < gpu->config->n_sms; i++)
        find_reports(reports, sm_policy_values(gpu->sms[i]), i);
    g_array_sort(reports, by_launch_and_sm);
    json_builder_set_member_name(json, RESULT_POLICY);
    json_builder_begin_array(json);
    for (guint i = 0; i < reports->len; i++) {
        const struct report *report = &g_array_index(reports, struct report, i);
        if (i == 0 || report[-1].launch != report->launch)
            begin_launch(json, report->launch);
        add_report(json, report, sm_policy_values(gpu->sms[report->sm]), chosen);
        if (i + 1 == reports->len || report[1].launch != report->launch)
            end_launch(json);
    }
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
