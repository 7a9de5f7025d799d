/* SPDX-License-Identifier: BSD-3-Clause */
/* What simgpu diff says of the object "provenance". Text is appended. */
#ifndef SIMGPU_CLI_DIFF_DIFF_PROVENANCE_H
#define SIMGPU_CLI_DIFF_DIFF_PROVENANCE_H

#include "cli/diff/diff_run.h"

/* The object "provenance", where it differs: how it was run, what was set, properties of the
 * platform, files. Nothing if all is the same. */
void diff_text_provenance(GString *text, const struct diff_pair *pair);

#endif
