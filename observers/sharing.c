/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/sharing.h"

enum { SLOT_SHIFT = 57, CLASS_BITS = 2 };

static enum sharing_class class_of(const struct shared_line *line)
{
    return (enum sharing_class)(line->head.value % SHARING_CLASSES);
}

static void launch_free(void *data)
{
    struct sharing_launch *launch = data;
    if (!launch)
        return;
    line_table_finish(&launch->lines);
    g_free(launch);
}

struct sharing *sharing_new(const struct gpu_config *config)
{
    struct sharing *sharing = g_new0(struct sharing, 1);
    residents_init(&sharing->residents, config->n_sms, sizeof(struct sharing_kernel),
                   sizeof(struct observed_pc));
    sharing->launches = g_ptr_array_new_with_free_func(launch_free);
    sharing->blocks = g_new0(struct line_table, config->n_sms);
    for (uint32_t i = 0; i < config->n_sms; i++)
        line_table_init(&sharing->blocks[i], sizeof(struct block_line));
    return sharing;
}

void sharing_free(struct sharing *sharing)
{
    for (uint32_t i = 0; i < sharing->residents.n_sms; i++)
        line_table_finish(&sharing->blocks[i]);
    g_free(sharing->blocks);
    g_ptr_array_unref(sharing->launches);
    residents_finish(&sharing->residents);
    g_free(sharing);
}

/* ---- launches ------------------------------------------------------------------------------ */

static struct sharing_launch *launch_begin(struct sharing *sharing, const struct resident *warp)
{
    const struct launch *launch = warp->launch;
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    struct sharing_launch *begun = g_new0(struct sharing_launch, 1);
    begun->kernel = (struct sharing_kernel *)warp->kernel;
    blocks = MIN(blocks, launch->detailed_blocks);
    begun->warps_left = blocks * ((threads + WARP_LANES - 1) / WARP_LANES);
    line_table_init(&begun->lines, sizeof(struct shared_line));
    begun->kernel->most_blocks = MAX(begun->kernel->most_blocks, blocks);
    sharing->live++;
    return begun;
}

void sharing_warp_started(struct sharing *sharing, const struct resident *warp)
{
    uint32_t id = warp->launch->id;
    if (id >= sharing->launches->len)
        g_ptr_array_set_size(sharing->launches, (int)id + 1);
    if (!sharing->launches->pdata[id])
        sharing->launches->pdata[id] = launch_begin(sharing, warp);
}

static void add_to_matrix(struct sharing_counts *counts, uint64_t blocks)
{
    for (uint64_t left = blocks; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        for (uint64_t below = blocks & (UINT64_MAX >> (63 - i)); below; below &= below - 1)
            counts->matrix[i][__builtin_ctzll(below)]++;
    }
}

static void add_lines(struct sharing_counts *counts, const struct line_table *lines)
{
    uint32_t index = 0;
    for (const struct shared_line *line; (line = line_table_next(lines, &index));) {
        counts->reads[class_of(line)] += line->reads;
        counts->lines[class_of(line)]++;
        add_to_matrix(counts, line->first_blocks);
    }
}

void sharing_warp_left(struct sharing *sharing, const struct resident *warp)
{
    struct sharing_launch *launch = sharing->launches->pdata[warp->launch->id];
    g_assert(launch->warps_left > 0);
    if (--launch->warps_left > 0)
        return;
    add_lines(&launch->kernel->counts, &launch->lines);
    sharing->launches->pdata[warp->launch->id] = NULL;
    launch_free(launch);
    if (--sharing->live == 0)
        for (uint32_t i = 0; i < sharing->residents.n_sms; i++)
            line_table_clear(&sharing->blocks[i]);
}

struct sharing_counts *sharing_sum(const struct sharing *sharing,
                                   const struct sharing_kernel *kernel)
{
    struct sharing_counts *counts = g_memdup2(&kernel->counts, sizeof kernel->counts);
    for (guint i = 0; i < sharing->launches->len; i++) {
        const struct sharing_launch *launch = sharing->launches->pdata[i];
        if (launch && launch->kernel == kernel)
            add_lines(counts, &launch->lines);
    }
    return counts;
}

