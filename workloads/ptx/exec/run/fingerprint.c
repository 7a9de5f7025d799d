/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/run/fingerprint.h"
#include "workloads/ptx/exec/exec.h"
#include "workloads/ptx/syntax/ptx.h"

#include <string.h>

bool exec_fingerprint(const struct kernel_code *code, struct content_digest *out)
{
    const struct exec_kernel *kernel = code->impl;
    if (kernel->reads_more)
        return false;
    struct content_digest d = kernel->source->module->digest;
    d = content_digest_add(d, code->name, strlen(code->name));
    d = content_digest_add(d, &code->registers_per_thread, sizeof code->registers_per_thread);
    d = content_digest_add(d, kernel->constants, kernel->constant_bytes); /* addresses among them */
    *out = content_digest_add(d, kernel->const_image, kernel->const_bytes);
    return true;
}
