/* SPDX-License-Identifier: BSD-3-Clause */
/* The values of an SM and a launch lie behind each other in its list, launches in the order in
 * which they were on that SM; another SM may have had them in another one. */
#include "cli/json_policy.h"

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

/* The numbers of one row of the table, which are `first` and those behind it: what is not in the
 * list is 0. Returns the list's next value. */
static guint add_row(JsonBuilder *json, const struct policy_result *row, uint32_t first,
                     const GArray *values, guint from, guint to)
{
    uint32_t number = first;
    json_builder_set_member_name(json, row->name);
    if (row->n > 1)
        json_builder_begin_array(json);
    for (; from < to && value_at(values, from)->number < first + row->n; from++, number++) {
        for (; number < value_at(values, from)->number; number++)
            json_builder_add_int_value(json, 0);
        json_builder_add_int_value(json, (gint64)value_at(values, from)->value);
    }
    if (row->n > 1)
        json_builder_end_array(json);
    else if (number == first)
        json_builder_add_int_value(json, 0);
    return from;
}

static void add_report(JsonBuilder *json, const struct report *report, const GArray *values,
                       const struct policy_result *results)
{
    uint32_t first = 0;
    guint from = report->from;
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "sm");
    json_builder_add_int_value(json, report->sm);
    for (const struct policy_result *row = results; row->name; first += row->n, row++)
        from = add_row(json, row, first, values, from, report->to);
    json_builder_end_object(json);
}

static void begin_launch(JsonBuilder *json, uint32_t launch)
{
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "launch");
    json_builder_add_int_value(json, launch);
    json_builder_set_member_name(json, "sms");
    json_builder_begin_array(json);
}

static void end_launch(JsonBuilder *json)
{
    json_builder_end_array(json);
    json_builder_end_object(json);
}

void json_add_policy(JsonBuilder *json, const struct gpu *gpu,
                     const struct warp_scheduler_ops *scheduler)
{
    if (!scheduler->results)
        return;
    g_autoptr(GArray) reports = g_array_new(FALSE, FALSE, sizeof(struct report));
    for (uint32_t i = 0; i < gpu->config->n_sms; i++)
        find_reports(reports, sm_policy_values(gpu->sms[i]), i);
    g_array_sort(reports, by_launch_and_sm);
    json_builder_set_member_name(json, "policy");
    json_builder_begin_array(json);
    for (guint i = 0; i < reports->len; i++) {
        const struct report *report = &g_array_index(reports, struct report, i);
        if (i == 0 || report[-1].launch != report->launch)
            begin_launch(json, report->launch);
        add_report(json, report, sm_policy_values(gpu->sms[report->sm]), scheduler->results);
        if (i + 1 == reports->len || report[1].launch != report->launch)
            end_launch(json);
    }
    json_builder_end_array(json);
}
