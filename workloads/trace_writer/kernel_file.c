/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/trace_writer/kernel_file.h"
#include "base/input_error.h"
#include "workloads/cluster.h"
#include "workloads/sass_trace/header.h"

#include <errno.h>
#include <inttypes.h>

enum {
    TEXT_BYTES = 1 << 16, /* are written at once */
    PIECE_LINES = 2048    /* of a .tracez: as Accel-Sim's writer has it */
};

static bool fail(const struct kernel_file *kernel, GError **error)
{
    return input_error_at(error, kernel->path, 0, "cannot write this trace: %s", g_strerror(errno));
}

static bool put(struct kernel_file *kernel, GError **error)
{
    if (kernel->packed)
        return true;
    fwrite(kernel->text->str, 1, kernel->text->len, kernel->file);
    g_string_truncate(kernel->text, 0);
    return !ferror(kernel->file) || fail(kernel, error);
}

/* The header's line is simgpu's own. What each block says is the format's. */
static bool says_clusters(const struct kernel_file_header *header)
{
    return header->version >= TRACE_VERSION_WITH_VALUES && cluster_blocks(header->launch) > 1;
}

static void append_header(GString *text, const struct kernel_file_header *header)
{
    const struct launch *launch = header->launch;
    const uint32_t *grid = launch->grid, *block = launch->block;
    g_string_append_printf(text, "-kernel name = %s\n-kernel id = %u\n", header->name,
                           header->number);
    g_string_append_printf(text, "-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n", grid[0],
                           grid[1], grid[2], block[0], block[1], block[2]);
    if (says_clusters(header))
        g_string_append_printf(text, "-cluster dim = (%u,%u,%u)\n", launch->cluster[0],
                               launch->cluster[1], launch->cluster[2]);
    g_string_append_printf(text, "-shmem = %u\n-nregs = %u\n-binary version = %u\n",
                           header->shared_bytes, header->registers, header->binary_version);
    g_string_append_printf(text, "-cuda stream id = %" PRIu64 "\n", launch->stream);
    g_string_append_printf(
        text, "-shmem base_addr = 0x%016" PRIx64 "\n-local mem base_addr = 0x%016" PRIx64 "\n",
        header->windows.shared_base, header->windows.local_base);
    g_string_append_printf(text,
                           "-nvbit version = none\n-accelsim tracer version = %u\n"
                           "-enable lineinfo = %d\n\n",
                           header->version, header->line_numbers);
    g_string_append_printf(
        text,
        "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num "
        "[reg_srcs] mem_width [adrrescompress?] [mem_addresses] %s\n\n",
        header->version >= TRACE_VERSION_WITH_VALUES ? "immediate1 immediate2 Val|NoVal [values]"
                                                     : "immediate");
}

static void free_block(void *item)
{
    struct kernel_block *block = item;
    for (unsigned i = 0; i < block->n_warps; i++)
        warp_log_free(block->logs[i]);
    g_free(block->logs);
    g_free(block);
}

static bool open_text(struct kernel_file *kernel, GError **error)
{
    kernel->file = fopen(kernel->path, "w");
    return kernel->file ? put(kernel, error) : fail(kernel, error);
}

/* Without a dictionary: pieces are long enough. */
static bool open_packed(struct kernel_file *kernel, GError **error)
{
    const struct tracez_setup setup = {.header = kernel->text->str, .piece_lines = PIECE_LINES};
    kernel->packed = tracez_file_new(kernel->path, &setup, error);
    g_string_truncate(kernel->text, 0);
    return kernel->packed != NULL;
}

struct kernel_file *kernel_file_new(const char *path, const struct kernel_file_header *header,
                                    const struct line_text *lines, struct log_store *store,
                                    GError **error)
{
    struct kernel_file *kernel = g_new0(struct kernel_file, 1);
    kernel->path = g_strdup(path);
    kernel->lines = lines;
    kernel->store = store;
    kernel->blocks = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, free_block);
    kernel->text = g_string_new(NULL);
    memcpy(kernel->shape.grid, header->launch->grid, sizeof kernel->shape.grid);
    memcpy(kernel->shape.cluster, header->launch->cluster, sizeof kernel->shape.cluster);
    kernel->places = says_clusters(header);
    append_header(kernel->text, header);
    if (header->packed ? open_packed(kernel, error) : open_text(kernel, error))
        return kernel;
    kernel_file_free(kernel);
    return NULL;
}

