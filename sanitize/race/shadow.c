/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/shadow.h"
#include "sanitize/race/clock.h"
#include <glib.h>
#include <stdlib.h>

enum { PAGE_SHIFT = 16, PAGE_BYTES = 1 << PAGE_SHIFT, MOST_SHIFT = 4 };

struct page {
    struct cell *cells; /* NULL: nobody was here */
    uint8_t shift;      /* a cell is 1 << shift bytes */
    bool has_sync;
};

struct shadow {
    struct page *pages;
    uint64_t n_pages;
    GArray *more;      /* struct more; number 0 is none */
    GArray *free_more; /* uint32_t */
    GArray *syncs;     /* struct sync_place; number 0 is none */
    uint64_t cell_bytes;
};

struct shadow *shadow_new(void)
{
    struct shadow *shadow = g_new0(struct shadow, 1);
    shadow->more = g_array_new(FALSE, TRUE, sizeof(struct more));
    shadow->free_more = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    shadow->syncs = g_array_new(FALSE, TRUE, sizeof(struct sync_place));
    g_array_set_size(shadow->more, 1);
    g_array_set_size(shadow->syncs, 1);
    return shadow;
}

void shadow_forget_syncs(struct shadow *shadow)
{
    if (shadow->syncs->len == 1)
        return;
    for (guint i = 1; i < shadow->syncs->len; i++) {
        struct sync_place *place = &g_array_index(shadow->syncs, struct sync_place, i);
        clock_unref(place->all);
        clock_unref(place->own);
    }
    g_array_set_size(shadow->syncs, 1);
    for (uint64_t i = 0; i < shadow->n_pages; i++) {
        struct page *page = &shadow->pages[i];
        for (unsigned k = 0; page->has_sync && k < (unsigned)PAGE_BYTES >> page->shift; k++)
            page->cells[k].sync = 0;
        page->has_sync = false;
    }
}

void shadow_clear(struct shadow *shadow)
{
    shadow_forget_syncs(shadow);
    for (uint64_t i = 0; i < shadow->n_pages; i++)
        free(shadow->pages[i].cells);
    g_clear_pointer(&shadow->pages, g_free);
    shadow->n_pages = shadow->cell_bytes = 0;
    g_array_set_size(shadow->more, 1);
    g_array_set_size(shadow->free_more, 0);
}

void shadow_free(struct shadow *shadow)
{
    if (!shadow)
        return;
    shadow_clear(shadow);
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

static struct page *page_of(struct shadow *shadow, uint64_t offset)
{
    const uint64_t index = offset >> PAGE_SHIFT;
    if (G_UNLIKELY(index >= shadow->n_pages)) {
        const uint64_t n = MAX(index + 1, 2 * shadow->n_pages);
        shadow->pages = g_renew(struct page, shadow->pages, n);
        for (uint64_t i = shadow->n_pages; i < n; i++)
            shadow->pages[i] = (struct page){0};
        shadow->n_pages = n;
    }
    return &shadow->pages[index];
}

struct cell *shadow_cells(struct shadow *shadow, uint64_t offset, unsigned bytes, unsigned *n)
{
    struct page *page = page_of(shadow, offset);
    const unsigned fits = (unsigned)__builtin_ctz((unsigned)offset | bytes);
    if (G_UNLIKELY(!page->cells)) {
        page->shift = (uint8_t)MIN(fits, MOST_SHIFT);
        page->cells = cells_new(shadow, page->shift);
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
    const uint64_t index = offset >> PAGE_SHIFT;
    return index < shadow->n_pages && shadow->pages[index].cells;
}

uint64_t shadow_page_rest(uint64_t offset)
{
    return PAGE_BYTES - (offset & (PAGE_BYTES - 1));
}

bool shadow_has_sync(const struct shadow *shadow, uint64_t offset)
{
    const uint64_t index = offset >> PAGE_SHIFT;
    return index < shadow->n_pages && shadow->pages[index].has_sync;
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
