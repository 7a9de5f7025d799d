/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads of memory that nobody has written.
 *
 * Followed are allocations that programs make on the device, and shared memory. Variables of
 * modules begin as zeros, and the host writes managed memory unheard: both count as written.
 * Differs from a checker that follows values through registers: the read itself is reported. Where
 * only a part of an element was written (structures with padding are copied so) it is a note.
 */
#include "sanitize/sanitize_private.h"
#include "workloads/cluster.h"
#include <string.h>

enum { NEVER, PARTLY, COPIED_OUT };

void init_check_allocation(struct sanitizer *sanitizer, const struct device_allocation *allocation)
{
    written_set(sanitizer->written, allocation->address - DEVICE_MEMORY_BASE, allocation->bytes,
                !g_str_has_prefix(allocation->name, "allocation "));
}

static struct written *shared_of(struct running_block *block)
{
    if (!block->written)
        block->written = written_new();
    return block->written;
}

static void tell(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                 uint64_t offset, uint64_t written)
{
    struct finding *finding = findings_note(sanitizer->findings, CHECK_INIT,
                                            written ? PARTLY : NEVER, step->number, NO_SITE);
    if (!finding)
        return;
    g_autofree char *line = describe_line(sanitizer, step->number);
    g_autofree char *place = describe_place(sanitizer, step->what->space, offset);
    g_autofree char *who = describe_thread(sanitizer, step, lane);
    finding->note = written > 0;
    finding->title = g_strdup_printf("read at %s of memory that %s", line,
                                     written ? "was written in part only" : "nobody has written");
    finding->detail = g_strdup_printf("%s\n%s", place, who);
}

/* The shadow of a lane's address, and the offset there; NULL: not followed. */
static struct written *place_of(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                                uint64_t *offset)
{
    const struct block_context *own = step->w->block;
    const uint64_t address = step->what->address[lane];
    *offset = address;
    if (step->what->space == SPACE_SHARED)
        return shared_of(step->block);
    if (step->what->space == SPACE_GLOBAL) {
        *offset = address - DEVICE_MEMORY_BASE;
        return device_memory_find(sanitizer->memory, address, step->instruction->access_bytes)
                   ? sanitizer->written
                   : NULL;
    }
    if (step->what->space != SPACE_CLUSTER || !own->peers)
        return NULL;
    const uint32_t rank = cluster_address_rank((uint32_t)address, own->rank);
    struct running_block *peer = blocks_of_shared(&sanitizer->blocks, own->peers[rank]);
    *offset = cluster_address_offset((uint32_t)address);
    return peer ? shared_of(peer) : NULL;
}

static void check_read(struct sanitizer *sanitizer, const struct step *step, unsigned lane,
                       const struct written *written, uint64_t offset, unsigned bytes)
{
    const unsigned unit = step->what->element_bytes ? MIN(step->what->element_bytes, bytes) : bytes;
    for (unsigned at = 0; at + unit <= bytes; at += unit) {
        const uint64_t count = written_count(written, offset + at, unit);
        if (count < unit)
            tell(sanitizer, step, lane, offset + at, count);
    }
}

/* A row of a bulk copy, where its swizzle puts it. */
static void note_row(struct written *written, const struct bulk_job *job, uint32_t shared,
                     uint32_t bytes)
{
    for (uint32_t done = 0, run; done < bytes; done += run) {
        run = bulk_run(job, shared + done, bytes - done);
        written_set(written, bulk_swizzled(job, shared + done), run, true);
    }
}

/* Bulk copies: the rows that they write. */
static void note_bulk(struct sanitizer *sanitizer, const struct step *step)
{
    for (const struct bulk_job *job = step->what->bulk; job; job = job->next)
        for (uint32_t i = 0; i < job->n_rows; i++) {
            const struct bulk_row *row = &job->rows[i];
            if (job->kind == BULK_LOAD || job->kind == BULK_LOCAL)
                note_row(shared_of(step->block), job, row->shared, row->bytes);
            else if (row->global >= DEVICE_MEMORY_BASE)
                written_set(sanitizer->written, row->global - DEVICE_MEMORY_BASE, row->bytes, true);
        }
}

static void check_access(struct sanitizer *sanitizer, const struct step *step)
{
    const struct issued *what = step->what;
    const bool rows = step->site->kind != SITE_ATOMIC && what->space == SPACE_SHARED &&
                      step->instruction->matrices > 0;
    const unsigned n = rows ? step->instruction->matrices * MATRIX_ROWS : WARP_LANES;
    for (lane_mask left = what->active; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        uint64_t offset;
        const bool copies = what->async == ASYNC_COPY;
        const unsigned bytes = copies ? what->copy.bytes[lane]
                               : rows ? MATRIX_ROW_BYTES
                                      : step->instruction->access_bytes;
        struct written *written = place_of(sanitizer, step, lane, &offset);
        if (!written || lane >= n)
            continue;
        if (step->site->kind != SITE_STORE)
            check_read(sanitizer, step, lane, written, offset, bytes);
        if (step->site->kind != SITE_LOAD)
            written_set(written, offset, bytes, true);
        if (copies)
            written_set(shared_of(step->block), what->copy.to[lane], bytes, true);
    }
}

void init_check_step(struct sanitizer *sanitizer, const struct step *step)
{
    switch ((enum site_kind)step->site->kind) {
    case SITE_LOAD:
    case SITE_STORE:
    case SITE_ATOMIC:
        check_access(sanitizer, step);
        break;
    case SITE_SYNC:
        if (step->what->async == ASYNC_BULK)
            note_bulk(sanitizer, step);
        break;
    default:
        break;
    }
}

/* What the host writes and reads. */
void init_check_command(struct sanitizer *sanitizer, const struct command *command)
{
    const uint64_t bytes = command->span ? command->span : command->bytes;
    if ((command->kind != COMMAND_COPY && command->kind != COMMAND_MOVE) || bytes == 0 ||
        !device_memory_find(sanitizer->memory, command->address, bytes))
        return;
    const uint64_t offset = command->address - DEVICE_MEMORY_BASE;
    if (command->kind == COMMAND_MOVE || command->direction == COPY_HOST_TO_DEVICE) {
        written_set(sanitizer->written, offset, bytes, true);
        return;
    }
    const uint64_t missing = bytes - written_count(sanitizer->written, offset, bytes);
    struct finding *finding =
        missing > 0 ? findings_note(sanitizer->findings, CHECK_INIT, COPIED_OUT, NO_SITE, NO_SITE)
                    : NULL;
    if (!finding)
        return;
    g_autofree char *place = describe_place(sanitizer, SPACE_GLOBAL, offset);
    finding->note = true;
    finding->title = g_strdup_printf(
        "copy to the host of %" G_GUINT64_FORMAT " bytes that nobody has written", missing);
    finding->detail = g_strdup_printf("%" G_GUINT64_FORMAT " bytes from %s on", bytes, place);
}
