/* SPDX-License-Identifier: BSD-3-Clause */
/* Findings in the results file. */
#include "sanitize/findings_json.h"
#include "sanitize/sanitize_private.h"

static void add_string(JsonBuilder *json, const char *name, const char *value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_string_value(json, value ? value : "");
}

static void add_integer(JsonBuilder *json, const char *name, uint64_t value)
{
    json_builder_set_member_name(json, name);
    json_builder_add_int_value(json, (gint64)value);
}

static void add_sites(JsonBuilder *json, const struct sanitizer *sanitizer,
                      const struct finding *finding)
{
    json_builder_set_member_name(json, "lines");
    json_builder_begin_array(json);
    for (unsigned i = 0; i < G_N_ELEMENTS(finding->site); i++) {
        if (finding->site[i] == NO_SITE)
            continue;
        const struct site *site = sites_at(sanitizer->sites, finding->site[i]);
        uint32_t line;
        json_builder_begin_object(json);
        add_string(json, "file", site_file(site, &line));
        add_integer(json, "line", line);
        add_string(json, "kernel", site->code->name);
        json_builder_end_object(json);
    }
    json_builder_end_array(json);
}

static void add_finding(JsonBuilder *json, const struct sanitizer *sanitizer,
                        const struct finding *finding)
{
    json_builder_begin_object(json);
    add_string(json, "checker", checker_name(finding->checker));
    add_string(json, "level", finding->note ? "note" : "error");
    add_integer(json, "count", finding->count);
    add_string(json, "title", finding->title);
    add_string(json, "detail", finding->detail);
    add_string(json, "advice", finding->advice);
    add_sites(json, sanitizer, finding);
    json_builder_end_object(json);
}

void sanitizer_write_json(const struct sanitizer *sanitizer, JsonBuilder *json)
{
    uint64_t suppressed;
    g_autoptr(GPtrArray) sorted = findings_sorted(sanitizer->findings, &suppressed);
    json_builder_begin_object(json);
    add_integer(json, "errors", findings_errors(sanitizer->findings));
    add_integer(json, "suppressed", suppressed);
    json_builder_set_member_name(json, "findings");
    json_builder_begin_array(json);
    for (guint i = 0; i < sorted->len; i++)
        add_finding(json, sanitizer, sorted->pdata[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
}
