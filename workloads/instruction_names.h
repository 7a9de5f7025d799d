/* SPDX-License-Identifier: BSD-3-Clause */
/* What a reader calls the classes of instructions and the spaces of memory. */
#ifndef SIMGPU_WORKLOADS_INSTRUCTION_NAMES_H
#define SIMGPU_WORKLOADS_INSTRUCTION_NAMES_H

/* "load"; op_class: enum op_class. */
const char *op_class_name(unsigned op_class);
/* "global", or "" for none and for a space that is not resolved; space: enum memory_space. */
const char *memory_space_name(unsigned space);

#endif
