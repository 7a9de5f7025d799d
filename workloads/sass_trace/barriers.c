/* SPDX-License-Identifier: BSD-3-Clause */
/* Exits and barriers, seen over a whole block while it is read.
 *
 * Before version 6 a trace has neither a barrier's number nor its count: every BAR is taken for one
 * of the whole block. Those that are not are left to the SM. From Volta on a barrier counts
 * threads, so a warp whose lanes come apart has several lines for one barrier, and is there with
 * the last. Before, a warp's first lane stands for all.
 *
 * Threads that have exited are not waited for. So a warp may pass fewer barriers than others if it
 * has left early; but if its last exit lies behind the code of a barrier at which others wait, it
 * went past it, which no CUDA program may do ("__syncthreads() ... evaluates identically across the
 * entire thread block"). Source: CUDA C++ Programming Guide, "Synchronization Functions"; PTX ISA,
 * "bar, barrier".
 */
#include "workloads/sass_trace/parser.h"

#include <inttypes.h>

static void arrive(struct trace_parser *parser)
{
    struct warp_progress *warp = &parser->warp;
    parser->block->words[warp->barrier] |= RECORD_SPECIAL;
    warp->at_barrier = 0;
    if (warp->of_part)
        return;
    if (warp->n_barriers == parser->barriers->len) {
        const struct passed_barrier passed = {warp->barrier_pc, warp->barrier_line};
        g_array_append_val(parser->barriers, passed);
    }
    warp->n_barriers++;
}

void trace_parser_exit(struct trace_parser *parser, const struct code_line *line, lane_mask mask)
{
    struct warp_progress *warp = &parser->warp;
    warp->live &= ~mask;
    if (mask)
        warp->last_exit_pc = line->pc;
    if (warp->in_replay)
        warp->last_exit = parser->block->n_words;
    if (warp->at_barrier && (warp->live & ~warp->at_barrier) == 0)
        arrive(parser);
}

static bool is_of_part(const struct trace_parser *parser, const struct code_line *line)
{
    const uint32_t threads = trace_header_threads(parser->header);
    return line->id_in_value || line->barrier_id != 0 || line->barrier != BARRIER_SYNC ||
           (line->barrier_threads != 0 && line->barrier_threads < threads);
}

void trace_parser_barrier(struct trace_parser *parser, const struct code_line *line, lane_mask mask,
                          uint32_t head)
{
    struct warp_progress *warp = &parser->warp;
    if (!mask)
        return;
    warp->at_barrier |= mask;
    warp->barrier = head;
    warp->barrier_line = parser->reader->line;
    warp->barrier_pc = line->pc;
    warp->of_part = is_of_part(parser, line);
    if (!parser->header->isa->independent_lanes || (warp->live & ~warp->at_barrier) == 0)
        arrive(parser);
}

/* Accel-Sim does the same, at issue (gpu-simulator/trace-driven/trace_driven.cc at e1c2b678). */
void trace_parser_exit_all(struct trace_parser *parser)
{
    struct warp_progress *warp = &parser->warp;
    if (!warp->in_replay || warp->last_exit != parser->block->n_words ||
        (warp->live & warp->at_barrier) != 0)
        return;
    parser->block->words[warp->last_exit - 1] |= warp->live; /* its mask */
    warp->live = 0;
}

bool trace_parser_leaves_barrier(struct trace_parser *parser)
{
    const struct warp_progress *warp = &parser->warp;
    return trace_parser_fail(parser,
                             "expected lanes %08x of warp %u at the barrier of line %u, where "
                             "lanes %08x wait; found an instruction of lanes that wait",
                             warp->live & ~warp->at_barrier, parser->warp_index, warp->barrier_line,
                             warp->at_barrier);
}

bool trace_parser_check_barriers(struct trace_parser *parser)
{
    const struct trace_block *block = parser->block;
    for (unsigned w = 0; w < block->n_warps; w++) {
        uint32_t n = parser->n_barriers[w];
        if (n >= parser->barriers->len)
            continue;
        const struct passed_barrier *missed =
            &g_array_index(parser->barriers, struct passed_barrier, n);
        if (parser->last_exit_pc[w] < missed->pc)
            continue;
        return trace_parser_fail(parser,
                                 "expected all warps of block (%u,%u,%u) to come to the barrier of "
                                 "line %u (pc %04" PRIx64
                                 ", the block's barrier number %u), found that warp %u never does "
                                 "and exits after it, at pc %04" PRIx64,
                                 block->index[0], block->index[1], block->index[2], missed->line,
                                 missed->pc, n + 1, w, parser->last_exit_pc[w]);
    }
    return true;
}
