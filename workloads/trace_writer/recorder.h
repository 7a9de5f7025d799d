/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel's code that writes down what it executes, or is executed as its trace would be.
 *
 * A front end of its own that stands before another one: the SM, or the functional executor, asks
 * it, and it asks the other. So whoever executes kernels knows nothing of traces, and a run that
 * writes none pays nothing.
 *
 * As a trace (view): the SM is told what it would be told if it read the trace that is written: the
 * reader itself (workloads/sass_trace) makes the instructions' facts from the lines' text, and
 * turns their addresses into accesses. What a trace doesn't carry costs no time: predicates,
 * further destinations, barriers' ids, acquire and release, the latency of memory's values. So the
 * other front end's accesses to memory act at once, when they are issued (trace_memory).
 */
#ifndef SIMGPU_TRACE_WRITER_RECORDER_H
#define SIMGPU_TRACE_WRITER_RECORDER_H

#include "workloads/issued.h"
#include "workloads/trace_writer/kernel_file.h"

struct recorder;

/* What a recorder needs of its surroundings; borrowed. */
struct recorder_setup {
    const struct sass_isa *isa; /* of kernels that aren't traced */
    struct trace_windows windows;
    unsigned version; /* of the format: 5 or 6 */
    /* As a trace: carries out at once what an access to global memory has reported. False with
     * what->fault set. NULL: not as a trace. */
    void *memory;
    bool (*access)(void *memory, struct warp_context *w, uint32_t pc,
                   const struct instruction *instruction, struct issued *what);
    /* As a trace: carries out at once the copy or the arrival that an OP_SYNC has issued. NULL, or
     * what is wrong; g_free. */
    char *(*sync)(void *memory, uint8_t *shared, struct issued *what);
    /* The file of a launch, whose blocks run now; NULL: nothing is written of it. */
    void *data;
    struct kernel_file *(*file_of)(void *data, struct recorder *recorder,
                                   const struct launch *launch);
    /* Takes an error of writing. */
    void (*failed)(void *data, GError *error);
    uint64_t *part_barriers; /* counts barriers that are not of the whole block */
};

/* inner is borrowed, and must stay. NULL with an error if the kernel can't be written. */
struct recorder *recorder_new(const struct recorder_setup *setup, const struct kernel_code *inner,
                              GError **error);
void recorder_free(struct recorder *recorder);
/* Before a launch, since inner may be another kernel's by now: a trace's codes are used again. */
void recorder_renew(struct recorder *recorder);
/* What is to be launched instead of inner. */
const struct kernel_code *recorder_code(const struct recorder *recorder);
const struct kernel_code *recorder_inner(const struct recorder *recorder);
/* What a launch of a traced kernel is written in: a trace of version 6 cannot become one of 5. */
unsigned recorder_version(const struct recorder_setup *setup, const struct launch *launch);
const struct line_text *recorder_lines(const struct recorder *recorder);

#endif
