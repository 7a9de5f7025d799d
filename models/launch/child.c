/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/launch/child.h"
#include "base/input_error.h"
#include "base/kernel_name.h"
#include "workloads/instruction_source.h"

#include <string.h>

bool child_launch_make(struct launch *launch, const struct launch *parent,
                       const struct child_launch *child, GError **error)
{
    const struct kernel_code *code =
        parent->code->ops->kernel_at(parent->code, child->kernel, error);
    if (!code)
        return false;
    if (code->param_bytes > child->param_bytes) {
        g_autofree char *name = kernel_plain_name(code->name);
        return input_error_at(error, code->file, 0,
                              "expected %u bytes of parameters in a launch of kernel %s from a "
                              "kernel, found room for %u",
                              code->param_bytes, name, child->param_bytes);
    }
    *launch = (struct launch){.services = parent->services,
                              .code = code,
                              .dynamic_shared_bytes = child->dynamic_shared_bytes,
                              .output_limit = parent->output_limit,
                              .params = child->params,
                              .stream = parent->stream,
                              .depth = parent->depth + 1};
    memcpy(launch->grid, child->grid, sizeof launch->grid);
    memcpy(launch->block, child->size, sizeof launch->block);
    memcpy(launch->cluster, code->cluster, sizeof launch->cluster);
    return true;
}
