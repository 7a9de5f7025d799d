/* SPDX-License-Identifier: BSD-3-Clause */
/* The SASS opcode that comes nearest to an instruction of another front end.
 *
 * Source: NVIDIA, "CUDA Binary Utilities", chapter "Instruction Set Reference", for the names and
 * what they do; the modifiers of memory instructions as NVBit's tracer writes them, since
 * Accel-Sim takes an access's width from them.
 * ASSUMED: what hardware builds of several instructions (divisions, square roots) is one MUFU.
 */
#ifndef SIMGPU_TRACE_WRITER_OPCODE_NAME_H
#define SIMGPU_TRACE_WRITER_OPCODE_NAME_H

#include "workloads/sass_trace/isa.h"
#include <glib.h>

/* Appends the opcode with its modifiers. words: the instruction's own opcode with modifiers, such
 * as "ld.global.v2.f32"; NULL: only its class counts. */
void opcode_name_append(GString *out, const struct sass_isa *isa, const struct instruction *facts,
                        const char *words);

#endif
