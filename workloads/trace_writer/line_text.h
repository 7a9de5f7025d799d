/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of an instruction's lines in a trace.
 *
 *   PC MASK ND [Rd] OPCODE NS [Rs...] WIDTH [MODE ADDRESSES] IMMEDIATE
 *
 * and in version 6 two immediates, then NoVal; sync_text.h has the exceptions.
 *
 * All but mask and addresses is the same on every line of an instruction: what stands before the
 * mask, and what stands behind it. A line has at most one destination (the first of a vector) and
 * four sources; predicates are not registers. Register slots are numbered without the predicates,
 * R0 to R254, and begin anew behind that: ASSUMED to be rare, since a thread has 255 registers.
 */
#ifndef SIMGPU_TRACE_WRITER_LINE_TEXT_H
#define SIMGPU_TRACE_WRITER_LINE_TEXT_H

#include "workloads/sass_trace/isa.h"
#include <glib.h>

/* What each line of an instruction has of its own, beside its mask. */
enum line_tail {
    LINE_HAS_NONE,
    LINE_HAS_ADDRESSES,
    /* From version 6 on; these end the line (sync_text.h): */
    LINE_HAS_MBARRIER,
    LINE_HAS_TRANSFER,
    LINE_HAS_BARRIER
};

struct line_text {
    char *before,
        *after;   /* NULL: not made yet. after: to the line's end, unless addresses follow */
    uint8_t tail; /* enum line_tail */
    uint8_t n_written, n_read; /* registers that the text has */
    uint16_t width;            /* bytes at each address of a bulk copy */
    const char *end;           /* behind addresses: line_text_end */
};

/* By slot: the number of its register; LINE_NO_REGISTER for "none" and predicates. g_free. */
enum { LINE_REGISTERS = 255, LINE_NO_REGISTER = UINT16_MAX };
uint16_t *line_text_registers(const struct kernel_code *code);

/* What stands behind addresses in this version of the format, to the line's end. */
const char *line_text_end(unsigned version);
/* registers: of line_text_registers. version: of the format, 5 or 6. */
void line_text_make(struct line_text *line, const struct sass_isa *isa,
                    const struct kernel_code *code, const uint16_t *registers, uint32_t pc,
                    unsigned version);
/* Appends what may stand in the place of a line's tail while only its static text matters. */
void line_text_filler(GString *out, const struct line_text *line);
/* A line of an instruction: these go into a trace. */
void line_text_append(GString *out, const struct line_text *line, lane_mask mask,
                      const char *addresses, size_t n_addresses);
void line_text_finish(struct line_text *line);

/* Appends MODE and the addresses of the mask's lanes in the shortest form, without blanks around.
 * Base and stride is for neighbouring lanes only: behind a hole Accel-Sim has no addresses. */
void line_addresses_append(GString *out, lane_mask mask, const uint64_t address[WARP_LANES]);

#endif
