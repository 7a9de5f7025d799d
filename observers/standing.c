/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/standing.h"
#include "base/kernel_name.h"
#include "workloads/instruction_source.h"
#include <string.h>

/* So many places are told, and the others counted. */
enum { PLACES_TOLD = 8 };

static void stand(const struct warp_context *context, struct warp_standing *out)
{
    const struct instruction_source_ops *ops = context->code->ops;
    if (ops->standing) {
        ops->standing(context, out);
        return;
    }
    *out = (struct warp_standing){.outer = context->pc, .n = context->active != 0};
    out->group[0].pc = context->pc;
    out->group[0].lanes = context->active;
}

static uint32_t place_of_pc(const struct kernel_code *code, uint32_t pc)
{
    if (code->traced || pc >= code->n_instructions || code->instructions[pc].loop < 0)
        return code->n_loops + pc;
    int32_t loop = code->instructions[pc].loop;
    while (code->loops[loop].parent >= 0)
        loop = code->loops[loop].parent;
    return (uint32_t)loop;
}

uint32_t standing_place(const struct warp_context *context)
{
    struct warp_standing standing;
    stand(context, &standing);
    return place_of_pc(context->code, standing.outer);
}

bool standing_in_loop(const struct kernel_code *code, uint32_t place)
{
    return place < code->n_loops;
}

/* ---- in words -------------------------------------------------------------------------------- */

static void add_line(const struct kernel_code *code, uint32_t pc, GString *text)
{
    if (code->traced || pc >= code->n_instructions)
        g_string_append_printf(text, "%s", code->file);
    else if (code->places && code->places[pc].file)
        g_string_append_printf(text, "%s:%u", code->places[pc].file, code->places[pc].line);
    else
        g_string_append_printf(text, "%s:%u", code->file, code->instructions[pc].line);
}

static void add_place(const struct kernel_code *code, uint32_t place, GString *text)
{
    if (!standing_in_loop(code, place)) {
        g_string_append(text, "before ");
        add_line(code, place - code->n_loops, text);
        return;
    }
    const struct code_loop *loop = &code->loops[place];
    g_string_append(text, "in the loop from ");
    add_line(code, MIN(loop->header, loop->last), text);
    g_string_append(text, " to ");
    add_line(code, MAX(loop->header, loop->last), text);
}

/* "0-3,7". */
static void add_lanes(lane_mask lanes, GString *text)
{
    bool first = true;
    for (unsigned lane = 0; lane < WARP_LANES; lane++) {
        if (!(lanes >> lane & 1))
            continue;
        unsigned last = lane;
        while (last + 1 < WARP_LANES && lanes >> (last + 1) & 1)
            last++;
        g_string_append_printf(text, "%s%u", first ? "" : ",", lane);
        if (last > lane)
            g_string_append_printf(text, "-%u", last);
        first = false;
        lane = last;
    }
}

static void add_groups(const struct warp_context *context, GString *text)
{
    struct warp_standing standing;
    stand(context, &standing);
    for (unsigned i = 0; i < standing.n; i++) {
        bool one = (standing.group[i].lanes & (standing.group[i].lanes - 1)) == 0;
        g_string_append_printf(text, "%s lane%s ", i == 0 ? ":" : ";", one ? "" : "s");
        add_lanes(standing.group[i].lanes, text);
        g_string_append_printf(text, " %s ", i == 0 ? "at" : one ? "waits at" : "wait at");
        add_line(context->code, standing.group[i].pc, text);
    }
}

/* ---- warps of the same place ----------------------------------------------------------------- */

struct place {
    const struct launch *launch;
    uint32_t place, n_warps, n_sms, last_sm;
    uint32_t sm; /* of the example */
    struct sm_standing example;
};

static struct place *find_place(GArray *places, const struct launch *launch, uint32_t place)
{
    for (guint i = 0; i < places->len; i++) {
        struct place *found = &g_array_index(places, struct place, i);
        if (found->launch == launch && found->place == place)
            return found;
    }
    return NULL;
}

static void add_warp(GArray *places, uint32_t sm, const struct sm_standing *warp)
{
    const struct launch *launch = warp->context->block->launch;
    uint32_t place = standing_place(warp->context);
    struct place *found = find_place(places, launch, place);
    if (!found) {
        const struct place made = {
            .launch = launch, .place = place, .last_sm = UINT32_MAX, .sm = sm, .example = *warp};
        g_array_append_val(places, made);
        found = &g_array_index(places, struct place, places->len - 1);
    }
    found->n_warps++;
    found->n_sms += found->last_sm != sm;
    found->last_sm = sm;
}

static int most_warps_first(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->launch->id != y->launch->id)
        return x->launch->id < y->launch->id ? -1 : 1;
    if (x->n_warps != y->n_warps)
        return x->n_warps > y->n_warps ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

static void describe_place(const struct gpu *gpu, const struct place *place, GString *text)
{
    const struct warp_context *context = place->example.context;
    const uint32_t *block = context->block->index;
    g_autofree char *name = kernel_plain_name(context->code->name);
    g_string_append_printf(text, "  kernel %s (launch %u): %u warp%s on %u SM%s ", name,
                           place->launch->id, place->n_warps, place->n_warps == 1 ? "" : "s",
                           place->n_sms, place->n_sms == 1 ? "" : "s");
    add_place(context->code, place->place, text);
    g_string_append_printf(text, ", such as %s, block (%u,%u,%u), warp %u, which %s",
                           sm_unit(gpu_sm(gpu, place->sm))->name, block[0], block[1], block[2],
                           context->in_block, place->example.state);
    add_groups(context, text);
    g_string_append_c(text, '\n');
}

void standing_describe(const struct gpu *gpu, uint32_t launch, GString *text)
{
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(struct place));
    struct sm_standing warp;
    for (uint32_t sm = 0; sm < gpu_n_sms(gpu); sm++)
        for (unsigned slot = 0; slot < WARP_SLOTS; slot++)
            if (sm_standing(gpu_sm(gpu, sm), slot, &warp) &&
                (launch == UINT32_MAX || warp.context->block->launch->id == launch))
                add_warp(places, sm, &warp);
    g_array_sort(places, most_warps_first);
    for (guint i = 0; i < MIN(places->len, PLACES_TOLD); i++)
        describe_place(gpu, &g_array_index(places, struct place, i), text);
    if (places->len > PLACES_TOLD)
        g_string_append_printf(text, "  and warps at %u more places\n", places->len - PLACES_TOLD);
}
