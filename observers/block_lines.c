/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/block_lines.h"
#include "policies/block_lines.h"
#include "workloads/instruction_source.h"

/* A key: the line, and the block above it. Lines of 128 bytes below address 2^46. */
enum { BLOCK_SHIFT = 39 };

static void launch_free(void *data)
{
    struct block_lines_launch *launch = data;
    if (!launch)
        return;
    block_lines_free(launch->lines);
    line_table_finish(&launch->seen);
    g_free(launch->unknown);
    g_free(launch->known_of);
    g_free(launch->shared_of);
    g_free(launch->name);
    g_free(launch);
}

struct block_lines_observer *block_lines_observer_new(const struct gpu_config *config)
{
    struct block_lines_observer *reads = g_new0(struct block_lines_observer, 1);
    residents_init(&reads->residents, config->n_sms, sizeof(struct observed_kernel),
                   sizeof(struct observed_pc));
    reads->launches = g_ptr_array_new_with_free_func(launch_free);
    return reads;
}

void block_lines_observer_free(struct block_lines_observer *reads)
{
    g_ptr_array_unref(reads->launches);
    residents_finish(&reads->residents);
    g_free(reads);
}

/* ---- before a launch ----------------------------------------------------------------------- */

/* A line that is known of some block. */
struct known_line {
    struct line_head head; /* value: how many blocks read it */
    uint64_t first_blocks; /* of the first BLOCK_LINES_MATRIX, those that do */
};

static void add_to_matrix(struct block_lines_launch *launch, uint64_t blocks)
{
    for (uint64_t left = blocks; left; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        for (uint64_t below = blocks & (UINT64_MAX >> (63 - i)); below; below &= below - 1)
            launch->matrix[i][__builtin_ctzll(below)]++;
    }
}

static void count_shared(struct block_lines_launch *launch, struct line_table *table)
{
    const struct block_lines *lines = launch->lines;
    launch->known_of = g_new0(uint32_t, launch->blocks);
    launch->shared_of = g_new0(uint32_t, launch->blocks);
    for (uint64_t b = 0; b < launch->blocks; b++) {
        launch->known_of[b] = (uint32_t)(lines->first[b + 1] - lines->first[b]);
        for (uint64_t i = lines->first[b]; i < lines->first[b + 1]; i++) {
            const struct known_line *line = line_table_find(table, lines->lines[i]);
            launch->shared_of[b] += line->head.value > 1;
        }
        launch->shared_blocks += launch->shared_of[b] > 0;
    }
}

static void look_at_known(struct block_lines_launch *launch)
{
    const struct block_lines *lines = launch->lines;
    struct line_table table;
    line_table_init(&table, sizeof(struct known_line));
    for (uint64_t b = 0; b < launch->blocks; b++)
        for (uint64_t i = lines->first[b]; i < lines->first[b + 1]; i++) {
            struct known_line *line = line_table_at(&table, lines->lines[i]);
            line->head.value++;
            if (b < BLOCK_LINES_MATRIX)
                line->first_blocks |= UINT64_C(1) << b;
        }
    uint32_t index = 0;
    for (const struct known_line *line; (line = line_table_next(&table, &index));)
        add_to_matrix(launch, line->first_blocks);
    count_shared(launch, &table);
    line_table_finish(&table);
}

static void ask_front_end(struct block_lines_launch *begun, const struct launch *launch)
{
    const struct instruction_source_ops *ops = launch->code->ops;
    begun->lines = ops->block_lines ? ops->block_lines(launch, begun->blocks, LINE_BYTES) : NULL;
    begun->can_say = begun->lines != NULL;
    if (!begun->lines)
        return;
    begun->reads_known = begun->lines->reads_known;
    begun->reads_unknown = begun->lines->reads_unknown;
    begun->counts.known = begun->lines->first[begun->blocks];
    begun->unknown = g_new0(bool, launch->code->n_instructions);
    for (uint32_t i = 0; i < begun->reads_unknown; i++)
        begun->unknown[begun->lines->unknown_pcs[i]] = true;
    look_at_known(begun);
}

static struct block_lines_launch *launch_begin(const struct launch *launch)
{
    uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
    struct block_lines_launch *begun = g_new0(struct block_lines_launch, 1);
    begun->id = launch->id;
    begun->name = g_strdup(launch->code->name);
    begun->blocks = MIN(blocks, launch->detailed_blocks);
    begun->warps_left = begun->blocks * ((threads + WARP_LANES - 1) / WARP_LANES);
    line_table_init(&begun->seen, sizeof(struct block_lines_pair));
    ask_front_end(begun, launch);
    return begun;
}

/* ---- while it runs ------------------------------------------------------------------------- */

void block_lines_observer_warp_started(struct block_lines_observer *reads,
                                       const struct resident *warp)
{
    uint32_t id = warp->launch->id;
    if (id >= BLOCK_LINES_LAUNCHES)
        return;
    if (id >= reads->launches->len)
        g_ptr_array_set_size(reads->launches, (int)id + 1);
    if (!reads->launches->pdata[id])
        reads->launches->pdata[id] = launch_begin(warp->launch);
}

void block_lines_observer_warp_left(struct block_lines_observer *reads, const struct resident *warp)
{
    if (warp->launch->id >= BLOCK_LINES_LAUNCHES)
        return;
    struct block_lines_launch *launch = reads->launches->pdata[warp->launch->id];
    g_assert(launch->warps_left > 0);
    if (--launch->warps_left > 0)
        return;
    g_clear_pointer(&launch->lines, block_lines_free);
    g_clear_pointer(&launch->unknown, g_free);
    line_table_finish(&launch->seen);
    line_table_init(&launch->seen, sizeof(struct block_lines_pair));
}

