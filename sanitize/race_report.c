/* SPDX-License-Identifier: BSD-3-Clause */
/* A race in words. */
#include "sanitize/sanitize_private.h"
#include <string.h>

/* The races of a pair of lines are of two kinds: with other values, and with the same. */
enum { SAME_VALUE = 1 };

static const char *verb_of(const struct site *site, const struct mark *mark)
{
    if (mark->place & MARK_PENDING || (site->kind == SITE_LOAD && mark->place & MARK_WRITES))
        return "asynchronous copy";
    if (site->kind == SITE_SYNC)
        return site->flags & SITE_INITS  ? "initialisation of an mbarrier"
               : site->flags & SITE_ENDS ? "end of an mbarrier"
                                         : "use of an mbarrier";
    if (site->kind == SITE_ATOMIC)
        return site->scope == SCOPE_BLOCK ? "atomic of block scope" : "atomic";
    if (site->kind == SITE_STORE)
        return site->flags & SITE_VOLATILE ? "volatile write" : "write";
    return site->flags & SITE_VOLATILE ? "volatile read" : "read";
}

static char *advice_of(const struct sanitizer *sanitizer, const struct race_found *found)
{
    switch (found->missing) {
    case MISSING_ATOMIC:
        return g_strdup("Lanes of one warp write to it with one instruction: which value stays is "
                        "open. An atomic operation, or one lane that writes, would settle it.");
    case MISSING_WARP_SYNC:
        return g_strdup(
            "Nothing orders the lanes of a warp on this GPU: a __syncwarp() between the "
            "two would.");
    case MISSING_BARRIER:
        return g_strdup("No __syncthreads() stands between the two.");
    case MISSING_SCOPE:
        return g_strdup("An atomic of block scope orders nothing between blocks: use the one "
                        "without _block.");
    case MISSING_FENCE:
        return g_strdup("The second thread has seen the first one's release, but no "
                        "__threadfence() of a scope that reaches it stands behind its read.");
    case MISSING_LOCK_FENCE:
        return g_strdup("The first thread took their lock without a fence of a scope that reaches "
                        "the other: had it come second, it might have read what was there before.");
    case MISSING_LAUNCH_ORDER:
        return g_strdup("The two launches are in no order: an event or a wait for the first one's "
                        "stream would order them.");
    case MISSING_COPY_WAIT:
        return g_strdup("The asynchronous copy may not have arrived: wait for its group, and then "
                        "meet at a barrier if others read.");
    case MISSING_BLOCK_ORDER:
        break;
    }
    return g_strdup(sanitizer->launch->uses_fences
                        ? "No chain of fence, atomic, atomic and fence leads from one block to the "
                          "other: one of them is missing, or has the scope of a block."
                        : "Nothing orders blocks of a launch: use atomics, or two launches.");
}

void race_store_of(const struct sanitizer *sanitizer, const struct issued *what,
                   const struct race_access *access, struct store_bytes *bytes,
                   struct race_stored *stored)
{
    const size_t unit = what->element_bytes, all = unit * what->elements;
    *stored = (struct race_stored){.unit = what->element_bytes,
                                   .elements = what->elements,
                                   .now = bytes->now,
                                   .before = bytes->before};
    if (all > STORED_MOST || access->sizes)
        stored->unit = 0;
    for (lane_mask left = access->lanes; stored->unit && left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t address = access->offset[lane] + DEVICE_MEMORY_BASE;
        for (unsigned e = 0; e < what->elements; e++)
            memcpy(bytes->now + lane * all + e * unit,
                   what->value[e].base + (size_t)lane * what->value[e].stride, unit);
        if (access->space != SPACE_GLOBAL || !device_memory_find(sanitizer->memory, address, all))
            continue;
        stored->there |= (lane_mask)1 << lane;
        memcpy(bytes->before + lane * all, device_memory_at(sanitizer->memory, address), all);
    }
}

void race_hear(void *data, const struct race_access *access, struct race_found *found)
{
    struct sanitizer *sanitizer = data;
    struct store_bytes bytes;
    struct race_stored stored;
    if (sites_at(sanitizer->sites, mark_site(&found->earlier))->kind == SITE_STORE &&
        sites_at(sanitizer->sites, mark_site(&found->now))->kind == SITE_STORE) {
        race_store_of(sanitizer, sanitizer->what, access, &bytes, &stored);
        found->same = stored.unit && race_stored_same(&stored, access, found);
    }
    race_tell(sanitizer, found);
}

void race_tell(void *data, const struct race_found *found)
{
    struct sanitizer *sanitizer = data;
    const uint32_t site_a = mark_site(&found->earlier), site_b = mark_site(&found->now);
    const bool same = found->same;
    struct finding *finding =
        findings_note_late(sanitizer->findings, CHECK_RACE, same ? SAME_VALUE : 0, site_a, site_b,
                           found->n, found->now.stamp);
    if (!finding)
        return;
    const struct site *a = sites_at(sanitizer->sites, site_a);
    const struct site *b = sites_at(sanitizer->sites, site_b);
    const char *verb_a = verb_of(a, &found->earlier), *verb_b = verb_of(b, &found->now);
    g_autofree char *line_a = describe_line(sanitizer, site_a);
    g_autofree char *line_b = describe_line(sanitizer, site_b);
    g_autofree char *place = describe_place(sanitizer, found->space, found->offset);
    g_autofree char *who_a =
        blocks_thread(&sanitizer->blocks, found->earlier.warp, mark_lane(&found->earlier));
    g_autofree char *who_b = blocks_thread(&sanitizer->blocks, found->now.warp, found->lane);
    const char *kernel_a = describe_kernel(sanitizer, found->earlier.warp);
    const char *kernel_b = describe_kernel(sanitizer, found->now.warp);
    finding->note = same;
    finding->title = g_strdup_printf("%s at %s, %s at %s%s", verb_a, line_a, verb_b, line_b,
                                     same ? ", of the same value" : "");
    finding->detail = g_strdup_printf("%s\n%s of %s by %s\n%s of %s by %s", place, verb_a, kernel_a,
                                      who_a, verb_b, kernel_b, who_b);
    finding->advice = advice_of(sanitizer, found);
}
