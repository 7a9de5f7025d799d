/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/workloads/sass_trace/tracez_maker.h"
#include "workloads/trace_writer/tracez_file.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zdict.h>

enum { DICTIONARY_BYTES = 1024, SAMPLES_MAX = 4096 };

/* On each line of the text as a sample. 0: zstd wants more of them. */
static uint32_t train(const char *text, void *dictionary)
{
    g_autofree size_t *sizes = g_new(size_t, SAMPLES_MAX);
    unsigned n = 0;
    for (const char *p = text; *p && n < SAMPLES_MAX; n++) {
        const char *end = strchr(p, '\n');
        sizes[n] = (size_t)(end ? end + 1 - p : (ptrdiff_t)strlen(p));
        p += sizes[n];
    }
    size_t size = ZDICT_trainFromBuffer(dictionary, DICTIONARY_BYTES, text, sizes, n);
    return ZDICT_isError(size) ? 0 : (uint32_t)size;
}

static unsigned count(const char *from, const char *to, const char *word)
{
    unsigned n = 0;
    for (const char *p = from; (p = strstr(p, word)) && p < to; p += strlen(word))
        n++;
    return n;
}

/* The lines of a block: its warps. */
static void put_block(struct tracez_file *file, const char *begin, const char *end)
{
    struct tracez_place place = {.rank = 0};
    const char *at = strstr(begin, "thread block = ");
    ck_assert_int_eq(
        sscanf(at, "thread block = %u,%u,%u", &place.index[0], &place.index[1], &place.index[2]),
        3);
    tracez_file_block(file, &place, count(begin, end, "\nwarp = "));
    for (const char *p = strstr(begin, "\nwarp = "); p && p < end; p = strstr(p, "\nwarp = ")) {
        p = strstr(p, "insts = ") + strlen("insts = ");
        unsigned long n = strtoul(p, NULL, 10);
        tracez_file_warp(file, (uint32_t)n);
        p = strchr(p, '\n') + 1;
        for (; n > 0; n--) {
            const char *next = strchr(p, '\n') + 1;
            tracez_file_line(file, p, (size_t)(next - p));
            p = next;
        }
        p--; /* "\nwarp" begins with the last line's end */
    }
}

void tracez_make(const char *path, const char *text, const struct tracez_shape *shape)
{
    char dictionary[DICTIONARY_BYTES];
    const char *block = strstr(text, "#BEGIN_TB");
    g_autofree char *header = g_strndup(text, (size_t)(block ? block - text : 0));
    const struct tracez_setup setup = {
        .header = block ? header : text,
        .dictionary = dictionary,
        .dictionary_bytes = shape->dictionary && block ? train(block, dictionary) : 0,
        .piece_lines = shape->piece_lines};
    struct tracez_file *file = tracez_file_new(path, &setup, NULL);
    ck_assert_ptr_nonnull(file);
    for (; block; block = strstr(block + 1, "#BEGIN_TB")) {
        const char *end = strstr(block, "#END_TB");
        put_block(file, block, end);
    }
    ck_assert(tracez_file_close(file, NULL));
}
