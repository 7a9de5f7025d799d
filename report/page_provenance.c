/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/page_provenance.h"
#include "base/json/members.h"
#include "report/text.h"
#include "results/format.h"
#include <string.h>

/* As much of a digest as tells files apart to a reader; the results have all of it. */
enum { SHOWN_OF_DIGEST = 12 };

/* "" where there is no such text. */
static const char *text_in(JsonObject *object, const char *name)
{
    const char *text = json_text_in(object, name);
    return text ? text : "";
}

static JsonObject *provenance_of(const struct results_row *row)
{
    return row->result ? json_object_in(json_node_get_object(row->result), RESULT_PROVENANCE)
                       : NULL;
}

static void append_command(GString *out, JsonObject *provenance)
{
    JsonArray *line = json_array_in(provenance, "command_line");
    g_string_append(out, "<td><code>");
    for (guint i = 0; i < json_length_of(line); i++) {
        const char *text = json_text_of(json_array_get_element(line, i));
        const char *word = text ? text : "";
        bool plain = *word && !strpbrk(word, " \t\n'\"\\$`*?[]();&|<>#~");
        g_autofree char *quoted = plain ? g_strdup(word) : g_shell_quote(word);
        g_string_append(out, i > 0 ? " " : "");
        text_append_escaped(out, quoted);
    }
    g_string_append(out, "</code></td>");
}

static void append_digest(GString *out, const char *name, const char *digest)
{
    g_autofree char *shown = g_strndup(digest, SHOWN_OF_DIGEST);
    text_append_escaped(out, name);
    g_string_append(out, " <code>");
    text_append_escaped(out, shown);
    g_string_append(out, "</code>");
}

static void append_files(GString *out, JsonObject *provenance)
{
    JsonObject *files = json_object_in(provenance, "files");
    g_string_append(out, "<td>");
    append_digest(out, "platform as resolved",
                  text_in(json_object_in(provenance, "platform"), "sha256"));
    g_autoptr(GList) names = files ? json_object_get_members(files) : NULL;
    for (GList *name = names; name; name = name->next) {
        g_string_append(out, ", ");
        append_digest(out, name->data, text_in(files, name->data));
    }
    g_string_append(out, "</td>");
}

static void append_row(GString *out, const struct results_study *study,
                       const struct results_row *row, JsonObject *provenance)
{
    g_autofree char *run = results_row_text(study, row);
    g_autofree char *simgpu =
        g_strdup_printf("%s (%s)", text_in(provenance, "version"), text_in(provenance, "commit"));
    g_string_append(out, "<tr><td>");
    text_append_escaped(out, run);
    g_string_append(out, "</td><td>");
    text_append_escaped(out, simgpu);
    g_string_append(out, "</td>");
    append_command(out, provenance);
    append_files(out, provenance);
    g_string_append(out, "</tr>\n");
}

void page_append_provenance(GString *out, const struct results_study *study)
{
    bool any = false;
    for (guint i = 0; i < study->rows->len; i++) {
        JsonObject *provenance = provenance_of(study->rows->pdata[i]);
        if (!provenance)
            continue;
        if (!any)
            g_string_append_printf(
                out,
                "<h3>How %s run</h3>\n<div class=\"scroll wrap\"><table>\n<tr><th>run</th>"
                "<th>simgpu</th><th>command</th><th>inputs, with their SHA-256</th></tr>\n",
                study->rows->len > 1 ? "they were" : "it was");
        any = true;
        append_row(out, study, study->rows->pdata[i], provenance);
    }
    if (any)
        g_string_append(out, "</table></div>\n");
}
