/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/block_lines_out.h"
#include "observers/line_table.h"
#include "observers/residents.h"
#include "policies/locality/block_lines_file.h"
#include <stdlib.h>

/* A key of the table is a block and, below it, a line: 2^41 lines are more than addresses have. */
enum { LINE_BITS = 41 };

struct launch_reads {
    char *name;
    uint64_t n_blocks, warps_left;
    struct line_table lines; /* of line_head */
    char *text;              /* what is written; NULL: it has not ended */
};

struct block_lines_out {
    struct observer observer;
    struct residents residents;
    GPtrArray *launches; /* struct launch_reads, by id; NULL: not begun */
};

static void launch_free(void *data)
{
    struct launch_reads *launch = data;
    if (!launch)
        return;
    line_table_finish(&launch->lines);
    g_free(launch->name);
    g_free(launch->text);
    g_free(launch);
}

/* ---- writing ----------------------------------------------------------------------------------
 */

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t *sorted_keys(const struct line_table *lines)
{
    uint64_t *keys = g_new(uint64_t, MAX(lines->count, 1));
    uint32_t index = 0, n = 0;
    for (const struct line_head *line; (line = line_table_next(lines, &index));)
        keys[n++] = line->key;
    qsort(keys, n, sizeof *keys, ascending);
    return keys;
}

static char *launch_text(uint32_t id, const struct launch_reads *launch)
{
    GString *text = g_string_new(NULL);
    const uint32_t n = launch->lines.count;
    g_autofree uint64_t *keys = sorted_keys(&launch->lines);
    block_lines_file_write_launch(text, id, LINE_BYTES, launch->n_blocks, launch->name);
    for (uint32_t i = 0, next; i < n; i = next) {
        const uint64_t block = keys[i] >> LINE_BITS;
        for (next = i; next < n && keys[next] >> LINE_BITS == block; next++)
            keys[next] &= (UINT64_C(1) << LINE_BITS) - 1;
        block_lines_file_write_block(text, block, keys + i, next - i);
    }
    return g_string_free(text, FALSE);
}

static void end_launch(uint32_t id, struct launch_reads *launch)
{
    launch->text = launch_text(id, launch);
    line_table_finish(&launch->lines);
    line_table_init(&launch->lines, sizeof(struct line_head));
}

char *block_lines_out_text(struct block_lines_out *reads)
{
    GString *text = g_string_new(NULL);
    block_lines_file_write_title(text);
    for (guint id = 0; id < reads->launches->len; id++) {
        struct launch_reads *launch = reads->launches->pdata[id];
        if (launch && !launch->text)
            end_launch(id, launch);
        if (launch)
            g_string_append(text, launch->text);
    }
    return g_string_free(text, FALSE);
}

/* ---- events -----------------------------------------------------------------------------------
 */

static struct launch_reads *launch_begin(const struct resident *warp)
{
    const struct launch *launch = warp->launch;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    struct launch_reads *begun = g_new0(struct launch_reads, 1);
    begun->name = g_strdup(launch->code->name);
    begun->n_blocks = MIN(blocks, launch->detailed_blocks);
    begun->warps_left = begun->n_blocks * ((threads + WARP_LANES - 1) / WARP_LANES);
    line_table_init(&begun->lines, sizeof(struct line_head));
    return begun;
}

void block_lines_out_warp_started(struct block_lines_out *reads, unsigned sm, unsigned slot,
                                  const struct warp_identity *warp, const struct launch *launch)
{
    const struct resident *resident = residents_start(&reads->residents, sm, slot, warp, launch);
    if (launch->id >= reads->launches->len)
        g_ptr_array_set_size(reads->launches, (int)launch->id + 1);
    if (!reads->launches->pdata[launch->id])
        reads->launches->pdata[launch->id] = launch_begin(resident);
}

void block_lines_out_warp_ended(struct block_lines_out *reads, unsigned sm, unsigned slot)
{
    const uint32_t id = residents_at(&reads->residents, sm, slot)->launch->id;
    struct launch_reads *launch = reads->launches->pdata[id];
    g_assert(launch->warps_left > 0);
    if (--launch->warps_left == 0)
        end_launch(id, launch);
}

void block_lines_out_l1_access(void *data, const struct l1_access *access)
{
    struct block_lines_out *reads = data;
    if (access->op_class != OP_LOAD || access->space == SPACE_LOCAL)
        return;
    const struct resident *warp = residents_at(&reads->residents, access->sm, access->warp);
    struct launch_reads *launch = reads->launches->pdata[access->launch];
    const uint64_t line = access->line / LINE_BYTES;
    if (warp->block < BLOCK_LINES_FILE_BLOCKS && launch->lines.count < BLOCK_LINES_FILE_LINES)
        line_table_at(&launch->lines, warp->block << LINE_BITS | line);
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    const struct warp_identity warp = sm_view_warp(sm, slot);
    block_lines_out_warp_started(data, sm_view_index(sm), slot, &warp, sm_view_launch(sm, slot));
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    block_lines_out_warp_ended(data, sm_view_index(sm), slot);
}

struct block_lines_out *block_lines_out_new(const struct gpu_config *config)
{
    struct block_lines_out *reads = g_new0(struct block_lines_out, 1);
    residents_init(&reads->residents, config->n_sms, sizeof(struct observed_kernel),
                   sizeof(struct observed_pc));
    reads->launches = g_ptr_array_new_with_free_func(launch_free);
    reads->observer = (struct observer){.data = reads,
                                        .warp_started = warp_started,
                                        .warp_ended = warp_ended,
                                        .l1_access = block_lines_out_l1_access};
    return reads;
}

void block_lines_out_free(struct block_lines_out *reads)
{
    if (!reads)
        return;
    g_ptr_array_unref(reads->launches);
    residents_finish(&reads->residents);
    g_free(reads);
}

const struct observer *block_lines_out_observer(struct block_lines_out *reads)
{
    return &reads->observer;
}
