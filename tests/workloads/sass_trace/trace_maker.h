/* SPDX-License-Identifier: BSD-3-Clause */
/* Makes small traces for the tests: texts of headers and blocks, files plain and packed. */
#ifndef SIMGPU_TESTS_TRACE_MAKER_H
#define SIMGPU_TESTS_TRACE_MAKER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct trace_shape {
    const char *name;           /* NULL: "test" */
    unsigned grid[3], block[3]; /* 0: 1; block[0] 0: 32 */
    unsigned shared_bytes, registers;
    unsigned binary_version; /* 0: 70 */
    unsigned stream;
    unsigned version; /* of the tracer; 0: 5 */
    bool line_numbers;
};

void trace_header_append(GString *text, const struct trace_shape *shape);
/* One warp of one block that runs these lines, which end in '\n'; EXIT is added. */
char *trace_one_warp(const struct trace_shape *shape, const char *lines);
/* "warp = ..., insts = ..." and the lines. */
void trace_warp_append(GString *text, unsigned warp, const char *lines);
void trace_block_begin(GString *text, unsigned x, unsigned y, unsigned z);
void trace_block_end(GString *text);

/* c[i] = a[i] + b[i], `rounds` times a thread, with a barrier after each round: its arrays are
 * `bytes_apart`. Lines end with `immediate` ("" or " 0"). */
struct vecadd_shape {
    struct trace_shape trace;
    unsigned rounds;
    uint64_t bytes_apart;
    const char *immediate;
};
void trace_vecadd_header(GString *text, const struct vecadd_shape *shape);
void trace_vecadd_block(GString *text, const struct vecadd_shape *shape, unsigned block);
char *trace_vecadd(const struct vecadd_shape *shape);
/* Warp instructions of the whole. */
uint64_t trace_vecadd_instructions(const struct vecadd_shape *shape);

/* A folder of its own below the temporary one; g_free after trace_folder_remove. */
char *trace_folder_new(void);
void trace_folder_remove(const char *folder);
/* Writes the text, packed as the name says (.xz, .zst, .tracez), and returns the path; g_free. */
char *trace_file(const char *folder, const char *name, const char *text);

#endif
