/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/warp_scheduler/daws_classifier.h"

enum { FIRST_SAMPLER_LANES = 3, NEXT_SAMPLER_LANES = 2, CONVERGED_LINES = 2 };

static inline struct daws_kernel *now(struct daws_classifier *c)
{
    return &c->kernels[c->current];
}

/* The kernel's place: its own, else that of the one whose last start is the longest ago. */
static unsigned place_of(const struct daws_classifier *c, uint64_t code)
{
    unsigned place = 0;
    for (unsigned i = 0; i < DAWS_KERNELS; i++) {
        if (c->kernels[i].code == code)
            return i;
        if (c->kernels[i].started < c->kernels[place].started)
            place = i;
    }
    return place;
}

static void begin_kernel(struct daws_kernel *k, uint64_t code, const struct warp_kernel *kernel)
{
    *k = (struct daws_kernel){.code = code, .n_loops = MIN(kernel->n_loops, DAWS_LOOPS)};
    for (uint32_t i = 0; i < k->n_loops; i++)
        k->loops[i] = (struct daws_loop){.place = kernel->loops[i]};
}

void daws_kernel_started(struct daws_classifier *c, const struct warp_kernel *kernel)
{
    uint64_t code = g_str_hash(kernel->name) + UINT64_C(1);
    c->current = place_of(c, code);
    struct daws_kernel *k = now(c);
    if (k->code != code)
        begin_kernel(k, code, kernel);
    k->started = ++c->starts;
    for (uint32_t i = 0; i < k->n_loops; i++)
        k->loops[i].sampler = WARP_NONE;
    memset(c->lines, 0, sizeof c->lines);
    memset(c->n_pending, 0, sizeof c->n_pending);
}

int32_t daws_loop_of(const struct daws_classifier *c, uint32_t pc)
{
    int32_t found = DAWS_NO_LOOP;
    for (uint32_t i = 0; i < daws_now(c)->n_loops; i++) {
        const struct warp_loop *loop = &daws_now(c)->loops[i].place;
        if (pc < loop->first || pc > loop->last)
            continue;
        if (found == DAWS_NO_LOOP || loop->first > daws_now(c)->loops[found].place.first ||
            loop->last < daws_now(c)->loops[found].place.last)
            found = (int32_t)i;
    }
    return found;
}

void daws_loop_begun(struct daws_classifier *c, int32_t index, unsigned slot, unsigned lanes)
{
    struct daws_loop *loop = &now(c)->loops[index];
    if (loop->sampler != WARP_NONE ||
        lanes < (loop->sampled ? NEXT_SAMPLER_LANES : FIRST_SAMPLER_LANES))
        return;
    loop->sampler = (uint8_t)slot;
    loop->sampled = true;
}

/* The repetition detector forgets the warp's lines. */
static void clear_lines(struct daws_classifier *c, unsigned slot)
{
    for (unsigned set = 0; set < DAWS_SETS; set++)
        for (unsigned way = 0; way < DAWS_WAYS; way++)
            if (c->lines[set][way].slot == slot)
                c->lines[set][way].line = 0;
}

void daws_loop_repeats(struct daws_classifier *c, int32_t loop, unsigned slot)
{
    if (now(c)->loops[loop].sampler == slot)
        clear_lines(c, slot);
}

/* Whether `loop` is `inside` or around it. */
static bool is_around(const struct daws_classifier *c, int32_t loop, int32_t inside)
{
    while (inside >= 0 && (uint32_t)inside < daws_now(c)->n_loops && inside != loop)
        inside = daws_now(c)->loops[inside].place.parent;
    return inside == loop;
}

void daws_loops_left(struct daws_classifier *c, unsigned slot, int32_t inside)
{
    for (uint32_t i = 0; i < now(c)->n_loops; i++)
        if (now(c)->loops[i].sampler == slot && !is_around(c, (int32_t)i, inside)) {
            now(c)->loops[i].sampler = WARP_NONE;
            clear_lines(c, slot);
        }
}

void daws_warp_started(struct daws_classifier *c, unsigned slot, uint64_t age)
{
    victim_tags_start(&c->victims, slot, age);
    c->n_pending[slot] = 0;
}

static struct daws_load *load_at(struct daws_classifier *c, uint32_t pc)
{
    for (uint32_t i = 0; i < now(c)->n_loads; i++)
        if (now(c)->loads[i].pc == pc)
            return &now(c)->loads[i];
    return NULL;
}

/* The loop in which the warp is being followed and whose load this is; NULL. */
static struct daws_loop *sampled_loop(struct daws_classifier *c, unsigned slot, uint32_t pc)
{
    int32_t loop = daws_loop_of(c, pc);
    return loop != DAWS_NO_LOOP && now(c)->loops[loop].sampler == slot ? &now(c)->loops[loop]
                                                                       : NULL;
}

