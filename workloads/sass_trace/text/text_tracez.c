/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/text/text_tracez.h"
#include "base/input_error.h"
#include "workloads/sass_trace/text/file_part.h"

#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

enum {
    HEADER_BYTES_MAX = 1 << 20,
    DICTIONARY_BYTES_MAX = 16 << 20, /* the writer's are 64 KiB */
    PLACE_BYTES = 8,                 /* of the index, at the file's end */
    INDEX_NUMBERS = 10,              /* of a block, before its number of warps */
    INDEX_IN_CLUSTER = 6             /* of these, the first of its place in its cluster */
};

/* Of the block, the warp and the piece that are being read. */
struct progress {
    uint32_t blocks, warps, pieces; /* that are left, this one not counted */
    uint32_t warp;
    uint32_t n_lines, lines; /* of the piece: as the index says, and so far */
    bool in_block, in_piece;
    char last; /* character of the piece; '\0': none yet */
};

struct tracez {
    const char *path;
    struct file_part index, data; /* data: the piece, packed */
    uint64_t index_at;
    GString *text; /* that is still to be given out, from text_at on */
    size_t text_at;
    bool begun, finished;
    struct progress now;
    ZSTD_DCtx *context;
    ZSTD_DDict *dictionary; /* NULL: none */
};

static bool damaged(const struct tracez *trace, const char *what, GError **error)
{
    return input_error_at(error, trace->path, 0, "cannot be unpacked: %s", what);
}

/* ---- opening it ----------------------------------------------------------------------------- */

/* Where the index begins, from the file's last bytes. */
static bool find_index(struct tracez *trace, int file, GError **error)
{
    struct stat facts;
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode))
        return input_error_at(
            error, trace->path, 0,
            "expected a file, found something that can only be read from front to "
            "back: a .tracez has its index at the end");
    uint64_t size = (uint64_t)facts.st_size;
    if (size < PLACE_BYTES)
        return damaged(trace, "the file is too short for the place of its index", error);
    file_part_set(&trace->index, file, size - PLACE_BYTES, size);
    if (!file_part_u64(&trace->index, &trace->index_at))
        return damaged(trace, "the place of its index cannot be read", error);
    if (trace->index_at > size - PLACE_BYTES)
        return damaged(trace,
                       "its index would begin behind the file's end: it is truncated, or no "
                       ".tracez",
                       error);
    file_part_set(&trace->index, file, trace->index_at, size - PLACE_BYTES);
    file_part_set(&trace->data, file, 0, trace->index_at);
    return true;
}

static bool read_header(struct tracez *trace, GError **error)
{
    for (uint8_t byte; trace->text->len <= HEADER_BYTES_MAX;) {
        if (!file_part_bytes(&trace->data, &byte, 1))
            return damaged(trace, "its header has no end", error);
        if (byte == '\0')
            return true;
        g_string_append_c(trace->text, (char)byte);
    }
    return damaged(trace, "its header has more than a MiB", error);
}

static bool read_dictionary(struct tracez *trace, GError **error)
{
    uint32_t size, per_piece;
    if (!file_part_u32(&trace->data, &size) || !file_part_u32(&trace->data, &per_piece))
        return damaged(trace, "the file ends before its dictionary", error);
    if (size == 0)
        return true;
    if (size > DICTIONARY_BYTES_MAX)
        return damaged(trace, "its dictionary has more than 16 MiB", error);
    g_autofree void *bytes = g_malloc(size);
    if (!file_part_bytes(&trace->data, bytes, size))
        return damaged(trace, "the file ends within its dictionary", error);
    trace->dictionary = ZSTD_createDDict(bytes, size);
    return trace->dictionary || damaged(trace, "its dictionary is none of zstd", error);
}

/* Blocks of a cluster along x, y and z, by the places of all blocks in theirs; what is damaged in
 * the index is named when it is read. */
