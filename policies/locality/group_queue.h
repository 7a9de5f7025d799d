/* SPDX-License-Identifier: BSD-3-Clause */
/* PAVER's runtime: each SM's group, its place in the group, and stealing between SMs.
 *
 * Groups wait in a queue. An SM that has sent the last block of its group gets the next group. When
 * no group is left, an SM without blocks takes some of the last blocks of the SM that has the most
 * (Algorithm 2). It takes the largest number of waiting blocks less the average of all SMs.
 *
 * Stolen blocks take a while to come. Until then no SM may steal them. Else two idle SMs would
 * steal the last blocks from each other for ever.
 *
 * Source: PAVER, sections 5.2 and 5.3, Algorithm 2 and Figure 9. The average is rounded down, as in
 *   its 16-bit registers. Here `tail` is behind the last block; there it is the last one.
 */
#ifndef SIMGPU_POLICIES_LOCALITY_GROUP_QUEUE_H
#define SIMGPU_POLICIES_LOCALITY_GROUP_QUEUE_H

#include "policies/locality/block_groups.h"

/* An SM's blocks: order[next] to order[tail - 1]. */
struct group_cursor {
    uint32_t next, tail;
    bool coming; /* the blocks are stolen, and not there yet */
};

struct group_queue {
    const struct block_groups *groups; /* borrowed */
    uint32_t next_group;
    uint32_t n_sms;
    struct group_cursor *sms;
    uint64_t steals, stolen_blocks;
};

void group_queue_init(struct group_queue *queue, const struct block_groups *groups, uint32_t n_sms);
void group_queue_finish(struct group_queue *queue);

static inline uint32_t group_queue_waiting(const struct group_queue *queue, uint32_t sm)
{
    return queue->sms[sm].tail - queue->sms[sm].next;
}

/* Gives the SM the next group, if it has no blocks; false if there is none. */
bool group_queue_assign(struct group_queue *queue, uint32_t sm);

/* Algorithm 2: finds the donor, and returns how many blocks it gives; 0: no SM has enough. locked:
 * by SM, whether it must not give any; NULL: all may. */
uint32_t group_queue_donor(const struct group_queue *queue, const bool *locked, uint32_t *donor);

/* Sends some of the donor's blocks on their way to the SM, which has none. Returns how many; 0: no
 * SM has enough. */
uint32_t group_queue_steal(struct group_queue *queue, uint32_t sm, const bool *locked,
                           uint32_t *donor);

/* The blocks that the SM has stolen are there. */
void group_queue_arrived(struct group_queue *queue, uint32_t sm);

/* Whether the SM has blocks that are there. */
static inline bool group_queue_has(const struct group_queue *queue, uint32_t sm)
{
    return group_queue_waiting(queue, sm) > 0 && !queue->sms[sm].coming;
}

/* Takes the SM's next block. group_queue_has must hold. */
uint32_t group_queue_take(struct group_queue *queue, uint32_t sm);

#endif
