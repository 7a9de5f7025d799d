/* SPDX-License-Identifier: BSD-3-Clause */
/* Predicts nothing, and measures: the cycles that each warp took, which --profile-out writes in the
 * form that `oracle` reads.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University 2017), 3.5: the oracle's knowledge is
 * "based on the warp execution time with the baseline RR policy". Differs: nothing.
 * Units: cycles of the SM.
 */
#include "policies/criticality/criticality.h"

struct time {
    uint64_t launch, block, warp, cycles;
};

struct state {
    GArray *times; /* struct time, of warps that have ended */
    struct time of[WARP_SLOTS];
    uint64_t started[WARP_SLOTS];
};

static void init(void *state, const struct sm_policy_site *site, const struct policy_values *values)
{
    (void)site, (void)values;
    ((struct state *)state)->times = g_array_new(FALSE, FALSE, sizeof(struct time));
}

static void finish(void *state)
{
    g_array_unref(((struct state *)state)->times);
}

/* The block's warps take the slots in order. */
static void block_started(void *state, const struct warp_block *block, const struct warp_view *view)
{
    struct state *own = state;
    uint64_t warp = 0;
    (void)view;
    for (uint64_t left = block->warps; left; left &= left - 1)
        own->of[warp_first(left)] =
            (struct time){.launch = block->launch, .block = block->index, .warp = warp++};
}

static void warp_started(void *state, unsigned slot, const struct warp_view *view)
{
    ((struct state *)state)->started[slot] = view->cycle;
}

static void warp_finished(void *state, unsigned slot, const struct warp_view *view)
{
    struct state *own = state;
    own->of[slot].cycles = view->cycle - own->started[slot];
    g_array_append_val(own->times, own->of[slot]);
}

static void profile_merge(void *state, const void *other)
{
    const struct state *from = other;
    if (from->times->len > 0)
        g_array_append_vals(((struct state *)state)->times, from->times->data, from->times->len);
}

static int by_place(const void *left, const void *right)
{
    const struct time *a = left, *b = right;
    if (a->launch != b->launch)
        return a->launch < b->launch ? -1 : 1;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    return a->warp < b->warp ? -1 : a->warp > b->warp;
}

static void profile_write(const void *state, GString *text)
{
    const struct state *own = state;
    g_autoptr(GArray) times = g_array_copy(own->times);
    g_array_sort(times, by_place);
    g_string_append(text, "# launch block warp cycles\n");
    for (guint i = 0; i < times->len; i++) {
        const struct time *time = &g_array_index(times, struct time, i);
        g_string_append_printf(text,
                               "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                               " %" G_GUINT64_FORMAT "\n",
                               time->launch, time->block, time->warp, time->cycles);
    }
}

const struct criticality_ops criticality_timed = {
    .policy = {.head = {.name = "timed",
                        .summary = "No warp is critical; --profile-out writes the warps' times, "
                                   "which oracle reads",
                        .source = "S.-Y. Lee, dissertation, Arizona State University 2017, 3.5",
                        .state_bytes = sizeof(struct state)},
               .on = {.block_started = block_started,
                      .warp_started = warp_started,
                      .warp_finished = warp_finished},
               .init = init,
               .finish = finish,
               .profile_merge = profile_merge,
               .profile_write = profile_write},
};
