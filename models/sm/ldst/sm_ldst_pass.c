/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared memory's instructions pass accesses that wait in L1D's pipeline.
 *
 * An instruction all of whose accesses have gone into that pipeline has left the load/store unit's
 * register, and the next one takes its place. If that one is for shared memory it has nothing to do
 * in L1D. So it goes on while the accesses before it wait there. It keeps its place in the queue,
 * marked as passed, until those have left: then nothing is left to do for it.
 *
 * Source: GPGPU-Sim, ldst_unit::cycle (shader.cc), as Accel-Sim has it.
 */
#include "models/sm/ldst/sm_ldst_pass.h"

/* The first instruction that has not gone on, if it is for shared memory and those before it are in
 * the pipeline; *before: the last of them. Else NULL. */
static struct ldst_entry *first_behind(const struct load_store *ldst,
                                       const struct ldst_entry **before)
{
    const struct ldst_entry *head = *before = &ldst->queue[ldst->first];
    if (head->last == UINT64_MAX)
        return NULL;
    for (uint32_t i = 1; i < ldst->count; i++) {
        struct ldst_entry *entry = ldst_entry_at(ldst, i);
        if (entry->last == UINT64_MAX) {
            const bool in = (*before)->last - head->served <= ldst->config->ldst_pipeline;
            return entry->space == SPACE_SHARED && in ? entry : NULL;
        }
        *before = entry;
    }
    return NULL;
}

uint64_t sm_ldst_pass_at(const struct load_store *ldst)
{
    const struct ldst_entry *before;
    const struct ldst_entry *entry = first_behind(ldst, &before);
    if (!entry)
        return CYCLE_NEVER;
    return MAX(MAX(entry->at, before->entered), MAX(ldst->free, ldst->core->cycle + 1));
}

struct ldst_entry *sm_ldst_pass(struct load_store *ldst)
{
    const struct ldst_entry *before;
    struct ldst_entry *entry = first_behind(ldst, &before);
    g_assert(entry != NULL);
    entry->last = entry->served = before->last;
    entry->entered = ldst->core->cycle;
    entry->passed = true;
    return entry;
}
