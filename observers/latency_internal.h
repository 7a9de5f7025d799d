/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of latency attribution. latency.c hears the events. latency_sm.c finds the part in
 * which a warp is. latency_result.c keeps warps and blocks that have ended. */
#ifndef SIMGPU_OBSERVERS_LATENCY_INTERNAL_H
#define SIMGPU_OBSERVERS_LATENCY_INTERNAL_H

#include "models/sm/sm_view.h"
#include "observers/latency.h"
#include "observers/vertical.h"

enum {
    /* Beside the parts: waits for a load that may still hit or miss. */
    LATENCY_UNKNOWN = LATENCY_PARTS,
    LATENCY_COUNTERS,
    LATENCY_WHEEL = 64, /* cycles */
    LATENCY_BLOCK_WARPS = 32
};

/* A running warp. */
struct latency_running {
    uint64_t start;
    uint64_t counted[LATENCY_COUNTERS]; /* without the cycles in `counters` */
    uint64_t *missed;                   /* registers, as bits, whose last load has missed so far */
    uint32_t n_missed;                  /* words */
    struct latency_code *code;
    uint64_t settled[LATENCY_COUNTERS]; /* the part of `counted` charged to instructions */
    uint32_t launch, in_block, block_slot;
};

/* A running block. */
struct latency_running_block {
    uint64_t index, start, end;
    uint32_t launch, running, n_warps;
    struct latency_warp *warps; /* LATENCY_BLOCK_WARPS; NULL: none has ended */
};

/* An SM. A cycle opens when the SM tells it. It closes, with its pick, when the next event of a
 * later cycle comes. */
struct latency_sm {
    const struct sm *sm;
    struct sm_masks masks; /* when `in` was last made */
    /* Warps that wait for a time, an instruction or a load, by part. Each is in one part. */
    uint64_t in[LATENCY_COUNTERS];
    uint64_t waiting;    /* all these warps */
    uint64_t first;      /* warps in DATA_CACHE or UNKNOWN that were not looked at yet */
    uint64_t after_sync; /* warps whose latest instruction was a barrier, a fence or an acquire */

    bool open;
    uint64_t cycle;     /* open: that cycle; else the first cycle that has not been told */
    uint64_t mshr;      /* ready warps that wait for an MSHR */
    uint64_t unvisited; /* warps without a look in the open cycle */
    uint64_t picked, candidates;

    /* Warps whose part changes at a known cycle: by that cycle, or 63 cycles ahead, modulo 64. */
    uint64_t wheel[LATENCY_WHEEL], occupied;

    struct vertical counters[LATENCY_COUNTERS];
    uint64_t touched[LATENCY_COUNTERS]; /* warps whose counter may be other than 0 */
    uint32_t filled;                    /* cycles in the counters */
    struct latency_running warps[WARP_SLOTS];
    struct latency_running_block blocks[SM_MAX_BLOCKS];
};

struct latency {
    uint32_t n_sms;
    struct latency_sm *sms;
    GPtrArray *kernels; /* struct latency_kernel, by launch; NULL: no warp of it has ended */
    GHashTable *codes;  /* "file\nname" to struct latency_code */
    unsigned shared_banks, shared_widest;
};

/* ---- latency_sm.c */
/* Looks at the warps as they are now, at `cycle`. */
void latency_look(struct latency_sm *own, uint64_t cycle);
/* Counts n cycles of the warps in `visited`. None of them issues. */
void latency_count(struct latency_sm *own, uint64_t visited, uint64_t n);
/* A load whose register the warp waits for has missed. */
void latency_found_miss(struct latency_sm *own, unsigned slot);
/* Moves a warp's counts into warps[slot].counted. */
void latency_collect(struct latency_sm *own, unsigned slot);
/* The first cycle after `cycle` that needs latency_look although nothing happens. At most 63 later,
 * or CYCLE_NEVER. */
uint64_t latency_next_look(const struct latency_sm *own, uint64_t cycle);

/* ---- latency_code.c */
struct latency_code *latency_code_of(struct latency *latency, const struct kernel_code *code);
void latency_code_free(void *code);
/* The warp in the slot issues. Its instruction is charged with the warp's waits. */
void latency_charge(struct latency *latency, struct latency_sm *own, unsigned slot, uint32_t pc,
                    const struct issued *what);
void latency_charge_access(struct latency_sm *own, const struct l1_access *access);
void latency_write_codes(const struct latency *latency, JsonBuilder *json);

/* ---- latency_result.c */
void latency_keep(struct latency *latency, uint32_t sm, const struct latency_running *warp,
                  uint64_t end, uint64_t instructions);
void latency_write(const void *state, const struct gpu *gpu, JsonBuilder *json);
void latency_kernel_free(void *kernel);

static inline bool latency_is_missed(const struct latency_running *warp, unsigned reg)
{
    return warp->missed[reg / 64] >> (reg % 64) & 1;
}

#endif
