/* SPDX-License-Identifier: BSD-3-Clause */
/* Forms of matrix products: which instruction, of which shape and types.
 *
 * What a product costs depends on its form, so a platform may give latencies by form. Forms have
 * the names of SASS in small letters: "hmma.16816.f32" is HMMA.16816.F32, a product of 16 rows, 8
 * columns and sums of 16 elements. Types that take the same time are one form: .S8 and .U8 are s8,
 * .E4M3 and .E5M2 are e4m3.
 *
 * PTX's m8n8k4 of .f16 is one instruction here and has the form "hmma.884.f32". SASS has it in four
 * steps, or two for sums of .f16: "hmma.884.f32.step" is one of them.
 *
 * A warp group's product ("hgmma.16.f32") has 64 rows, here come the elements of a sum. The
 * instruction itself says how many columns it has.
 *
 * Source: NVIDIA, "CUDA Binary Utilities", for the opcodes; PTX ISA 8.6, section 9.7.14, for the
 * shapes.
 */
#ifndef SIMGPU_WORKLOADS_TENSOR_FORM_H
#define SIMGPU_WORKLOADS_TENSOR_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A form is a number below TENSOR_FORMS. */
enum { TENSOR_FORM_OTHER, TENSOR_FORMS = 64 };
enum { TENSOR_GROUP_ROWS = 64 /* of a warp group's product */ };

/* Elements of the multiplicands. */
enum tensor_values {
    TENSOR_VALUES_F16,
    TENSOR_VALUES_BF16,
    TENSOR_VALUES_TF32,
    TENSOR_VALUES_F8,
    TENSOR_VALUES_F64,
    TENSOR_VALUES_I8,
    TENSOR_VALUES_I4,
    TENSOR_VALUES_B1
};

struct tensor_shape {
    uint16_t rows, depth; /* depth: elements of a sum */
    uint8_t values;       /* enum tensor_values */
    bool half_sums;       /* of .f16 */
    bool sparse;
    bool step; /* of HMMA.884 */
};

/* TENSOR_FORM_OTHER: there is no such form. */
uint8_t tensor_form_of(const struct tensor_shape *shape);
/* From an opcode with its modifiers, "IMMA.16832.S8.S8.SAT". *columns, in eights: of a warp group's
 * product, else 1. TENSOR_FORM_OTHER: it says no form that is known. */
uint8_t tensor_form_find(const char *opcode, size_t length, uint8_t *columns);

/* NULL: no form has this number. */
const char *tensor_form_name(unsigned form);
/* The mnemonic, "HMMA", and the modifiers that say the form, ".16816.F32"; of a warp group's
 * product those behind the shape, ".F32". */
const char *tensor_form_mnemonic(unsigned form);
const char *tensor_form_modifiers(unsigned form);
/* Of a form: rows, depth and so on. */
const struct tensor_shape *tensor_form_shape(unsigned form);

#endif