static void classify(struct daws_classifier *c, const struct daws_loop *loop, uint32_t pc,
                     unsigned lanes, unsigned transactions)
{
    struct daws_load *load = load_at(c, pc);
    if (!load && now(c)->n_loads < DAWS_LOADS) {
        load = &now(c)->loads[now(c)->n_loads];
        *load = (struct daws_load){
            .pc = pc, .loop = (int32_t)(loop - now(c)->loops), .group = now(c)->n_loads++};
    }
    if (load && lanes > 2)
        load->divergence += transactions > 2 ? 1 : -1;
}

void daws_coalesced(struct daws_classifier *c, unsigned slot, uint32_t pc, unsigned lanes,
                    unsigned transactions)
{
    const struct daws_loop *loop = sampled_loop(c, slot, pc);
    if (!loop)
        return;
    if (loop->locality > 0)
        classify(c, loop, pc, lanes, transactions);
    if (c->n_pending[slot] == DAWS_PENDING)
        return;
    unsigned at = (c->first_pending[slot] + c->n_pending[slot]++) % DAWS_PENDING;
    c->pending[slot][at] = (struct daws_pending){.pc = pc, .left = transactions};
}

/* Both loads touch one line in an iteration. */
static void join(struct daws_classifier *c, uint32_t pc, uint32_t other)
{
    struct daws_load *a = load_at(c, pc), *b = load_at(c, other);
    if (!a || !b || a->group == b->group)
        return;
    uint32_t from = a->group, to = b->group;
    for (uint32_t i = 0; i < now(c)->n_loads; i++)
        if (now(c)->loads[i].group == from)
            now(c)->loads[i].group = to;
}

static void detect_repetition(struct daws_classifier *c, const struct warp_access *access)
{
    struct daws_line *set = c->lines[access->line / VICTIM_LINE_BYTES % DAWS_SETS];
    unsigned way = 0;
    while (way < DAWS_WAYS && (set[way].line != access->line + 1 || set[way].slot != access->slot))
        way++;
    if (way < DAWS_WAYS) {
        join(c, access->pc, set[way].pc);
    } else {
        way = DAWS_WAYS - 1;
        set[way] = (struct daws_line){access->line + 1, access->pc, access->slot};
    }
    struct daws_line used = set[way];
    memmove(set + 1, set, way * sizeof *set);
    set[0] = used;
}

void daws_accessed(struct daws_classifier *c, const struct warp_access *access, uint64_t age)
{
    unsigned slot = access->slot;
    bool captured = access->outcome == WARP_ACCESS_HIT && access->owner.slot == slot &&
                    access->owner.age == age;
    bool lost =
        access->outcome == WARP_ACCESS_MISS && victim_tags_take(&c->victims, slot, access->line);
    struct daws_pending *pending = &c->pending[slot][c->first_pending[slot]];
    if (c->n_pending[slot] == 0 || pending->pc != access->pc)
        return;
    pending->locality |= captured || lost;
    struct daws_loop *loop = sampled_loop(c, slot, access->pc);
    if (loop && loop->locality > 0)
        detect_repetition(c, access);
    if (--pending->left > 0)
        return;
    if (loop)
        loop->locality += pending->locality ? 1 : -1;
    c->first_pending[slot] = (uint8_t)((c->first_pending[slot] + 1) % DAWS_PENDING);
    c->n_pending[slot]--;
}

/* Whether a load of the group before it has been counted, and whether any of them is diverged. */
static bool counts(const struct daws_classifier *c, uint32_t index, bool *diverged)
{
    const struct daws_load *load = &daws_now(c)->loads[index];
    *diverged = false;
    for (uint32_t i = 0; i < daws_now(c)->n_loads; i++) {
        const struct daws_load *other = &daws_now(c)->loads[i];
        if (other->loop != load->loop || other->group != load->group)
            continue;
        if (i < index)
            return false;
        *diverged |= other->divergence > 1;
    }
    return true;
}

uint32_t daws_footprint(const struct daws_classifier *c, int32_t loop, unsigned lanes)
{
    uint32_t lines = 0;
    bool diverged;
    if (loop < 0 || daws_now(c)->loops[loop].locality <= 0)
        return 0;
    for (uint32_t i = 0; i < daws_now(c)->n_loads; i++) {
        if (daws_now(c)->loads[i].loop != loop || !counts(c, i, &diverged))
            continue;
        if (lanes == 1)
            lines++;
        else
            lines += diverged ? lanes : CONVERGED_LINES;
    }
    return lines;
}
