/* SPDX-License-Identifier: BSD-3-Clause */
/* What a compiled kernel is found by without writing its text: a digest of all that the text is
 * made of. Only this very build of simgpu makes the same text of it, so its build ID is in, too. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_KEPT_KERNEL_KEY_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_KEPT_KERNEL_KEY_H

#include "base/content_digest.h"
#include "workloads/ptx/exec/exec.h"

/* In digits, g_free. tools: what the text is compiled with. NULL: this build has no ID. */
char *kernel_key(const struct kernel_code *code, struct content_digest tools);

#endif
