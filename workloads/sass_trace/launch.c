/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/launch.h"
#include "base/input_error.h"
#include <string.h>
#include <sys/stat.h>

/* Block ids are checked for repetitions up to so many blocks: 8 MiB. */
enum { SEEN_BLOCKS_MAX = 1 << 26 };

static bool open_file(struct trace_launch *launch, struct trace_header *header,
                      struct trace_notes *notes, GError **error)
{
    launch->open = line_reader_open(&launch->reader, launch->path, error);
    return launch->open && trace_header_read(header, &launch->reader, notes, error);
}

static void close_file(struct trace_launch *launch)
{
    if (launch->open)
        line_reader_close(&launch->reader);
    launch->open = false;
}

/* The file was closed after its header; the header is passed over once more. */
static bool reopen(struct trace_launch *launch, GError **error)
{
    struct trace_header header;
    struct trace_notes notes;
    trace_notes_init(&notes);
    bool done = open_file(launch, &header, &notes, error);
    if (launch->open)
        trace_header_finish(&header);
    trace_notes_finish(&notes);
    return done;
}

struct trace_launch *trace_launch_new(const char *path, struct trace_repair *repair,
                                      struct trace_notes *notes, GError **error)
{
    struct trace_launch *launch = g_new0(struct trace_launch, 1);
    launch->self = launch;
    pthread_mutex_init(&launch->blocks_mutex, NULL);
    launch->path = g_strdup(path);
    launch->notes = notes;
    launch->blocks = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    if (!open_file(launch, &launch->header, notes, error) ||
        !trace_repair(repair, &launch->header, &launch->reader, notes, error)) {
        trace_launch_free(launch);
        return NULL;
    }
    launch->n_blocks = trace_header_blocks(&launch->header);
    if (text_source_can_reopen(path))
        close_file(launch);
    return launch;
}

void trace_launch_free(struct trace_launch *launch)
{
    if (!launch)
        return;
    GHashTableIter iterator;
    gpointer block;
    g_hash_table_iter_init(&iterator, launch->blocks);
    while (g_hash_table_iter_next(&iterator, NULL, &block))
        trace_block_free(block);
    g_hash_table_unref(launch->blocks);
    while (launch->free_blocks) {
        struct trace_block *next = launch->free_blocks->next_free;
        trace_block_free(launch->free_blocks);
        launch->free_blocks = next;
    }
    close_file(launch);
    trace_header_finish(&launch->header);
    g_clear_pointer(&launch->parser.barriers, g_array_unref);
    g_clear_pointer(&launch->parser.mbarriers, g_array_unref);
    g_clear_error(&launch->error);
    pthread_mutex_destroy(&launch->blocks_mutex);
    g_free(launch->seen);
    g_free(launch->path);
    g_free(launch);
}

static bool begin(struct trace_launch *launch, GError **error)
{
    launch->begun = true;
    if (!launch->open && !reopen(launch, error))
        return false;
    struct kernel_code *code = &launch->code->code;
    g_free((char *)code->file);
    code->file = g_strdup(launch->path);
    launch->parser =
        (struct trace_parser){.reader = &launch->reader,
                              .header = &launch->header,
                              .code = launch->code,
                              .notes = launch->notes,
                              .barriers = g_array_new(FALSE, FALSE, sizeof(struct passed_barrier)),
                              .mbarriers = g_array_new(FALSE, FALSE, sizeof(uint64_t))};
    if (launch->n_blocks <= SEEN_BLOCKS_MAX)
        launch->seen = g_malloc0(launch->n_blocks / 8 + 1);
    return true;
}

static bool check_new(struct trace_launch *launch, const struct trace_block *block, GError **error)
{
    const uint32_t *grid = launch->header.grid, *index = block->index;
    if (!launch->seen)
        return true;
    uint64_t id = ((uint64_t)index[2] * grid[1] + index[1]) * grid[0] + index[0];
    uint8_t *byte = &launch->seen[id / 8], bit = (uint8_t)(1u << id % 8);
    if (*byte & bit)
        return input_error_at(
            error, launch->path, launch->reader.line,
            "expected each thread block once, but block (%u,%u,%u), which ends here, comes again",
            index[0], index[1], index[2]);
    *byte |= bit;
    return true;
}

