/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/represented.h"
#include "base/kernel_name.h"
#include "cli/run/sampling/leaps_rest.h"
#include "results/format.h"
#include <string.h>

/* What estimates may be off beyond the spread that timed launches and waves show. Of launches'
 * cycles; of DRAM's counters, since caches are only about as they would be; of the rest of a
 * launch, whose steady waves are not those at its end. ASSUMED: docs/explanation/sampled-timing.md
 * has what it is in programs of the suite. */
static const double floor_of_launches = 0.003, floor_of_dram = 0.03, floor_of_rest = 0.01;
/* Of what is a guess: bytes of DRAM while L2 fills. ASSUMED. */
static const double doubt = 0.5;

/* Where a counter is in the counters of all units. */
struct place {
    size_t table; /* offset of its units' struct in struct unit_counters */
    const struct counter *counter;
};

static size_t table_offset(const struct counter *table)
{
    if (table == sm_counter_table)
        return offsetof(struct unit_counters, sm);
    return table == l2_bank_counter_table ? offsetof(struct unit_counters, l2)
                                          : offsetof(struct unit_counters, dram);
}

static double count_at(const void *data, const struct unit_counters *counters)
{
    const struct place *place = data;
    return (double)counter_value(place->counter, (const char *)counters + place->table);
}

/* What units have counted for a launch; 0 if nothing. */
static double counted(const struct gpu *gpu, uint32_t launch, const struct counter *table,
                      const struct counter *counter)
{
    const GArray *records = gpu_kernel_records(gpu);
    guint i = 0;
    while (i < records->len && g_array_index(records, struct kernel_record, i).launch != launch)
        i++;
    const struct gpu_row row = gpu_ledger_row(gpu, i);
    const void *counters = table == sm_counter_table        ? row.sm
                           : table == l2_bank_counter_table ? row.l2
                                                            : row.dram;
    return counters ? (double)counter_value(counter, counters) : 0;
}

static double count_in(const void *data, const struct wave_row *row)
{
    return count_at(data, &row->counters);
}

static bool is_called(const struct place *place, const char *name)
{
    return place && place->table == offsetof(struct unit_counters, dram) &&
           strcmp(place->counter->name, name) == 0;
}

/* The part of a launch that was not timed. place: NULL for cycles. */
static void add_rest(const struct represented_figure *figure, guint i,
                     const struct timed_whole *timed, const struct place *place)
{
    if (timed->leaps) {
        double (*get)(const void *data, const struct wave_row *row) =
            place ? count_in : leaps_cycles_at;
        const struct leaps_rest rest = leaps_rest(timed->leaps, get, place);
        const double ends = place ? 0 : timed->leaps->ends;
        const struct wave_rate rate = timed_whole_beyond(timed, get, place, ends);
        figure->values[i] += rest.more + ends + timed->rest * rate.mean;
        figure->half_widths[i] = rest.half_width + (place ? 0 : timed_whole_ends(timed)) +
                                 timed->rest * rate.half_width +
                                 floor_of_rest * (rest.computed + ends + timed->rest * rate.mean);
        return;
    }
    const struct wave_rate steady =
        waves_rest(timed->waves, timed->rest, place ? count_at : NULL, place);
    const double so_far = figure->values[i] / (double)MAX(timed->work, 1);
    figure->half_widths[i] = steady.half_width + floor_of_rest * steady.mean;
    if (timed->course && (is_called(place, "read_bytes") || is_called(place, "write_bytes"))) {
        const struct wave_rate modelled =
            timed_whole_by_course(timed, is_called(place, "write_bytes"), figure->values[i]);
        figure->values[i] += modelled.mean;
        figure->half_widths[i] = modelled.half_width + floor_of_rest * modelled.mean;
        return;
    }
    figure->values[i] += steady.mean;
    if (is_called(place, "write_bytes")) {
        const double more = waves_write_backs(timed->waves, timed->rest);
        figure->values[i] += more;
        figure->half_widths[i] += more * doubt;
    }
    if ((is_called(place, "read_bytes") || is_called(place, "write_bytes")) &&
        waves_l2_fills(timed->waves))
        figure->half_widths[i] += timed->rest * so_far * doubt;
}

