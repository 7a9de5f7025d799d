/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers: what may not be done to them, one that is initialised again while it is one, and
 * threads that wait for arrivals which never come.
 *
 * Source: PTX ISA 8.6, "mbarrier.init": on memory that holds an mbarrier it is undefined;
 *   mbarrier.inval has to come first.
 */
#include "sanitize/sanitize_private.h"
#include "workloads/mbarrier.h"

enum { MISUSE = 16, INITIALISED_AGAIN, WAITS_FOR_EVER }; /* the sync checker's further kinds */

/* An mbarrier of a block, by its offset + 1. */
struct known_mbarrier {
    bool used; /* since it was initialised */
};

struct mbarriers {
    GHashTable *of;        /* offset + 1 -> struct known_mbarrier */
    struct waiting *waits; /* by warp */
};

struct waiting {
    bool waits;
    uint32_t site, offset;
    uint64_t word; /* what the mbarrier was */
};

void mbarriers_free(struct mbarriers *mbarriers)
{
    if (!mbarriers)
        return;
    g_hash_table_destroy(mbarriers->of);
    g_free(mbarriers->waits);
    g_free(mbarriers);
}

static struct mbarriers *mbarriers_of(struct running_block *block)
{
    if (!block->mbarriers) {
        block->mbarriers = g_new(struct mbarriers, 1);
        block->mbarriers->of = g_hash_table_new_full(NULL, NULL, NULL, g_free);
        block->mbarriers->waits = g_new0(struct waiting, block->order->n_warps);
    }
    return block->mbarriers;
}

/* A fault that ends the kernel. */
void mbarrier_check_fault(struct sanitizer *sanitizer, const struct step *step)
{
    if (step->what->fault_kind != FAULT_SYNC)
        return;
    struct finding *finding =
        findings_note(sanitizer->findings, CHECK_SYNC, MISUSE, step->number, NO_SITE);
    if (!finding)
        return;
    const unsigned lane = MIN(step->what->fault_lane, WARP_LANES - 1u);
    g_autofree char *line = describe_line(sanitizer, step->number);
    g_autofree char *who = describe_thread(sanitizer, step, lane);
    finding->title = g_strdup_printf("mbarrier that is misused at %s", line);
    finding->detail =
        g_strdup_printf("%s\n%s", step->what->fault ? step->what->fault : "fault", who);
    finding->advice = g_strdup("The kernel ends here; a GPU may do anything.");
}

static void initialise(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                       GHashTable *of, gpointer key)
{
    const struct known_mbarrier *known = g_hash_table_lookup(of, key);
    struct finding *finding = known ? findings_note(sanitizer->findings, CHECK_SYNC,
                                                    INITIALISED_AGAIN, step->number, NO_SITE)
                                    : NULL;
    if (finding) {
        g_autofree char *line = describe_line(sanitizer, step->number);
        g_autofree char *who = describe_thread(sanitizer, step, lane);
        finding->note = !known->used;
        finding->title = g_strdup_printf("mbarrier that is initialised again at %s", line);
        finding->detail =
            g_strdup_printf("byte %u of shared memory\n%s", GPOINTER_TO_UINT(key) - 1, who);
        finding->advice = g_strdup("mbarrier.inval has to come first.");
    }
    g_hash_table_insert(of, key, g_new0(struct known_mbarrier, 1));
}

void mbarrier_check_step(struct sanitizer *sanitizer, const struct step *step)
{
    const struct issued *what = step->what;
    if (what->active == 0 || what->async < ASYNC_ARRIVED || what->async > ASYNC_TRACK)
        return;
    struct mbarriers *mbarriers = mbarriers_of(step->block);
    for (lane_mask left = what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        gpointer key = GUINT_TO_POINTER((uint32_t)what->address[lane] + 1);
        struct known_mbarrier *known = g_hash_table_lookup(mbarriers->of, key);
        if (step->site->flags & SITE_INITS)
            initialise(sanitizer, step, lane, mbarriers->of, key);
        else if (step->site->flags & SITE_ENDS)
            g_hash_table_remove(mbarriers->of, key);
        else if (known)
            known->used = true;
    }
    const bool looks = what->async == ASYNC_TEST || what->async == ASYNC_TRY_WAIT;
    struct waiting *waiting = &mbarriers->waits[step->w->in_block];
    *waiting = (struct waiting){.waits = looks && what->waits, .site = step->number};
    if (!waiting->waits)
        return;
    waiting->offset = (uint32_t)what->address[__builtin_ctz(what->waits)];
    waiting->word = mbarrier_read(step->w->block->shared + waiting->offset);
}

/* The run was cut off. Where all warps of a block that have not ended wait, they do so for ever. */
void mbarrier_check_cut(struct sanitizer *sanitizer, const struct running_block *block)
{
    const struct mbarriers *mbarriers = block->mbarriers;
    const unsigned n = MIN(block->order->n_warps, 64);
    const struct waiting *first = NULL;
    for (unsigned i = 0; mbarriers && i < n; i++) {
        if (!(block->live >> i & 1))
            continue;
        if (!mbarriers->waits[i].waits)
            return;
        first = first ? first : &mbarriers->waits[i];
    }
    struct finding *finding =
        first ? findings_note(sanitizer->findings, CHECK_SYNC, WAITS_FOR_EVER, first->site, NO_SITE)
              : NULL;
    if (!finding)
        return;
    const struct mbarrier b = mbarrier_of(first->word);
    const uint32_t *index = blocks_of_warp(&sanitizer->blocks, block->order->first)->index;
    g_autofree char *line = describe_line(sanitizer, first->site);
    finding->title = g_strdup_printf("wait at %s for an mbarrier that nobody completes", line);
    finding->detail =
        g_strdup_printf("byte %u of shared memory: its phase expects %u arrivals; %u arrivals "
                        "and %d bytes are missing\nkernel %s, block (%u,%u,%u)",
                        first->offset, b.expected, b.pending, b.bytes, block->launch->kernel,
                        index[0], index[1], index[2]);
    finding->advice = g_strdup("All threads of the block wait. Is the count of mbarrier.init that "
                               "of the threads which arrive?");
}
