/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/patience.h"
#include "base/kernel_name.h"
#include "observers/standing.h"

enum { LOOKS = 4 };

/* Cycles: so long is never, and can still be counted in ps. */
static const uint64_t LONGEST = 1000000000000;

/* A warp, by what tells it from the next one in its slot. */
struct seen {
    uint64_t block, since;
    uint32_t launch, in_block, place;
    bool there;
};

struct watched_sm {
    struct seen warps[WARP_SLOTS];
    uint64_t issued, held; /* counters of the last look */
    uint64_t held_since;
};

struct patience {
    struct patience_setup setup;
    struct watched_sm *sms;
    GHashTable *named; /* launches, by id + 1 */
    bool blamed;       /* the scheduler has been named */
};

/* What one look finds of a launch. */
struct found_launch {
    uint32_t id;
    const char *name;
    uint64_t latest; /* the last time that one of its warps went elsewhere */
    bool loops;
};

static uint64_t block_number(const struct warp_context *context)
{
    const uint32_t *at = context->block->index, *grid = context->block->launch->grid;
    return ((uint64_t)at[2] * grid[1] + at[1]) * grid[0] + at[0];
}

static struct found_launch *find_launch(GArray *launches, const struct warp_context *context)
{
    const struct launch *launch = context->block->launch;
    for (guint i = 0; i < launches->len; i++) {
        struct found_launch *found = &g_array_index(launches, struct found_launch, i);
        if (found->id == launch->id)
            return found;
    }
    const struct found_launch made = {.id = launch->id, .name = context->code->name};
    g_array_append_val(launches, made);
    return &g_array_index(launches, struct found_launch, launches->len - 1);
}

static void look_at_warp(struct seen *seen, const struct warp_context *context, uint64_t cycle,
                         GArray *launches)
{
    struct seen now = {.block = block_number(context),
                       .since = cycle,
                       .launch = context->block->launch->id,
                       .in_block = context->in_block,
                       .place = standing_place(context),
                       .there = true};
    if (seen->there && seen->block == now.block && seen->launch == now.launch &&
        seen->in_block == now.in_block && seen->place == now.place)
        now.since = seen->since;
    *seen = now;
    struct found_launch *found = find_launch(launches, context);
    found->latest = MAX(found->latest, now.since);
    found->loops |= standing_in_loop(context->code, now.place);
}

/* Returns whether the SM holds a warp. */
static bool look_at_warps(struct patience *patience, uint32_t index, uint64_t cycle,
                          GArray *launches)
{
    struct sm_standing warp;
    bool any = false;
    for (unsigned slot = 0; slot < WARP_SLOTS; slot++) {
        struct seen *seen = &patience->sms[index].warps[slot];
        if (sm_standing(gpu_sm(patience->setup.gpu, index), slot, &warp)) {
            look_at_warp(seen, warp.context, cycle, launches);
            any = true;
        } else {
            seen->there = false;
        }
    }
    return any;
}

static void look_at_scheduler(struct patience *patience, uint32_t index, uint64_t cycle)
{
    const struct patience_setup *setup = &patience->setup;
    struct watched_sm *sm = &patience->sms[index];
    const struct sm_counters *counters = sm_counters(gpu_sm(setup->gpu, index));
    if (counters->warp_instructions != sm->issued || counters->slots[SLOT_POLICY] == sm->held)
        sm->held_since = cycle;
    sm->issued = counters->warp_instructions;
    sm->held = counters->slots[SLOT_POLICY];
    if (cycle - sm->held_since < setup->cycles || patience->blamed)
        return;
    patience->blamed = true;
    g_autofree char *text = g_strdup_printf(
        "%s: the warp scheduler %s has held ready warps back for %" G_GUINT64_FORMAT
        " SM cycles: it answers WARP_NONE each time (at cycle %" G_GUINT64_FORMAT
        "; --patience sets the time before this message)\n",
        sm_unit(gpu_sm(setup->gpu, index))->name, setup->scheduler, cycle - sm->held_since, cycle);
    setup->say(setup->data, text);
}

static void name_launch(struct patience *patience, const struct found_launch *launch,
                        uint64_t cycle)
{
    const struct patience_setup *setup = &patience->setup;
    if (!launch->loops || cycle - launch->latest < setup->cycles ||
        !g_hash_table_add(patience->named, GUINT_TO_POINTER(launch->id + 1)))
        return;
    g_autofree char *name = kernel_plain_name(launch->name);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(
        text,
        "no warp of kernel %s (launch %u) has left its loop for %" G_GUINT64_FORMAT
        " SM cycles (at cycle %" G_GUINT64_FORMAT
        "; --patience sets the time before this message). The run goes on:\n",
        name, launch->id, cycle - launch->latest, cycle);
    standing_describe(setup->gpu, launch->id, text);
    setup->say(setup->data, text->str);
}

static sim_time look(void *data, sim_time now)
{
    struct patience *patience = data;
    const struct gpu *gpu = patience->setup.gpu;
    const struct clock *clock = &gpu_config_of(gpu)->sm.clock;
    uint64_t cycle = clock_cycle_at_or_before(clock, now);
    g_autoptr(GArray) launches = g_array_new(FALSE, FALSE, sizeof(struct found_launch));
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++) {
        if (look_at_warps(patience, i, cycle, launches))
            look_at_scheduler(patience, i, cycle);
        else
            patience->sms[i].held_since = cycle;
    }
    for (guint i = 0; i < launches->len; i++)
        name_launch(patience, &g_array_index(launches, struct found_launch, i), cycle);
    return clock_edge(clock, cycle + MAX(patience->setup.cycles / LOOKS, 1));
}

struct patience *patience_new(const struct patience_setup *setup)
{
    struct patience *patience = g_new0(struct patience, 1);
    patience->setup = *setup;
    patience->setup.cycles = MIN(setup->cycles, LONGEST);
    patience->sms = g_new0(struct watched_sm, gpu_n_sms(setup->gpu));
    patience->named = g_hash_table_new(NULL, NULL);
    const struct engine_watch watch = {.data = patience, .look = look};
    engine_watch(gpu_engine(setup->gpu), &watch, 0);
    return patience;
}

void patience_free(struct patience *patience)
{
    if (!patience)
        return;
    g_hash_table_destroy(patience->named);
    g_free(patience->sms);
    g_free(patience);
}
