/* SPDX-License-Identifier: BSD-3-Clause */
/* The SM's warps: which there are, and what each waits for.
 *
 * Owns the masks of warps and the wheel. sm_scoreboard.h says when a warp may issue. sm_requests.h
 * counts the requests that warps and their blocks have out. Other parts tell what has happened to a
 * warp; these files put it into a mask. A warp also holds structs of other parts (its instruction
 * buffer, its barrier), so that an issue reads one piece of memory.
 */
#ifndef SIMGPU_SM_WARPS_H
#define SIMGPU_SM_WARPS_H

#include "models/sm/core/sm_core.h"
#include "models/sm/front/issue_facts.h"

enum { SM_WARP_PADDING = 76 };
enum { WHEEL_SLOTS = 1024, WHEEL_WORDS = WHEEL_SLOTS / 64 };
/* sm_warp.not_before of a warp that is held. */
#define WARP_HELD (UINT64_MAX / 2)

/* A store or an atomic that releases waits like a fence before it issues. */
enum release_state { RELEASE_NONE, RELEASE_WAITS, RELEASE_PASSED };

/* Instructions fetched for a warp: sm_fetch.c's. */
struct warp_buffer {
    uint64_t at;   /* cycle from which what its last fetch brings may issue; CYCLE_NEVER: the line
                      is missing */
    uint64_t line; /* last line fetched from; UINT64_MAX none */
    uint32_t first, count; /* instructions, by pc, from which on a whole fetch would find them in
                              that line, or without a cache anywhere; with fetch_config.behind,
                              those after whose issue it would */
    uint32_t issued;       /* with fetch_config.behind: the pc issued last, UINT32_MAX none */
    uint8_t n;             /* instructions fetched ahead, or being fetched, from pc on */
    uint8_t last;          /* how many of these its last fetch brings */
};

/* The barrier at which a warp waits: sm_blocks.c's. */
struct warp_barrier {
    uint32_t pc;
    uint16_t id;
    bool reduces; /* it has a result */
    lane_mask lanes;
};

/* The issue loop's fields come first. Its size makes an index a shift. */
struct sm_warp {
    struct warp_context context;
    const struct issue_facts *of_code; /* facts->facts */
    const struct issue_facts *next;    /* of the next instruction, once settled */
    uint64_t *ready_at;  /* by register slot: cycle; CYCLE_NEVER while a load is out. In front of
                            them, FACT_NOWHERE. In sm_warps.registers */
    uint64_t not_before; /* cycle from which it may issue: after a branch, a barrier, a fence */
    struct warp_buffer buffer;
    uint64_t instructions; /* that it has issued */
    uint8_t block;
    uint8_t release;          /* enum release_state, of the release that is its next instruction */
    bool acquires;            /* the fence at which it waits also acquires */
    uint32_t outstanding;     /* memory instructions and stores in flight */
    struct code_facts *facts; /* of its code */
    void *state;              /* the context's, with its capacity below */
    size_t state_bytes;
    bool state_is_shared; /* it is the arena's */
    struct warp_barrier barrier;
    uint8_t padding[SM_WARP_PADDING];
};
_Static_assert(sizeof(struct sm_warp) == 256, "see SM_WARP_PADDING");

/* Requests that a block has out: sm_requests.h. */
struct block_requests {
    uint32_t outstanding[2]; /* by the epoch in which they were issued */
    uint8_t epoch;
    uint64_t fences, later_fences; /* warps that wait for the other epoch; for the one after that */
};

/* Each resident warp is in exactly one of the masks from ready to draining. */
struct sm_warps {
    struct sm_core *core;
    struct sm_warp list[WARP_SLOTS];
    uint64_t age[WARP_SLOTS];
    uint64_t next_age;
    uint64_t resident;
    uint64_t ready, wait_memory, wait_data, wait_fetch, at_barrier, at_fence, held, draining;
    uint64_t changes;        /* grows with each change of these masks, but not with issues */
    uint64_t by_pipe[PIPES]; /* by the pipe of the next instruction: all that were settled */
    uint64_t by_scheduler[WARP_SCHEDULERS];

