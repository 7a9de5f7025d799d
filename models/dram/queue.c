/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/queue.h"
#include <glib.h>

void dram_queue_init(struct dram_queue *queue, uint32_t size, uint32_t row_hit_cap)
{
    *queue = (struct dram_queue){.size = size, .row_hit_cap = row_hit_cap};
    queue->requests = g_new0(struct dram_request, size);
    for (uint32_t i = 0; i < size; i++)
        queue->requests[i].next = i + 1 < size ? i + 1 : DRAM_NO_REQUEST;
    for (unsigned d = 0; d < DRAM_DIRECTIONS; d++)
        for (unsigned b = 0; b < DRAM_MAX_BANKS; b++) {
            queue->lists[d][b] = (struct dram_list){DRAM_NO_REQUEST, DRAM_NO_REQUEST};
            queue->candidates[d][b].request = DRAM_NO_REQUEST;
        }
}

void dram_queue_finish(struct dram_queue *queue)
{
    g_free(queue->requests);
}

/* ---- lists --------------------------------------------------------------------------- */

void dram_queue_add(struct dram_queue *queue, const struct dram_request *request)
{
    uint32_t index = queue->free;
    g_assert(index != DRAM_NO_REQUEST);
    struct dram_request *added = &queue->requests[index];
    struct dram_list *list = &queue->lists[request->direction][request->bank];
    queue->free = added->next;
    *added = *request;
    added->sequence = queue->next_sequence++;
    added->next = DRAM_NO_REQUEST;
    added->previous = list->last;
    added->opened = added->closed = added->started = false;
    if (list->last == DRAM_NO_REQUEST)
        list->first = index;
    else
        queue->requests[list->last].next = index;
    list->last = index;
    queue->count++;
    queue->by_direction[request->direction]++;
    queue->waiting[request->direction] |= UINT64_C(1) << request->bank;
    queue->candidates[request->direction][request->bank].request = DRAM_NO_REQUEST;
}

static void remove_request(struct dram_queue *queue, uint32_t index)
{
    struct dram_request *request = &queue->requests[index];
    struct dram_list *list = &queue->lists[request->direction][request->bank];
    if (request->previous == DRAM_NO_REQUEST)
        list->first = request->next;
    else
        queue->requests[request->previous].next = request->next;
    if (request->next == DRAM_NO_REQUEST)
        list->last = request->previous;
    else
        queue->requests[request->next].previous = request->previous;
    if (list->first == DRAM_NO_REQUEST)
        queue->waiting[request->direction] &= ~(UINT64_C(1) << request->bank);
    request->next = queue->free;
    queue->free = index;
    queue->count--;
    queue->by_direction[request->direction]--;
}

/* ---- choice ------------------------------------------------------------------------------ */

static void turn_round(struct dram_queue *queue)
{
    uint32_t reads = queue->by_direction[DRAM_READS], writes = queue->by_direction[DRAM_WRITES];
    if (queue->direction == DRAM_READS) {
        if (writes > 0 && (reads == 0 || writes * 4 >= queue->size * 3))
            queue->direction = DRAM_WRITES;
    } else if (writes == 0 || (reads > 0 && writes * 4 <= queue->size)) {
        queue->direction = DRAM_READS;
    }
}

static uint32_t next_request(const struct dram_queue *queue, uint32_t bank, uint64_t open_row)
{
    enum dram_direction direction = queue->direction;
    uint32_t oldest = queue->lists[direction][bank].first;
    if (open_row == DRAM_NO_ROW || queue->passed[direction][bank] >= queue->row_hit_cap)
        return oldest;
    for (uint32_t i = oldest; i != DRAM_NO_REQUEST; i = queue->requests[i].next)
        if (queue->requests[i].row == open_row)
            return i;
    return oldest;
}

static enum dram_command next_command(const struct dram_request *request, uint64_t open_row)
{
    if (open_row == DRAM_NO_ROW)
        return DRAM_ACTIVATE;
    if (open_row != request->row)
        return DRAM_PRECHARGE;
    return request->direction == DRAM_READS ? DRAM_READ : DRAM_WRITE;
}

static void find_candidate(struct dram_queue *queue, uint32_t bank, uint64_t open_row)
{
    struct dram_candidate *candidate = &queue->candidates[queue->direction][bank];
    candidate->request = next_request(queue, bank, open_row);
    const struct dram_request *request = &queue->requests[candidate->request];
    candidate->command = next_command(request, open_row);
    /* READ and WRITE before ACTIVATE and PRECHARGE, then old requests before young ones. */
    bool row = candidate->command == DRAM_ACTIVATE || candidate->command == DRAM_PRECHARGE;
    candidate->rank = (uint64_t)row << 63 | request->sequence;
}

bool dram_queue_choose(struct dram_queue *queue, const struct dram_banks *banks, uint64_t now,
                       struct dram_choice *choice)
{
    if (queue->count == 0)
        return false;
    turn_round(queue);
    const struct dram_candidate *candidates = queue->candidates[queue->direction];
    uint64_t best_cycle = UINT64_MAX, best_rank = UINT64_MAX;
    uint32_t best = 0;
    for (uint64_t left = queue->waiting[queue->direction]; left; left &= left - 1) {
        uint32_t bank = (uint32_t)__builtin_ctzll(left);
        const struct dram_candidate *candidate = &candidates[bank];
        if (candidate->request == DRAM_NO_REQUEST)
            find_candidate(queue, bank, banks->bank[bank].row);
        uint64_t cycle = dram_earliest(banks, candidate->command, bank);
        cycle = MAX(cycle, now);
        if (cycle < best_cycle || (cycle == best_cycle && candidate->rank < best_rank)) {
            best = bank;
            best_cycle = cycle;
            best_rank = candidate->rank;
        }
    }
    *choice = (struct dram_choice){candidates[best].request, candidates[best].command, best_cycle};
    return true;
}

/* ---- progress ---------------------------------------------------------------------------- */

static void count_pass(struct dram_queue *queue, uint32_t index)
{
    const struct dram_request *request = &queue->requests[index];
    uint32_t *passed = &queue->passed[request->direction][request->bank];
    bool oldest = queue->lists[request->direction][request->bank].first == index;
    *passed = oldest ? 0 : *passed + 1;
}

bool dram_queue_issued(struct dram_queue *queue, const struct dram_choice *choice)
{
    struct dram_request *request = &queue->requests[choice->request];
    if (choice->command == DRAM_ACTIVATE || choice->command == DRAM_PRECHARGE) {
        request->opened |= choice->command == DRAM_ACTIVATE;
        request->closed |= choice->command == DRAM_PRECHARGE;
        for (unsigned d = 0; d < DRAM_DIRECTIONS; d++)
            queue->candidates[d][request->bank].request = DRAM_NO_REQUEST;
        return false;
    }
    request->started = true;
    if (--request->bursts > 0)
        return false;
    count_pass(queue, choice->request);
    remove_request(queue, choice->request);
    queue->candidates[request->direction][request->bank].request = DRAM_NO_REQUEST;
    return true;
}
