/* SPDX-License-Identifier: BSD-3-Clause */
/* The output of device printf waits in its SM until the kernel has ended. */
#include "models/sm/whole/sm_output.h"

static void free_log(void *log)
{
    output_log_free(log);
}

static struct output_log *log_of(struct sm *sm, const struct launch *launch)
{
    if (!sm->output)
        sm->output = g_ptr_array_new_with_free_func(free_log);
    for (guint i = 0; i < sm->output->len; i++) {
        struct output_log *log = sm->output->pdata[i];
        if (log->launch == launch->id)
            return log;
    }
    struct output_log *log = output_log_new(launch->id, sm->core.site.index, launch->output_limit);
    g_ptr_array_add(sm->output, log);
    return log;
}

void sm_note_output(struct sm *sm, const struct launch *launch, char *text)
{
    output_log_add(log_of(sm, launch), sm->core.cycle, text);
    g_free(text);
}

void sm_output_finish(struct sm *sm)
{
    g_clear_pointer(&sm->output, g_ptr_array_unref);
}

struct output_log *sm_output_take(struct sm *sm, uint32_t launch)
{
    for (guint i = 0; sm->output && i < sm->output->len; i++)
        if (((struct output_log *)sm->output->pdata[i])->launch == launch)
            return g_ptr_array_steal_index_fast(sm->output, i);
    return NULL;
}
