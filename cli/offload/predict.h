/* SPDX-License-Identifier: BSD-3-Clause */
/* `simgpu predict MODEL FEATURES.csv`: what a model of `simgpu train` says of launches. */
#ifndef SIMGPU_CLI_OFFLOAD_PREDICT_H
#define SIMGPU_CLI_OFFLOAD_PREDICT_H

#include <glib.h>
#include <stdbool.h>

/* argv[0] is "predict". Writes CSV to -o's file or standard output. *usage: the error is one of the
 * command line. */
bool predict_command(int argc, char **argv, bool *usage, GError **error);

#endif
