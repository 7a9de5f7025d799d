/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/locality/group_queue.h"

void group_queue_init(struct group_queue *queue, const struct block_groups *groups, uint32_t n_sms)
{
    *queue = (struct group_queue){
        .groups = groups, .n_sms = n_sms, .sms = g_new0(struct group_cursor, n_sms)};
}

void group_queue_finish(struct group_queue *queue)
{
    g_clear_pointer(&queue->sms, g_free);
}

bool group_queue_assign(struct group_queue *queue, uint32_t sm)
{
    if (group_queue_waiting(queue, sm) > 0 || queue->next_group == queue->groups->n)
        return false;
    const uint32_t *first = &queue->groups->first[queue->next_group++];
    queue->sms[sm] = (struct group_cursor){first[0], first[1], false};
    return true;
}

uint32_t group_queue_donor(const struct group_queue *queue, const bool *locked, uint32_t *donor)
{
    uint32_t most = 0;
    uint64_t sum = 0;
    for (uint32_t sm = 0; sm < queue->n_sms; sm++) {
        uint32_t waiting = group_queue_waiting(queue, sm);
        if (waiting > most && !queue->sms[sm].coming && !(locked && locked[sm])) {
            most = waiting;
            *donor = sm;
        }
        sum += waiting;
    }
    const uint32_t average = (uint32_t)(sum / queue->n_sms);
    return most > average ? most - average : 0;
}

uint32_t group_queue_steal(struct group_queue *queue, uint32_t sm, const bool *locked,
                           uint32_t *donor)
{
    uint32_t n = group_queue_donor(queue, locked, donor);
    if (n == 0)
        return 0;
    g_assert(group_queue_waiting(queue, sm) == 0 && *donor != sm);
    struct group_cursor *from = &queue->sms[*donor];
    queue->sms[sm] = (struct group_cursor){from->tail - n, from->tail, true};
    from->tail -= n;
    queue->steals++;
    queue->stolen_blocks += n;
    return n;
}

void group_queue_arrived(struct group_queue *queue, uint32_t sm)
{
    g_assert(queue->sms[sm].coming);
    queue->sms[sm].coming = false;
}

uint32_t group_queue_take(struct group_queue *queue, uint32_t sm)
{
    g_assert(group_queue_waiting(queue, sm) > 0);
    return queue->groups->order[queue->sms[sm].next++];
}