static void find_cluster(const struct tracez *trace, uint32_t cluster[3])
{
    struct file_part index = trace->index;
    uint32_t blocks = 0, warps, place[INDEX_NUMBERS] = {0}, skipped, pieces;
    uint64_t at;
    cluster[0] = cluster[1] = cluster[2] = 1;
    bool good = file_part_u32(&index, &blocks);
    for (uint32_t b = 0; good && b < blocks; b++) {
        for (unsigned i = 0; good && i < INDEX_NUMBERS; i++)
            good = file_part_u32(&index, &place[i]);
        for (unsigned i = 0; good && i < 3; i++)
            cluster[i] = MAX(cluster[i], MIN(place[INDEX_IN_CLUSTER + i], INT32_MAX - 1) + 1);
        good = good && file_part_u32(&index, &warps);
        for (uint32_t w = 0; good && w < warps; w++) {
            good = file_part_u32(&index, &skipped) && file_part_u32(&index, &pieces) &&
                   file_part_u64(&index, &at);
            for (uint32_t i = 0; good && i < pieces; i++)
                good = file_part_u32(&index, &skipped);
        }
    }
}

/* The header gets a line that says the cluster, as simgpu's own traces have one: before its end,
 * the line that begins with '#'. */
static void say_cluster(struct tracez *trace)
{
    uint32_t cluster[3];
    const char *end = strstr(trace->text->str, "\n#");
    find_cluster(trace, cluster);
    if (!end || strstr(trace->text->str, "-cluster dim") ||
        (uint64_t)cluster[0] * cluster[1] * cluster[2] == 1)
        return;
    g_autofree char *line =
        g_strdup_printf("\n-cluster dim = (%u,%u,%u)", cluster[0], cluster[1], cluster[2]);
    g_string_insert(trace->text, end - trace->text->str, line);
}

struct tracez *tracez_open(int file, const char *path, GError **error)
{
    struct tracez *trace = g_new0(struct tracez, 1);
    trace->path = path;
    trace->text = g_string_new(NULL);
    trace->context = ZSTD_createDCtx();
    g_assert(trace->context);
    if (find_index(trace, file, error) && read_header(trace, error) &&
        read_dictionary(trace, error)) {
        ZSTD_DCtx_refDDict(trace->context, trace->dictionary);
        say_cluster(trace);
        return trace;
    }
    tracez_free(trace);
    return NULL;
}

void tracez_free(struct tracez *trace)
{
    if (!trace)
        return;
    ZSTD_freeDCtx(trace->context);
    ZSTD_freeDDict(trace->dictionary);
    g_string_free(trace->text, TRUE);
    g_free(trace);
}

/* ---- the index ------------------------------------------------------------------------------ */

static bool next_u32(struct tracez *trace, uint32_t *out, GError **error)
{
    return file_part_u32(&trace->index, out) ||
           damaged(trace, "its index ends before its last block does", error);
}

static bool begin_piece(struct tracez *trace, GError **error)
{
    struct progress *now = &trace->now;
    uint32_t size;
    if (!next_u32(trace, &now->n_lines, error))
        return false;
    uint64_t from = file_part_at(&trace->data);
    file_part_set(&trace->data, trace->data.file, from, trace->index_at);
    if (!file_part_u32(&trace->data, &size) || size > trace->index_at - from - sizeof size)
        return damaged(trace, "a piece would end behind the begin of the index", error);
    file_part_set(&trace->data, trace->data.file, from + sizeof size, from + sizeof size + size);
    ZSTD_DCtx_reset(trace->context, ZSTD_reset_session_only);
    now->pieces--;
    now->in_piece = true;
    now->lines = 0;
    now->last = '\0';
    return true;
}

static bool begin_warp(struct tracez *trace, GError **error)
{
    struct progress *now = &trace->now;
    uint32_t instructions, said_instructions, said_pieces;
    uint64_t place;
    if (!next_u32(trace, &instructions, error) || !next_u32(trace, &now->pieces, error))
        return false;
    if (!file_part_u64(&trace->index, &place) || place > trace->index_at)
        return damaged(trace, "a warp would begin behind the begin of the index", error);
    file_part_set(&trace->data, trace->data.file, place, trace->index_at);
    if (!file_part_u32(&trace->data, &said_instructions) ||
        !file_part_u32(&trace->data, &said_pieces) || said_instructions != instructions ||
        said_pieces != now->pieces)
        return damaged(trace, "index and warp say different numbers of instructions or pieces",
                       error);
    g_string_append_printf(trace->text, "\nwarp = %u\ninsts = %u\n", now->warp++, instructions);
    now->warps--;
    return true;
}

