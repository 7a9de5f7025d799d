/* SPDX-License-Identifier: BSD-3-Clause */
/* What decides the result of a kernel, in a digest: instruction_source_ops.fingerprint. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_RUN_FINGERPRINT_H
#define SIMGPU_WORKLOADS_PTX_EXEC_RUN_FINGERPRINT_H

#include "base/content_digest.h"
#include "workloads/instruction.h"

bool exec_fingerprint(const struct kernel_code *code, struct content_digest *out);

#endif
