/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/shadow.h"
#include "sanitize/race/clock.h"
#include <glib.h>
#include <stdlib.h>

enum {
    PAGE_BYTES = SHADOW_PAGE_BYTES,
    MOST_SHIFT = 4,
    FOLDER_PAGES = 256,
    NEAR_FOLDERS = 1 << 18 /* 256 GiB */
};

struct page {
    struct cell *cells; /* NULL: nobody was here */
    uint32_t life;      /* of the shadow, in which they were touched last */
    uint8_t shift;      /* a cell is 1 << shift bytes */
    bool has_sync;
};

/* Pages that come one after the other. */
struct folder {
    struct page page[FOLDER_PAGES];
};

struct shadow {
    struct folder **folders; /* by number; NULL: nobody was there */
    uint64_t n_folders;
    GHashTable *far;   /* number -> folder: of those behind NEAR_FOLDERS, as of the host's memory */
    unsigned shift;    /* of an offset, to the number of its page */
    uint32_t life;     /* from 1 */
    GArray *more;      /* struct more; number 0 is none */
    GArray *free_more; /* uint32_t */
    GArray *syncs;     /* struct sync_place; number 0 is none */
    uint64_t cell_bytes;
};

struct shadow *shadow_new(unsigned part_bits)
{
    struct shadow *shadow = g_new0(struct shadow, 1);
    shadow->shift = SHADOW_PAGE_SHIFT + part_bits;
    shadow->life = 1;
    shadow->far = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    shadow->more = g_array_new(FALSE, TRUE, sizeof(struct more));
    shadow->free_more = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    shadow->syncs = g_array_new(FALSE, TRUE, sizeof(struct sync_place));
    g_array_set_size(shadow->more, 1);
    g_array_set_size(shadow->syncs, 1);
    return shadow;
}

bool shadow_has_syncs(const struct shadow *shadow)
{
    return shadow->syncs->len > 1;
}

static void forget_syncs_of(struct folder *folder)
{
    for (unsigned i = 0; folder && i < FOLDER_PAGES; i++) {
        struct page *page = &folder->page[i];
        for (unsigned k = 0; page->has_sync && k < (unsigned)PAGE_BYTES >> page->shift; k++)
            page->cells[k].sync = 0;
        page->has_sync = false;
    }
}

void shadow_forget_syncs(struct shadow *shadow)
{
    GHashTableIter each;
    gpointer folder;
    if (!shadow_has_syncs(shadow))
        return;
    for (guint i = 1; i < shadow->syncs->len; i++) {
        struct sync_place *place = &g_array_index(shadow->syncs, struct sync_place, i);
        clock_unref(place->all);
        clock_unref(place->own);
    }
    g_array_set_size(shadow->syncs, 1);
    for (uint64_t i = 0; i < shadow->n_folders; i++)
        forget_syncs_of(shadow->folders[i]);
    g_hash_table_iter_init(&each, shadow->far);
    while (g_hash_table_iter_next(&each, NULL, &folder))
        forget_syncs_of(folder);
}

void shadow_begin_life(struct shadow *shadow)
{
    shadow_forget_syncs(shadow);
    shadow->life++;
}

static void free_cells(const struct folder *folder)
{
    for (unsigned i = 0; folder && i < FOLDER_PAGES; i++)
        free(folder->page[i].cells);
}

void shadow_clear(struct shadow *shadow)
{
    GHashTableIter each;
    gpointer folder;
    shadow_forget_syncs(shadow);
    for (uint64_t i = 0; i < shadow->n_folders; i++) {
        free_cells(shadow->folders[i]);
        g_free(shadow->folders[i]);
    }
    g_hash_table_iter_init(&each, shadow->far);
    while (g_hash_table_iter_next(&each, NULL, &folder))
        free_cells(folder);
    g_hash_table_remove_all(shadow->far);
    g_clear_pointer(&shadow->folders, g_free);
    shadow->n_folders = shadow->cell_bytes = 0;
    g_array_set_size(shadow->more, 1);
    g_array_set_size(shadow->free_more, 0);
}

