/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/messages/message_filter.h"
#include "models/core/payload.h"
#include "models/core/wire.h"

void message_filter_init(struct message_filter *filter)
{
    *filter =
        (struct message_filter){.last = UINT64_MAX, .sm = -1, .slot = -1, .until = SIM_TIME_NEVER};
}

void message_filter_finish(struct message_filter *filter)
{
    if (filter->units)
        g_ptr_array_unref(filter->units);
    filter->units = NULL;
}

void message_filter_units(struct message_filter *filter, const char *words)
{
    g_auto(GStrv) names = g_strsplit(words, ",", -1);
    filter->units = g_ptr_array_new_with_free_func((GDestroyNotify)g_pattern_spec_free);
    for (char **name = names; *name; name++)
        g_ptr_array_add(filter->units, g_pattern_spec_new(*name));
}

static bool names_match(const GPtrArray *units, const char *unit, const char *other)
{
    for (guint i = 0; i < units->len; i++)
        if (g_pattern_spec_match_string(units->pdata[i], unit) ||
            (other && g_pattern_spec_match_string(units->pdata[i], other)))
            return true;
    return false;
}

/* Whether the event touches the addresses. A message is about the sectors that it names. */
static bool touches(const struct message_filter *filter, const struct event *event)
{
    uint64_t first, last;
    switch ((enum event_kind)event->kind) {
    case EVENT_WARP_STARTED:
    case EVENT_WARP_ENDED:
        return false;
    case EVENT_ISSUED:
        first = last = event->warp.address;
        if (event->warp.space != SPACE_GLOBAL && event->warp.space != SPACE_LOCAL)
            return false;
        break;
    case EVENT_LOOKED_UP:
        first = event->looked_up.line;
        last = first + LINE_BYTES - 1;
        break;
    default:
        if (event->message.kind > MESSAGE_DRAM_DATA)
            return false;
        first = message_address(&event->message) & ~(uint64_t)(LINE_BYTES - 1);
        last = first + LINE_BYTES - 1;
    }
    return first <= filter->last && last >= filter->first;
}

bool message_filter_passes(const struct message_filter *filter, const struct event *event,
                           const char *unit)
{
    if (event->time < filter->from || event->time >= filter->until)
        return false;
    if (filter->sm >= 0 && (event->owner.warp == EVENT_NO_WARP || event->owner.sm != filter->sm ||
                            (filter->slot >= 0 && event->owner.warp != filter->slot)))
        return false;
    const char *other = event->kind == EVENT_POSTED ? event->posted.wire->receiver->name : NULL;
    if (filter->units && !names_match(filter->units, unit, other))
        return false;
    return (filter->first == 0 && filter->last == UINT64_MAX) || touches(filter, event);
}
