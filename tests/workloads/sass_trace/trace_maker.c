/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/workloads/sass_trace/trace_maker.h"
#include "tests/workloads/sass_trace/tracez_maker.h"

#include <check.h>
#include <glib/gstdio.h>
#include <lzma.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

enum { LANES = 32 };

void trace_header_append(GString *text, const struct trace_shape *shape)
{
    const unsigned *grid = shape->grid, *block = shape->block;
    g_string_append_printf(
        text,
        "-kernel name = %s\n-kernel id = 1\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n"
        "-shmem = %u\n-nregs = %u\n-binary version = %u\n-cuda stream id = %u\n"
        "-shmem base_addr = 0x00007fa000000000\n-local mem base_addr = 0x00007fa001000000\n"
        "-nvbit version = 1.5.5\n-accelsim tracer version = %u\n-enable lineinfo = %d\n\n"
        "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs]\n\n",
        shape->name ? shape->name : "test", MAX(grid[0], 1), MAX(grid[1], 1), MAX(grid[2], 1),
        block[0] ? block[0] : LANES, MAX(block[1], 1), MAX(block[2], 1), shape->shared_bytes,
        shape->registers ? shape->registers : 16,
        shape->binary_version ? shape->binary_version : 70, shape->stream,
        shape->version ? shape->version : 5, shape->line_numbers);
}

static unsigned count_lines(const char *lines)
{
    unsigned n = 0;
    for (; *lines; lines++)
        n += *lines == '\n';
    return n;
}

void trace_warp_append(GString *text, unsigned warp, const char *lines)
{
    g_string_append_printf(text, "\nwarp = %u\ninsts = %u\n%s", warp, count_lines(lines), lines);
}

void trace_block_begin(GString *text, unsigned x, unsigned y, unsigned z)
{
    g_string_append_printf(text, "#BEGIN_TB\n\nthread block = %u,%u,%u\n", x, y, z);
}

void trace_block_end(GString *text)
{
    g_string_append(text, "\n#END_TB\n\n");
}

char *trace_one_warp(const struct trace_shape *shape, const char *lines)
{
    GString *text = g_string_new(NULL);
    bool old = shape->version == 1 || shape->version == 2;
    g_autofree char *all =
        g_strdup_printf("%s%s%s0ff0 ffffffff 0 EXIT 0 0 0%s\n", lines, old ? "0 0 0 0 " : "",
                        shape->line_numbers ? "99 " : "", shape->version == 6 ? " 0 NoVal" : "");
    trace_header_append(text, shape);
    trace_block_begin(text, 0, 0, 0);
    trace_warp_append(text, 0, all);
    trace_block_end(text);
    return g_string_free(text, FALSE);
}

/* ---- vecadd ------------------------------------------------------------------------------------
 */

enum { ARRAYS_AT = 0x40000000, PROLOGUE = 2, ROUND = 7, EPILOGUE = 1 };

void trace_vecadd_header(GString *text, const struct vecadd_shape *shape)
{
    trace_header_append(text, &shape->trace);
}

static unsigned warps_of(const struct vecadd_shape *shape)
{
    return MAX(shape->trace.block[0] / LANES, 1);
}

static void append_access(GString *text, const struct vecadd_shape *shape, unsigned pc,
                          const char *what, unsigned array, uint64_t element)
{
    g_string_append_printf(text, "%04x ffffffff %s 4 1 0x%" G_GINT64_MODIFIER "x 4%s\n", pc, what,
                           ARRAYS_AT + array * shape->bytes_apart + element * 4, shape->immediate);
}

void trace_vecadd_block(GString *text, const struct vecadd_shape *shape, unsigned block)
{
    const char *immediate = shape->immediate;
    unsigned warps = warps_of(shape), blocks = MAX(shape->trace.grid[0], 1);
    trace_block_begin(text, block, 0, 0);
    for (unsigned w = 0; w < warps; w++) {
        g_string_append_printf(text, "\nwarp = %u\ninsts = %u\n", w,
                               PROLOGUE + ROUND * shape->rounds + EPILOGUE);
        g_string_append_printf(text, "0000 ffffffff 1 R0 S2R 0 0%s\n", immediate);
        g_string_append_printf(text, "0010 00000000 0 EXIT 0 0%s\n", immediate);
        for (unsigned round = 0; round < shape->rounds; round++) {
            uint64_t element = ((uint64_t)(round * blocks + block) * warps + w) * LANES;
            append_access(text, shape, 0x20, "1 R4 LDG.E.SYS 1 R2", 0, element);
            append_access(text, shape, 0x30, "1 R5 LDG.E.SYS 1 R6", 1, element);
            g_string_append_printf(text, "0040 ffffffff 1 R4 FADD 2 R4 R5 0%s\n", immediate);
            append_access(text, shape, 0x50, "0 STG.E.SYS 2 R8 R4", 2, element);
            g_string_append_printf(text, "0060 ffffffff 0 BAR.SYNC 0 0%s\n", immediate);
            g_string_append_printf(text, "0070 ffffffff 1 R0 IADD3 3 R0 R255 R255 0%s\n",
                                   immediate);
            g_string_append_printf(text, "0080 ffffffff 0 BRA 0 0%s\n", immediate);
        }
        g_string_append_printf(text, "0090 ffffffff 0 EXIT 0 0%s\n", immediate);
    }
    trace_block_end(text);
}

char *trace_vecadd(const struct vecadd_shape *shape)
{
    GString *text = g_string_new(NULL);
    trace_vecadd_header(text, shape);
    for (unsigned block = 0; block < MAX(shape->trace.grid[0], 1); block++)
        trace_vecadd_block(text, shape, block);
    return g_string_free(text, FALSE);
}

uint64_t trace_vecadd_instructions(const struct vecadd_shape *shape)
{
    return (uint64_t)MAX(shape->trace.grid[0], 1) * warps_of(shape) *
           (PROLOGUE + ROUND * shape->rounds + EPILOGUE);
}

/* ---- files -------------------------------------------------------------------------------------
 */

char *trace_folder_new(void)
{
    char *folder = g_dir_make_tmp("simgpu-trace-XXXXXX", NULL);
    ck_assert_ptr_nonnull(folder);
    return folder;
}

void trace_folder_remove(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(folder);
}

static void *pack(const char *name, const char *text, size_t *length)
{
    size_t room = *length * 2 + 4096, packed = 0;
    uint8_t *bytes = g_malloc(room);
    if (g_str_has_suffix(name, ".xz")) {
        ck_assert_int_eq(lzma_easy_buffer_encode(1, LZMA_CHECK_CRC64, NULL, (const uint8_t *)text,
                                                 *length, bytes, &packed, room),
                         LZMA_OK);
    } else if (g_str_has_suffix(name, ".zst")) {
        packed = ZSTD_compress(bytes, room, text, *length, 1);
        ck_assert(!ZSTD_isError(packed));
    } else {
        memcpy(bytes, text, *length);
        packed = *length;
    }
    *length = packed;
    return bytes;
}

char *trace_file(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    size_t length = strlen(text);
    if (g_str_has_suffix(name, ".tracez")) {
        tracez_make(path, text, &(struct tracez_shape){.piece_lines = 16, .dictionary = true});
        return path;
    }
    g_autofree void *bytes = pack(name, text, &length);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
    return path;
}
