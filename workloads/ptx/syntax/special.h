/* SPDX-License-Identifier: BSD-3-Clause */
/* The names of special registers. Source: PTX ISA, section 10 "Special Registers". */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_SPECIAL_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_SPECIAL_H

#include "workloads/ptx/syntax/ptx.h"

/* name as in "%tid.x". False if PTX has no such special register. */
bool ptx_special_from_name(const char *name, enum ptx_special *out);

/* Whether `name` ("%tid") is a special register of four components, of which one must be named. */
bool ptx_special_is_vector(const char *name);

#endif
