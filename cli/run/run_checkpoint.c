/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/run_checkpoint.h"

bool run_checkpoint_begin(const struct run_setup *setup, struct running *running,
                          const char *const *const *argvs, GError **error)
{
    const struct options *options = setup->options;
    if (!options->checkpoint)
        return true;
    running->checkpoint = checkpoint_begin(
        options->checkpoint, options->checkpoint_every, g_steal_pointer(&running->inherited), argvs,
        setup_runs_programs(setup) ? running->n_clients : 0, error);
    return running->checkpoint != NULL;
}

char **run_checkpoint_calls(const struct running *running)
{
    char **calls = running->checkpoint ? g_new0(char *, running->n_clients + 1) : NULL;
    for (uint32_t i = 0; calls && i < running->n_clients; i++)
        calls[i] = checkpoint_calls(running->checkpoint, i);
    return calls;
}
