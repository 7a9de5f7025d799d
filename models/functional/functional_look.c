/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/functional_look.h"
#include "models/launch/kernel_fault.h"
#include "models/memory/device_peers.h"
#include "workloads/instruction_source.h"
#include "workloads/static_facts.h"

#include <string.h>

/* ASSUMED: a loop that only waits is known after a few rounds; any other would be held up. */
enum {
    FIRST_LOOK = 256,     /* warp instructions of a block in a loop that waits, */
    LATE_LOOK = 1 << 14,  /* and in one that may */
    ROUND_MOST = 1 << 12, /* instructions of a round */
    ROUNDS_APART = 4      /* where lanes have been taken apart: then others had their turns, too */
};

/* What global memory holds where a store or an atomic is about to act. */
struct before {
    lane_mask lanes;
    uint8_t bytes[WARP_LANES][16];
};

struct look {
    struct functional *f;
    struct functional_block *block;
    struct functional_warp *warp;
    uint64_t instructions, threads;
    bool works; /* it has changed something, or waits at a barrier, or has ended */
};

static uint8_t *place_of(const struct look *look, unsigned lane, unsigned bytes)
{
    const struct functional *f = look->f;
    const uint64_t at = f->issued.address[lane];
    return device_memory_find_from(f->memory, f->launch->device, at, bytes)
               ? device_memory_at(f->memory, at)
               : NULL;
}

static void keep(const struct look *look, unsigned bytes, struct before *before)
{
    before->lanes = 0;
    issued_expand(&look->f->issued);
    for (lane_mask left = look->f->issued.active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint8_t *place = place_of(look, lane, bytes);
        if (!place)
            continue;
        memcpy(before->bytes[lane], place, bytes);
        before->lanes |= (lane_mask)1 << lane;
    }
}

static bool has_changed(const struct look *look, unsigned bytes, const struct before *before)
{
    for (lane_mask left = before->lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint8_t *place = place_of(look, lane, bytes);
        if (!place || memcmp(before->bytes[lane], place, bytes) != 0)
            return true;
    }
    return false;
}

/* Whether it may change global memory. */
static bool changes_global(const struct instruction *instruction, const struct issued *what)
{
    return (instruction->op_class == OP_STORE || instruction->op_class == OP_ATOMIC) &&
           what->space == SPACE_GLOBAL && what->active == issued_lanes(what) && !what->diverged &&
           instruction->access_bytes <= sizeof((struct before *)NULL)->bytes[0];
}

/* Whether others may see what it does, but for a change of global memory. */
static bool works(const struct instruction *instruction, const struct issued *what)
{
    const bool acts = issued_lanes(what) != 0;
    switch (instruction->op_class) {
    case OP_STORE:
    case OP_ATOMIC:
        return acts && instruction->space != SPACE_LOCAL && !changes_global(instruction, what);
    case OP_LOAD:
        return acts && what->async != ASYNC_NONE;
    case OP_BARRIER:
        return acts;
    case OP_SYNC:
        return acts && what->async != ASYNC_TRY_WAIT;
    default:
        return what->output != NULL;
    }
}

static bool step(struct look *look)
{
    struct functional *f = look->f;
    struct warp_context *w = &look->warp->context;
    const uint32_t pc = w->pc;
    const struct instruction *instruction = &w->code->instructions[pc];
    const uint64_t cycle = f->instructions + look->warp->clock.ahead;
    struct before before = {0};
    if (!w->code->ops->issue(w, cycle, &f->issued))
        return functional_blame(f, w, pc);
    look->instructions++;
    look->threads += (unsigned)__builtin_popcount(issued_lanes(&f->issued));
    look->works = look->works || works(instruction, &f->issued);
    const bool changes = changes_global(instruction, &f->issued);
    const unsigned bytes = instruction->access_bytes;
    if (changes)
        keep(look, bytes, &before);
    if (!functional_follow_up(f, look->block, look->warp, pc))
        return false;
    if (changes)
        look->works = look->works || has_changed(look, bytes, &before);
    look->works = look->works || look->warp->state != WARP_RUNS;
    return true;
}