static double floor_of(const struct counter *table)
{
    return table == dram_counter_table ? floor_of_dram : floor_of_launches;
}

struct represented_figure represented_figure(const struct representative *r,
                                             const struct counter *table,
                                             const struct counter *counter)
{
    struct represented_figure figure = {.values = g_new0(double, r->timed->len + 1),
                                        .half_widths = g_new0(double, r->timed->len + 1),
                                        .floor = floor_of(table)};
    const struct place place = {table ? table_offset(table) : 0, counter};
    if (table) {
        figure.parts[0] = is_called(&place, "read_bytes");
        figure.parts[1] = is_called(&place, "write_bytes");
    }
    for (guint i = 0; i < r->timed->len; i++) {
        const struct timed_whole *timed = &g_array_index(r->timed, struct timed_whole, i);
        figure.values[i] =
            table ? counted(r->gpu, timed->launch, table, counter) : (double)timed->cycles;
        if (timed_whole_is_cut(timed))
            add_rest(&figure, i, timed, table ? &place : NULL);
    }
    return figure;
}

void represented_figure_clear(struct represented_figure *figure)
{
    g_free(figure->values);
    g_free(figure->half_widths);
}

static struct sampling_estimate estimate(const struct representative *r, const char *kernel,
                                         const struct represented_figure *figure)
{
    const struct sampling_figures figures = {figure->values, figure->half_widths, figure->floor,
                                             figure->parts};
    return sampling_estimate(&r->sampling, kernel, &figures);
}

/* Bytes that DRAM read and wrote. */
static struct represented_figure dram_bytes(const struct representative *r)
{
    struct represented_figure all = {.values = g_new0(double, r->timed->len + 1),
                                     .half_widths = g_new0(double, r->timed->len + 1),
                                     .floor = floor_of_dram,
                                     .parts = {1, 1}};
    for (const struct counter *row = dram_counter_table; row->name; row++) {
        if (strcmp(row->name, "read_bytes") != 0 && strcmp(row->name, "write_bytes") != 0)
            continue;
        struct represented_figure part = represented_figure(r, dram_counter_table, row);
        for (guint i = 0; i < r->timed->len; i++) {
            all.values[i] += part.values[i];
            all.half_widths[i] += part.half_widths[i];
        }
        represented_figure_clear(&part);
    }
    return all;
}

/* Names of kernels in the order of their first launches. g_ptr_array_unref. */
static GPtrArray *kernels_of(const struct representative *r)
{
    GPtrArray *names = g_ptr_array_new();
    for (guint k = 0; k < r->sampling.kinds->len; k++) {
        const struct sampling_kind *kind = r->sampling.kinds->pdata[k];
        if (!g_ptr_array_find_with_equal_func(names, kind->name, g_str_equal, NULL))
            g_ptr_array_add(names, kind->name);
    }
    return names;
}

struct launch_counts {
    uint64_t timed, computed;
};

static struct launch_counts launches_of(const struct representative *r, const char *kernel)
{
    struct launch_counts counts = {0};
    for (guint k = 0; k < r->sampling.kinds->len; k++) {
        const struct sampling_kind *kind = r->sampling.kinds->pdata[k];
        if (kernel && strcmp(kind->name, kernel) != 0)
            continue;
        counts.timed += kind->timed->len;
        for (guint i = 0; i < kind->computed->len; i++)
            counts.computed += g_array_index(kind->computed, struct computed_launches, i).n;
    }
    return counts;
}

