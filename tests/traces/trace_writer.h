/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a kernel's trace as text in the format of Accel-Sim's tracer, version 5, block by block:
 * what has been written is not kept, so that the file may be a pipe.
 *
 * An instruction is given as the format spells it, between its mask and the width of its access:
 * "1 R10 FADD 2 R11 R12" has one result, an opcode, and two operands.
 */
#ifndef SIMGPU_TESTS_TRACES_TRACE_WRITER_H
#define SIMGPU_TESTS_TRACES_TRACE_WRITER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { TRACE_LANES = 32 };
#define TRACE_ALL_LANES UINT32_C(0xffffffff)

struct trace_head {
    const char *name;
    unsigned grid[2], block[2];
    unsigned shared_bytes, registers;
    unsigned binary_version; /* 61 Pascal, 70 Volta, ... */
    unsigned stream;
};

struct trace_counts {
    uint64_t blocks, warp_instructions, thread_instructions, accesses, bytes;
};

struct trace_writer {
    FILE *file; /* borrowed */
    GString *warp;
    uint64_t warp_instructions; /* of the warp */
    unsigned warps;             /* of the block */
    struct trace_counts counts;
};

void trace_writer_init(struct trace_writer *writer, FILE *file, const struct trace_head *head);
void trace_writer_clear(struct trace_writer *writer);

void trace_block_start(struct trace_writer *writer, unsigned x, unsigned y);
void trace_block_finish(struct trace_writer *writer);
/* Ends a warp: what has been added since the last one is its instructions. */
void trace_warp_finish(struct trace_writer *writer);

void trace_add(struct trace_writer *writer, unsigned pc, const char *instruction);
/* ... with the lanes of a mask. */
void trace_add_of(struct trace_writer *writer, unsigned pc, uint32_t mask, const char *instruction);
/* ... with all lanes off. */
void trace_add_off(struct trace_writer *writer, unsigned pc, const char *instruction);
/* ... with all lanes, and an immediate. */
void trace_add_immediate(struct trace_writer *writer, unsigned pc, const char *instruction,
                         int64_t immediate);
/* Accesses of `width` bytes a lane: lane i at base + i * stride ... */
void trace_add_strided(struct trace_writer *writer, unsigned pc, const char *instruction,
                       unsigned width, uint64_t base, int64_t stride);
/* ... the first lane alone ... */
void trace_add_single(struct trace_writer *writer, unsigned pc, const char *instruction,
                      unsigned width, uint64_t address);
/* ... each lane at an address of its own. */
void trace_add_listed(struct trace_writer *writer, unsigned pc, const char *instruction,
                      unsigned width, const uint64_t addresses[TRACE_LANES]);
/* ... of the lanes of a mask, which has one at least. */
void trace_add_listed_of(struct trace_writer *writer, unsigned pc, uint32_t mask,
                         const char *instruction, unsigned width,
                         const uint64_t addresses[TRACE_LANES]);

#endif
