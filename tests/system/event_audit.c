/* SPDX-License-Identifier: BSD-3-Clause */
/* A criticality predictor that predicts nothing: it counts the events of policies/sm_events.h and
 * looks whether they come once each and in order. What it finds wrong is a number of the results.
 *
 * The history of lines is right as long as no store, atomic or acquire drops a line that it knows:
 * the test says where to look at it. Loads are counted right where shared memory is not loaded
 * from.
 */
#include "policies/criticality/criticality.h"

#include <string.h>

enum { LINES = 4096, BLOCKS = 32, OUTCOMES = WARP_ACCESS_BYPASSED + 1 };

enum wrong {
    WRONG_BLOCK = 1, /* a block starts or ends in a place, or with warps, that are not right */
    WRONG_WARP,      /* a warp starts outside of its block, or ends twice */
    WRONG_ORDER,     /* something happens between a block's start and its warps' */
    WRONG_LOADED,    /* of a warp that is not there or has no load out */
    WRONG_ACCESS,
    WRONG_FILL, /* of a line that nobody has asked for */
    WRONG_EVICTION
};

/* A line that a load has brought or is bringing. */
struct line {
    uint64_t number; /* its address, + 1; 0: none */
    struct warp_owner owner;
    uint32_t pc, uses;
    bool filled;
};

struct counts {
    uint64_t blocks_started, blocks_finished, warps_started, warps_finished;
    uint64_t loads, loaded;
    uint64_t accesses[OUTCOMES];
    uint64_t filled, evicted;
    uint64_t wrong; /* events */
    uint64_t first; /* enum wrong */
};

struct block {
    bool there;
    uint64_t index, warps;
};

struct state {
    struct counts counts;
    struct block blocks[BLOCKS];
    uint64_t to_start;          /* warps of the block that has started last */
    uint32_t out[WARP_SLOTS];   /* loads from global or local memory */
    struct line lines[LINES];   /* hashed, with linear probing; never removed, but forgotten */
    struct criticality nothing; /* published */
};

static void check(struct state *own, bool right, enum wrong what)
{
    own->counts.wrong += !right;
    if (!right && own->counts.first == 0)
        own->counts.first = what;
}

static const struct criticality *published(void *state)
{
    return &((struct state *)state)->nothing;
}

/* ---- blocks and warps -------------------------------------------------------------------------
 */

static void kernel_started(void *state, const struct warp_kernel *kernel,
                           const struct warp_view *view)
{
    struct state *own = state;
    (void)kernel, (void)view;
    memset(&own->counts, 0, sizeof own->counts);
    memset(own->lines, 0, sizeof own->lines);
}

static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    struct state *own = state;
    own->counts.blocks_started++;
    check(own, own->to_start == 0, WRONG_ORDER);
    check(own, block->slot < BLOCKS && block->warps && !(block->warps & view->resident),
          WRONG_BLOCK);
    struct block *mine = &own->blocks[block->slot % BLOCKS];
    check(own, !mine->there && block->cycles == 0, WRONG_BLOCK);
    *mine = (struct block){true, block->index, block->warps};
    own->to_start = block->warps;
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->counts.warps_started++;
    check(own, own->to_start && warp_first(own->to_start) == slot, WRONG_WARP);
    check(own, view->resident & warp_bit(slot), WRONG_WARP);
    own->to_start &= ~warp_bit(slot);
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->counts.warps_finished++;
    check(own, own->out[slot] == 0 && !(view->resident & warp_bit(slot)), WRONG_WARP);
}

static void block_finished(void *state, const struct warp_block *block,
                           const struct warp_view *view)
{
    struct state *own = state;
    struct block *mine = &own->blocks[block->slot % BLOCKS];
    own->counts.blocks_finished++;
    check(own, mine->there && mine->index == block->index && block->cycles > 0, WRONG_BLOCK);
    check(own, !(mine->warps & view->resident) && block->warps == 0, WRONG_BLOCK);
    mine->there = false;
}

/* ---- loads ------------------------------------------------------------------------------------
 */

static void executed(void *state, unsigned slot, const struct warp_executed *what,
                     const struct warp_view *view)
{
    struct state *own = state;
    check(own, own->to_start == 0 && (view->resident & warp_bit(slot)), WRONG_ORDER);
    own->counts.loads += what->is_load && what->mask;
    own->out[slot] += what->is_load && what->mask;
}

static void loaded(void *state, const struct warp_loaded *what, const struct warp_view *view)
{
    struct state *own = state;
    own->counts.loaded++;
    check(own, own->out[what->slot] > 0 && what->ready >= view->cycle, WRONG_LOADED);
    check(own, view->resident & warp_bit(what->slot), WRONG_LOADED);
    own->out[what->slot] -= own->out[what->slot] > 0;
}

/* ---- lines ------------------------------------------------------------------------------------
 */