/* ---- reads --------------------------------------------------------------------------------- */

/* Whether another warp of its block has read the line before. A block's warps have successive
 * numbers. */
static bool read_in_block(struct line_table *blocks, const struct resident *warp, uint64_t line)
{
    struct block_line *entry =
        line_table_at(blocks, line / LINE_BYTES | (uint64_t)warp->block_slot << SLOT_SHIFT);
    uint32_t first_of_block = warp->number - warp->in_block;
    if (entry->head.value < first_of_block)
        entry->head.value = warp->number;
    return entry->head.value != warp->number;
}

void sharing_l1_access(void *data, const struct l1_access *access)
{
    struct sharing *sharing = data;
    const struct resident *warp = residents_at(&sharing->residents, access->sm, access->warp);
    if (access->op_class != OP_LOAD)
        return;
    if (access->space == SPACE_LOCAL) {
        ((struct sharing_kernel *)warp->kernel)->local_reads++;
        return;
    }
    struct sharing_launch *launch = sharing->launches->pdata[access->launch];
    struct shared_line *line = line_table_at(&launch->lines, access->line / LINE_BYTES);
    bool first = line->reads++ == 0;
    bool same_block = !first && line->last_block == warp->block;
    if (same_block && line->head.value >> CLASS_BITS == warp->in_block)
        return;
    unsigned class = class_of(line);
    if (read_in_block(&sharing->blocks[access->sm], warp, access->line))
        class |= SHARING_INTRA_BLOCK;
    if (!first && !same_block)
        class |= SHARING_INTER_BLOCK;
    line->last_block = warp->block;
    line->head.value = warp->in_block << CLASS_BITS | class;
    if (warp->block < SHARING_BLOCKS)
        line->first_blocks |= UINT64_C(1) << warp->block;
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    struct sharing *sharing = data;
    sharing_warp_started(sharing, residents_see(&sharing->residents, sm, slot));
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    struct sharing *sharing = data;
    sharing_warp_left(sharing, residents_at(&sharing->residents, sm_view_index(sm), slot));
}

void sharing_listen(struct observer *observer)
{
    observer->warp_started = warp_started;
    observer->warp_ended = warp_ended;
    observer->l1_access = sharing_l1_access;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static const char *const classes[SHARING_CLASSES] = {"unshared", "intra_block", "inter_block",
                                                     "intra_and_inter_block"};

static void add_matrix(JsonBuilder *json, const struct sharing_kernel *kernel,
                       const struct sharing_counts *counts)
{
    unsigned blocks = (unsigned)MIN(kernel->most_blocks, SHARING_BLOCKS);
    json_builder_set_member_name(json, "block_matrix");
    json_builder_begin_array(json);
    for (unsigned i = 0; i < blocks; i++) {
        json_builder_begin_array(json);
        for (unsigned j = 0; j <= i; j++)
            json_builder_add_int_value(json, (gint64)counts->matrix[i][j]);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_kernel(JsonBuilder *json, const void *one, const void *state)
{
    const struct sharing_kernel *kernel = one;
    g_autofree struct sharing_counts *counts = sharing_sum(state, kernel);
    observed_add_classes(json, "reads", classes, counts->reads, SHARING_CLASSES);
    observed_add_classes(json, "lines", classes, counts->lines, SHARING_CLASSES);
    observed_add_count(json, "local_reads", kernel->local_reads);
    add_matrix(json, kernel, counts);
}

void sharing_write(const void *state, const struct gpu *gpu, JsonBuilder *json)
{
    (void)gpu;
    const struct sharing *sharing = state;
    json_builder_begin_object(json);
    observed_add_count(json, "matrix_blocks", SHARING_BLOCKS);
    observed_add_kernels(json, &sharing->residents, add_kernel, sharing);
    json_builder_end_object(json);
}

static void *create(const struct observer_site *site)
{
    return sharing_new(site->config);
}

static void destroy(void *state)
{
    sharing_free(state);
}

const struct observer_kind sharing_kind = {
    .name = "sharing",
    .meaning = "lines read by one warp, by warps of a block, by several blocks; block matrix",
    .create = create,
    .listen = sharing_listen,
    .write = sharing_write,
    .destroy = destroy};