/* Runs until the same lanes stand at the same place so many times. */
static bool go_round(struct look *look, unsigned rounds)
{
    struct warp_context *w = &look->warp->context;
    const uint32_t pc = w->pc;
    const lane_mask active = w->active;
    const uint64_t end = look->instructions + ROUND_MOST;
    while (rounds > 0 && !look->works) {
        if (!step(look))
            return false;
        rounds -= w->pc == pc && w->active == active;
        look->works = look->works || look->instructions == end;
    }
    return true;
}

static void count(const struct look *look)
{
    look->f->instructions += look->instructions;
    look->warp->clock.instructions += look->instructions;
    look->block->instructions += look->instructions;
    look->block->counts->warp_instructions += look->instructions;
    look->block->counts->thread_instructions += look->threads;
}

/* Whether the warp idles. What compiled code leaves in registers that nobody reads any more is not
 * what the interpreter leaves, so the first round is no measure. */
static bool look_at_warp(struct functional *f, struct functional_block *block,
                         struct functional_warp *warp, bool *idles)
{
    struct look look = {.f = f, .block = block, .warp = warp};
    struct warp_context *w = &warp->context;
    const struct instruction_source_ops *ops = w->code->ops;
    const bool apart = w->active != ~(lane_mask)0 && f->launch->independent_lanes;
    const unsigned rounds = apart ? ROUNDS_APART : 1;
    functional_tell_turn(f, w);
    ops->standstill(w);
    bool good = go_round(&look, rounds);
    if (good && !look.works) {
        const struct content_digest first = ops->standstill(w);
        good = go_round(&look, rounds);
        look.works = look.works || !content_digest_equal(first, ops->standstill(w));
    }
    *idles = good && !look.works;
    if (!*idles)
        count(&look);
    return good;
}

bool functional_look(struct functional *f, struct functional_block *block, bool *idles)
{
    *idles = true;
    for (unsigned i = 0; i < block->n_warps && *idles; i++)
        if (block->warps[i].state == WARP_RUNS && !look_at_warp(f, block, &block->warps[i], idles))
            return false;
    return true;
}

/* What the first warp that runs does. */
static enum loop_wait loop_of(const struct functional *f, const struct functional_block *block)
{
    for (unsigned i = 0; i < block->n_warps; i++)
        if (block->warps[i].state == WARP_RUNS)
            return f->wait_loops[block->warps[i].context.pc];
    return LOOP_WORKS;
}

bool functional_look_in_time(struct functional *f, struct functional_block *block, bool *idles)
{
    const enum loop_wait loop = loop_of(f, block);
    const uint64_t since = block->instructions - block->looked_since;
    *idles = false;
    if (loop == LOOP_WORKS)
        block->looked_since = block->instructions;
    block->look_at =
        block->instructions + (loop == LOOP_WORKS ? FIRST_LOOK : MAX(since, FIRST_LOOK));
    if (loop == LOOP_WORKS || (loop == LOOP_MAY_WAIT && since < LATE_LOOK))
        return true;
    if (!functional_look(f, block, idles))
        return false;
    if (*idles) {
        block->looked_since = block->instructions;
        block->look_at = block->instructions + FIRST_LOOK;
    }
    return true;
}

bool functional_look_at_all(struct functional *f, bool *idle)
{
    *idle = true;
    for (guint i = 0; i < f->running->len && *idle; i++)
        if (!functional_look(f, f->running->pdata[i], idle))
            return false;
    return true;
}

GError *functional_look_complain(const struct functional *f, const char *text)
{
    for (guint i = 0; i < f->running->len; i++) {
        const struct functional_block *block = f->running->pdata[i];
        for (unsigned j = 0; j < block->n_warps; j++) {
            const struct warp_context *w = &block->warps[j].context;
            if (block->warps[j].state == WARP_RUNS)
                return kernel_fault(w, w->pc, NULL, g_strdup(text));
        }
    }
    g_assert_not_reached();
}