static bool begin_block(struct tracez *trace, GError **error)
{
    struct progress *now = &trace->now;
    uint32_t n[INDEX_NUMBERS];
    for (unsigned i = 0; i < INDEX_NUMBERS; i++)
        if (!next_u32(trace, &n[i], error))
            return false;
    if (!next_u32(trace, &now->warps, error))
        return false;
    g_string_append_printf(trace->text,
                           "\n#BEGIN_TB\n\nthread block = %u,%u,%u\ncluster id = %u,%u,%u\n"
                           "cluster cta = %u,%u,%u\ncluster rank = %u\n",
                           n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9]);
    now->blocks--;
    now->warp = 0;
    now->in_block = true;
    return true;
}

static bool finish(struct tracez *trace, GError **error)
{
    uint8_t more;
    trace->finished = true;
    return !file_part_bytes(&trace->index, &more, 1) ||
           damaged(trace, "its index has more than its blocks", error);
}

/* What comes next: text, or a piece. */
static bool go_on(struct tracez *trace, GError **error)
{
    struct progress *now = &trace->now;
    g_string_truncate(trace->text, 0);
    trace->text_at = 0;
    if (!trace->begun) {
        trace->begun = true;
        return next_u32(trace, &now->blocks, error);
    }
    if (now->pieces > 0)
        return begin_piece(trace, error);
    if (now->warps > 0)
        return begin_warp(trace, error);
    if (now->in_block) {
        now->in_block = false;
        g_string_append(trace->text, "\n#END_TB\n");
        return true;
    }
    return now->blocks > 0 ? begin_block(trace, error) : finish(trace, error);
}

/* ---- pieces --------------------------------------------------------------------------------- */

static bool end_piece(struct tracez *trace, GError **error)
{
    struct progress *now = &trace->now;
    now->in_piece = false;
    if (file_part_left(&trace->data) > 0)
        return damaged(trace, "a piece has more than one frame of zstd", error);
    if (now->last != '\0' && now->last != '\n') {
        now->lines++;
        g_string_append_c(trace->text, '\n');
    }
    return now->lines == now->n_lines ||
           damaged(trace, "a piece has another number of lines than the index says", error);
}

/* Unpacks some of the piece. Returns how many bytes; -1 with an error. */
static ssize_t read_piece(struct tracez *trace, char *to, size_t size, GError **error)
{
    struct progress *now = &trace->now;
    ZSTD_outBuffer out = {to, size, 0};
    size_t left;
    const void *packed = file_part_look(&trace->data, &left);
    if (!packed) {
        damaged(trace, "it cannot be read to the end of a piece", error);
        return -1;
    }
    ZSTD_inBuffer in = {packed, left, 0};
    size_t result = ZSTD_decompressStream(trace->context, &out, &in);
    file_part_skip(&trace->data, in.pos);
    if (ZSTD_isError(result)) {
        damaged(trace, ZSTD_getErrorName(result), error);
        return -1;
    }
    if (out.pos > 0)
        now->last = to[out.pos - 1];
    for (const char *p = to; (p = memchr(p, '\n', (size_t)(to + out.pos - p))); p++)
        now->lines++;
    if (result == 0)
        return end_piece(trace, error) ? (ssize_t)out.pos : -1;
    if (out.pos == 0 && in.pos == 0) {
        damaged(trace, "a piece ends within a frame of zstd", error);
        return -1;
    }
    return (ssize_t)out.pos;
}

ssize_t tracez_read(struct tracez *trace, char *to, size_t size, GError **error)
{
    for (;;) {
        size_t waiting = MIN(trace->text->len - trace->text_at, size);
        if (waiting > 0) {
            memcpy(to, trace->text->str + trace->text_at, waiting);
            trace->text_at += waiting;
            return (ssize_t)waiting;
        }
        if (trace->now.in_piece) {
            g_string_truncate(trace->text, 0);
            trace->text_at = 0;
            ssize_t n = read_piece(trace, to, size, error);
            if (n != 0)
                return n;
        } else if (trace->finished) {
            return 0;
        } else if (!go_on(trace, error)) {
            return -1;
        }
    }
}
