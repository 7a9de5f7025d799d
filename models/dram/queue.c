/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/queue.h"
#include "base/vector_clones.h"

enum { BANK_BITS = 6 };

G_STATIC_ASSERT(1 << BANK_BITS == DRAM_MAX_BANKS);

void dram_queue_init(struct dram_queue *queue, uint32_t size, uint32_t row_hit_cap, bool drained)
{
    g_assert(size > 0 && size < DRAM_NO_REQUEST);
    *queue = (struct dram_queue){.size = size, .row_hit_cap = row_hit_cap, .drained = drained};
    queue->requests = g_new0(struct dram_request, size);
    queue->messages = g_new(struct message, size);
    for (uint32_t i = 0; i < size; i++)
        queue->requests[i].next = (uint16_t)(i + 1 < size ? i + 1 : DRAM_NO_REQUEST);
    for (unsigned d = 0; d < DRAM_DIRECTIONS; d++)
        for (unsigned b = 0; b < DRAM_MAX_BANKS; b++) {
            struct dram_lists *lists = &queue->lists[d];
            lists->first[b] = lists->last[b] = DRAM_NO_REQUEST;
            lists->command[b] = DRAM_COMMANDS;
            for (unsigned c = 0; c < DRAM_COMMANDS; c++)
                lists->unless[c][b] = UINT32_MAX;
        }
}

void dram_queue_finish(struct dram_queue *queue)
{
    g_free(queue->requests);
    g_free(queue->messages);
}

static struct dram_lists *lists_of(struct dram_queue *queue, unsigned direction)
{
    return &queue->lists[queue->drained ? direction : 0];
}

/* ---- a bank's next request -------------------------------------------------------------- */

static enum dram_command command_for(const struct dram_request *request, uint64_t open_row)
{
    if (open_row == DRAM_NO_ROW)
        return DRAM_ACTIVATE;
    if (open_row != request->row)
        return DRAM_PRECHARGE;
    return request->direction == DRAM_READS ? DRAM_READ : DRAM_WRITE;
}

static void set_command(struct dram_lists *lists, uint32_t bank, enum dram_command command)
{
    uint8_t before = lists->command[bank];
    if (before != DRAM_COMMANDS)
        lists->unless[before][bank] = UINT32_MAX;
    if (command != DRAM_COMMANDS)
        lists->unless[command][bank] = 0;
    lists->command[bank] = (uint8_t)command;
}

static void set_next(const struct dram_queue *queue, struct dram_lists *lists, uint32_t bank,
                     uint16_t index, uint64_t open_row)
{
    const struct dram_request *request = &queue->requests[index];
    lists->request[bank] = index;
    lists->rank[bank] = request->sequence << BANK_BITS | bank;
    set_command(lists, bank, command_for(request, open_row));
}

static void find_next(const struct dram_queue *queue, struct dram_lists *lists, uint32_t bank,
                      uint64_t open_row)
{
    uint16_t oldest = lists->first[bank];
    if (oldest == DRAM_NO_REQUEST) {
        set_command(lists, bank, DRAM_COMMANDS);
        return;
    }
    uint16_t found = DRAM_NO_REQUEST;
    if (open_row != DRAM_NO_ROW && lists->passed[bank] < queue->row_hit_cap)
        for (found = oldest; found != DRAM_NO_REQUEST; found = queue->requests[found].next)
            if (queue->requests[found].row == open_row)
                break;
    set_next(queue, lists, bank, found != DRAM_NO_REQUEST ? found : oldest, open_row);
}

/* ---- lists -------------------------------------------------------------------------------- */

/* The direction to serve from now on. */
static inline enum dram_direction direction_now(const struct dram_queue *queue)
{
    uint32_t reads = queue->bursts_by_direction[DRAM_READS];
    uint32_t writes = queue->bursts_by_direction[DRAM_WRITES];
    if (queue->direction == DRAM_READS)
        return writes > 0 && (reads == 0 || writes * 4 >= queue->size * 3) ? DRAM_WRITES
                                                                           : DRAM_READS;
    return writes == 0 || (reads > 0 && writes * 4 <= queue->size) ? DRAM_READS : DRAM_WRITES;
}

static void append(struct dram_queue *queue, struct dram_lists *lists, uint16_t index)
{
    struct dram_request *request = &queue->requests[index];
    uint16_t last = lists->last[request->bank];
    request->next = DRAM_NO_REQUEST;
    request->previous = last;
    if (last == DRAM_NO_REQUEST)
        lists->first[request->bank] = index;
    else
        queue->requests[last].next = index;
    lists->last[request->bank] = index;
}

bool dram_queue_add(struct dram_queue *queue, const struct dram_banks *banks,
                    const struct dram_request *request, const struct message *message)
{
    uint16_t index = queue->free;
    g_assert(index != DRAM_NO_REQUEST);
    struct dram_request *added = &queue->requests[index];
    queue->free = added->next;
    *added = *request;
    added->sequence = queue->next_sequence++;
    queue->messages[index] = *message;
    struct dram_lists *lists = lists_of(queue, request->direction);
    append(queue, lists, index);
    queue->bursts += request->bursts;
    queue->by_direction[request->direction]++;
    queue->bursts_by_direction[request->direction] += request->bursts;
    uint32_t bank = request->bank, command = lists->command[bank];
    bool next = command == DRAM_COMMANDS ||
                (command == DRAM_PRECHARGE && request->row == banks->row[bank] &&
                 lists->passed[bank] < queue->row_hit_cap);
    if (next)
        set_next(queue, lists, bank, index, banks->row[bank]);
    if (!queue->drained)
        return next;
    return direction_now(queue) != queue->direction ||
           (next && request->direction == queue->direction);
}