static unsigned launches_that(const struct representative *r,
                              bool (*are)(const struct timed_whole *timed))
{
    unsigned n = 0;
    for (guint i = 0; i < r->timed->len; i++)
        n += are(&g_array_index(r->timed, struct timed_whole, i));
    return n;
}

static uint64_t timed_work(const struct representative *r)
{
    struct gpu_totals totals;
    gpu_totals(r->gpu, &totals);
    return totals.sm.warp_instructions;
}

/* Estimated where a trace does not tell. */
static double all_work(const struct representative *r)
{
    for (const struct counter *row = sm_counter_table; row->name; row++) {
        if (strcmp(row->name, "warp_instructions") != 0)
            continue;
        struct represented_figure figure = represented_figure(r, sm_counter_table, row);
        const double value = estimate(r, NULL, &figure).value;
        represented_figure_clear(&figure);
        return value;
    }
    g_assert_not_reached();
}

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

/* ---- the summary
 * ----------------------------------------------------------------------------------
 */

static const char *const reasons[IN_FULL_REASONS] = {
    [IN_FULL_BESIDE] = "others run beside them, or a kernel has launched them",
    [IN_FULL_CLUSTERS] = "they have clusters of blocks",
    [IN_FULL_SYNC] = "they have instructions that can't be computed first and undone"};
static const char *const reason_names[IN_FULL_REASONS] = {[IN_FULL_BESIDE] = "beside_others",
                                                          [IN_FULL_CLUSTERS] = "clusters",
                                                          [IN_FULL_SYNC] = "not_undone"};

static void add_interval(GString *text, const char *what, const struct sampling_estimate *e,
                         const char *unit)
{
    g_string_append_printf(text, "%-13s %.0f %s, within %.2f %% (95 of 100 cases)\n", what,
                           e->value, unit, percent(e->half_width, e->value));
}

void represented_add_summary(GString *text, const struct representative *r)
{
    enum { MOST_KERNELS = 12 };
    struct represented_figure cycles = represented_figure(r, NULL, NULL), bytes = dram_bytes(r);
    g_autoptr(GPtrArray) kernels = kernels_of(r);
    const struct sampling_estimate time = estimate(r, NULL, &cycles);
    const struct sampling_estimate traffic = estimate(r, NULL, &bytes);
    const struct launch_counts counts = launches_of(r, NULL);
    const double work = all_work(r);
    g_string_append_printf(text,
                           "representative %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                           " launches timed, %u of them not to their last block; %.2f %% of %.0f "
                           "warp instructions\n",
                           counts.timed, counts.timed + counts.computed,
                           launches_that(r, timed_whole_is_cut),
                           percent((double)timed_work(r), work), work);
    add_interval(text, "  estimate", &time, "SM cycles in all kernels");
    add_interval(text, "  estimate", &traffic, "bytes of DRAM");
    const unsigned wide = launches_that(r, timed_whole_is_wide);
    if (wide > 0)
        g_string_append_printf(text,
                               "  over budget %u launches: after so long, wider intervals than "
                               "--error asks for had to do\n",
                               wide);
    for (unsigned i = 1; i < IN_FULL_REASONS; i++)
        if (r->in_full[i] > 0)
            g_string_append_printf(text, "  in full     %" G_GUINT64_FORMAT " launches: %s\n",
                                   r->in_full[i], reasons[i]);
    for (guint i = 0; i < kernels->len && i < MOST_KERNELS; i++) {
        const struct sampling_estimate own = estimate(r, kernels->pdata[i], &cycles);
        const struct launch_counts of = launches_of(r, kernels->pdata[i]);
        g_autofree char *name = kernel_plain_name(kernels->pdata[i]);
        g_string_append_printf(text,
                               "  kernel      %-24s %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                               " timed, %.0f cycles within %.2f %%\n",
                               name, of.timed, of.timed + of.computed, own.value,
                               percent(own.half_width, own.value));
    }
    g_string_append(text, "What follows is of the timed launches and blocks alone:\n");
    represented_figure_clear(&cycles);
    represented_figure_clear(&bytes);
}

