/* SPDX-License-Identifier: BSD-3-Clause */
/* Where a module's variables lie: global ones at device addresses that the host chooses, .const
 * ones in one image.
 *
 * Initial values may hold addresses of other variables; they are filled in again whenever an
 * address changes.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LAYOUT_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LAYOUT_H

#include "workloads/ptx/syntax/ptx.h"

struct exec_placed {
    const struct ptx_variable *variable;
    uint64_t address; /* global: device address, 0 until set; const: offset in the image */
    uint8_t *initial; /* variable->bytes bytes; NULL: all zero, and nothing to relocate. A
                       * constant's point into the image. */
};

struct exec_layout {
    const struct ptx_module *module; /* borrowed */
    GArray *globals;                 /* struct exec_placed, in order of declaration */
    GArray *constants;               /* struct exec_placed */
    uint8_t *const_image;            /* own_image, or where it has moved to */
    uint8_t *own_image;
    uint32_t const_bytes;
};

struct exec_layout *exec_layout_new(const struct ptx_module *module);
void exec_layout_free(struct exec_layout *layout);

void exec_layout_set_address(struct exec_layout *layout, unsigned global, uint64_t address);

/* Copies the image of constants there, where it is from now on; const_bytes bytes, borrowed. */
void exec_layout_move_constants(struct exec_layout *layout, uint8_t *image);

/* The place of a .global or .const variable; NULL for others. */
const struct exec_placed *exec_layout_find(const struct exec_layout *layout,
                                           const struct ptx_variable *variable);

/* The value of a pointer to a function: in a window of generic addresses of its own, 16 bytes a
 * function in order of declaration, so that it is the same on every run. ASSUMED. */
uint64_t exec_layout_function(const struct exec_layout *layout,
                              const struct ptx_function *function);
/* The function that a pointer of this value leads to; NULL if there is none. */
const struct ptx_function *exec_layout_function_at(const struct exec_layout *layout,
                                                   uint64_t address);

#endif
