/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/queue.h"
#include "base/vector_clones.h"

enum { VECTOR = 16 };

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
            lists->command[b] = DRAM_NO_COMMAND;
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

static void set_next(const struct dram_queue *queue, struct dram_lists *lists, uint32_t bank,
                     uint16_t index, uint64_t open_row)
{
    const struct dram_request *request = &queue->requests[index];
    lists->request[bank] = index;
    lists->rank[bank] = request->sequence;
    lists->command[bank] = command_for(request, open_row);
}

static void find_next(const struct dram_queue *queue, struct dram_lists *lists, uint32_t bank,
                      uint64_t open_row)
{
    uint16_t oldest = lists->first[bank];
    lists->command[bank] = DRAM_NO_COMMAND;
    if (oldest == DRAM_NO_REQUEST)
        return;
    uint16_t found = DRAM_NO_REQUEST;
    if (open_row != DRAM_NO_ROW && lists->passed[bank] < queue->row_hit_cap)
        for (found = oldest; found != DRAM_NO_REQUEST; found = queue->requests[found].next)
            if (queue->requests[found].row == open_row)
                break;
    set_next(queue, lists, bank, found != DRAM_NO_REQUEST ? found : oldest, open_row);
}

/* ---- lists -------------------------------------------------------------------------------- */

