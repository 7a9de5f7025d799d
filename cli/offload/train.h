/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu train FEATURES.csv -o MODEL`: a regression model of execution time. */
#ifndef SIMGPU_CLI_OFFLOAD_TRAIN_H
#define SIMGPU_CLI_OFFLOAD_TRAIN_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "train". Writes the model to -o's file or standard output, and what it is worth to
 * standard error. *usage: the error is one of the command line. */
bool train_command(int argc, char **argv, bool *usage, GError **error);

#endif
