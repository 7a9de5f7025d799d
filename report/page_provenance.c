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

/* ---- of many points, which share most of it */

/* One line of the table: what, which, and how many points have it. */
struct shared {
    const char *what;
    char *which, *digest;
    guint points;
};

static void shared_free(gpointer data)
{
    struct shared *shared = data;
    g_free(shared->which);
    g_free(shared->digest);
    g_free(shared);
}

static void count(GPtrArray *all, const char *what, const char *which, const char *digest)
{
    for (guint i = 0; i < all->len; i++) {
        struct shared *known = all->pdata[i];
        if (strcmp(known->what, what) == 0 && strcmp(known->which, which) == 0 &&
            strcmp(known->digest, digest) == 0) {
            known->points++;
            return;
        }
    }
    struct shared *shared = g_new0(struct shared, 1);
    *shared = (struct shared){what, g_strdup(which), g_strdup(digest), 1};
    g_ptr_array_add(all, shared);
}

static void count_point(GPtrArray *all, JsonObject *provenance)
{
    g_autofree char *simgpu =
        g_strdup_printf("%s (%s)", text_in(provenance, "version"), text_in(provenance, "commit"));
    JsonObject *files = json_object_in(provenance, "files");
    g_autoptr(GList) names = files ? json_object_get_members(files) : NULL;
    count(all, "simgpu", simgpu, "");
    for (GList *name = names; name; name = name->next)
        count(all, "input", name->data, text_in(files, name->data));
}

static gint by_what(gconstpointer a, gconstpointer b)
{
    const struct shared *left = *(struct shared *const *)a, *right = *(struct shared *const *)b;
    gint order = strcmp(right->what, left->what); /* simgpu first */
    order = order ? order : strcmp(left->which, right->which);
    return order ? order : strcmp(left->digest, right->digest);
}

static void append_shared(GString *out, GPtrArray *all)
{
    g_ptr_array_sort(all, by_what);
    g_string_append(out,
                    "<h3>How they were run</h3>\n<div class=\"scroll wrap\"><table>\n"
                    "<tr><th></th><th></th><th>SHA-256</th><th class=\"n\">points</th></tr>\n");
    for (guint i = 0; i < all->len; i++) {
        const struct shared *shared = all->pdata[i];
        g_string_append_printf(out, "<tr><td>%s</td><td>", shared->what);
        text_append_escaped(out, shared->which);
        g_string_append(out, "</td><td><code>");
        g_autofree char *digest = g_strndup(shared->digest, SHOWN_OF_DIGEST);
        text_append_escaped(out, digest);
        g_string_append_printf(out, "</code></td><td class=\"n\">%u</td></tr>\n", shared->points);
    }
    g_string_append(out, "</table></div>\n<p class=\"note\">The command of each point is in the "
                         "results file, column command of table point.</p>\n");
}

/* Of a study's points, from the results file. */
static void append_of_study(GString *out, const struct results_study *study)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(shared_free);
    for (guint i = 0; i < study->rows->len; i++) {
        g_autoptr(JsonNode) provenance =
            results_member(study, study->rows->pdata[i], RESULT_PROVENANCE);
        if (json_object_of(provenance))
            count_point(all, json_object_of(provenance));
    }
    if (all->len > 0)
        append_shared(out, all);
}

/* ---- of runs */

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
    if (study->database) {
        append_of_study(out, study);
        return;
    }
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
