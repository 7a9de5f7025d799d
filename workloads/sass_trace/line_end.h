/* SPDX-License-Identifier: BSD-3-Clause */
/* How an instruction line ends, behind the width or the addresses:
 *   tracer before version 5  nothing
 *   version 5                IMMEDIATE
 *   version 6                IMMEDIATE [IMMEDIATE] NoVal
 *                            IMMEDIATE [IMMEDIATE] Val VALUES, for each register of the line, first
 *                            the destinations: 1 and the value of all lanes, or 32 and one a lane
 *
 * Words are told apart by what they look like, so that a word which is missing is not taken from
 * the addresses before it. How many a trace's lines have, at least, is known from its lines
 * without addresses.
 *
 * Source: the reader of Accel-Sim 2.0, accel-sim/accel-sim-framework at e1c2b678,
 * gpu-simulator/trace-parser/trace_parser.cc.
 */
#ifndef SIMGPU_SASS_TRACE_LINE_END_H
#define SIMGPU_SASS_TRACE_LINE_END_H

#include "workloads/sass_trace/header.h"

struct line_end {
    int64_t immediate, second; /* 0: none, or one above INT64_MAX */
    const char *values;        /* where they begin, behind "Val"; NULL: none */
    uint8_t n_words;           /* immediates, and one for Val or NoVal */
};

/* Up to the line's end, or to its values. Returns where it ended (the next line, or out->values);
 * NULL if there is something else. */
const char *line_end_scan(const struct trace_header *header, const char *p, struct line_end *out);
/* The values of n registers and the line's end: the next line; NULL if there is something else. */
const char *line_values_scan(const char *p, unsigned n);
/* The value of each lane in register `number`, of a text that line_values_scan has gone over. */
void line_values_take(const char *p, unsigned number, uint32_t value[WARP_LANES]);

#endif
