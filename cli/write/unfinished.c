/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/write/unfinished.h"
#include "base/kernel_name.h"
#include "results/format.h"

/* Cycles of the whole launch. */
struct range {
    double low, high; /* both 0: no block has ended */
};

static struct range at_this_pace(const struct gpu_under_way *launch)
{
    const double cycles = (double)launch->cycles, all = (double)launch->blocks;
    if (launch->done == 0)
        return (struct range){0};
    return (struct range){cycles * all / (double)(launch->done + launch->running),
                          cycles * all / (double)launch->done};
}

void unfinished_add_summary(GString *text, const struct session *session)
{
    struct gpu_under_way launch;
    if (!session->outcome.wall_time_over)
        return;
    g_string_append_printf(text, "wall time     over after %.1f s (--max-wall)\n",
                           session->setup.options->max_wall);
    for (guint i = 0; gpu_under_way(session->running.gpu, i, &launch); i++) {
        const struct range range = at_this_pace(&launch);
        g_autofree char *name = kernel_plain_name(launch.name);
        g_string_append_printf(text,
                               "  launch %-5u %s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                               " blocks after %" G_GUINT64_FORMAT " cycles",
                               launch.launch, name, launch.done, launch.blocks, launch.cycles);
        if (range.high > 0)
            g_string_append_printf(text, "; at this pace %.0f to %.0f cycles in all", range.low,
                                   range.high);
        g_string_append_c(text, '\n');
    }
}

static void add_count(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

void unfinished_add_json(JsonBuilder *json, const struct session *session)
{
    struct gpu_under_way launch;
    if (!session->outcome.wall_time_over)
        return;
    json_builder_set_member_name(json, RESULT_UNFINISHED);
    json_builder_begin_array(json);
    for (guint i = 0; gpu_under_way(session->running.gpu, i, &launch); i++) {
        const struct range range = at_this_pace(&launch);
        json_builder_begin_object(json);
        add_count(json, RESULT_LAUNCH, launch.launch);
        json_builder_set_member_name(json, RESULT_KERNEL);
        json_builder_add_string_value(json, launch.name);
        add_count(json, "blocks", launch.blocks);
        add_count(json, "ended_blocks", launch.done);
        add_count(json, RESULT_CYCLES, launch.cycles);
        json_builder_set_member_name(json, "cycles_at_this_pace");
        json_builder_begin_array(json);
        json_builder_add_double_value(json, range.low);
        json_builder_add_double_value(json, range.high);
        json_builder_end_array(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}
