/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/job_list.h"
#include "base/write_text.h"

static void chunk_free(struct job_chunk *chunk)
{
    g_array_unref(chunk->positions);
    g_free(chunk->points);
    g_free(chunk->store);
    g_free(chunk->line);
    g_free(chunk);
}

/* "0-3,7" of 0, 1, 2, 3, 7. */
static char *ranges(const GArray *positions)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < positions->len;) {
        unsigned first = g_array_index(positions, unsigned, i), last = first;
        while (++i < positions->len && g_array_index(positions, unsigned, i) == last + 1)
            last++;
        g_string_append_printf(text, "%s%u", text->len ? "," : "", first);
        if (last > first)
            g_string_append_printf(text, "-%u", last);
    }
    return g_string_free(text, FALSE);
}

static void append_quoted(GString *line, const char *word)
{
    g_autofree char *quoted = g_shell_quote(word);
    g_string_append_printf(line, " %s", quoted);
}

static char *command_line(const struct job_setup *setup, const struct job_chunk *chunk)
{
    GString *line = g_string_new("cd");
    append_quoted(line, setup->directory);
    g_string_append(line, " &&");
    append_quoted(line, setup->executable);
    g_string_append(line, " study");
    append_quoted(line, setup->study_file);
    g_string_append_printf(line, " --points %s -j %u", chunk->points, setup->jobs);
    if (setup->cores > setup->jobs)
        g_string_append_printf(line, " --cores %u", setup->cores);
    g_string_append(line, " -o");
    append_quoted(line, chunk->store);
    g_string_append(line, " >/dev/null"); /* the whole study's table, in each job */
    return g_string_free(line, FALSE);
}

GPtrArray *job_chunks(const struct job_setup *setup, const bool *chosen, unsigned n)
{
    GPtrArray *chunks = g_ptr_array_new_with_free_func((GDestroyNotify)chunk_free);
    unsigned n_chosen = 0;
    for (unsigned i = 0; i < n; i++)
        n_chosen += chosen[i];
    unsigned size = setup->chunk_points;
    if (size == 0)
        size = MAX(1, (n_chosen + JOB_CHUNKS_MAX - 1) / JOB_CHUNKS_MAX);
    struct job_chunk *chunk = NULL;
    for (unsigned i = 0; i < n; i++) {
        if (!chosen[i])
            continue;
        if (!chunk || chunk->positions->len == size) {
            chunk = g_new0(struct job_chunk, 1);
            chunk->positions = g_array_new(FALSE, FALSE, sizeof(unsigned));
            chunk->store = g_strdup_printf("%s/chunk-%u.sqlite", setup->folder, chunks->len);
            g_ptr_array_add(chunks, chunk);
        }
        g_array_append_val(chunk->positions, i);
    }
    for (unsigned i = 0; i < chunks->len; i++) {
        chunk = g_ptr_array_index(chunks, i);
        chunk->points = ranges(chunk->positions);
        chunk->line = command_line(setup, chunk);
    }
    return chunks;
}

bool job_list_write(const GPtrArray *chunks, const char *path, GError **error)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < chunks->len; i++) {
        const struct job_chunk *chunk = g_ptr_array_index(chunks, i);
        g_string_append_printf(text, "%s\n", chunk->line);
    }
    bool written = write_text(path, text->str, error);
    g_string_free(text, TRUE);
    return written;
}
