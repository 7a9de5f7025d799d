/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/slurm.h"
#include "base/input_error.h"
#include <string.h>

void slurm_job_clear(struct slurm_job *job)
{
    g_clear_pointer(&job->id, g_free);
    g_clear_pointer(&job->cluster, g_free);
}

bool slurm_job_parse(struct slurm_job *job, const char *text)
{
    slurm_job_clear(job);
    size_t digits = strspn(text, "0123456789");
    size_t all = strcspn(text, "\n");
    if (digits == 0 || (digits < all && text[digits] != ';'))
        return false;
    job->id = g_strndup(text, digits);
    if (all > digits + 1)
        job->cluster = g_strndup(text + digits + 1, all - digits - 1);
    return true;
}

/* Runs one of Slurm's commands: *output is what it prints. g_free. */
static bool ask(const GPtrArray *words, char **output, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *messages = NULL;
    const char *name = g_ptr_array_index(words, 0);
    int status;
    if (!g_spawn_sync(NULL, (char **)words->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, output,
                      &messages, &status, &cause))
        return input_error_at(error, name, 0, "%s; is Slurm installed?", cause->message);
    if (g_spawn_check_wait_status(status, NULL))
        return true;
    return input_error_at(error, name, 0, "%s",
                          *g_strstrip(messages) ? messages : "it failed without a message");
}

static void add(GPtrArray *words, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void add(GPtrArray *words, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_ptr_array_add(words, g_strdup_vprintf(format, arguments));
    va_end(arguments);
}

bool slurm_submit(const struct slurm_submission *submission, struct slurm_job *job, GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *list = g_shell_quote(submission->list);
    g_autofree char *output = NULL;
    add(words, "sbatch");
    add(words, "--parsable");
    add(words, "--array=%s", submission->tasks);
    add(words, "--job-name=%s", submission->name);
    add(words, "--chdir=%s", submission->directory);
    add(words, "--output=%s", submission->log);
    add(words, "--open-mode=append");
    add(words, "--cpus-per-task=%u", submission->cpus);
    for (const char *const *option = submission->options; option && *option; option++)
        add(words, "%s", *option);
    add(words, "--wrap");
    add(words, "exec sh -c \"$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" %s)\"", list);
    g_ptr_array_add(words, NULL);
    if (!ask(words, &output, error))
        return false;
    return slurm_job_parse(job, output) ||
           input_error_at(error, "sbatch", 0, "expected a job's number, found \"%s\"",
                          g_strstrip(output));
}

bool slurm_tasks(const struct slurm_job *job, enum slurm_task *tasks, unsigned n, bool *any,
                 GError **error)
{
    g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *output = NULL;
    add(words, "squeue");
    add(words, "--noheader");
    add(words, "--array");
    add(words, "--me"); /* not --jobs: that is an error once Slurm has forgotten the job */
    add(words, "--format=%%F|%%K|%%t");
    if (job->cluster)
        add(words, "--clusters=%s", job->cluster);
    g_ptr_array_add(words, NULL);
    if (!ask(words, &output, error))
        return false;
    slurm_tasks_parse(output, job, tasks, n, any);
    return true;
}

void slurm_tasks_parse(const char *text, const struct slurm_job *job, enum slurm_task *tasks,
                       unsigned n, bool *any)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    *any = false;
    for (unsigned i = 0; i < n; i++)
        tasks[i] = SLURM_ENDED;
    for (char **line = lines; *line; line++) {
        g_auto(GStrv) fields = g_strsplit(*line, "|", -1);
        guint64 task;
        if (g_strv_length(fields) != 3 || strcmp(fields[0], job->id) != 0)
            continue;
        *any = true;
        if (!g_ascii_string_to_unsigned(fields[1], 10, 0, G_MAXUINT, &task, NULL) || task >= n)
            continue;
        tasks[task] = strcmp(fields[2], "PD") == 0 ? SLURM_WAITING : SLURM_RUNNING;
    }
}