static bool is_known(const struct block_lines *lines, uint64_t block, uint64_t line)
{
    uint64_t low = lines->first[block], high = lines->first[block + 1];
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (lines->lines[middle] == line)
            return true;
        if (lines->lines[middle] < line)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

void block_lines_observer_l1_access(void *data, const struct l1_access *access)
{
    struct block_lines_observer *reads = data;
    if (access->op_class != OP_LOAD || access->space != SPACE_GLOBAL ||
        access->launch >= BLOCK_LINES_LAUNCHES)
        return;
    const struct resident *warp = residents_at(&reads->residents, access->sm, access->warp);
    struct block_lines_launch *launch = reads->launches->pdata[access->launch];
    uint64_t line = access->line / LINE_BYTES;
    struct block_lines_pair *read = line_table_at(&launch->seen, line | warp->block << BLOCK_SHIFT);
    uint32_t flags = BLOCK_LINES_COUNTED;
    if (launch->lines && !launch->unknown[access->pc])
        flags |= BLOCK_LINES_BY_KNOWN;
    uint32_t added = flags & ~read->head.value;
    if (!added)
        return;
    read->head.value |= flags;
    bool known = launch->lines && is_known(launch->lines, warp->block, line);
    if (added & BLOCK_LINES_COUNTED) {
        launch->counts.read++;
        launch->counts.both += known;
    }
    if (added & BLOCK_LINES_BY_KNOWN)
        launch->counts.unforeseen += !known;
}

static void warp_started(void *data, const struct sm *sm, unsigned slot)
{
    struct block_lines_observer *reads = data;
    block_lines_observer_warp_started(reads, residents_see(&reads->residents, sm, slot));
}

static void warp_ended(void *data, const struct sm *sm, unsigned slot)
{
    struct block_lines_observer *reads = data;
    block_lines_observer_warp_left(reads, residents_at(&reads->residents, sm_view_index(sm), slot));
}

static void listen(struct observer *observer)
{
    observer->warp_started = warp_started;
    observer->warp_ended = warp_ended;
    observer->l1_access = block_lines_observer_l1_access;
}

/* ---- JSON ---------------------------------------------------------------------------------- */

static void add_by_block(JsonBuilder *json, const char *name, const uint32_t *counts, uint64_t n)
{
    json_builder_set_member_name(json, name);
    json_builder_begin_array(json);
    for (uint64_t i = 0; counts && i < n; i++)
        json_builder_add_int_value(json, counts[i]);
    json_builder_end_array(json);
}

static void add_matrix(JsonBuilder *json, const struct block_lines_launch *launch)
{
    unsigned blocks = (unsigned)MIN(launch->blocks, BLOCK_LINES_MATRIX);
    json_builder_set_member_name(json, "block_matrix");
    json_builder_begin_array(json);
    for (unsigned i = 0; launch->can_say && i < blocks; i++) {
        json_builder_begin_array(json);
        for (unsigned j = 0; j <= i; j++)
            json_builder_add_int_value(json, (gint64)launch->matrix[i][j]);
        json_builder_end_array(json);
    }
    json_builder_end_array(json);
}

static void add_launch(JsonBuilder *json, const struct block_lines_launch *launch)
{
    json_builder_begin_object(json);
    json_builder_set_member_name(json, "name");
    json_builder_add_string_value(json, launch->name);
    observed_add_count(json, "launch", launch->id);
    observed_add_count(json, "blocks", launch->blocks);
    json_builder_set_member_name(json, "analysed");
    json_builder_add_boolean_value(json, launch->can_say);
    observed_add_count(json, "loads_known", launch->reads_known);
    observed_add_count(json, "loads_unknown", launch->reads_unknown);
    observed_add_count(json, "lines_known", launch->counts.known);
    observed_add_count(json, "lines_read", launch->counts.read);
    observed_add_count(json, "lines_known_and_read", launch->counts.both);
    observed_add_count(json, "lines_unforeseen", launch->counts.unforeseen);
    observed_add_count(json, "shared_blocks", launch->shared_blocks);
    add_by_block(json, "known_by_block", launch->known_of, launch->blocks);
    add_by_block(json, "shared_by_block", launch->shared_of, launch->blocks);
    add_matrix(json, launch);
    json_builder_end_object(json);
}

void block_lines_observer_write(const void *state, const struct gpu *gpu, JsonBuilder *json)
{
    (void)gpu;
    const struct block_lines_observer *reads = state;
    json_builder_begin_object(json);
    observed_add_count(json, "matrix_blocks", BLOCK_LINES_MATRIX);
    observed_add_count(json, "first_launches", BLOCK_LINES_LAUNCHES);
    json_builder_set_member_name(json, "launches");
    json_builder_begin_array(json);
    for (guint i = 0; i < reads->launches->len; i++)
        if (reads->launches->pdata[i])
            add_launch(json, reads->launches->pdata[i]);
    json_builder_end_array(json);
    json_builder_end_object(json);
}

static void *create(const struct observer_site *site)
{
    return block_lines_observer_new(site->config);
}

static void destroy(void *state)
{
    block_lines_observer_free(state);
}

const struct observer_kind block_lines_kind = {
    .name = "block_lines",
    .meaning = "lines that blocks read: those known before the launch and those then read",
    .create = create,
    .listen = listen,
    .write = block_lines_observer_write,
    .destroy = destroy};
