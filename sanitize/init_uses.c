/* SPDX-License-Identifier: BSD-3-Clause */
/* Where it matters that a value comes from memory that nobody has written: branches, addresses, and
 * what the host copies. */
#include "sanitize/sanitize_private.h"
#include "workloads/host_memory.h"

enum { USE_BRANCH, USE_ADDRESS, COPIED_OUT, COMPUTED_OUT };

/* A place in the code that stores what was computed. */
struct stored {
    uint32_t site, origin;
    uint64_t low, high; /* in global memory */
    uint64_t last;      /* when: a count of such stores */
};

/* A copy or memset that has been issued. */
struct host_access {
    uint64_t id, offset, bytes;
    uint32_t client;
    bool reads;
};

struct init_uses {
    GHashTable *origins; /* site -> what the first read there has found */
    GArray *stored;      /* struct stored */
    uint64_t n_stores;
    GArray *pending; /* struct host_access */
};

struct init_uses *init_uses_new(void)
{
    struct init_uses *uses = g_new0(struct init_uses, 1);
    uses->origins = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    uses->stored = g_array_new(FALSE, FALSE, sizeof(struct stored));
    uses->pending = g_array_new(FALSE, FALSE, sizeof(struct host_access));
    return uses;
}

void init_uses_free(struct init_uses *uses)
{
    g_hash_table_destroy(uses->origins);
    g_array_free(uses->stored, TRUE);
    g_array_free(uses->pending, TRUE);
    g_free(uses);
}

void init_uses_origin(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                      uint64_t offset)
{
    GHashTable *origins = sanitizer->uses->origins;
    gpointer key = GUINT_TO_POINTER(step->number);
    if (G_LIKELY(g_hash_table_contains(origins, key)))
        return;
    g_autofree char *line = describe_line(sanitizer, step->number);
    const uint64_t at = step->what->space == SPACE_LOCAL ? step->what->address[lane] : offset;
    g_autofree char *place = describe_place(sanitizer, step->what->space, at);
    g_autofree char *who = describe_thread(sanitizer, step, lane);
    g_hash_table_insert(origins, key, g_strdup_printf("read at %s: %s\n%s", line, place, who));
}

void init_uses_stored(struct sanitizer *sanitizer, uint32_t site, uint32_t origin, uint64_t offset,
                      uint64_t bytes)
{
    GArray *all = sanitizer->uses->stored;
    for (guint i = 0; i < all->len; i++) {
        struct stored *stored = &g_array_index(all, struct stored, i);
        if (stored->site != site)
            continue;
        stored->low = MIN(stored->low, offset);
        stored->high = MAX(stored->high, offset + bytes);
        stored->last = ++sanitizer->uses->n_stores;
        return;
    }
    const struct stored stored = {site, origin, offset, offset + bytes,
                                  ++sanitizer->uses->n_stores};
    g_array_append_val(all, stored);
}

static const char *origin_text(const struct sanitizer *sanitizer, uint32_t site)
{
    const char *text = g_hash_table_lookup(sanitizer->uses->origins, GUINT_TO_POINTER(site));
    return text ? text : "";
}

/* ---- branches and addresses ----------------------------------------------------------------- */

/* Counts each lane, and takes the values as defined from then on. */
static void tell(struct sanitizer *sanitizer, const struct step *step, struct warp_values *values,
                 uint16_t slot, lane_mask lanes, unsigned use)
{
    const uint32_t origin = values->of[slot]->origin;
    for (lane_mask left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        struct finding *finding =
            findings_note(sanitizer->findings, CHECK_INIT, use, step->number, origin);
        if (!finding)
            continue;
        g_autofree char *line = describe_line(sanitizer, step->number);
        g_autofree char *who = describe_thread(sanitizer, step, lane);
        finding->title = g_strdup_printf("%s at %s depends on memory that nobody has written",
                                         use == USE_BRANCH ? "branch" : "address", line);
        finding->detail = g_strdup_printf("%s\n%s", who, origin_text(sanitizer, origin));
    }
    values_clear(values, slot, lanes);
}

static bool decides(const struct step *step, const struct value_flow *flow)
{
    const uint8_t class = step->instruction->op_class;
    return class == OP_BRANCH || class == OP_EXIT || flow->kind == FLOW_ACCESS;
}