static void turn_round(struct dram_queue *queue)
{
    uint32_t reads = queue->bursts_by_direction[DRAM_READS];
    uint32_t writes = queue->bursts_by_direction[DRAM_WRITES];
    if (queue->direction == DRAM_READS) {
        if (writes > 0 && (reads == 0 || writes * 4 >= queue->size * 3))
            queue->direction = DRAM_WRITES;
    } else if (writes == 0 || (reads > 0 && writes * 4 <= queue->size)) {
        queue->direction = DRAM_READS;
    }
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
    bool next = command == DRAM_NO_COMMAND ||
                (command == DRAM_PRECHARGE && request->row == banks->row[bank] &&
                 lists->passed[bank] < queue->row_hit_cap);
    if (next)
        set_next(queue, lists, bank, index, banks->row[bank]);
    return next || queue->drained; /* the direction may turn */
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

/* What the choice compares: of banks, commands as in dram_lists, and first cycles. */
struct contest {
    const uint32_t *command, *rank;
    const uint32_t (*bank)[DRAM_MAX_BANKS];
    uint32_t floor[DRAM_COMMANDS]; /* by the channel's rules and the buses */
    uint32_t next_sequence;        /* one more than any: no request's age is 0 */
};

/* When the first READ or WRITE, and the first ACTIVATE or PRECHARGE, may come. */
struct first {
    uint32_t column, row;
};

VECTOR_CLONES static struct first find_first(const struct contest *contest, uint32_t from,
                                             uint32_t due[VECTOR])
{
    const uint32_t *command = contest->command + from;
    const uint32_t *activate = contest->bank[DRAM_ACTIVATE] + from;
    const uint32_t *precharge = contest->bank[DRAM_PRECHARGE] + from;
    const uint32_t *read = contest->bank[DRAM_READ] + from;
    const uint32_t *write = contest->bank[DRAM_WRITE] + from;
    uint32_t activates = contest->floor[DRAM_ACTIVATE];
    uint32_t precharges = contest->floor[DRAM_PRECHARGE];
    uint32_t reads = contest->floor[DRAM_READ], writes = contest->floor[DRAM_WRITE];
    uint32_t first_row = UINT32_MAX, first_column = UINT32_MAX;
    for (unsigned i = 0; i < VECTOR; i++) {
        uint32_t row = MAX(activate[i], activates), column = MAX(read[i], reads);
        uint32_t closing = MAX(precharge[i], precharges), writing = MAX(write[i], writes);
        row = command[i] == DRAM_PRECHARGE ? closing : row;
        row = command[i] <= DRAM_PRECHARGE ? row : UINT32_MAX;
        column = command[i] == DRAM_WRITE ? writing : column;
        column = command[i] == DRAM_READ || command[i] == DRAM_WRITE ? column : UINT32_MAX;
        due[i] = MIN(row, column);
        first_row = MIN(first_row, row);
        first_column = MIN(first_column, column);
    }
    return (struct first){first_column, first_row};
}

/* The bank with the oldest request among those with a column (or a row) command due in `cycle`;
 * *age: of it, as a number that is low for old ones, if lower than it is. */
VECTOR_CLONES static uint32_t find_oldest(const struct contest *contest, uint32_t from,
                                          const uint32_t due[VECTOR], bool column, uint32_t cycle,
                                          uint32_t *age)
{
    const uint32_t *command = contest->command + from, *rank = contest->rank + from;
    uint32_t least = column ? DRAM_READ : DRAM_ACTIVATE, newest = contest->next_sequence;
    uint32_t key[VECTOR], oldest = *age, bank = UINT32_MAX;
    for (unsigned i = 0; i < VECTOR; i++) {
        bool in = due[i] == cycle && command[i] - least < 2;
        key[i] = in ? rank[i] - newest : UINT32_MAX;
        oldest = MIN(oldest, key[i]);
    }
    for (uint32_t i = 0; i < VECTOR; i++) {
        uint32_t here = key[i] == oldest ? from + i : UINT32_MAX;
        bank = MIN(bank, here);
    }
    *age = oldest;
    return bank;
}

static uint32_t distance(const struct dram_banks *banks, uint64_t cycle)
{
    return cycle > banks->base ? (uint32_t)(cycle - banks->base) : 0;
}

bool dram_queue_choose(struct dram_queue *queue, struct dram_banks *banks,
                       const struct dram_slots *slots, struct dram_choice *choice)
{
    if (queue->bursts == 0)
        return false;
    if (queue->drained)
        turn_round(queue);
    dram_banks_reach(banks, MIN(slots->row, slots->column));
    const struct dram_lists *lists = lists_of(queue, queue->direction);
    uint32_t row = distance(banks, slots->row), column = distance(banks, slots->column);
    struct contest contest = {.command = lists->command,
                              .rank = lists->rank,
                              .bank = (const uint32_t(*)[DRAM_MAX_BANKS])banks->bank,
                              .floor = {MAX(banks->channel[DRAM_ACTIVATE], row), row,
                                        MAX(banks->channel[DRAM_READ], column),
                                        MAX(banks->channel[DRAM_WRITE], column)},
                              .next_sequence = queue->next_sequence + 1};
    uint32_t due[DRAM_MAX_BANKS], n = banks->timing->banks;
    struct first first = {UINT32_MAX, UINT32_MAX};
    for (uint32_t from = 0; from < n; from += VECTOR) {
        struct first here = find_first(&contest, from, due + from);
        first = (struct first){MIN(first.column, here.column), MIN(first.row, here.row)};
    }
    uint32_t cycle = MIN(first.column, first.row), age = UINT32_MAX, bank = UINT32_MAX;
    g_assert(cycle != UINT32_MAX);
    for (uint32_t from = 0; from < n; from += VECTOR) {
        uint32_t here =
            find_oldest(&contest, from, due + from, first.column <= first.row, cycle, &age);
        bank = here != UINT32_MAX ? here : bank;
    }
    *choice = (struct dram_choice){(enum dram_command)lists->command[bank], lists->request[bank],
                                   banks->base + cycle};
    return true;
}

/* ---- progress ---------------------------------------------------------------------------- */

static void row_changed(struct dram_queue *queue, const struct dram_banks *banks, uint32_t bank,
                        struct dram_lists *served)
{
    uint64_t row = banks->row[bank];
    set_next(queue, served, bank, served->request[bank], row);
    if (queue->drained)
        find_next(queue, &queue->lists[served == queue->lists], bank, row);
}

bool dram_queue_issued(struct dram_queue *queue, const struct dram_banks *banks,
                       const struct dram_choice *choice)
{
    struct dram_request *request = &queue->requests[choice->request];
    struct dram_lists *lists = lists_of(queue, request->direction);
    uint32_t bank = request->bank;
    if (choice->command == DRAM_ACTIVATE || choice->command == DRAM_PRECHARGE) {
        request->opened |= choice->command == DRAM_ACTIVATE;
        request->closed |= choice->command == DRAM_PRECHARGE;
        row_changed(queue, banks, bank, lists);
        return false;
    }
    request->started = true;
    queue->bursts--;
    queue->bursts_by_direction[request->direction]--;
    bool done = --request->bursts == 0;
    if (done) {
        bool oldest = lists->first[bank] == choice->request;
        lists->passed[bank] = oldest ? 0 : lists->passed[bank] + 1;
        remove_request(queue, lists, choice->request);
        find_next(queue, lists, bank, banks->row[bank]);
    }
    return done;
}
