/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/warp_scheduler/daws_table.h"
#include <string.h>

enum { CONVERGED_LINES = 2, DIVERGED_ABOVE = 1 };

struct daws_kernel *daws_table_kernel(struct daws_table *table, const char *name)
{
    struct daws_kernel *place = &table->kernels[0];
    for (unsigned i = 0; i < DAWS_KERNELS; i++) {
        struct daws_kernel *kernel = &table->kernels[i];
        if (kernel->name[0] && strncmp(kernel->name, name, DAWS_NAME - 1) == 0)
            return kernel;
        if (place->name[0] && (!kernel->name[0] || kernel->started < place->started))
            place = kernel;
    }
    memset(place, 0, sizeof *place);
    g_strlcpy(place->name, name, DAWS_NAME);
    return place;
}

/* The compiler's loops, with what is known of those already. */
static void take_loops(struct daws_kernel *k, const struct warp_kernel *kernel)
{
    struct daws_loop loops[DAWS_LOOPS];
    uint32_t n = MIN(kernel->n_loops, DAWS_LOOPS);
    for (uint32_t i = 0; i < n; i++) {
        int32_t old = daws_loop_of_begin(k, kernel->loops[i].begin);
        loops[i] = old < 0 ? (struct daws_loop){.locality = 0} : k->loops[old];
        loops[i].place = kernel->loops[i];
    }
    memcpy(k->loops, loops, n * sizeof *loops);
    k->n_loops = n;
}

void daws_table_start(struct daws_table *table, const struct warp_kernel *kernel)
{
    struct daws_kernel *k = daws_table_kernel(table, kernel->name);
    table->current = (unsigned)(k - table->kernels);
    k->started = ++table->starts;
    k->loops_known = !kernel->loops_appear;
    if (k->loops_known)
        take_loops(k, kernel);
    for (uint32_t i = 0; i < k->n_loops; i++)
        k->loops[i].sampler = WARP_NONE;
}

static bool contains(const struct warp_loop *outer, const struct warp_loop *inner)
{
    return outer->first <= inner->first && inner->last <= outer->last;
}

void daws_loops_nest(struct daws_kernel *k)
{
    for (uint32_t i = 0; i < k->n_loops; i++) {
        struct warp_loop *loop = &k->loops[i].place;
        loop->parent = DAWS_NO_LOOP;
        for (uint32_t j = 0; j < k->n_loops; j++) {
            const struct warp_loop *other = &k->loops[j].place;
            bool same = contains(loop, other);
            if (j == i || !contains(other, loop) || (same && j > i))
                continue;
            if (loop->parent < 0 || contains(&k->loops[loop->parent].place, other))
                loop->parent = (int32_t)j;
        }
    }
}

void daws_loop_found(struct daws_kernel *k, uint32_t begin, uint32_t last)
{
    int32_t known = daws_loop_of_begin(k, begin);
    if (known < 0 && k->n_loops == DAWS_LOOPS)
        return;
    if (known < 0) {
        known = (int32_t)k->n_loops++;
        k->loops[known] =
            (struct daws_loop){.place = {begin, begin, last, DAWS_NO_LOOP}, .sampler = WARP_NONE};
    } else if (last <= k->loops[known].place.last) {
        return;
    }
    k->loops[known].place.last = last;
    daws_loops_nest(k);
}

int32_t daws_loop_at(const struct daws_kernel *k, uint32_t pc)
{
    int32_t found = DAWS_NO_LOOP;
    for (uint32_t i = 0; i < k->n_loops; i++) {
        const struct warp_loop *loop = &k->loops[i].place;
        if (pc >= loop->first && pc <= loop->last &&
            (found < 0 || contains(&k->loops[found].place, loop)))
            found = (int32_t)i;
    }
    return found;
}

int32_t daws_loop_of_begin(const struct daws_kernel *k, uint32_t begin)
{
    for (uint32_t i = 0; i < k->n_loops; i++)
        if (k->loops[i].place.begin == begin)
            return (int32_t)i;
    return DAWS_NO_LOOP;
}

int32_t daws_closest_loop(const struct daws_kernel *k, uint32_t pc)
{
    int32_t closest = DAWS_NO_LOOP;
    for (uint32_t i = 0; i < k->n_loops; i++) {
        uint32_t first = k->loops[i].place.first;
        if (first > pc && (closest < 0 || first < k->loops[closest].place.first))
            closest = (int32_t)i;
    }
    return closest;
}

bool daws_is_around(const struct daws_kernel *k, int32_t loop, int32_t inside)
{
    while (inside >= 0 && inside != loop)
        inside = k->loops[inside].place.parent;
    return inside == loop;
}

int32_t daws_outermost(const struct daws_kernel *k, int32_t loop)
{
    while (loop >= 0 && k->loops[loop].place.parent >= 0)
        loop = k->loops[loop].place.parent;
    return loop;
}

struct daws_load *daws_load_at(struct daws_kernel *k, uint32_t pc)
{
    for (uint32_t i = 0; i < k->n_loads; i++)
        if (k->loads[i].pc == pc)
            return &k->loads[i];
    return NULL;
}

struct daws_load *daws_load_add(struct daws_kernel *k, uint32_t pc, uint32_t begin)
{
    struct daws_load *load = daws_load_at(k, pc);
    if (load || k->n_loads == DAWS_LOADS)
        return load;
    load = &k->loads[k->n_loads];
    *load = (struct daws_load){.pc = pc, .begin = begin, .group = k->n_loads++};
    return load;
}

void daws_loads_join(struct daws_kernel *k, uint32_t pc, uint32_t other)
{
    const struct daws_load *a = daws_load_at(k, pc), *b = daws_load_at(k, other);
    if (!a || !b || a->group == b->group)
        return;
    uint32_t from = MAX(a->group, b->group), to = MIN(a->group, b->group);
    for (uint32_t i = 0; i < k->n_loads; i++)
        if (k->loads[i].group == from)
            k->loads[i].group = to;
}

/* Whether the load is the first of its group in its loop; and whether any of that is diverged. */
static bool stands_for_group(const struct daws_kernel *k, uint32_t index, bool *diverged)
{
    const struct daws_load *load = &k->loads[index];
    *diverged = false;
    for (uint32_t i = 0; i < k->n_loads; i++) {
        const struct daws_load *other = &k->loads[i];
        if (other->begin != load->begin || other->group != load->group)
            continue;
        if (i < index)
            return false;
        *diverged |= other->divergence > DIVERGED_ABOVE;
    }
    return true;
}

uint32_t daws_footprint(const struct daws_kernel *k, int32_t loop, unsigned lanes)
{
    uint32_t lines = 0;
    bool diverged;
    if (loop < 0 || k->loops[loop].locality <= 0)
        return 0;
    for (uint32_t i = 0; i < k->n_loads; i++) {
        if (k->loads[i].begin != k->loops[loop].place.begin || !stands_for_group(k, i, &diverged))
            continue;
        if (lanes == 1)
            lines++;
        else
            lines += diverged ? lanes : CONVERGED_LINES;
    }
    return lines;
}
