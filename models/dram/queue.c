/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dram/queue.h"
#include "base/vector_clones.h"
#include "base/vector_lookup.h"
#include "models/dram/timing_issue.h"

enum { BANK_BITS = 6, USUAL_BANKS = 16 };

G_STATIC_ASSERT(1 << BANK_BITS == DRAM_MAX_BANKS);
G_STATIC_ASSERT((int)DRAM_RULES == (int)VECTOR_LOOKUP);

/* Due is twice a cycle, plus one for a row command, so that READs and WRITEs come first. Cycles are
 * below 2^31. */
enum { DUE_NEVER = UINT32_MAX };

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
            lists->list[b] = (struct dram_list){.first = DRAM_NO_REQUEST, .last = DRAM_NO_REQUEST};
            lists->command[b] = DRAM_COMMANDS;
            lists->due[b] = DUE_NEVER;
        }
}

void dram_queue_finish(struct dram_queue *queue)
{
    g_free(queue->requests);
    g_free(queue->messages);
}

static inline struct dram_lists *lists_of(struct dram_queue *queue, unsigned direction)
{
    return &queue->lists[queue->drained ? direction : 0];
}

/* ---- a bank's next request -------------------------------------------------------------- */

static inline enum dram_command column_of(const struct dram_request *request)
{
    return (enum dram_command)(DRAM_READ + request->direction);
}

static inline enum dram_command command_for(const struct dram_request *request, uint64_t open_row)
{
    if (open_row == DRAM_NO_ROW)
        return DRAM_ACTIVATE;
    return open_row == request->row ? column_of(request) : DRAM_PRECHARGE;
}

/* The rules for all banks are for find_among. */
static inline void set_command(struct dram_lists *lists, const struct dram_banks *banks,
                               uint32_t bank, enum dram_command command)
{
    lists->command[bank] = command;
    lists->due[bank] = dram_bank_cycle(banks, command, bank) << 1 | (command < DRAM_READ);
}

static inline void set_next(const struct dram_queue *queue, struct dram_lists *lists,
                            const struct dram_banks *banks, uint32_t bank, uint16_t index)
{
    const struct dram_request *request = &queue->requests[index];
    lists->list[bank].next = index;
    lists->rank[bank] = request->sequence << BANK_BITS | bank;
    set_command(lists, banks, bank, command_for(request, banks->bank[bank].row));
}

static inline void find_next(const struct dram_queue *queue, struct dram_lists *lists,
                             const struct dram_banks *banks, uint32_t bank)
{
    const struct dram_list *list = &lists->list[bank];
    const struct dram_request *requests = queue->requests;
    const uint64_t open_row = banks->bank[bank].row;
    if (list->first == DRAM_NO_REQUEST) {
        lists->command[bank] = DRAM_COMMANDS;
        lists->due[bank] = DUE_NEVER;
        return;
    }
    uint16_t found = DRAM_NO_REQUEST;
    if (open_row != DRAM_NO_ROW && list->passed < queue->row_hit_cap)
        for (found = list->first; found != DRAM_NO_REQUEST; found = requests[found].next)
            if (requests[found].row == open_row)
                break;
    set_next(queue, lists, banks, bank, found != DRAM_NO_REQUEST ? found : list->first);
}

/* The candidates have changed, or cycles count from another base: finds `due` of all banks again.
 */