/* Behind the last block there is nothing. */
static bool check_end(struct trace_launch *launch, GError **error)
{
    GError *inner = NULL;
    if (!line_reader_next(&launch->reader, &inner)) {
        if (!inner) {
            close_file(launch);
            return true;
        }
        g_propagate_error(error, inner);
        return false;
    }
    g_autofree char *found = line_reader_quote(&launch->reader);
    return input_error_at(error, launch->path, launch->reader.line,
                          "expected the end of the file after %" G_GUINT64_FORMAT
                          " thread blocks, found \"%s\"",
                          launch->n_blocks, found);
}

static struct trace_block *take_free(struct trace_launch *launch)
{
    struct trace_block *block = launch->free_blocks;
    if (!block)
        return trace_block_new();
    launch->free_blocks = block->next_free;
    return block;
}

static uint64_t bytes_of(const struct trace_block *block)
{
    return (uint64_t)block->capacity * sizeof(uint32_t);
}

static bool parse_next(struct trace_launch *launch, GError **error)
{
    struct trace_block *block = take_free(launch);
    GError *inner = NULL;
    bool last = launch->n_parsed + 1 == launch->n_blocks;
    if (!trace_parser_block(&launch->parser, block, launch->n_parsed + 1, &inner) ||
        !check_new(launch, block, &inner) || (last && !check_end(launch, &inner))) {
        trace_block_free(block);
        if (inner) {
            g_propagate_error(error, inner);
            return false;
        }
        return input_error_at(error, launch->path, launch->reader.line,
                              "expected %" G_GUINT64_FORMAT
                              " thread blocks, because the grid is (%u,%u,%u); found the end of "
                              "the file after %" G_GUINT64_FORMAT,
                              launch->n_blocks, launch->header.grid[0], launch->header.grid[1],
                              launch->header.grid[2], launch->n_parsed);
    }
    gint64 *key = g_new(gint64, 1);
    *key = (gint64)launch->n_parsed++;
    g_hash_table_insert(launch->blocks, key, block);
    launch->waiting_bytes += bytes_of(block);
    return true;
}

static bool parse_up_to(struct trace_launch *launch, uint64_t index, GError **error)
{
    if (!launch->begun && !begin(launch, error))
        return false;
    while (launch->n_parsed <= index) {
        if (launch->waiting_bytes > LAUNCH_WAITING_BYTES)
            return input_error_at(
                error, launch->path, launch->reader.line,
                "expected the block scheduler to take thread blocks roughly in the order of the "
                "file, found that block number %" G_GUINT64_FORMAT
                " is next while %d MiB of blocks before it wait",
                index, LAUNCH_WAITING_BYTES >> 20);
        if (!parse_next(launch, error))
            return false;
    }
    return true;
}

void trace_launch_prepare(struct trace_launch *launch, uint64_t index)
{
    g_assert(index < launch->n_blocks);
    if (launch->error || parse_up_to(launch, index, &launch->error))
        return;
    launch->error_line = launch->open ? launch->reader.line : 0;
    launch->code->instructions[LAUNCH_ERROR_INDEX] =
        (struct instruction){.op_class = OP_INT, .line = launch->error_line, .loop = -1};
}

static struct trace_block *take_block(struct trace_launch *launch, uint64_t index)
{
    gint64 key = (gint64)index;
    trace_launch_prepare(launch, index);
    struct trace_block *block = g_hash_table_lookup(launch->blocks, &key);
    if (block && block->waits) {
        block->waits = false;
        launch->waiting_bytes -= bytes_of(block);
    }
    return block;
}

struct trace_block *trace_launch_block(struct trace_launch *launch, uint64_t index)
{
    pthread_mutex_lock(&launch->blocks_mutex);
    struct trace_block *block = take_block(launch, index);
    pthread_mutex_unlock(&launch->blocks_mutex);
    return block;
}

/* Its last user has ended. */
static void release_block(struct trace_launch *launch, struct trace_block *block, uint64_t index)
{
    gint64 key = (gint64)index;
    pthread_mutex_lock(&launch->blocks_mutex);
    g_hash_table_remove(launch->blocks, &key);
    block->next_free = launch->free_blocks;
    launch->free_blocks = block;
    pthread_mutex_unlock(&launch->blocks_mutex);
}

void trace_launch_warp_ended(struct trace_launch *launch, struct trace_block *block, uint64_t index)
{
    g_assert(block->users > 0);
    if (--block->users == 0)
        release_block(launch, block, index);
}

uint64_t trace_launch_file_bytes(const struct launch *launch)
{
    const struct trace_launch *traced;
    struct stat facts;
    memcpy(&traced, launch->params, sizeof traced);
    return stat(traced->path, &facts) == 0 && S_ISREG(facts.st_mode) ? (uint64_t)facts.st_size : 0;
}
