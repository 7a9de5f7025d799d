/* SPDX-License-Identifier: BSD-3-Clause */
/* How far launches are, for a dispatcher whose clients have targets (dispatcher_clients.h). Each
 * launch has a message, with the instructions that its blocks here have issued up to a multiple of
 * site.progress_every.
 *
 * An SM that has issued nothing since its last report sends none. An SM that still waits for a
 * credit reports later. Nothing is lost: a report is about everything that has not been told.
 */
#include "models/sm/policy/sm_progress.h"
#include "models/core/message_dispatch.h"
#include "models/sm/blocks/sm_blocks.h"

void sm_progress_init(struct sm *sm)
{
    sm->progress.due = CYCLE_NEVER;
}

static void send_one(struct sm *sm, uint32_t launch, uint64_t instructions)
{
    const struct message message =
        message_progress(launch, instructions, (uint16_t)sm->core.site.index);
    if (instructions > 0)
        sm_mail_add(&sm->mail, &message);
}

/* Reports the launch of the block in that place, for all of its blocks among `left`. Returns the
 * others. */
static uint64_t tell_launch(struct sm *sm, unsigned first, uint64_t left)
{
    uint32_t launch = sm->blocks.list[first].context.launch->id;
    uint64_t sum = 0, others = left;
    for (; left; left &= left - 1) {
        unsigned block = (unsigned)__builtin_ctzll(left);
        if (sm->blocks.list[block].context.launch->id != launch)
            continue;
        sum += sm_block_untold(&sm->blocks, block);
        others &= ~(UINT64_C(1) << block);
    }
    send_one(sm, launch, sum);
    return others;
}

/* Before anything is issued in the cycle. */
void sm_progress_begin(struct sm *sm)
{
    if (sm->progress.due > sm->core.cycle)
        return;
    sm->progress.due = CYCLE_NEVER;
    if (sm->mail.n > 0)
        return;
    sm->progress.instructions = sm->core.counters.warp_instructions;
    for (uint64_t left = sm->blocks.used; left;)
        left = tell_launch(sm, (unsigned)__builtin_ctzll(left), left);
    sm_mail_send(&sm->mail);
}

void sm_progress_end(struct sm *sm)
{
    uint64_t every = sm->core.site.progress_every;
    if (sm->progress.due == CYCLE_NEVER && sm->blocks.used &&
        sm->core.counters.warp_instructions > sm->progress.instructions)
        sm->progress.due = (sm->core.cycle / every + 1) * every;
}
