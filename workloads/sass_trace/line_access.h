/* SPDX-License-Identifier: BSD-3-Clause */
/* What the opcode of an access says about it: the bytes of a lane, and whether L1 has a part in it.
 */
#ifndef SIMGPU_SASS_TRACE_LINE_ACCESS_H
#define SIMGPU_SASS_TRACE_LINE_ACCESS_H

#include "workloads/sass_trace/isa.h"

/* Sets space, bytes, flags, and what an atomic or matrices need. opcode: of this length, with
 * modifiers. width: as the line has it; a tracer may be wrong about it. */
void sass_access_facts(struct instruction *facts, const struct opcode_fact *fact,
                       const char *opcode, size_t length, uint64_t width);

#endif
