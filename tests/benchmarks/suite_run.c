/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/benchmarks/suite_run.h"
#include "base/json/members.h"
#include "results/format.h"
#include "results/result.h"

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <string.h>
#include <unistd.h>

static const double S_PER_PS = 1e-12;

static char **command_line(const struct suite_setup *setup, const struct suite_program *program,
                           const char *json)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_autofree char *to_json = g_strdup_printf("--json=%s", json);
    g_autofree char *executable = g_build_filename(setup->programs, program->name, NULL);
    g_strv_builder_add_many(words, setup->simgpu, setup->platform, to_json, NULL);
    if (setup->functional)
        g_strv_builder_add(words, "--functional");
    g_strv_builder_addv(words, (const char **)setup->options);
    g_strv_builder_add_many(words, "--", executable, NULL);
    g_strv_builder_addv(words, (const char **)program->arguments[setup->size]);
    return g_strv_builder_end(words);
}

/* ---- simgpu's results ------------------------------------------------------------------------ */

/* What is missing is reported as the first error. */
struct reader {
    JsonObject *root;
    GError **error;
    bool good;
};

static JsonNode *member(struct reader *reader, JsonObject *of, const char *name, GType type)
{
    JsonNode *node = of ? json_object_get_member(of, name) : NULL;
    if (node && json_node_get_value_type(node) == type)
        return node;
    if (reader->good)
        g_set_error(reader->error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "simgpu's results have no %s",
                    name);
    reader->good = false;
    return NULL;
}

static uint64_t number(struct reader *reader, JsonObject *of, const char *name)
{
    JsonNode *node = member(reader, of, name, G_TYPE_INT64);
    return node ? (uint64_t)json_node_get_int(node) : 0;
}

static void read_timed(struct suite_figures *figures, struct reader *reader)
{
    JsonObject *totals = json_object_in(reader->root, RESULT_TOTALS);
    JsonObject *sm = json_object_in(totals, "sm"), *dram = json_object_in(totals, "dram");
    figures->warp_instructions = number(reader, sm, RESULT_WARP_INSTRUCTIONS);
    figures->cycles = number(reader, json_object_in(totals, "dispatcher"), "kernel_cycles");
    figures->l1_loads = number(reader, sm, "l1d_loads");
    figures->l1_hits = number(reader, sm, "l1d_hits");
    figures->dram_bytes = number(reader, dram, "read_bytes") + number(reader, dram, "write_bytes");
    uint64_t elapsed_cycles = number(reader, reader->root, RESULT_ELAPSED_CYCLES);
    double elapsed_s = (double)number(reader, reader->root, RESULT_ELAPSED_PS) * S_PER_PS;
    if (elapsed_cycles > 0)
        figures->kernel_s = elapsed_s * (double)figures->cycles / (double)elapsed_cycles;
}

static bool read_results(struct suite_figures *figures, const char *json, bool functional,
                         GError **error)
{
    g_autoptr(JsonNode) root = result_load(json, "simgpu's results are none", error);
    if (!root)
        return false;
    struct reader reader = {json_node_get_object(root), error, true};
    JsonNode *wall =
        member(&reader, json_object_in(reader.root, RESULT_HOST), "wall_s", G_TYPE_DOUBLE);
    figures->simulation_s = wall ? json_node_get_double(wall) : 0.0;
    if (functional)
        figures->warp_instructions = number(
            &reader, json_object_in(json_object_in(reader.root, RESULT_TOTALS), "functional"),
            RESULT_WARP_INSTRUCTIONS);
    else
        read_timed(figures, &reader);
    return reader.good;
}

/* ---- the run --------------------------------------------------------------------------------- */

static bool run_process(struct suite_outcome *outcome, char **words, char **summary, GError **error)
{
    g_autofree char *err = NULL;
    int status = 0;
    gint64 start = g_get_monotonic_time();
    if (!g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, summary, &err, &status,
                      error))
        return false;
    outcome->figures.wall_s = (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC;
    outcome->messages = g_strconcat(*summary, err, NULL);
    return g_spawn_check_wait_status(status, error);
}

void suite_run(struct suite_outcome *outcome, const struct suite_setup *setup,
               const struct suite_program *program)
{
    *outcome = (struct suite_outcome){0};
    g_autoptr(GError) error = NULL;
    g_autofree char *json = NULL, *summary = NULL;
    int file = g_file_open_tmp("simgpu-suite-XXXXXX.json", &json, &error);
    if (file >= 0) {
        close(file);
        g_auto(GStrv) words = command_line(setup, program, json);
        struct suite_figures *figures = &outcome->figures;
        outcome->passed = run_process(outcome, words, &summary, &error) &&
                          read_results(figures, json, setup->functional, &error);
        g_unlink(json);
    }
    if (outcome->passed)
        return;
    char *messages = g_strdup_printf("%s%s: %s\n", outcome->messages ? outcome->messages : "",
                                     program->name, error->message);
    g_free(outcome->messages);
    outcome->messages = messages;
}

void suite_outcome_clear(struct suite_outcome *outcome)
{
    g_free(outcome->messages);
    *outcome = (struct suite_outcome){0};
}