static void find_due(struct dram_lists *lists, const struct dram_banks *banks)
{
    for (uint32_t bank = 0; bank < banks->timing->banks; bank++)
        if (lists->command[bank] != DRAM_COMMANDS)
            set_command(lists, banks, bank, (enum dram_command)lists->command[bank]);
    lists->base = banks->base;
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

static inline void append(struct dram_queue *queue, struct dram_list *list, uint16_t index)
{
    struct dram_request *request = &queue->requests[index];
    request->next = DRAM_NO_REQUEST;
    request->previous = list->last;
    if (list->last == DRAM_NO_REQUEST)
        list->first = index;
    else
        queue->requests[list->last].next = index;
    list->last = index;
}

/* Whether a request that comes last is its bank's next one. */
static inline bool goes_first(const struct dram_queue *queue, const struct dram_lists *lists,
                              const struct dram_request *request, uint64_t open_row)
{
    const uint32_t command = lists->command[request->bank];
    return command == DRAM_COMMANDS || (command == DRAM_PRECHARGE && request->row == open_row &&
                                        lists->list[request->bank].passed < queue->row_hit_cap);
}

void dram_queue_add(struct dram_queue *queue, const struct dram_banks *banks,
                    const struct dram_request *request, const struct message *message)
{
    const uint16_t index = queue->free;
    const uint32_t bank = request->bank;
    g_assert(index != DRAM_NO_REQUEST);
    struct dram_request *added = &queue->requests[index];
    struct dram_lists *lists = lists_of(queue, request->direction);
    queue->free = added->next;
    *added = *request;
    added->sequence = queue->next_sequence++;
    queue->messages[index] = *message;
    append(queue, &lists->list[bank], index);
    queue->bursts += request->bursts;
    queue->by_direction[request->direction]++;
    queue->bursts_by_direction[request->direction] += request->bursts;
    queue->chosen &= !queue->drained;
    if (goes_first(queue, lists, request, banks->bank[bank].row)) {
        set_next(queue, lists, banks, bank, index);
        queue->chosen = false;
    }
}

static inline void remove_request(struct dram_queue *queue, struct dram_list *list, uint16_t index)
{
    struct dram_request *request = &queue->requests[index];
    if (request->previous == DRAM_NO_REQUEST)
        list->first = request->next;
    else
        queue->requests[request->previous].next = request->next;
    if (request->next == DRAM_NO_REQUEST)
        list->last = request->previous;
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

/* The earliest cycles that issued commands allow: for banks of all groups, and for those of the
 * group that had the last one. */
static inline void floors_of(const struct dram_banks *banks, uint32_t group, uint32_t *floors)
{
    static const uint32_t kind[DRAM_RULES] = {1, 1, 0, 0, 1, 1, 0, 0}; /* as due_at */
    const uint32_t *all = banks->channel, *here = banks->group[group], reached = banks->reached;
    for (unsigned i = 0; i < DRAM_RULES; i++) {
        uint32_t cycle = MAX(all[i], here[i]);
        floors[i] = MAX(cycle, reached) << 1 | kind[i];
    }
}

/* The command that may come first, among the first n banks. Of several: READs and WRITEs, and of
 * these the one for the oldest request. All are older than `newest`. */
G_ALWAYS_INLINE static inline struct winner find_among(struct dram_lists *lists,
                                                       const struct dram_banks *banks,
                                                       const uint32_t n, uint32_t group,
                                                       uint32_t newest)
{
    const uint32_t *in_group = banks->groups[group];
    uint32_t floors[VECTOR_LOOKUP], rule[DRAM_MAX_BANKS], floor[DRAM_MAX_BANKS];
    uint32_t first = UINT32_MAX, oldest = UINT32_MAX;
    floors_of(banks, group, floors);
    for (uint32_t i = 0; i < n; i++)
        rule[i] = lists->command[i] | in_group[i];
    for (uint32_t i = 0; i < n; i += VECTOR_LOOKUP)
        vector_lookup(floor + i, floors, rule + i);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t due = MAX(lists->due[i], floor[i]);
        lists->due[i] = due;
        first = MIN(first, due);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t key = (lists->rank[i] - newest) | -(uint32_t)(lists->due[i] != first);
        oldest = MIN(oldest, key); /* low key: old request */
    }
    return (struct winner){oldest & (DRAM_MAX_BANKS - 1), first >> 1};
}

/* Each is a function of its own: only there gcc makes vectors of the loops. */
VECTOR_CLONES_256 static struct winner find_usual(struct dram_lists *lists,
                                                  const struct dram_banks *banks, uint32_t group,
                                                  uint32_t newest)
{
    return find_among(lists, banks, USUAL_BANKS, group, newest);
}

VECTOR_CLONES_256 static struct winner
find_any(struct dram_lists *lists, const struct dram_banks *banks, uint32_t group, uint32_t newest)
{
    return find_among(lists, banks, DRAM_MAX_BANKS, group, newest);
}

/* From now on requests of another direction may be the candidates. */
static void turn_direction(struct dram_queue *queue)
{
    enum dram_direction direction = direction_now(queue);
    if (direction == queue->direction)
        return;
    queue->direction = direction;
    queue->lists[direction].base = CYCLE_NEVER;
}

static inline void choose(struct dram_queue *queue, const struct dram_banks *banks)
{
    if (queue->chosen)
        return;
    queue->chosen = true;
    if (queue->bursts == 0) {
        queue->choice.cycle = CYCLE_NEVER;
        return;
    }
    if (queue->drained)
        turn_direction(queue);
    struct dram_lists *lists = &queue->lists[queue->direction];
    if (G_UNLIKELY(lists->base != banks->base))
        find_due(lists, banks);
    const uint32_t newest = (queue->next_sequence + 1) << BANK_BITS;
    struct winner winner = G_LIKELY(banks->timing->banks == USUAL_BANKS)
                               ? find_usual(lists, banks, queue->group, newest)
                               : find_any(lists, banks, queue->group, newest);
    g_assert(winner.cycle < UINT32_MAX / 2);
    queue->choice = (struct dram_choice){.cycle = banks->base + winner.cycle,
                                         .command = lists->command[winner.bank],
                                         .bank = winner.bank,
                                         .request = lists->list[winner.bank].next};
}

VECTOR_CLONES_256 uint64_t dram_queue_next(struct dram_queue *queue, const struct dram_banks *banks)
{
    choose(queue, banks);
    return queue->choice.cycle;
}

/* ---- progress ---------------------------------------------------------------------------- */

/* The request's row was opened, or another row was closed for it. */
static inline void row_changed(struct dram_queue *queue, const struct dram_banks *banks,
                               struct dram_request *request, struct dram_lists *lists, bool opened)
{
    request->state |= opened ? DRAM_OPENED : DRAM_CLOSED;
    set_command(lists, banks, request->bank, opened ? column_of(request) : DRAM_ACTIVATE);
    if (queue->drained)
        find_next(queue, &queue->lists[lists == queue->lists], banks, request->bank);
}

/* True if it was the request's last burst. */
static inline bool count_burst(struct dram_queue *queue, struct dram_request *request)
{
    if (request->state < DRAM_STARTED) {
        queue->started[request->state]++;
        request->state |= DRAM_STARTED;
    }
    queue->bursts--;
    queue->bursts_by_direction[request->direction]--;
    return --request->bursts == 0;
}

static inline void leave(struct dram_queue *queue, const struct dram_banks *banks,
                         struct dram_lists *lists, uint16_t index, uint32_t bank)
{
    struct dram_list *list = &lists->list[bank];
    list->passed = list->first == index ? 0 : list->passed + 1;
    remove_request(queue, list, index);
    find_next(queue, lists, banks, bank);
}

VECTOR_CLONES_256 enum dram_progress dram_queue_run(struct dram_queue *queue,
                                                    struct dram_banks *banks, uint64_t before,
                                                    uint32_t launch, int32_t room)
{
    const struct dram_choice *choice = &queue->choice;
    for (;;) {
        choose(queue, banks);
        if (choice->cycle >= before)
            return DRAM_NOT_YET;
        struct dram_request *request = &queue->requests[choice->request];
        if (G_UNLIKELY(request->launch != launch))
            return DRAM_OTHER_LAUNCH;
        const enum dram_command command = (enum dram_command)choice->command;
        struct dram_lists *lists = &queue->lists[queue->direction];
        dram_issue(banks, command, choice->bank, request->row, choice->cycle);
        queue->chosen = false;
        queue->group = choice->bank & banks->group_mask;
        queue->issued[command]++;
        if (command < DRAM_READ) {
            row_changed(queue, banks, request, lists, command == DRAM_ACTIVATE);
            continue;
        }
        if (count_burst(queue, request)) {
            leave(queue, banks, lists, choice->request, choice->bank);
            return DRAM_DONE;
        }
        if ((int32_t)queue->bursts <= room)
            return DRAM_HAS_ROOM;
    }
}