/* ---- JSON
 * -----------------------------------------------------------------------------------------
 */

static void add_number(JsonBuilder *json, const char *name, double value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_double_value(json, value);
}

static void add_count(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_estimate(JsonBuilder *json, const char *name, struct sampling_estimate e)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
    add_number(json, "value", e.value);
    add_number(json, "half_width", e.half_width);
    json_builder_end_object(json);
}

static void add_scope(JsonBuilder *json, const struct representative *r, const char *kernel,
                      const struct represented_figure *cycles,
                      const struct represented_figure *bytes)
{
    const struct launch_counts counts = launches_of(r, kernel);
    add_count(json, "launches", counts.timed + counts.computed);
    add_count(json, "timed", counts.timed);
    add_estimate(json, "cycles", estimate(r, kernel, cycles));
    add_estimate(json, "dram_bytes", estimate(r, kernel, bytes));
}

static void add_table(JsonBuilder *json, const struct representative *r, const char *name,
                      const struct counter *table)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_object(json);
    for (const struct counter *row = table; row->name; row++) {
        struct represented_figure figure = represented_figure(r, table, row);
        add_estimate(json, row->name, estimate(r, NULL, &figure));
        represented_figure_clear(&figure);
    }
    json_builder_end_object(json);
}

static void add_timed(JsonBuilder *json, const struct representative *r)
{
    g_autofree double *weights = g_new(double, r->timed->len + 1);
    sampling_weights(&r->sampling, NULL, weights, r->timed->len);
    json_builder_set_member_name(json, "timed_launches");
    json_builder_begin_array(json);
    for (guint i = 0; i < r->timed->len; i++) {
        const struct timed_whole *timed = &g_array_index(r->timed, struct timed_whole, i);
        json_builder_begin_object(json);
        add_count(json, "launch", timed->launch);
        add_count(json, "blocks", timed->n_blocks);
        add_count(json, "timed_blocks", timed->timed_blocks);
        add_count(json, "cycles", timed->cycles);
        add_number(json, "weight", weights[i]);
        if (timed_whole_is_wide(timed)) {
            json_builder_set_member_name(json, "over_budget");
            json_builder_add_boolean_value(json, TRUE);
        }
        if (timed->why != IN_FULL_NOT) {
            json_builder_set_member_name(json, "in_full");
            json_builder_add_string_value(json, reason_names[timed->why]);
        }
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

void represented_add_json(JsonBuilder *json, const struct representative *r)
{
    struct represented_figure cycles = represented_figure(r, NULL, NULL), bytes = dram_bytes(r);
    g_autoptr(GPtrArray) kernels = kernels_of(r);
    json_builder_set_member_name(json, RESULT_REPRESENTATIVE);
    json_builder_begin_object(json);
    add_number(json, "error", r->sampling.error);
    add_count(json, "timed_warp_instructions", timed_work(r));
    add_number(json, "warp_instructions", all_work(r));
    add_scope(json, r, NULL, &cycles, &bytes);
    json_builder_set_member_name(json, "kernels");
    json_builder_begin_array(json);
    for (guint i = 0; i < kernels->len; i++) {
        json_builder_begin_object(json);
        json_builder_set_member_name(json, RESULT_KERNEL);
        json_builder_add_string_value(json, kernels->pdata[i]);
        add_scope(json, r, kernels->pdata[i], &cycles, &bytes);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    json_builder_set_member_name(json, "counters");
    json_builder_begin_object(json);
    add_table(json, r, "sm", sm_counter_table);
    add_table(json, r, "l2", l2_bank_counter_table);
    add_table(json, r, "dram", dram_counter_table);
    json_builder_end_object(json);
    add_timed(json, r);
    json_builder_end_object(json);
    represented_figure_clear(&cycles);
    represented_figure_clear(&bytes);
}
