/* SPDX-License-Identifier: BSD-3-Clause */
/* Number literals of PTX.
 *
 * Source: PTX ISA, section 4.5 "Constants": 42, 052, 0x2A, 0b101010, each with an optional U;
 * 0fXXXXXXXX and 0dXXXXXXXXXXXXXXXX for the bits of a float; decimal floats have 64 bits.
 */
#ifndef SIMGPU_WORKLOADS_PTX_SYNTAX_NUMBER_H
#define SIMGPU_WORKLOADS_PTX_SYNTAX_NUMBER_H

#include <stddef.h>
#include <stdint.h>

enum ptx_number_kind { PTX_NUMBER_INTEGER, PTX_NUMBER_F32, PTX_NUMBER_F64 };

struct ptx_number {
    enum ptx_number_kind kind;
    uint64_t bits;
    size_t length; /* characters */
};

/* Reads the literal at text, which starts with a digit. NULL, or what is wrong with it. */
const char *ptx_number_read(struct ptx_number *number, const char *text, const char *end);

#endif
