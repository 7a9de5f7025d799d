/* SPDX-License-Identifier: BSD-3-Clause */
/* Modifiers of SASS opcodes: what stands behind the first '.', and between dots. */
#ifndef SIMGPU_WORKLOADS_SASS_MODIFIERS_H
#define SIMGPU_WORKLOADS_SASS_MODIFIERS_H

#include "workloads/instruction.h"

/* Whether one of the modifiers of an opcode of this length is this one. */
bool sass_has_modifier(const char *opcode, size_t length, const char *modifier);
/* What WARPGROUP does. .COMMIT is ours: SASS commits with a product. */
enum group_step sass_group_step(const char *opcode, size_t length);

#endif
