/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/traces/traces_table.h"
#include "base/csv_field.h"
#include "base/json/text.h"
#include "metrics/peer_names.h"
#include "results/numbers.h"
#include <math.h>
#include <string.h>

/* Names and values of one program's run, and whoever writes them. */
struct table {
    const struct traced_program *program;
    GHashTable *values; /* name -> double */
    GString *text;
    JsonBuilder *json;
};

static bool keep_value(void *data, const char *name, double value)
{
    double *kept = g_new(double, 1);
    *kept = value;
    g_hash_table_insert(((struct table *)data)->values, g_strdup(name), kept);
    return true;
}

static void each_program(const GPtrArray *programs, struct table *table, peer_name_visitor visit)
{
    for (guint i = 0; i < programs->len; i++) {
        table->program = programs->pdata[i];
        if (!table->program->result)
            continue;
        table->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
        result_numbers_each(table->program->result, keep_value, table);
        peer_names_visit(visit, table);
        g_hash_table_unref(table->values);
    }
}

/* Counters as they are; NULL: the run doesn't have it. g_free. */
static char *value_of(const struct table *table, const char *name)
{
    const double *value = g_hash_table_lookup(table->values, name);
    if (!value)
        return NULL;
    return *value == floor(*value) ? g_strdup_printf("%.0f", *value)
                                   : g_strdup_printf("%.6g", *value);
}

/* ---- text ----------------------------------------------------------------------------------- */

static void add_line(void *data, const char *peer, const char *name, const char *unit,
                     const char *note)
{
    struct table *table = data;
    g_autofree char *value = value_of(table, name);
    (void)note;
    if (value)
        g_string_append_printf(table->text, "  %-36s = %-16s %s [%s]\n", peer, value, name, unit);
}

static void add_head(GString *text, const struct traced_program *program)
{
    if (program->result)
        g_string_append_printf(text, "%s\n", program->name);
    else
        g_string_append_printf(text, "%s: %s\n", program->name,
                               program->reason ? program->reason : "not run");
}

char *traces_text(const GPtrArray *programs)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < programs->len; i++) {
        struct traced_program *program = programs->pdata[i];
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        struct table table = {.text = text};
        g_ptr_array_add(one, program);
        add_head(text, program);
        each_program(one, &table, add_line);
    }
    return g_string_free(text, FALSE);
}

/* ---- CSV ------------------------------------------------------------------------------------ */

static void add_row(void *data, const char *peer, const char *name, const char *unit,
                    const char *note)
{
    struct table *table = data;
    g_autofree char *value = value_of(table, name);
    (void)note;
    if (!value)
        return;
    csv_field_append(table->text, table->program->name);
    g_string_append_printf(table->text, ",%s,%s,%s,%s\n", peer, name, unit, value);
}

char *traces_csv(const GPtrArray *programs)
{
    struct table table = {.text = g_string_new("program,accel_sim,metric,unit,value\n")};
    each_program(programs, &table, add_row);
    return g_string_free(table.text, FALSE);
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void add_member(void *data, const char *peer, const char *name, const char *unit,
                       const char *note)
{
    struct table *table = data;
    const double *value = g_hash_table_lookup(table->values, name);
    (void)unit, (void)note;
    if (!value)
        return;
    json_builder_set_member_name(table->json, peer);
    if (*value == floor(*value))
        json_builder_add_int_value(table->json, (gint64)*value);
    else
        json_builder_add_double_value(table->json, *value);
}

static void add_text(JsonBuilder *json, const char *name, const char *value)
{
    g_autofree char *valid = g_utf8_make_valid(value, -1);
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, valid);
}

char *traces_json(const GPtrArray *programs)
{
    g_autoptr(JsonBuilder) json = json_builder_new();
    json_builder_begin_array(json);
    for (guint i = 0; i < programs->len; i++) {
        struct traced_program *program = programs->pdata[i];
        g_autoptr(GPtrArray) one = g_ptr_array_new();
        struct table table = {.json = json};
        g_ptr_array_add(one, program);
        if (!program->result)
            continue;
        json_builder_begin_object(json);
        add_text(json, "program", program->name);
        add_text(json, "list", program->list);
        json_builder_set_member_name(json, "counters");
        json_builder_begin_object(json);
        each_program(one, &table, add_member);
        json_builder_end_object(json);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
    g_autoptr(JsonNode) root = json_builder_get_root(json);
    g_autofree char *text = json_text(root, true);
    return g_strconcat(text, "\n", NULL);
}
