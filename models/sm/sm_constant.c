/* SPDX-License-Identifier: BSD-3-Clause */
/* The constant cache: one address a cycle, broadcast to all lanes that ask for it.
 *
 * Source: CUDA C Programming Guide 4.2, section 5.3.2.4: a request is split into as many as there
 * are different addresses. ASSUMED: a miss blocks the load/store queue until the line is there.
 * Differs: the constants of all modules begin at one address, so that two modules' first lines may
 * be taken for each other; it concerns timing only.
 */
#include "models/sm/sm_internal.h"

bool sm_constant_access(struct sm *sm, struct ldst_entry *entry)
{
    while (entry->position < entry->count) {
        uint64_t line = entry->lines[entry->position].line;
        struct tag_array *tags = &sm->constants.tags;
        int index = tag_array_find(tags, line);
        if (index < 0) {
            int victim = tag_array_choose_victim(tags, line);
            if (victim < 0 || !sm_out_has_room(sm))
                return false;
            tag_array_reserve(tags, victim, line);
            sm->counters.constant_misses++;
            sm_out_push(sm, MESSAGE_FETCH, line, TAG_CONSTANT | (uint32_t)victim, entry->launch,
                        sm->config->header_bytes, WHOLE_LINE, NULL);
            return false;
        }
        if (tag_array_state(tags, index) == TAG_RESERVED)
            return false;
        tag_array_touch(tags, index);
        sm->counters.constant_accesses++;
        entry->position++;
    }
    return true;
}

void sm_constant_fill(struct sm *sm, uint32_t line)
{
    tag_array_fill(&sm->constants.tags, (int)line);
}
