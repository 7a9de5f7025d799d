/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/calls/seen.h"
#include <string.h>

/* Fewer equal bytes between two runs belong to them: no pointer fits in. */
enum { PAGE = 4096, LEAST_GAP = 8 };

struct seen {
    enum program_file file;
    const uint8_t *bytes;
    GHashTable *pages; /* number -> its copy */
    GArray *order;     /* uint64_t: the numbers, as they came */
    GByteArray *runs;
};

struct seen *seen_new(enum program_file file, const uint8_t *bytes)
{
    struct seen *seen = g_new0(struct seen, 1);
    seen->file = file;
    seen->bytes = bytes;
    seen->pages = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    seen->order = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    seen->runs = g_byte_array_new();
    return seen;
}

void seen_free(struct seen *seen)
{
    g_hash_table_destroy(seen->pages);
    g_array_free(seen->order, TRUE);
    g_byte_array_free(seen->runs, TRUE);
    g_free(seen);
}

void seen_add(struct seen *seen, uint64_t begin, uint64_t end, bool empty)
{
    for (uint64_t page = begin / PAGE; page < end / PAGE; page++) {
        if (g_hash_table_contains(seen->pages, GSIZE_TO_POINTER(page)))
            continue;
        g_hash_table_insert(seen->pages, GSIZE_TO_POINTER(page),
                            empty ? g_malloc0(PAGE) : g_memdup2(seen->bytes + page * PAGE, PAGE));
        g_array_append_val(seen->order, page);
    }
}

void seen_follow(struct seen *seen)
{
    for (guint i = 0; i < seen->order->len; i++) {
        const uint64_t page = g_array_index(seen->order, uint64_t, i);
        uint8_t *copy = g_hash_table_lookup(seen->pages, GSIZE_TO_POINTER(page));
        if (memcmp(copy, seen->bytes + page * PAGE, PAGE) != 0)
            memcpy(copy, seen->bytes + page * PAGE, PAGE);
    }
}

/* From the first byte that differs to the last one before a gap. */
static struct seen_run next_run(const uint8_t *copy, const uint8_t *now, uint32_t from)
{
    struct seen_run run = {from, 0};
    while (run.offset < PAGE && copy[run.offset] == now[run.offset])
        run.offset++;
    for (uint32_t i = run.offset; i < PAGE && i < run.offset + run.n_bytes + LEAST_GAP; i++)
        if (copy[i] != now[i])
            run.n_bytes = i + 1 - run.offset;
    return run;
}

static void tell_page(struct seen *seen, struct call_log *log, uint64_t page, uint8_t *copy)
{
    const uint8_t *now = seen->bytes + page * PAGE;
    g_byte_array_set_size(seen->runs, 0);
    for (struct seen_run run = next_run(copy, now, 0); run.offset < PAGE;
         run = next_run(copy, now, run.offset + run.n_bytes)) {
        g_byte_array_append(seen->runs, (const guint8 *)&run, sizeof run);
        g_byte_array_append(seen->runs, now + run.offset, run.n_bytes);
    }
    memcpy(copy, now, PAGE);
    const struct call_record record = {
        .kind = CALL_CHANGED, .file = seen->file, .at = page * PAGE, .n_bytes = seen->runs->len};
    call_log_add(log, &record, seen->runs->data);
}

void seen_tell(struct seen *seen, struct call_log *log)
{
    for (guint i = 0; i < seen->order->len; i++) {
        const uint64_t page = g_array_index(seen->order, uint64_t, i);
        uint8_t *copy = g_hash_table_lookup(seen->pages, GSIZE_TO_POINTER(page));
        if (memcmp(copy, seen->bytes + page * PAGE, PAGE) != 0)
            tell_page(seen, log, page, copy);
    }
}
