/* SPDX-License-Identifier: BSD-3-Clause */
/* Samples for the dispatcher's policies: the SM's counts in the cycles up to a multiple of
 * site.sample_every, as a message to the dispatcher (struct dispatcher_sample).
 *
 * Only an SM with blocks sends samples, and only if it has issued something or got a reply since
 * the last one. So an idle SM is not woken, and a deadlock of warps that wait for each other is
 * still found. The next sample then also covers the cycles that were left out. A sample is left out
 * in the same way if the one before still waits for a credit.
 */
#include "models/sm/policy/sm_sample.h"
#include "models/core/message_dispatch.h"

static uint64_t stalls_of(const struct sm *sm)
{
    return sm->core.counters.slots[SLOT_MEMORY];
}

static uint64_t replies_of(const struct sm *sm)
{
    const struct sm_counters *counters = &sm->core.counters;
    return counters->read_replies + counters->write_acks + counters->atomic_replies +
           counters->fetch_replies;
}

static void count_from_here(struct sm *sm)
{
    struct sm_sampling *sampling = &sm->sampling;
    sampling->since = sm->core.cycle;
    sampling->instructions = sm->core.counters.warp_instructions;
    sampling->stalls = stalls_of(sm);
    sampling->replies = replies_of(sm);
}

static uint64_t next_multiple(const struct sm *sm)
{
    return (sm->core.cycle / sm->core.site.sample_every + 1) * sm->core.site.sample_every;
}

/* The launch of all blocks that are here; NO_LAUNCH: they are of several. */
static uint32_t launch_of(const struct sm *sm)
{
    uint32_t launch = NO_LAUNCH;
    for (uint64_t used = sm->blocks.used; used; used &= used - 1) {
        uint32_t one = sm->blocks.list[__builtin_ctzll(used)].context.launch->id;
        if (launch != NO_LAUNCH && launch != one)
            return NO_LAUNCH;
        launch = one;
    }
    return launch;
}

static void send_sample(struct sm *sm)
{
    struct sm_sampling *sampling = &sm->sampling;
    const struct message sample = message_sample(
        launch_of(sm), sm->core.counters.warp_instructions - sampling->instructions,
        stalls_of(sm) - sampling->stalls,
        (uint32_t)MIN(sm->core.cycle - sampling->since, UINT32_MAX), (uint16_t)sm->core.site.index);
    sm_mail_add(&sm->mail, &sample);
    sm_mail_send(&sm->mail);
}

void sm_sample_init(struct sm *sm)
{
    sm->sampling.due = CYCLE_NEVER;
}

/* Blocks that have come in this cycle are here, and nothing has been issued yet. */
void sm_sample_begin(struct sm *sm)
{
    struct sm_sampling *sampling = &sm->sampling;
    if (!sampling->counts && sm->blocks.used) {
        sampling->counts = true;
        count_from_here(sm);
        sampling->due = next_multiple(sm);
    }
    if (sampling->due > sm->core.cycle)
        return;
    if (sm->mail.samples > 0) {
        sampling->due = next_multiple(sm);
        return;
    }
    send_sample(sm);
    count_from_here(sm);
    sampling->due = CYCLE_NEVER;
}

void sm_sample_end(struct sm *sm)
{
    struct sm_sampling *sampling = &sm->sampling;
    if (!sm->blocks.used) {
        sampling->counts = false;
        sampling->due = CYCLE_NEVER;
    } else if (sampling->due == CYCLE_NEVER &&
               (sm->core.counters.warp_instructions > sampling->instructions ||
                replies_of(sm) > sampling->replies)) {
        sampling->due = next_multiple(sm);
    }
}
