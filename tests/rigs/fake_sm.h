/* SPDX-License-Identifier: BSD-3-Clause */
/* A stand-in for the SM: as much of one as a warp scheduler can see.
 *
 * Tests start and finish warps and say which are ready; it keeps the view, makes the calls in the
 * legal order, and checks that picks are legal.
 */
#ifndef SIMGPU_TESTS_RIGS_FAKE_SM_H
#define SIMGPU_TESTS_RIGS_FAKE_SM_H

#include "policies/sm_members.h"
#include "policies/warp_scheduler/warp_scheduler.h"

struct fake_sm {
    struct warp_scheduler_ops copy; /* of the scheduler's ops, with guard bytes behind the state */
    const struct warp_scheduler_ops *ops;
    struct policy_values *values;
    struct sm_members members;
    struct sm_policy_site site;
    struct warp_view view; /* .age points to ages */
    uint64_t ages[WARP_SLOTS];
    uint64_t next_age;
    uint64_t on_memory;     /* view.on_memory */
    uint64_t blocked;       /* slots whose next instruction's unit takes nothing */
    uint64_t loads, stores; /* slots whose next instruction is a load, a store in global memory */
    uint64_t to_ldst;       /* view.to_ldst: both of these */
    const struct warp_orders *const *in_force; /* NULL: the scheduler gives no orders */
    bool stalled[WARP_SCHEDULERS];
    uint64_t visited; /* what the policy says it looked at for the last issue */
    void *state;
    const char *problem; /* the first broken rule; NULL while there is none */
};

/* Tells the scheduler, and whom it holds, an event of policies/sm_events.h. */
#define FAKE_SM_TELL(sm, event, ...)                                                               \
    do {                                                                                           \
        if (sm_members_want(&(sm)->members, SM_EVENT(event)))                                      \
            SM_MEMBERS_TELL(&(sm)->members, event, __VA_ARGS__);                                   \
    } while (0)

/* A built-in one; NULL if there is none of that name. */
const struct warp_scheduler_ops *scheduler_called(const char *name);

/* The scheduler's orders, which it gives. */
static inline const struct warp_orders *fake_sm_orders(const struct fake_sm *sm)
{
    return *sm->in_force;
}

/* The words that its policies have wanted to send. */
static inline const struct policy_outbox *fake_sm_outbox(const struct fake_sm *sm)
{
    return &sm->members.outbox;
}

/* Parameters have their defaults. `ops` is borrowed. */
void fake_sm_init(struct fake_sm *sm, const struct warp_scheduler_ops *ops, unsigned warp_slots,
                  unsigned schedulers);
/* ... but for these: "name=value", ending with NULL. */
void fake_sm_init_with(struct fake_sm *sm, const struct warp_scheduler_ops *ops,
                       unsigned warp_slots, unsigned schedulers, const char *const *parameters);
/* ... at this site. */
void fake_sm_init_at(struct fake_sm *sm, const struct warp_scheduler_ops *ops,
                     const struct sm_policy_site *site, const char *const *parameters);
void fake_sm_finish(struct fake_sm *sm);

/* A launch whose blocks have so many warps begins. */
void fake_sm_start_kernel(struct fake_sm *sm, uint32_t launch, uint32_t block_warps);
void fake_sm_start_warp(struct fake_sm *sm, unsigned slot); /* younger than all before */
void fake_sm_finish_warp(struct fake_sm *sm, unsigned slot);
void fake_sm_enter_barrier(struct fake_sm *sm, unsigned slot);
void fake_sm_leave_barrier(struct fake_sm *sm, unsigned slot);

/* The warp's next instruction needs a result that is on its way; the result has come. */
void fake_sm_wait_on_memory(struct fake_sm *sm, unsigned slot);
void fake_sm_memory_came(struct fake_sm *sm, unsigned slot);
void fake_sm_press(struct fake_sm *sm, const struct warp_pressure *pressure);

/* The ready warps of a scheduler that may run: its own, resident, not at a barrier, not blocked,
 * not held back by its orders. */
uint64_t fake_sm_candidates(const struct fake_sm *sm, unsigned scheduler, uint64_t ready);

/* One scheduler's turn in the current cycle: returns the slot that issued, or WARP_NONE. */
unsigned fake_sm_issue(struct fake_sm *sm, unsigned scheduler, uint64_t ready);

/* Lets the clock go on to a cycle; a review that is due is made. */
void fake_sm_advance(struct fake_sm *sm, uint64_t cycle);

#endif
