/* SPDX-License-Identifier: BSD-3-Clause */
/* Races between launches and the host's copies: nobody has said which comes first.
 *
 * A copy is compared with what launches that ran before have touched, and its bytes with what later
 * launches touch; only where the commands are in no order. So most runs compare nothing.
 */
#include "sanitize/sanitize_private.h"

enum { WITH_COPY = 2 }; /* the race checker's kind of finding */

struct host_copy {
    uint64_t id, offset, bytes;
    uint32_t client;
    bool writes;
    struct command_order order;
};

static bool knows(const struct command_order *order, uint32_t chain, uint32_t number)
{
    return chain < order->n_knows && order->knows[chain] >= number;
}

static bool launch_knows(const struct order_launch *launch, const struct host_copy *copy)
{
    return copy->order.chain < launch->n_knows &&
           launch->knows[copy->order.chain] >= copy->order.number;
}

static bool in_order(const struct order_launch *launch, const struct host_copy *copy)
{
    return knows(&copy->order, launch->chain, launch->number) || launch_knows(launch, copy);
}

static void tell(struct sanitizer *sanitizer, const struct host_copy *copy, const struct mark *mark,
                 uint64_t offset)
{
    const uint32_t number = mark_site(mark);
    const struct site *site = sites_at(sanitizer->sites, number);
    struct finding *finding =
        findings_note(sanitizer->findings, CHECK_RACE, WITH_COPY, number, NO_SITE);
    if (!finding)
        return;
    g_autofree char *line = describe_line(sanitizer, number);
    g_autofree char *place = describe_place(sanitizer, SPACE_GLOBAL, offset);
    g_autofree char *who = blocks_thread(&sanitizer->blocks, mark->warp, mark_lane(mark));
    finding->title = g_strdup_printf("copy or memset of the host that %s, %s at %s",
                                     copy->writes ? "writes" : "reads",
                                     site->kind == SITE_LOAD ? "read" : "write", line);
    finding->detail =
        g_strdup_printf("%s\nkernel %s, %s", place, describe_kernel(sanitizer, mark->warp), who);
    finding->advice = g_strdup("The launch and the copy are in no order: use one stream, or an "
                               "event that the later one's stream waits for.");
}

/* ---- launches that were before ------------------------------------------------------------- */

static void compare_mark(struct sanitizer *sanitizer, const struct host_copy *copy,
                         const struct mark *mark, bool writes, uint64_t offset)
{
    if (mark->stamp != 0 && (writes || copy->writes) &&
        !in_order(order_launch_of(&sanitizer->order, mark->warp), copy))
        tell(sanitizer, copy, mark, offset);
}

static void compare_cells(struct sanitizer *sanitizer, const struct host_copy *copy)
{
    uint64_t at = copy->offset, left = copy->bytes, run;
    for (unsigned n; left > 0; at += run, left -= run) {
        run = shadow_page_rest(at);
        run = MIN(run, left);
        struct shadow *shadow = race_part_of(sanitizer, at);
        if (!shadow_has_page(shadow, at))
            continue;
        const struct cell *cells = shadow_run(shadow, at, left, &n, &run);
        for (unsigned i = 0; i < n; i++) {
            const uint64_t offset = at + (uint64_t)i * (run / n);
            compare_mark(sanitizer, copy, &cells[i].write, true, offset);
            compare_mark(sanitizer, copy, &cells[i].read, false, offset);
        }
    }
}

/* Whether the copy is in no order with some launch that has begun. */
static bool is_loose(const struct sanitizer *sanitizer, const struct host_copy *copy)
{
    const GArray *launches = sanitizer->order.launches;
    for (guint i = launches->len; i-- > 0;) {
        const struct order_launch *launch = &g_array_index(launches, struct order_launch, i);
        if (!in_order(launch, copy))
            return true;
        if (launch->base > 0 && knows(&copy->order, launch->chain, launch->number))
            return false; /* that launch knew all before it */
    }
    return false;
}

void copy_check_end(struct sanitizer *sanitizer, uint32_t client, uint64_t id)
{
    for (guint i = sanitizer->copies->len; i-- > 0;) {
        const struct host_copy *copy = sanitizer->copies->pdata[i];
        if (copy->id == id && copy->client == client && is_loose(sanitizer, copy))
            compare_cells(sanitizer, copy);
    }
}

/* All that comes later knows of copies that the host has waited for. */
void copy_check_forget(struct sanitizer *sanitizer)
{
    for (guint i = sanitizer->copies->len; i-- > 0;) {
        const struct host_copy *copy = sanitizer->copies->pdata[i];
        if (commands_host_knows(sanitizer->commands, copy->client, copy->order.chain,
                                copy->order.number))
            g_ptr_array_remove_index_fast(sanitizer->copies, i);
    }
}

/* ---- launches that come later -------------------------------------------------------------- */

void copy_check_free(void *item)
{
    struct host_copy *copy = item;
    g_free(copy->order.knows);
    g_free(copy);
}

void copy_check_issue(struct sanitizer *sanitizer, uint32_t client, const struct command *command)
{
    const uint64_t bytes = command->span ? command->span : command->bytes;
    if ((command->kind != COMMAND_COPY && command->kind != COMMAND_MOVE) || bytes == 0 ||
        !device_memory_find(sanitizer->memory, command->address, bytes))
        return;
    struct host_copy *copy = g_new(struct host_copy, 1);
    *copy = (struct host_copy){.id = command->id,
                               .offset = command->address - DEVICE_MEMORY_BASE,
                               .bytes = bytes,
                               .client = client,
                               .writes = command->kind == COMMAND_MOVE ||
                                         command->direction == COPY_HOST_TO_DEVICE};
    commands_order(sanitizer->commands, client, command->id, &copy->order);
    g_ptr_array_add(sanitizer->copies, copy);
}

void copy_check_launch(struct sanitizer *sanitizer)
{
    const guint last = sanitizer->order.launches->len - 1;
    const struct order_launch *launch =
        &g_array_index(sanitizer->order.launches, struct order_launch, last);
    sanitizer->loose_copies = false;
    for (guint i = 0; i < sanitizer->copies->len; i++)
        sanitizer->loose_copies |= !in_order(launch, sanitizer->copies->pdata[i]);
}

void copy_check_step(struct sanitizer *sanitizer, const struct step *step)
{
    const struct order_launch *launch =
        &g_array_index(sanitizer->order.launches, struct order_launch, step->block->order->launch);
    if (step->what->space != SPACE_GLOBAL)
        return;
    for (guint i = 0; i < sanitizer->copies->len; i++) {
        const struct host_copy *copy = sanitizer->copies->pdata[i];
        if (in_order(launch, copy) || !(copy->writes || step->site->flags & SITE_WRITES))
            continue;
        for (lane_mask left = step->what->active; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left);
            const uint64_t offset = step->what->address[lane] - DEVICE_MEMORY_BASE;
            const struct mark mark = {.warp = step->block->order->first + step->w->in_block,
                                      .place = mark_place(lane, step->number, 0)};
            if (offset + step->instruction->access_bytes > copy->offset &&
                offset < copy->offset + copy->bytes)
                tell(sanitizer, copy, &mark, offset);
        }
    }
}