    /* Warps in wait_data and wait_fetch, by the cycle in which they become ready. */
    uint64_t wheel[WHEEL_SLOTS];
    uint64_t wheel_occupied[WHEEL_WORDS];

    uint64_t *registers;       /* ready_at of all warps in the list, one behind the other */
    uint32_t registers_a_warp; /* how many there is room for */
    struct block_requests requests[SM_MAX_BLOCKS];
    unsigned n_ever; /* of the list, how many have ever been used */
};

static inline uint64_t bit_of(unsigned slot)
{
    return UINT64_C(1) << slot;
}

static inline const struct instruction *sm_next_instruction(const struct sm_warp *warp)
{
    return &warp->context.code->instructions[warp->context.pc];
}

void sm_warps_init(struct sm_warps *warps, struct sm_core *core);
void sm_warps_finish(struct sm_warps *warps);
/* Starts a warp of the block. The caller has set nothing but the block. The warp is resident, in no
 * mask, and its first instruction is known. */
void sm_warps_start(struct sm_warps *warps, unsigned slot, unsigned block_slot, unsigned in_block,
                    const struct block_context *block, struct code_facts *facts);
/* An instruction of that code needs so many registers: gives them to all warps that run it. */
void sm_warps_need_registers(struct sm_warps *warps, struct code_facts *facts, uint32_t slots);
/* The warp waits for nothing any more, and is in no mask. */
void sm_warps_halt(struct sm_warps *warps, unsigned slot);
/* No warp issues any more (sm_leap.h): those that could are held, the others will be. */
void sm_warps_hold(struct sm_warps *warps);
/* The warp is held no longer and in no mask, if it was; nor will it be. */
void sm_warps_let_go(struct sm_warps *warps, unsigned slot);
/* The warp has ended. sm_warps_remove follows when nothing of it is out any more. */
void sm_warps_drain(struct sm_warps *warps, unsigned slot);
void sm_warps_remove(struct sm_warps *warps, unsigned slot);
/* The destinations of the warp's instruction at pc can be read from that cycle on; CYCLE_NEVER:
 * they are on their way. */
static inline void sm_warp_set_registers(struct sm_warps *warps, unsigned slot, uint32_t pc,
                                         uint64_t ready)
{
    struct sm_warp *warp = &warps->list[slot];
    const struct instruction *instruction = &warp->context.code->instructions[pc];
    for (unsigned i = 0; i < instruction->n_destinations; i++)
        warp->ready_at[instruction->registers[i]] = ready;
}

/* The warp may not issue before that cycle. */
static inline void sm_warp_not_before(struct sm_warps *warps, unsigned slot, uint64_t cycle)
{
    struct sm_warp *warp = &warps->list[slot];
    warp->not_before = MAX(warp->not_before, cycle);
}

/* The first: a warp that has issued, and is in no mask, waits for others. The second: it has left
 * the barrier, to be settled. */
static inline void sm_warp_enters_barrier(struct sm_warps *warps, unsigned slot)
{
    warps->changes++;
    warps->at_barrier |= bit_of(slot);
}

static inline void sm_warp_leaves_barrier(struct sm_warps *warps, unsigned slot)
{
    warps->changes++;
    warps->at_barrier &= ~bit_of(slot);
}

/* A copy of the warp that the TMA engine carries out begins, ends. The warp leaves after it. */
static inline void sm_warp_hands_over(struct sm_warps *warps, unsigned slot)
{
    warps->list[slot].outstanding++;
}

static inline void sm_warp_takes_back(struct sm_warps *warps, unsigned slot)
{
    g_assert(warps->list[slot].outstanding > 0);
    warps->list[slot].outstanding--;
}

static inline void sm_warp_enters_fence(struct sm_warps *warps, unsigned slot)
{
    warps->changes++;
    warps->at_fence |= bit_of(slot);
}

static inline void sm_warps_leave_fence(struct sm_warps *warps, uint64_t slots)
{
    warps->changes++;
    warps->at_fence &= ~slots;
}

#endif