/* The line's record, or a free one for it. */
static struct line *line_of(struct state *own, uint64_t address)
{
    uint64_t hash = (address / 128) * UINT64_C(0x9e3779b97f4a7c15) >> 40;
    for (unsigned i = 0; i < LINES; i++) {
        struct line *line = &own->lines[(hash + i) % LINES];
        if (line->number == address + 1 || line->number == 0)
            return line;
    }
    check(own, false, WRONG_ACCESS);
    return &own->lines[0];
}

static void accessed(void *state, const struct warp_access *access, const struct warp_view *view)
{
    struct state *own = state;
    own->counts.accesses[access->outcome % OUTCOMES]++;
    check(own, view->resident & warp_bit(access->slot), WRONG_ACCESS);
    if (access->outcome == WARP_ACCESS_UNCACHED || access->outcome == WARP_ACCESS_BYPASSED)
        return;
    struct line *line = line_of(own, access->line);
    if (access->outcome != WARP_ACCESS_MISS) {
        check(own, line->number && (line->filled || access->outcome == WARP_ACCESS_MERGED),
              WRONG_ACCESS);
        line->uses++;
    } else if (!line->number) {
        *line = (struct line){.number = access->line + 1,
                              .owner = {.age = view->age[access->slot], .slot = access->slot},
                              .pc = access->pc};
    }
}

static void filled(void *state, const struct warp_line *line, const struct warp_view *view)
{
    struct state *own = state;
    struct line *mine = line_of(own, line->line);
    (void)view;
    own->counts.filled++;
    check(own,
          mine->number && mine->owner.slot == line->owner.slot &&
              mine->owner.age == line->owner.age && mine->pc == line->pc &&
              mine->uses == line->uses,
          WRONG_FILL);
    mine->filled = true;
}

/* Puts the lines behind a record that is to be free where they will be found. */
static void forget(struct state *own, struct line *line)
{
    unsigned at = (unsigned)(line - own->lines);
    *line = (struct line){0};
    for (unsigned i = (at + 1) % LINES; own->lines[i].number; i = (i + 1) % LINES) {
        const struct line moved = own->lines[i];
        own->lines[i] = (struct line){0};
        *line_of(own, moved.number - 1) = moved;
    }
}

static void evicted(void *state, const struct warp_line *line, const struct warp_view *view)
{
    struct state *own = state;
    struct line *mine = line_of(own, line->line);
    (void)view;
    own->counts.evicted++;
    check(own,
          mine->number && mine->filled && mine->owner.age == line->owner.age &&
              mine->pc == line->pc && mine->uses == line->uses,
          WRONG_EVICTION);
    if (mine->number)
        forget(own, mine);
}

/* ---- results ----------------------------------------------------------------------------------
 */

#define COUNT(name_, unit_, meaning_)                                                              \
    {                                                                                              \
        .name = name_, .unit = unit_, .n = 1, .meaning = meaning_                                  \
    }

static const struct policy_result results[] = {
    COUNT("blocks_started", "blocks", "that have started"),
    COUNT("blocks_finished", "blocks", "that have ended"),
    COUNT("warps_started", "warps", "that have started"),
    COUNT("warps_finished", "warps", "that have ended"),
    COUNT("loads", "instructions", "loads from global and local memory"),
    COUNT("loaded", "instructions", "loads whose last value has come"),
    COUNT("hits", "transactions", "that have hit"),
    COUNT("merged", "transactions", "that have merged"),
    COUNT("misses", "transactions", "that have missed"),
    COUNT("uncached", "transactions", "that were not looked up"),
    COUNT("bypassed", "transactions", "that have bypassed"),
    COUNT("filled", "fills", "of lines or of some of their sectors"),
    COUNT("evicted", "lines", "that have made room"),
    COUNT("wrong", "events", "that were not as they must be"),
    COUNT("first_wrong", "1", "what was wrong first, as a number of the source"),
    {.name = NULL}};

static void report(const void *state, uint64_t *values)
{
    const struct state *own = state;
    memcpy(values, &own->counts, sizeof own->counts);
}

static const struct criticality_ops event_audit = {
    .policy = {.head = {.name = "event_audit",
                        .summary = "Counts events and checks their order",
                        .source = "none: a test",
                        .state_bytes = sizeof(struct state)},
               .needs = NEED_LINE_HISTORY,
               .on = {.kernel_started = kernel_started,
                      .block_started = block_started,
                      .block_finished = block_finished,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished,
                      .executed = executed,
                      .accessed = accessed,
                      .filled = filled,
                      .evicted = evicted,
                      .loaded = loaded},
               .results = results,
               .report = report},
    .published = published,
};

const struct policy_plugin simgpu_plugin = {
    .kind = CRITICALITY_KIND,
    .abi = POLICY_ABI,
    .policy = &event_audit.policy.head,
};
