/* SPDX-License-Identifier: BSD-3-Clause */
/* Lines of mbarriers, bulk copies and barriers in traces of version 6. Their ends differ each time.
 *
 *   SYNCS.EXCH.64 2 R4 R5 8 1 0x400 0 0 0 Val 1 0x400 1 0x1ffffe
 *   UTMALDG.2D 2 UR63 UR63 16 0x400 0 4096 0 4 0x7f0000000000 256 16 16 ... 0 0 NoVal
 *   BAR.SYNC 0 0 1 128 NoVal
 *
 * What Accel-Sim 2.0 reads, with one name of ours: SYNCS.ARRIVE.DROP for arrive_drop. Registers
 * that PTX has not are UR63, for which nobody waits. Source: workloads/sass_trace/transfers.c,
 * sync/sync_record.h.
 */
#ifndef SIMGPU_TRACE_WRITER_SYNC_TEXT_H
#define SIMGPU_TRACE_WRITER_SYNC_TEXT_H

#include "workloads/issued.h"

#include <glib.h>

enum { SYNC_TEXT_WIDTH = 16, SYNC_TEXT_SOURCES = 2 };

/* The opcode of an OP_SYNC, by its PTX opcode with modifiers. NULL: it has none of its own. g_free.
 */
char *sync_text_opcode(const char *words);
/* Whether the instruction goes to mbarriers of other blocks of the cluster, or copies to them: a
 * trace's reader does nothing there, so whoever waits would wait for ever. And what is said then.
 */
bool sync_text_is_lost(const struct instruction *facts, const struct issued *what);
GError *sync_text_refusal(const struct kernel_code *code);
/* Whether the opcode's line says what a bulk copy moves. */
bool sync_text_is_transfer(const char *opcode);

/* The registers of a line: so many are written, and then so many are read. */
struct sync_registers {
    unsigned written, read;
};

/* What follows the addresses of an instruction on mbarriers, to the line's end: values. value[i]:
 * the operand as PTX has it. */
void sync_text_mbarrier(GString *out, const char *opcode, const struct sync_registers *registers,
                        lane_mask lanes, const uint64_t address[WARP_LANES],
                        const uint32_t value[WARP_LANES]);
/* Whether the copies are for one mbarrier, or for none. */
bool sync_text_one_mbarrier(const struct bulk_job *jobs);
/* What follows the width of bulk copies. address: of their mbarrier. Each address of theirs has
 * `width` bytes. version: of the
 * format. False: they are for different mbarriers, which no line says. */
bool sync_text_transfer(GString *out, const struct bulk_job *jobs, uint32_t address, uint32_t width,
                        unsigned version);
/* What follows the opcode's registers of a barrier of the block. */
void sync_text_barrier(GString *out, const struct issued *what);

#endif
