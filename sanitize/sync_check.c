/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers that a part of a warp or a block skips, and membermasks that name lanes which don't
 * come.
 *
 * Source: CUDA C++ Programming Guide, "Synchronization Functions": __syncthreads() in a condition
 *   must come out the same for all threads of the block; "Warp Shuffle Functions": all non-exited
 *   threads that the mask names must execute the same call with the same mask.
 */
#include "sanitize/sanitize_private.h"
#include "workloads/instruction_source.h"

enum { PART_OF_WARP, OTHER_BARRIER, ABSENT_LANES, OUTSIDER };

/* Lanes that have not ended, wherever they stand. */
static lane_mask alive(const struct warp_context *w)
{
    struct warp_standing standing;
    lane_mask lanes = w->active;
    if (!w->code->ops->standing)
        return lanes;
    w->code->ops->standing(w, &standing);
    for (unsigned i = 0; i < standing.n; i++)
        lanes |= standing.group[i].lanes;
    return lanes;
}

/* Lanes that wait at the step's instruction, which was not executed: 0 if it was. */
static lane_mask held_at(const struct step *step)
{
    struct warp_standing standing;
    lane_mask lanes = 0;
    if (step->what->active != 0 || !step->w->code->ops->standing)
        return 0;
    step->w->code->ops->standing(step->w, &standing);
    for (unsigned i = 0; i < standing.n; i++)
        lanes |= standing.group[i].pc == step->pc ? standing.group[i].lanes : 0;
    return lanes;
}

static void wait_for_others(const struct step *step)
{
    struct running_block *block = step->block;
    const lane_mask lanes = held_at(step);
    if (lanes == 0)
        return;
    if (!block->waiting)
        block->waiting = g_new0(struct waiting_lanes, block->order->n_warps);
    struct waiting_lanes *waiting = &block->waiting[step->w->in_block];
    if (waiting->lanes == 0 || waiting->pc != step->pc)
        *waiting = (struct waiting_lanes){.pc = step->pc};
    waiting->lanes = lanes;
}

/* The lanes that have gone past this step while others waited there. */
static lane_mask passed(const struct step *step)
{
    struct waiting_lanes *waiting =
        step->block->waiting ? &step->block->waiting[step->w->in_block] : NULL;
    if (!waiting || waiting->lanes == 0 || waiting->pc != step->pc)
        return 0;
    const lane_mask lanes = waiting->passed & ~step->what->active;
    *waiting = (struct waiting_lanes){0};
    return lanes;
}

/* Lanes go on behind the place where others of their warp wait. */
static void note_passing(const struct step *step)
{
    struct waiting_lanes *waiting = &step->block->waiting[step->w->in_block];
    if (waiting->lanes != 0 && step->pc > waiting->pc)
        waiting->passed |= step->what->active & ~waiting->lanes;
}

static void check_barrier(struct sanitizer *sanitizer, const struct step *step)
{
    const lane_mask lanes = step->what->active;
    const lane_mask missing = passed(step) | (alive(step->w) & ~lanes);
    struct finding *finding = missing ? findings_note(sanitizer->findings, CHECK_SYNC, PART_OF_WARP,
                                                      step->number, NO_SITE)
                                      : NULL;
    if (!finding)
        return;
    g_autofree char *line = describe_line(sanitizer, step->number);
    g_autofree char *here = describe_thread(sanitizer, step, (unsigned)__builtin_ctz(lanes));
    g_autofree char *away = describe_thread(sanitizer, step, (unsigned)__builtin_ctz(missing));
    finding->title = g_strdup_printf("barrier at %s that a part of a warp skips", line);
    finding->detail = g_strdup_printf("%s is there\n%s is not", here, away);
    finding->advice =
        g_strdup("All threads of the block must come to the same barrier: take it out "
                 "of the condition.");
}

static void check_mask(struct sanitizer *sanitizer, const struct step *step)
{
    const lane_mask lanes = step->what->active, named = step->what->named;
    const lane_mask outside = lanes & ~named, gone = passed(step);
    lane_mask absent = named & ~lanes;
    if (absent)
        absent &= gone | alive(step->w);
    if (!outside && !absent)
        return;
    struct finding *finding = findings_note(
        sanitizer->findings, CHECK_SYNC, absent ? ABSENT_LANES : OUTSIDER, step->number, NO_SITE);
    if (!finding)
        return;
    const lane_mask which = absent ? absent : outside;
    g_autofree char *line = describe_line(sanitizer, step->number);
    g_autofree char *who = describe_thread(sanitizer, step, (unsigned)__builtin_ctz(which));
    finding->title =
        g_strdup_printf("mask at %s that %s", line,
                        absent ? "names lanes which do not come" : "leaves out lanes which call");
    finding->detail = g_strdup_printf("mask 0x%08x, lanes there 0x%08x\n%s %s", named, lanes, who,
                                      absent ? "is elsewhere" : "is not in the mask");
    finding->advice = g_strdup("The mask must name exactly the threads that call.");
}

void sync_check_step(struct sanitizer *sanitizer, const struct step *step)
{
    const uint8_t kind = step->site->kind;
    if (kind == SITE_LOAD || kind == SITE_STORE || kind == SITE_ATOMIC) {
        if (G_UNLIKELY(step->block->waiting != NULL))
            note_passing(step);
        return;
    }
    if (kind == SITE_SYNC)
        mbarrier_check_step(sanitizer, step);
    const bool barrier = kind == SITE_BARRIER && step->what->barrier_kind < BARRIER_CLUSTER_ARRIVE;
    if (!barrier && kind != SITE_TOGETHER && kind != SITE_WARP_SYNC)
        return;
    if (step->what->active == 0)
        wait_for_others(step);
    else if (barrier)
        check_barrier(sanitizer, step);
    else
        check_mask(sanitizer, step);
}

/* Warps that met at different barriers of the code, as if they were one. */
void sync_check_barrier(struct sanitizer *sanitizer, const struct running_block *block, uint32_t id,
                        uint64_t warps)
{
    const struct order_barrier *barrier = &block->order->of[id % ORDER_BARRIERS];
    const unsigned first = (unsigned)__builtin_ctzll(warps);
    if (!barrier->arrived || (warps & block->live) != block->live)
        return;
    for (uint64_t left = warps; left; left &= left - 1) {
        const unsigned warp = (unsigned)__builtin_ctzll(left);
        if (barrier->pc[warp] == barrier->pc[first])
            continue;
        const uint32_t a = block->launch->base + barrier->pc[first];
        const uint32_t b = block->launch->base + barrier->pc[warp];
        struct finding *finding =
            findings_note(sanitizer->findings, CHECK_SYNC, OTHER_BARRIER, a, b);
        if (!finding)
            return;
        g_autofree char *line_a = describe_line(sanitizer, a);
        g_autofree char *line_b = describe_line(sanitizer, b);
        finding->note = true;
        finding->title =
            g_strdup_printf("warps meet at different barriers, %s and %s", line_a, line_b);
        finding->detail = g_strdup_printf("kernel %s, warps %u and %u of a block",
                                          block->launch->kernel, first, warp);
        return;
    }
}
