/* SPDX-License-Identifier: BSD-3-Clause */
/* All results of a run as rows: scope,index,name,metric,unit,value. */
#ifndef SIMGPU_CLI_WRITE_CSV_H
#define SIMGPU_CLI_WRITE_CSV_H

#include "models/gpu.h"

/* To a file, or to standard output if path is "-". */
bool csv_write(const struct gpu *gpu, const char *workload, const char *path, GError **error);

#endif
