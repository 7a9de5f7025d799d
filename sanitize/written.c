/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/written.h"
#include <glib.h>

enum { WORD = 64, PAGE_SHIFT = 16, PAGE_WORDS = (1 << PAGE_SHIFT) / WORD };

struct written {
    uint64_t **pages; /* NULL: nothing of it */
    uint64_t n_pages;
};

struct written *written_new(void)
{
    return g_new0(struct written, 1);
}

void written_free(struct written *written)
{
    if (!written)
        return;
    for (uint64_t i = 0; i < written->n_pages; i++)
        g_free(written->pages[i]);
    g_free(written->pages);
    g_free(written);
}

/* The bits of one word that a range has; moves the range on. */
static uint64_t next_bits(uint64_t *offset, uint64_t *bytes)
{
    const unsigned first = *offset % WORD;
    const uint64_t n = MIN(WORD - first, *bytes);
    *offset += n;
    *bytes -= n;
    return (n == WORD ? UINT64_MAX : (UINT64_C(1) << n) - 1) << first;
}

static uint64_t *word_at(struct written *written, uint64_t offset)
{
    const uint64_t page = offset >> PAGE_SHIFT;
    if (page >= written->n_pages) {
        const uint64_t n = MAX(page + 1, 2 * written->n_pages);
        written->pages = g_renew(uint64_t *, written->pages, n);
        for (uint64_t i = written->n_pages; i < n; i++)
            written->pages[i] = NULL;
        written->n_pages = n;
    }
    if (!written->pages[page])
        written->pages[page] = g_new0(uint64_t, PAGE_WORDS);
    return &written->pages[page][offset / WORD % PAGE_WORDS];
}

void written_set(struct written *written, uint64_t offset, uint64_t bytes, bool is)
{
    while (bytes > 0) {
        uint64_t *word = word_at(written, offset);
        const uint64_t bits = next_bits(&offset, &bytes);
        *word = is ? *word | bits : *word & ~bits;
    }
}

uint64_t written_count(const struct written *written, uint64_t offset, uint64_t bytes)
{
    uint64_t count = 0;
    while (bytes > 0) {
        const uint64_t page = offset >> PAGE_SHIFT, word = offset / WORD % PAGE_WORDS;
        const uint64_t bits = next_bits(&offset, &bytes);
        if (page < written->n_pages && written->pages[page])
            count += (unsigned)__builtin_popcountll(written->pages[page][word] & bits);
    }
    return count;
}
