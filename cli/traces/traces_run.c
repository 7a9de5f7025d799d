/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/traces/traces_run.h"
#include "cli/base/output.h"
#include "study/child.h"
#include <string.h>

enum { WATCH_MS = 200 };

/* A process and whose it is. */
struct job {
    struct child *child;
    struct study_point point;
    struct traced_program *program;
};

static void job_free(void *data)
{
    struct job *job = data;
    if (job->child)
        child_free(job->child);
    g_strfreev(job->point.arguments);
    g_free(job);
}

static char **arguments_of(const struct traces_run *run, const struct traced_program *program)
{
    GStrvBuilder *words = g_strv_builder_new();
    g_strv_builder_add(words, run->platform);
    g_strv_builder_add(words, program->list);
    for (char *const *option = run->options; option && *option; option++)
        g_strv_builder_add(words, *option);
    char **arguments = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return arguments;
}

static struct job *start(const struct traces_run *run, struct traced_program *program,
                         GError **error)
{
    struct job *job = g_new0(struct job, 1);
    job->program = program;
    job->point.arguments = arguments_of(run, program);
    job->child = child_start(run->executable, &job->point, 1, error);
    if (job->child)
        return job;
    job_free(job);
    return NULL;
}

static void pass_warnings_on(const struct job *job)
{
    static const char warning[] = "simgpu: warning: ";
    g_auto(GStrv) lines = g_strsplit(job->child->messages->str, "\n", -1);
    for (char **line = lines; *line; line++)
        if (g_str_has_prefix(*line, warning))
            output_line(stderr, "simgpu: %s: warning: %s", job->program->name,
                        *line + strlen(warning));
}

static void end(const struct traces_run *run, struct job *job)
{
    struct store_run row;
    pass_warnings_on(job);
    child_finish(job->child, run->executable, &row);
    job->program->result = g_steal_pointer(&row.result);
    if (!job->program->result) {
        job->program->reason = g_steal_pointer(&row.reason);
        output_line(stderr, "simgpu: %s: %s", job->program->name, job->program->reason);
    }
    store_run_clear(&row);
}

static void wait_for_any(const GPtrArray *jobs)
{
    g_autofree struct pollfd *files = g_new(struct pollfd, (gsize)jobs->len * CHILD_FILES);
    for (guint i = 0; i < jobs->len; i++)
        child_watch(((struct job *)jobs->pdata[i])->child, files + (gsize)i * CHILD_FILES);
    poll(files, (nfds_t)jobs->len * CHILD_FILES, WATCH_MS);
}

static void look_at_all(const struct traces_run *run, GPtrArray *jobs)
{
    for (guint i = jobs->len; i-- > 0;) {
        struct job *job = jobs->pdata[i];
        if (!child_look(job->child))
            continue;
        end(run, job);
        g_ptr_array_remove_index(jobs, i);
    }
}

bool traces_run(const struct traces_run *run, GError **error)
{
    g_autoptr(GPtrArray) jobs = g_ptr_array_new_with_free_func(job_free);
    guint next = 0;
    while (!*run->interrupted && (next < run->programs->len || jobs->len > 0)) {
        for (; jobs->len < run->jobs && next < run->programs->len; next++) {
            struct job *job = start(run, run->programs->pdata[next], error);
            if (!job)
                return false;
            g_ptr_array_add(jobs, job);
        }
        wait_for_any(jobs);
        look_at_all(run, jobs);
    }
    return true;
}
