/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/l2/bank_tags.h"
#include "policies/warp_scheduler/warp_scheduler.h"

/* An owner: the launch, the SM, and the slot + 1, which is not 0. */
enum { SLOT_BITS = 8, SM_BITS = 16, LAUNCH_SHIFT = SLOT_BITS + SM_BITS };

G_STATIC_ASSERT((int)WARP_SLOTS < UINT8_MAX);

struct bank_tags *bank_tags_new(const struct bank_shape *shape)
{
    size_t lines = (size_t)shape->sets * shape->ways;
    struct bank_tags *tags = g_new(struct bank_tags, 1);
    *tags = (struct bank_tags){.owners = g_new0(uint64_t, lines),
                               .lost = {.sets = shape->sets,
                                        .ways = shape->ways,
                                        .tags = g_new0(uint64_t, lines),
                                        .owners = g_new0(uint64_t, lines)}};
    return tags;
}

void bank_tags_free(struct bank_tags *tags)
{
    if (!tags)
        return;
    g_free(tags->owners);
    g_free(tags->lost.tags);
    g_free(tags->lost.owners);
    g_free(tags);
}

static uint64_t *owner_at(struct bank_tags *tags, struct bank_place place)
{
    return &tags->owners[(size_t)place.set * tags->lost.ways + (uint32_t)place.way];
}

/* The owner of a load's line; 0: the request is no load. */
static uint64_t owner_of(const struct message *request)
{
    if (!message_warp(request))
        return 0;
    return (uint64_t)request->launch << LAUNCH_SHIFT | (uint64_t)request->requester << SLOT_BITS |
           message_warp(request);
}

/* How far apart owners are: 0: the same; 1: another one of the SM; 2: of another SM. */
static unsigned distance(uint64_t a, uint64_t b)
{
    return a == b ? 0 : a >> SLOT_BITS == b >> SLOT_BITS ? 1 : 2;
}

uint8_t bank_tags_find(struct bank_tags *tags, const struct message *request,
                       struct bank_place place, enum bank_presence presence)
{
    uint64_t asks = owner_of(request), brought = 0;
    if (!asks)
        return WARP_L2_NOTHING;
    uint64_t *owner = owner_at(tags, place);
    if (presence != BANK_LINE_MISSING)
        brought = *owner;
    else if (!victim_list_take(&tags->lost, place.set,
                               message_address(request) & ~(uint64_t)(LINE_BYTES - 1), &brought))
        brought = 0;
    bool known = brought && brought >> LAUNCH_SHIFT == asks >> LAUNCH_SHIFT;
    if (presence == BANK_LINE_MISSING || !known)
        *owner = asks;
    if (presence == BANK_LINE_IN_PART || !known)
        return WARP_L2_NOTHING;
    return (uint8_t)((presence == BANK_LINE_THERE ? WARP_L2_HIT_OWN : WARP_L2_LOST_OWN) +
                     distance(asks, brought));
}

void bank_tags_lose(struct bank_tags *tags, struct bank_place place, uint64_t address)
{
    uint64_t *owner = owner_at(tags, place);
    if (*owner)
        victim_list_put(&tags->lost, place.set, address, *owner);
    *owner = 0;
}