void shadow_free(struct shadow *shadow)
{
    if (!shadow)
        return;
    shadow_clear(shadow);
    g_hash_table_destroy(shadow->far);
    g_array_free(shadow->more, TRUE);
    g_array_free(shadow->free_more, TRUE);
    g_array_free(shadow->syncs, TRUE);
    g_free(shadow);
}

uint64_t shadow_bytes(const struct shadow *shadow)
{
    return shadow->cell_bytes + shadow->more->len * sizeof(struct more);
}

static struct cell *cells_new(struct shadow *shadow, unsigned shift)
{
    const size_t bytes = (PAGE_BYTES >> shift) * sizeof(struct cell);
    struct cell *cells = calloc(1, bytes); /* large: pages of zeros that nobody touches are free */
    g_assert(cells);
    shadow->cell_bytes += bytes;
    return cells;
}

static uint32_t copy_more(struct shadow *shadow, uint32_t number)
{
    if (number == 0)
        return 0;
    const uint32_t next = copy_more(shadow, shadow_more(shadow, number)->next);
    const uint32_t copy = shadow_new_more(shadow);
    *shadow_more(shadow, copy) = *shadow_more(shadow, number);
    shadow_more(shadow, copy)->next = next;
    return copy;
}

static uint32_t copy_sync(struct shadow *shadow, uint32_t number)
{
    if (number == 0)
        return 0;
    const struct sync_place from = *shadow_sync(shadow, number);
    const struct sync_place copy = {clock_ref(from.all), clock_ref(from.own), from.block};
    g_array_append_val(shadow->syncs, copy);
    return shadow->syncs->len - 1;
}

static void split(struct shadow *shadow, struct page *page, unsigned shift)
{
    struct cell *cells = cells_new(shadow, shift);
    const unsigned parts = 1u << (page->shift - shift);
    for (unsigned i = 0; i < (unsigned)PAGE_BYTES >> page->shift; i++) {
        const struct cell *old = &page->cells[i];
        if (old->write.stamp == 0 && old->read.stamp == 0 && old->sync == 0)
            continue;
        for (unsigned k = 0; k < parts; k++) {
            struct cell *new = &cells[i * parts + k];
            *new = *old;
            if (k > 0) {
                new->more = copy_more(shadow, old->more);
                new->sync = copy_sync(shadow, old->sync);
            }
        }
    }
    shadow->cell_bytes -= (PAGE_BYTES >> page->shift) * sizeof(struct cell);
    free(page->cells);
    page->cells = cells;
    page->shift = (uint8_t)shift;
}

/* NULL: nobody was there. */
static inline const struct page *known_page(const struct shadow *shadow, uint64_t offset)
{
    const uint64_t page = offset >> shadow->shift, number = page / FOLDER_PAGES;
    const struct folder *folder =
        G_LIKELY(number < shadow->n_folders) ? shadow->folders[number]
        : number < NEAR_FOLDERS              ? NULL
                                : g_hash_table_lookup(shadow->far, GSIZE_TO_POINTER((gsize)number));
    return folder ? &folder->page[page % FOLDER_PAGES] : NULL;
}

static void make_folder(struct shadow *shadow, uint64_t number)
{
    struct folder *folder = g_new0(struct folder, 1);
    if (number >= NEAR_FOLDERS) {
        g_hash_table_insert(shadow->far, GSIZE_TO_POINTER((gsize)number), folder);
        return;
    }
    if (number >= shadow->n_folders) {
        const uint64_t twice = MIN(2 * shadow->n_folders, NEAR_FOLDERS), n = MAX(number + 1, twice);
        shadow->folders = g_renew(struct folder *, shadow->folders, n);
        for (uint64_t i = shadow->n_folders; i < n; i++)
            shadow->folders[i] = NULL;
        shadow->n_folders = n;
    }
    shadow->folders[number] = folder;
}