void init_uses_step(struct sanitizer *sanitizer, const struct step *step,
                    const struct value_flow *flow, struct warp_values *values)
{
    const lane_mask guard = values_lanes(values, flow->guard) & values->next;
    if (guard && decides(step, flow))
        tell(sanitizer, step, values, flow->guard, guard, USE_BRANCH);
    if (flow->kind == FLOW_ACCESS) {
        const unsigned n = step->what->async == ASYNC_COPY ? FLOW_SOURCES : 1;
        for (unsigned k = 0; k < n; k++) {
            const lane_mask lanes = values_lanes(values, flow->source[k]) & step->what->active;
            if (lanes)
                tell(sanitizer, step, values, flow->source[k], lanes, USE_ADDRESS);
        }
    }
    const lane_mask jumps = values_lanes(values, flow->source[0]) & step->what->active;
    if (step->instruction->op_class == OP_BRANCH && jumps)
        tell(sanitizer, step, values, flow->source[0], jumps, USE_BRANCH);
}

/* ---- the host ------------------------------------------------------------------------------- */

/* The last of those that may have stored what is there. */
static const struct stored *stored_at(const struct sanitizer *sanitizer,
                                      const struct host_access *access)
{
    const GArray *all = sanitizer->uses->stored;
    const struct stored *found = NULL;
    for (guint i = 0; i < all->len; i++) {
        const struct stored *stored = &g_array_index(all, struct stored, i);
        if (stored->low < access->offset + access->bytes && stored->high > access->offset &&
            (!found || stored->last > found->last))
            found = stored;
    }
    return found;
}

static void tell_computed(struct sanitizer *sanitizer, const struct host_access *access,
                          uint64_t bytes)
{
    const struct stored *stored = stored_at(sanitizer, access);
    struct finding *finding =
        findings_note(sanitizer->findings, CHECK_INIT, COMPUTED_OUT,
                      stored ? stored->site : NO_SITE, stored ? stored->origin : NO_SITE);
    if (!finding)
        return;
    g_autofree char *place = describe_place(sanitizer, SPACE_GLOBAL, access->offset);
    g_autofree char *line = stored ? describe_line(sanitizer, stored->site) : g_strdup("?");
    finding->title =
        g_strdup_printf("copy to the host of %" G_GUINT64_FORMAT
                        " bytes that were computed from memory that nobody has written, stored "
                        "at %s",
                        bytes, line);
    finding->detail = g_strdup_printf("%" G_GUINT64_FORMAT " bytes from %s on\n%s", access->bytes,
                                      place, stored ? origin_text(sanitizer, stored->origin) : "");
}

static void tell_missing(struct sanitizer *sanitizer, const struct host_access *access,
                         uint64_t bytes)
{
    struct finding *finding =
        findings_note(sanitizer->findings, CHECK_INIT, COPIED_OUT, NO_SITE, NO_SITE);
    if (!finding)
        return;
    g_autofree char *place = describe_place(sanitizer, SPACE_GLOBAL, access->offset);
    finding->note = true;
    finding->title = g_strdup_printf(
        "copy to the host of %" G_GUINT64_FORMAT " bytes that nobody has written", bytes);
    finding->detail =
        g_strdup_printf("%" G_GUINT64_FORMAT " bytes from %s on", access->bytes, place);
}

static void carry_out(struct sanitizer *sanitizer, const struct host_access *access)
{
    if (!device_memory_find(sanitizer->memory, access->offset + DEVICE_MEMORY_BASE, access->bytes))
        return;
    if (!access->reads) {
        written_set(sanitizer->written, access->offset, access->bytes, true);
        return;
    }
    const uint64_t computed =
        written_count_computed(sanitizer->written, access->offset, access->bytes);
    const uint64_t missing =
        access->bytes - written_count(sanitizer->written, access->offset, access->bytes);
    if (computed > 0)
        tell_computed(sanitizer, access, computed);
    if (missing > computed)
        tell_missing(sanitizer, access, missing - computed);
}

void init_uses_issue(struct sanitizer *sanitizer, uint32_t client, const struct command *command)
{
    const uint64_t bytes = command->span ? command->span : command->bytes;
    if ((command->kind != COMMAND_COPY && command->kind != COMMAND_MOVE) || bytes == 0 ||
        command->address >= HOST_MEMORY_BASE ||
        !device_memory_find(sanitizer->memory, command->address, bytes))
        return;
    const struct host_access access = {.id = command->id,
                                       .offset = command->address - DEVICE_MEMORY_BASE,
                                       .bytes = bytes,
                                       .client = client,
                                       .reads = command->kind == COMMAND_COPY &&
                                                command->direction == COPY_DEVICE_TO_HOST};
    g_array_append_val(sanitizer->uses->pending, access);
}

void init_uses_end(struct sanitizer *sanitizer, uint32_t client, uint64_t id)
{
    GArray *pending = sanitizer->uses->pending;
    for (guint i = pending->len; i-- > 0;) {
        const struct host_access access = g_array_index(pending, struct host_access, i);
        if (access.id != id || access.client != client)
            continue;
        g_array_remove_index(pending, i);
        carry_out(sanitizer, &access);
    }
}
