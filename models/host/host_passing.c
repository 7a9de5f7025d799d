/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches whose time passes while nothing of them is on the GPU: see launch_chooser.h. */
#include "models/host/host_internal.h"
#include "models/host/launch_chooser.h"

/* Another launch could begin now, beside this one. */
static bool another_is_ready(const struct host *host)
{
    for (guint i = 0; i < host->operations.ready->len; i++) {
        const struct operation *other = host->operations.ready->pdata[i];
        if (other->command.kind == COMMAND_LAUNCH && !other->command.functional)
            return true;
    }
    return false;
}

void host_make_functional(struct host *host, struct operation *operation)
{
    operation->command.functional = true;
    host_launch_at(host, operation->command.launch.id)->functional = true;
    host->counters.functional_launches++;
}

void host_pass_until(struct host *host, struct operation *operation, sim_time end,
                     const char *output)
{
    operation->passes = end;
    host->passing = true;
    g_string_assign(host->passing_output, output ? output : "");
    g_ptr_array_add(host->running, operation);
}

bool host_chooses(struct host *host, struct operation *operation, sim_time now)
{
    const struct launch_chooser *chooser = host->hooks.chooser;
    const bool alone = host->gpus[0].n_kernels == 0 && !operation->child && !another_is_ready(host);
    struct launch *launch = &operation->command.launch;
    struct launch_choice choice = {.now = now};
    GError *error = NULL;
    g_autoptr(GString) output = g_string_new(NULL);
    if (!chooser->begin(chooser->data, launch, alone, output, &choice, &error)) {
        host_launch_at(host, launch->id)->done = now;
        host_fail_client(host, operation, now, error);
        return true;
    }
    if (!choice.computed)
        return false;
    host_make_functional(host, operation);
    host_launch_at(host, launch->id)->sent = now;
    host_pass_until(host, operation, now + choice.takes, output->str);
    return true;
}

void host_end_passing(struct host *host, struct operation *operation, sim_time now)
{
    g_autofree char *output = g_strdup(host->passing_output->str);
    host->passing = false;
    host_launch_at(host, operation->command.launch.id)->done = now;
    host_end_operation(host, operation, now, *output ? output : NULL);
}