static inline struct page *page_of(struct shadow *shadow, uint64_t offset)
{
    const struct page *page = known_page(shadow, offset);
    if (G_UNLIKELY(!page)) {
        make_folder(shadow, (offset >> shadow->shift) / FOLDER_PAGES);
        page = known_page(shadow, offset);
    }
    return (struct page *)page;
}

/* Cells of an earlier life stay if they fit: their marks are older than all that counts. Else how
 * often a race is found would depend on who was there before. */
static void begin_page(struct shadow *shadow, struct page *page, unsigned shift)
{
    page->life = shadow->life;
    if (page->cells && page->shift == shift)
        return;
    for (unsigned i = 0; page->cells && i < (unsigned)PAGE_BYTES >> page->shift; i++)
        shadow_drop_more(shadow, page->cells[i].more);
    if (page->cells)
        shadow->cell_bytes -= (PAGE_BYTES >> page->shift) * sizeof(struct cell);
    free(page->cells);
    page->shift = (uint8_t)shift;
    page->cells = cells_new(shadow, shift);
}

struct cell *shadow_cells(struct shadow *shadow, uint64_t offset, unsigned bytes, unsigned *n)
{
    struct page *page = page_of(shadow, offset);
    const unsigned fits = (unsigned)__builtin_ctz((unsigned)offset | bytes);
    if (G_UNLIKELY(page->life != shadow->life)) {
        begin_page(shadow, page, MIN(fits, MOST_SHIFT));
    } else if (G_UNLIKELY(fits < page->shift)) {
        split(shadow, page, fits);
    }
    *n = bytes >> page->shift;
    return &page->cells[(offset & (PAGE_BYTES - 1)) >> page->shift];
}

struct cell *shadow_run(struct shadow *shadow, uint64_t offset, uint64_t most, unsigned *n,
                        uint64_t *bytes)
{
    const uint64_t left = PAGE_BYTES - (offset & (PAGE_BYTES - 1));
    *bytes = MIN(left, most);
    unsigned unit = 1u << MOST_SHIFT, first;
    while (unit > 1 && ((offset | *bytes) & (unit - 1)))
        unit /= 2;
    struct cell *cells = shadow_cells(shadow, offset, unit, &first);
    *n = (unsigned)(*bytes >> page_of(shadow, offset)->shift);
    return cells;
}

bool shadow_has_page(const struct shadow *shadow, uint64_t offset)
{
    const struct page *page = known_page(shadow, offset);
    return page && page->cells;
}

uint64_t shadow_page_rest(uint64_t offset)
{
    return PAGE_BYTES - (offset & (PAGE_BYTES - 1));
}

bool shadow_has_sync(const struct shadow *shadow, uint64_t offset)
{
    const struct page *page = known_page(shadow, offset);
    return page && page->has_sync;
}

struct more *shadow_more(struct shadow *shadow, uint32_t number)
{
    return &g_array_index(shadow->more, struct more, number);
}

uint32_t shadow_new_more(struct shadow *shadow)
{
    const guint n = shadow->free_more->len;
    if (n > 0) {
        const uint32_t number = g_array_index(shadow->free_more, uint32_t, n - 1);
        g_array_set_size(shadow->free_more, n - 1);
        *shadow_more(shadow, number) = (struct more){0};
        return number;
    }
    g_array_set_size(shadow->more, shadow->more->len + 1);
    return shadow->more->len - 1;
}

void shadow_drop_more(struct shadow *shadow, uint32_t number)
{
    while (number != 0) {
        const uint32_t next = shadow_more(shadow, number)->next;
        g_array_append_val(shadow->free_more, number);
        number = next;
    }
}

struct sync_place *shadow_sync(struct shadow *shadow, uint32_t number)
{
    return &g_array_index(shadow->syncs, struct sync_place, number);
}

struct sync_place *shadow_need_sync(struct shadow *shadow, uint64_t offset, struct cell *cell)
{
    if (cell->sync == 0) {
        g_array_set_size(shadow->syncs, shadow->syncs->len + 1);
        cell->sync = shadow->syncs->len - 1;
        page_of(shadow, offset)->has_sync = true;
    }
    return shadow_sync(shadow, cell->sync);
}
