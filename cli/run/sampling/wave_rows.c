/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/wave_rows.h"
#include "observers/sampler_groups.h"

struct sampled {
    struct unit *unit;
    enum gpu_units kind;
    const void *counters;
};

static void add(struct unit_counters *sum, const struct sampled *sampled, const void *counters)
{
    if (sampled->kind == GPU_SMS)
        counters_add(sm_counter_table, &sum->sm, counters);
    else if (sampled->kind == GPU_BANKS)
        counters_add(l2_bank_counter_table, &sum->l2, counters);
    else
        counters_add(dram_counter_table, &sum->dram, counters);
}

void wave_rows_read(struct wave_rows *rows, const struct unit *unit, sim_time time)
{
    const struct sampled *sampled = g_hash_table_lookup(rows->kinds, unit);
    const void *read = sampled->counters;
    union sampler_counters counters;
    if (unit->ops->snapshot) {
        unit->ops->snapshot(unit, time, &counters);
        read = &counters;
    }
    add(&wave_rows_at(rows, rows->list->len - 1)->counters, sampled, read);
    if (rows->beside)
        rows->beside(rows->beside_data, unit);
}

/* The engine's hook. */
static sim_time take(void *data, const struct unit *unit, sim_time time)
{
    wave_rows_read(data, unit, time);
    return SIM_TIME_NEVER;
}

void wave_rows_read_idle(struct wave_rows *rows)
{
    GHashTableIter iter;
    gpointer item;
    g_hash_table_iter_init(&iter, rows->kinds);
    while (g_hash_table_iter_next(&iter, NULL, &item)) {
        struct sampled *sampled = item;
        if (sampled->unit->sample_at == SIM_TIME_NEVER)
            continue;
        if (sampled->unit->sampler == &rows->sampler) /* not of an earlier launch */
            wave_rows_read(rows, sampled->unit, sampled->unit->sample_at);
        sampled->unit->sample_at = SIM_TIME_NEVER;
    }
}

void wave_rows_begin(struct wave_rows *rows, const struct wave_row *row)
{
    GHashTableIter iter;
    gpointer item;
    g_array_append_vals(rows->list, row, 1);
    g_hash_table_iter_init(&iter, rows->kinds);
    while (g_hash_table_iter_next(&iter, NULL, &item))
        engine_sample(gpu_engine(rows->gpu), ((struct sampled *)item)->unit, &rows->sampler,
                      row->at);
}

static void know_units(struct wave_rows *rows, enum gpu_units kind)
{
    const struct unit *unit;
    const void *counters;
    for (uint32_t i = 0; gpu_unit(rows->gpu, kind, i, &unit, &counters); i++) {
        struct sampled *sampled = g_new(struct sampled, 1);
        *sampled = (struct sampled){g_ptr_array_index(gpu_engine(rows->gpu)->units, unit->id), kind,
                                    counters};
        g_hash_table_insert(rows->kinds, sampled->unit, sampled);
    }
}

void wave_rows_init(struct wave_rows *rows, const struct gpu *gpu, void *data,
                    sim_time (*own)(void *data, const struct unit *unit, sim_time time))
{
    *rows = (struct wave_rows){.gpu = gpu,
                               .list = g_array_new(FALSE, TRUE, sizeof(struct wave_row)),
                               .kinds = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                               .sampler = {own ? data : rows, own ? own : take}};
    know_units(rows, GPU_SMS);
    know_units(rows, GPU_BANKS);
    know_units(rows, GPU_CHANNELS);
}

void wave_rows_finish(struct wave_rows *rows)
{
    g_array_free(rows->list, TRUE);
    g_hash_table_unref(rows->kinds);
}