static void remove_request(struct dram_queue *queue, struct dram_lists *lists, uint16_t index)
{
    struct dram_request *request = &queue->requests[index];
    if (request->previous == DRAM_NO_REQUEST)
        lists->first[request->bank] = request->next;
    else
        queue->requests[request->previous].next = request->next;
    if (request->next == DRAM_NO_REQUEST)
        lists->last[request->bank] = request->previous;
    else
        queue->requests[request->next].previous = request->previous;
    request->next = queue->free;
    queue->free = index;
    queue->by_direction[request->direction]--;
}

/* ---- choice ------------------------------------------------------------------------------ */

struct winner {
    uint32_t bank, cycle;
};

/* When a bank's next command may come, if it is one of two; else UINT32_MAX. */
static inline uint32_t due_of(const struct dram_lists *lists, const struct dram_banks *banks,
                              enum dram_command a, enum dram_command b, uint32_t floor_a,
                              uint32_t floor_b, uint32_t bank)
{
    uint32_t cycle_a = MAX(banks->bank[a][bank], floor_a) | lists->unless[a][bank];
    uint32_t cycle_b = MAX(banks->bank[b][bank], floor_b) | lists->unless[b][bank];
    return MIN(cycle_a, cycle_b);
}

/* The first command; of several, READs and WRITEs, and of these that for the oldest request: all
 * are older than `newest`. Cycles are below 2^31: twice a cycle, plus one for a row command, tells
 * commands apart in the first two respects. */
static inline struct winner find_winner(const struct dram_lists *lists,
                                        const struct dram_banks *banks, uint32_t newest)
{
    const uint32_t activate = banks->channel[DRAM_ACTIVATE], read = banks->channel[DRAM_READ];
    const uint32_t precharge = banks->channel[DRAM_PRECHARGE], write = banks->channel[DRAM_WRITE];
    const uint32_t n = banks->vectors * DRAM_VECTOR;
    uint32_t due[DRAM_MAX_BANKS], first = UINT32_MAX, oldest = UINT32_MAX;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = due_of(lists, banks, DRAM_ACTIVATE, DRAM_PRECHARGE, activate, precharge, i);
        uint32_t column = due_of(lists, banks, DRAM_READ, DRAM_WRITE, read, write, i);
        row = row << 1 | 1;
        column = column << 1 | column >> 31;
        due[i] = MIN(row, column);
        first = MIN(first, due[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t key = (lists->rank[i] - newest) | -(uint32_t)(due[i] != first); /* low: old */
        oldest = MIN(oldest, key);
    }
    return (struct winner){oldest & (DRAM_MAX_BANKS - 1), first >> 1};
}

VECTOR_CLONES bool dram_queue_choose(struct dram_queue *queue, const struct dram_banks *banks,
                                     struct dram_choice *choice)
{
    if (queue->bursts == 0)
        return false;
    if (G_UNLIKELY(queue->drained))
        queue->direction = direction_now(queue);
    const struct dram_lists *lists = &queue->lists[queue->direction];
    struct winner winner = find_winner(lists, banks, (queue->next_sequence + 1) << BANK_BITS);
    g_assert(winner.cycle < UINT32_MAX / 2);
    *choice = (struct dram_choice){(enum dram_command)lists->command[winner.bank],
                                   lists->request[winner.bank], banks->base + winner.cycle};
    return true;
}

/* ---- progress ---------------------------------------------------------------------------- */

static void row_changed(struct dram_queue *queue, const struct dram_banks *banks,
                        struct dram_request *request, struct dram_lists *lists, bool opened)
{
    request->opened |= opened;
    request->closed |= !opened;
    enum dram_command next = request->direction == DRAM_READS ? DRAM_READ : DRAM_WRITE;
    set_command(lists, request->bank, opened ? next : DRAM_ACTIVATE);
    if (queue->drained)
        find_next(queue, &queue->lists[lists == queue->lists], request->bank,
                  banks->row[request->bank]);
}

bool dram_queue_issued(struct dram_queue *queue, const struct dram_banks *banks,
                       const struct dram_choice *choice)
{
    struct dram_request *request = &queue->requests[choice->request];
    struct dram_lists *lists = lists_of(queue, request->direction);
    if (choice->command == DRAM_ACTIVATE || choice->command == DRAM_PRECHARGE) {
        row_changed(queue, banks, request, lists, choice->command == DRAM_ACTIVATE);
        return false;
    }
    request->started = true;
    queue->bursts--;
    queue->bursts_by_direction[request->direction]--;
    bool done = --request->bursts == 0;
    if (done) {
        uint32_t bank = request->bank;
        bool oldest = lists->first[bank] == choice->request;
        lists->passed[bank] = oldest ? 0 : lists->passed[bank] + 1;
        remove_request(queue, lists, choice->request);
        find_next(queue, lists, bank, banks->row[bank]);
    }
    return done;
}
