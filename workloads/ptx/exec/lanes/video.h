/* SPDX-License-Identifier: BSD-3-Clause */
/* Video instructions: parts of registers, saturated, with a second operation or merged; and
 * cvt.pack, which saturates and packs.
 *
 * Source: PTX ISA, "Scalar Video Instructions", "SIMD Video Instructions", "cvt.pack".
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_VIDEO_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_VIDEO_H

#include "workloads/ptx/exec/exec.h"

enum video_operation {
    VIDEO_ADD,
    VIDEO_SUB,
    VIDEO_DIFFERENCE, /* its absolute value */
    VIDEO_AVERAGE,    /* rounded away from zero, if it lies between two numbers */
    VIDEO_MIN,
    VIDEO_MAX,
    VIDEO_SHIFT_LEFT,
    VIDEO_SHIFT_RIGHT,
    VIDEO_MAD,
    VIDEO_SET,
    VIDEO_PACK /* cvt.pack */
};

enum video_second { VIDEO_ALONE, VIDEO_THEN_ADD, VIDEO_THEN_MIN, VIDEO_THEN_MAX };
enum video_compare { VIDEO_EQ, VIDEO_NE, VIDEO_LT, VIDEO_LE, VIDEO_GT, VIDEO_GE };
/* Of a scalar instruction: a part of a register. */
enum video_part { VIDEO_WHOLE, VIDEO_B0, VIDEO_B1, VIDEO_B2, VIDEO_B3, VIDEO_H0, VIDEO_H1 };

/* Fits into exec_op.immediate. Sources: a, b, and c if the instruction has it, else 0. */
struct video {
    uint64_t operation : 4;
    uint64_t second : 2;
    uint64_t compare : 3;
    uint64_t parts : 3;  /* 1, or 2 or 4 of a SIMD instruction */
    uint64_t result : 3; /* enum video_part: where it goes in c; VIDEO_WHOLE: all of d */
    uint64_t a : 12;     /* enum video_part, or 3 bits for each of `parts`: a's, then b's */
    uint64_t b : 12;
    uint64_t mask : 4;  /* of `parts` */
    uint64_t bits : 5;  /* VIDEO_PACK: of a part */
    uint64_t shift : 4; /* VIDEO_MAD: to the right */
    uint64_t d_signed : 1, a_signed : 1, b_signed : 1;
    uint64_t saturates : 1;
    uint64_t wraps : 1;                      /* a shift by more than 31; else it is cut to 32 */
    uint64_t plus_one : 1;                   /* VIDEO_MAD */
    uint64_t minus_product : 1, minus_c : 1; /* VIDEO_MAD: -(a * b) + c, a * b - c */
};

/* An exec_alu. */
void exec_video(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

#endif
