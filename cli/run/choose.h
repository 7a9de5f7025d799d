/* SPDX-License-Identifier: BSD-3-Clause */
/* Which policies a run has: the platform's, unless the workload names others, unless the command
 * line does. */
#ifndef SIMGPU_CLI_RUN_CHOOSE_H
#define SIMGPU_CLI_RUN_CHOOSE_H

#include "cli/run/setup.h"

/* Chooses one of each kind. The platform's configuration and the workload have been read. */
bool choose_policies(struct policy_choices *chosen, const struct run_setup *setup, GError **error);

/* The texts of the command line, by kind; the last one of a kind counts,
 * and comes before what a set says. names: borrowed from the
 * options; those of kinds that are not named stay as they are. */
bool choose_named(const char *names[POLICY_KINDS], const struct options *options, GError **error);

/* Carries out "KIND.PARAMETER=VALUE", once policies have been chosen; before, only says whether it
 * is one (*of_policy). */
bool choose_set(struct policy_choices *chosen, const char *set, bool now, bool *of_policy,
                GError **error);

/* What --dump-platform writes: the platform with every --set, and with the policies that the
 * command line names and their parameters that it sets. The session has been read. NULL with an
 * error. g_free.
 */
char *choose_dump(const struct run_setup *setup, GError **error);

#endif
