/* SPDX-License-Identifier: BSD-3-Clause */
/* L1D tells policies and observers of its accesses, and asks its replacement policy. Called only if
 * somebody wants it. */
#include "models/sm/l1d/l1d_tell.h"
#include "models/sm/access/l1_access.h"
#include "models/sm/l1d/l1d_mshrs.h"

static void describe_access(struct l1d *l1d, uint64_t address, unsigned slot, uint32_t pc,
                            bool is_write)
{
    l1d->replacer->access = (struct replacement_access){.line = address,
                                                        .pc = pc,
                                                        .slot = (uint8_t)slot,
                                                        .is_write = is_write,
                                                        .view = sm_fresh_view(l1d->core)};
}

int l1d_ask_victim(struct l1d *l1d, uint64_t address, unsigned slot, uint32_t pc, bool is_write)
{
    describe_access(l1d, address, slot, pc, is_write);
    return tag_array_ask_replacer(&l1d->tags, address);
}

void l1d_tell_used(struct l1d *l1d, int index, unsigned slot, uint32_t pc, bool is_write)
{
    describe_access(l1d, tag_array_address(&l1d->tags, index), slot, pc, is_write);
    tag_array_tell_use(&l1d->tags, index);
}

static void tell_accessed(struct l1d *l1d, const struct ldst_entry *entry,
                          const struct line_transaction *line, int index,
                          enum warp_access_outcome outcome)
{
    struct warp_line *history = index < 0 || !l1d->history ? NULL : &l1d->history[index];
    if (history)
        history->uses += outcome <= WARP_ACCESS_MERGED;
    else if (l1d->history && outcome == WARP_ACCESS_MERGED)
        l1d_note_merge(l1d, line->line);
    if (l1d->replacer && index >= 0)
        l1d_tell_used(l1d, index, entry->warp, entry->pc, false);
    const struct warp_access access = {.line = line->line,
                                       .launch = entry->launch,
                                       .pc = entry->pc,
                                       .slot = entry->warp,
                                       .outcome = (uint8_t)outcome,
                                       .owner = history ? history->owner
                                                        : (struct warp_owner){.slot = WARP_NONE}};
    SM_TELL(l1d->core, accessed, &access, sm_fresh_view(l1d->core));
}

void l1d_tell_load(struct l1d *l1d, const struct ldst_entry *entry,
                   const struct line_transaction *line, int index, enum warp_access_outcome outcome,
                   const struct l1_lookup *found)
{
    tell_accessed(l1d, entry, line, index, outcome);
    if (l1d->core->site.observers)
        l1_access_tell(l1d->core, entry, line, outcome == WARP_ACCESS_UNCACHED, found);
}

/* The history of a line of L1D. */
static struct warp_line history_of(const struct l1d *l1d, int index)
{
    struct warp_line line = {.owner.slot = WARP_NONE};
    if (l1d->history)
        line = l1d->history[index];
    line.line = tag_array_address(&l1d->tags, index);
    return line;
}

void l1d_tell_claimed(struct l1d *l1d, int index, uint64_t address, unsigned slot, uint32_t pc)
{
    if (tag_array_state(&l1d->tags, index) == TAG_VALID && SM_WANTS(l1d->core, evicted)) {
        const struct warp_line line = history_of(l1d, index);
        SM_TELL(l1d->core, evicted, &line, sm_fresh_view(l1d->core));
    }
    if (l1d->history)
        l1d->history[index] = (struct warp_line){
            .line = address,
            .owner = {.age = l1d->core->policies.view.age[slot], .slot = (uint8_t)slot},
            .pc = pc};
}

void l1d_tell_filled(struct l1d *l1d, int index, uint32_t merged)
{
    if (l1d->history)
        l1d->history[index].uses += merged;
    if (!SM_WANTS(l1d->core, filled))
        return;
    const struct warp_line line = history_of(l1d, index);
    SM_TELL(l1d->core, filled, &line, sm_fresh_view(l1d->core));
}

void l1d_tell_l2_found(struct l1d *l1d, const struct message *reply)
{
    const struct warp_l2_access access = {.line = message_address(reply),
                                          .launch = reply->launch,
                                          .slot = (uint8_t)(message_warp(reply) - 1),
                                          .found = message_found(reply)};
    SM_TELL(l1d->core, l2_found, &access, sm_fresh_view(l1d->core));
}