struct kernel_block *kernel_file_block(struct kernel_file *kernel, uint64_t index, unsigned n_warps)
{
    struct kernel_block *block = g_hash_table_lookup(kernel->blocks, &index);
    if (block)
        return block;
    block = g_new0(struct kernel_block, 1);
    block->index = index;
    block->n_warps = block->left = n_warps;
    block->logs = g_new(struct warp_log *, n_warps);
    for (unsigned i = 0; i < n_warps; i++)
        block->logs[i] = warp_log_new(kernel->store);
    g_hash_table_insert(kernel->blocks, &block->index, block);
    return block;
}

static void append_line(void *data, const struct log_line *line)
{
    struct kernel_file *kernel = data;
    line_text_append(kernel->text, &kernel->lines[line->pc], line->mask, line->addresses,
                     line->n_addresses);
    if (kernel->packed) {
        tracez_file_line(kernel->packed, kernel->text->str, kernel->text->len);
        g_string_truncate(kernel->text, 0);
    }
    if (kernel->text->len > TEXT_BYTES)
        put(kernel, NULL); /* the stream remembers a failure */
}

static struct tracez_place place_of(const struct kernel_file *kernel, uint64_t block)
{
    const uint32_t *grid = kernel->shape.grid;
    struct tracez_place place = {.index = {(uint32_t)(block % grid[0]),
                                           (uint32_t)(block / grid[0] % grid[1]),
                                           (uint32_t)(block / grid[0] / grid[1])}};
    for (unsigned i = 0; kernel->places && i < 3; i++) {
        place.cluster[i] = place.index[i] / cluster_side(&kernel->shape, i);
        place.in_cluster[i] = place.index[i] % cluster_side(&kernel->shape, i);
    }
    if (kernel->places)
        place.rank = cluster_rank(&kernel->shape, place.index);
    return place;
}

static bool pack_block(struct kernel_file *kernel, const struct kernel_block *block,
                       const struct tracez_place *place, GError **error)
{
    tracez_file_block(kernel->packed, place, block->n_warps);
    for (unsigned i = 0; i < block->n_warps; i++) {
        struct warp_log *log = block->logs[i];
        if (log->lines > UINT32_MAX)
            return input_error_at(error, kernel->path, 0,
                                  "a warp has more instructions than a .tracez can say: %" PRIu64,
                                  log->lines);
        tracez_file_warp(kernel->packed, (uint32_t)log->lines);
        if (!warp_log_each(log, append_line, kernel, error))
            return false;
    }
    return true;
}

static bool write_block(struct kernel_file *kernel, struct kernel_block *block, GError **error)
{
    const struct tracez_place place = place_of(kernel, block->index);
    const uint32_t *index = place.index, *cluster = place.cluster, *within = place.in_cluster;
    if (kernel->packed)
        return pack_block(kernel, block, &place, error);
    g_string_append_printf(kernel->text, "#BEGIN_TB\n\nthread block = %u,%u,%u\n", index[0],
                           index[1], index[2]);
    if (kernel->places)
        g_string_append_printf(
            kernel->text, "cluster id = %u,%u,%u\ncluster cta = %u,%u,%u\ncluster rank = %u\n",
            cluster[0], cluster[1], cluster[2], within[0], within[1], within[2], place.rank);
    for (unsigned i = 0; i < block->n_warps; i++) {
        struct warp_log *log = block->logs[i];
        g_string_append_printf(kernel->text, "\nwarp = %u\ninsts = %" PRIu64 "\n", i, log->lines);
        if (!warp_log_each(log, append_line, kernel, error) || !put(kernel, error))
            return false;
    }
    g_string_append(kernel->text, "\n#END_TB\n\n");
    return put(kernel, error);
}

bool kernel_file_block_ended(struct kernel_file *kernel, struct kernel_block *block, GError **error)
{
    g_assert(block->left == 0);
    while ((block = g_hash_table_lookup(kernel->blocks, &kernel->next)) && block->left == 0) {
        if (!write_block(kernel, block, error))
            return false;
        kernel->next++;
        g_hash_table_remove(kernel->blocks, &block->index);
    }
    return true;
}

bool kernel_file_close(struct kernel_file *kernel, GError **error)
{
    if (kernel->packed)
        return tracez_file_close(g_steal_pointer(&kernel->packed), error);
    bool written = fclose(g_steal_pointer(&kernel->file)) == 0;
    return written || fail(kernel, error);
}

void kernel_file_free(struct kernel_file *kernel)
{
    if (!kernel)
        return;
    if (kernel->file)
        fclose(kernel->file);
    tracez_file_free(kernel->packed);
    g_hash_table_destroy(kernel->blocks);
    g_string_free(kernel->text, TRUE);
    g_free(kernel->path);
    g_free(kernel);
}
