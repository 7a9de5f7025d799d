/* SPDX-License-Identifier: BSD-3-Clause */
/* A kernel as the reader of its trace sees it: instructions made of their lines' text, and what an
 * issued one tells the SM. */
#ifndef SIMGPU_TRACE_WRITER_VIEW_H
#define SIMGPU_TRACE_WRITER_VIEW_H

#include "workloads/issued.h"
#include "workloads/trace_writer/kernel_file.h"

struct trace_view;

/* lines: of inner's instructions, by pc. NULL with an error. */
struct trace_view *trace_view_new(const struct kernel_code *inner, const struct line_text *lines,
                                  const struct sass_isa *isa, const struct trace_windows *windows,
                                  unsigned version, GError **error);
void trace_view_free(struct trace_view *view); /* NULL is fine */

/* Gives a copy of inner's code the view's instructions. */
void trace_view_code(const struct trace_view *view, struct kernel_code *code);
/* Whether the instruction is one on mbarriers or of bulk copies in the trace, too. */
bool trace_view_syncs(const struct trace_view *view, uint32_t pc);
/* Addresses as a trace has them: shared and local memory lie in their windows; stores and
 * reductions to other blocks of the cluster name the block. */
void trace_view_addresses(const struct trace_windows *windows, const struct block_context *block,
                          const struct instruction *facts, const struct issued *what,
                          uint64_t address[WARP_LANES]);
/* Makes of what the warp's instruction at pc has reported, and done, what its line in the trace
 * says. address: those of the line. */
void trace_view_report(const struct trace_view *view, const struct warp_context *w, uint32_t pc,
                       const uint64_t address[WARP_LANES], struct issued *what);

#endif
