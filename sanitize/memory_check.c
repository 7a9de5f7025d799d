/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses outside of allocations, to memory that was freed, misaligned ones, writes to what is
 * read-only, frees of what is not there, and memory that nobody frees.
 *
 * What ends a kernel on a GPU ends it here, too. The program then goes on with CUDA's error.
 */
#include "models/memory/address_check.h"
#include "models/memory/released_memory.h"
#include "sanitize/sanitize_private.h"

/* Freed memory that stays closed. ASSUMED: enough for a program's last arrays. */
static const uint64_t KEPT_BYTES = UINT64_C(256) << 20;

enum { OUTSIDE, AFTER_FREE, FREED_TWICE, FREED_NOTHING, LEAKED, MISALIGNED, OUT_OF_RANGE };

static void allocated(void *data, const struct device_allocation *allocation)
{
    struct sanitizer *sanitizer = data;
    if (sanitizer->checkers & CHECK_INIT)
        init_check_allocation(sanitizer, allocation);
}

static void released_twice(void *data, const struct device_allocation *allocation)
{
    struct sanitizer *sanitizer = data;
    if (!(sanitizer->checkers & CHECK_MEMORY))
        return;
    struct finding *finding = findings_add(sanitizer->findings, CHECK_MEMORY, FREED_TWICE);
    finding->title = g_strdup_printf("%s (%" G_GUINT64_FORMAT " bytes) is freed twice",
                                     allocation->name, allocation->bytes);
}

static void released_nothing(void *data, uint64_t address)
{
    struct sanitizer *sanitizer = data;
    if (!(sanitizer->checkers & CHECK_MEMORY))
        return;
    struct finding *finding = findings_add(sanitizer->findings, CHECK_MEMORY, FREED_NOTHING);
    g_autofree char *place = describe_place(sanitizer, SPACE_GLOBAL, address - DEVICE_MEMORY_BASE);
    finding->title = g_strdup_printf("free of %s, where no allocation begins", place);
}

void memory_check_begin(struct sanitizer *sanitizer, bool keeps_freed)
{
    const struct memory_listener listener = {.data = sanitizer,
                                             .allocated = allocated,
                                             .released_twice = released_twice,
                                             .released_nothing = released_nothing};
    released_memory_begin(sanitizer->memory,
                          keeps_freed && sanitizer->checkers & CHECK_MEMORY ? KEPT_BYTES : 0,
                          &listener);
}

static const char *verb_of(const struct site *site)
{
    return site->kind == SITE_LOAD ? "read" : site->kind == SITE_STORE ? "write" : "atomic";
}

static void tell(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                 unsigned bytes)
{
    const uint64_t address = step->what->address[lane];
    const struct device_allocation *near = device_memory_nearest(sanitizer->memory, address);
    const bool freed = near && near->released && address - near->address < near->bytes;
    struct finding *finding = findings_note(sanitizer->findings, CHECK_MEMORY,
                                            freed ? AFTER_FREE : OUTSIDE, step->number, NO_SITE);
    if (!finding)
        return;
    g_autofree char *line = describe_line(sanitizer, step->number);
    g_autofree char *who = describe_thread(sanitizer, step, lane);
    g_autofree char *where =
        freed ? g_strdup_printf("byte %" G_GUINT64_FORMAT " of %s, which was freed",
                                address - near->address, near->name)
              : address_describe_nearest(sanitizer->memory, address);
    finding->title = g_strdup_printf("%s of %u bytes at %s %s", verb_of(step->site), bytes, line,
                                     freed ? "after free" : "outside of all allocations");
    finding->detail =
        g_strdup_printf("address 0x%" G_GINT64_MODIFIER "x: %s\n%s", address, where, who);
}

void memory_check_step(struct sanitizer *sanitizer, const struct step *step)
{
    const struct issued *what = step->what;
    const unsigned bytes = step->instruction->access_bytes;
    uint64_t low = UINT64_MAX, high = 0;
    if (what->space != SPACE_GLOBAL || what->active == 0)
        return;
    for (lane_mask left = what->active; left; left &= left - 1) {
        const uint64_t address = what->address[__builtin_ctz(left)];
        low = MIN(low, address);
        high = MAX(high, address);
    }
    if (G_LIKELY(device_memory_find(sanitizer->memory, low, high - low + bytes) != NULL))
        return;
    for (lane_mask left = what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const unsigned own = what->async == ASYNC_COPY ? what->copy.bytes[lane] : bytes;
        if (!device_memory_find(sanitizer->memory, what->address[lane], own))
            tell(sanitizer, step, lane, own);
    }
}

/* "write" of something else than an access: "instruction". */
static const char *verb_of_any(const struct site *site)
{
    return site->kind >= SITE_LOAD && site->kind <= SITE_ATOMIC ? verb_of(site) : "instruction";
}

/* Strays have been told by memory_check_step. */
void memory_check_fault(struct sanitizer *sanitizer, const struct step *step)
{
    const struct issued *what = step->what;
    const bool misaligned = what->fault_kind == FAULT_MISALIGNED;
    if (!misaligned && what->fault_kind != FAULT_RANGE && what->fault_kind != FAULT_NOWHERE)
        return;
    struct finding *finding =
        findings_note(sanitizer->findings, CHECK_MEMORY, misaligned ? MISALIGNED : OUT_OF_RANGE,
                      step->number, NO_SITE);
    if (!finding)
        return;
    const unsigned lane = MIN(what->fault_lane, WARP_LANES - 1u);
    g_autofree char *line = describe_line(sanitizer, step->number);
    g_autofree char *who = describe_thread(sanitizer, step, lane);
    finding->title =
        g_strdup_printf("%s at %s %s", verb_of_any(step->site), line,
                        misaligned ? "of a misaligned address" : "outside of what it may touch");
    finding->detail = g_strdup_printf("%s\n%s", what->fault ? what->fault : "fault", who);
    finding->advice = g_strdup("The kernel ends here, as on a GPU.");
}

/* ---- leaks --------------------------------------------------------------------------------- */

static void tell_leak(void *data, const struct device_allocation *allocation)
{
    struct sanitizer *sanitizer = data;
    if (allocation->released || allocation->reservation != 0 ||
        !(g_str_has_prefix(allocation->name, "allocation ") ||
          g_str_has_prefix(allocation->name, "managed allocation ")))
        return;
    struct finding *finding = findings_add(sanitizer->findings, CHECK_LEAK, LEAKED);
    finding->title = g_strdup_printf("%s (%" G_GUINT64_FORMAT " bytes) is never freed",
                                     allocation->name, allocation->bytes);
}

void memory_check_leaks(struct sanitizer *sanitizer)
{
    device_memory_each(sanitizer->memory, sanitizer, tell_leak);
}
