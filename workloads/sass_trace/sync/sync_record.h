/* SPDX-License-Identifier: BSD-3-Clause */
/* What a trace says of mbarriers and bulk copies, as words of a block's records.
 *
 * An mbarrier's words: 1 if all lanes have the same (else 0), then for one or for each active lane
 * its offset and the operand's value.
 * A transfer's words: the mbarrier's offset, the bytes that it counts, the number of rows, and for
 * each row its address (2) and its bytes.
 *
 * A trace moves no values, but mbarriers work: each address that the kernel uses for one has eight
 * bytes of the block's shared memory, in the order in which the addresses are met.
 *
 * Source of the operands: the reader of Accel-Sim 2.0, accel-sim/accel-sim-framework at e1c2b678,
 *   gpu-simulator/trace-driven/trace_driven.cc. ASSUMED: an address of another block's shared
 * memory is one of the own block; a bulk copy touches whole sectors.
 */
#ifndef SIMGPU_SASS_TRACE_SYNC_RECORD_H
#define SIMGPU_SASS_TRACE_SYNC_RECORD_H

#include "workloads/issued.h"

#include <glib.h>

/* What a line does to mbarriers, by its opcode with its modifiers. */
enum traced_step {
    TRACED_NOTHING,
    TRACED_INIT,          /* SYNCS.EXCH.64: (2^20 - count) * 2 */
    TRACED_INVALIDATE,    /* SYNCS.CCTL.IV */
    TRACED_ARRIVE,        /* SYNCS.ARRIVE....A1T0: one arrival */
    TRACED_ARRIVE_COUNT,  /* ...ART0: as many as the value says */
    TRACED_ARRIVE_EXPECT, /* SYNCS.ARRIVE.TRANS64: one arrival, and so many bytes are to come */
    TRACED_DROP,          /* ...DROP.ART0, which is ours: the same, and later phases expect less */
    TRACED_EXPECT,        /* ...A0TR: so many bytes are to come */
    TRACED_EXPECT_ONE,    /* ...A0T1: one byte is to come */
    TRACED_COMPLETE,      /* ...A0TX: so many bytes have come */
    TRACED_TEST,          /* SYNCS.PHASECHK: nobody waits */
    TRACED_TRY_WAIT,      /* SYNCS.PHASECHK....TRYWAIT: of the phase with that parity */
    TRACED_TRACK,         /* ARRIVES.LDGSTSBAR....ARVCNT: an arrival when the copies are there */
    TRACED_TRACK_MORE     /* ...TRANSCNT: the same, and one more is awaited */
};

/* The opcode's text, with modifiers. */
enum traced_step traced_step_of(const char *opcode, size_t length);
/* Whether the step needs the value of its operand. */
bool traced_step_has_value(enum traced_step step);

/* The operand, of an instruction of PTX, as the trace has it; and back. */
uint32_t traced_operand(enum traced_step step, uint32_t value);

/* ---- mbarriers: the lanes' offsets in shared memory and values ----------------------------------
 */

struct traced_sync {
    uint32_t offset[WARP_LANES], value[WARP_LANES];
};

enum { TRACED_SYNC_WORDS = 1 + 2 * WARP_LANES }; /* at most */

/* Writes the words; returns how many. */
unsigned traced_sync_write(uint32_t *to, lane_mask lanes, const struct traced_sync *what);
/* Returns the word behind. */
const uint32_t *traced_sync_read(const uint32_t *at, lane_mask lanes, struct traced_sync *out);
/* Carries out the step for the lanes, and says the SM what it was. NULL, or what is wrong. */
const char *traced_sync_act(enum traced_step step, lane_mask lanes, const struct traced_sync *what,
                            uint8_t *shared, struct issued *out);

/* ---- bulk copies --------------------------------------------------------------------------------
 */

/* The bytes at the address become part of the last row, or a row of their own. rows: of
 * struct bulk_row. */
void traced_rows_add(GArray *rows, uint64_t address, uint32_t bytes);
/* The jobs of one instruction, together, without values. They are for one mbarrier. g_free. */
struct bulk_job *traced_jobs_joined(const struct bulk_job *jobs);
/* The job without values. kind: enum bulk_kind. mbarrier: its offset, or BULK_NO_BARRIER. g_free.
 */
struct bulk_job *traced_job(uint8_t kind, uint32_t mbarrier, uint32_t bytes, const GArray *rows);

enum { TRACED_JOB_WORDS = 3, TRACED_ROW_WORDS = 3 };

void traced_job_write(uint32_t *to, const struct bulk_job *job);
/* Returns the word behind. *out: NULL if it can't be; g_free. */
const uint32_t *traced_job_read(const uint32_t *at, uint8_t kind, struct bulk_job **out);

#endif
