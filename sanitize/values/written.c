/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/values/written.h"
#include <glib.h>

enum { WORD = 64, PAGE_SHIFT = 14, PAGE_WORDS = (1 << PAGE_SHIFT) / WORD };

struct page {
    uint64_t written[PAGE_WORDS], computed[PAGE_WORDS];
};

struct written {
    struct page **pages; /* NULL: nothing of it */
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
static inline uint64_t next_bits(uint64_t *offset, uint64_t *bytes)
{
    const unsigned first = *offset % WORD;
    const uint64_t n = MIN(WORD - first, *bytes);
    *offset += n;
    *bytes -= n;
    return (n == WORD ? UINT64_MAX : (UINT64_C(1) << n) - 1) << first;
}

static inline const struct page *known_page(const struct written *written, uint64_t offset)
{
    const uint64_t page = offset >> PAGE_SHIFT;
    return page < written->n_pages ? written->pages[page] : NULL;
}

static struct page *page_at(struct written *written, uint64_t offset)
{
    const uint64_t page = offset >> PAGE_SHIFT;
    if (page >= written->n_pages) {
        const uint64_t n = MAX(page + 1, 2 * written->n_pages);
        written->pages = g_renew(struct page *, written->pages, n);
        for (uint64_t i = written->n_pages; i < n; i++)
            written->pages[i] = NULL;
        written->n_pages = n;
    }
    if (!written->pages[page])
        written->pages[page] = g_new0(struct page, 1);
    return written->pages[page];
}

static inline unsigned word_of(uint64_t offset)
{
    return (unsigned)(offset / WORD % PAGE_WORDS);
}

void written_set(struct written *written, uint64_t offset, uint64_t bytes, bool is)
{
    while (bytes > 0) {
        struct page *page = page_at(written, offset);
        const unsigned word = word_of(offset);
        const uint64_t bits = next_bits(&offset, &bytes);
        page->written[word] = is ? page->written[word] | bits : page->written[word] & ~bits;
        page->computed[word] &= ~bits;
    }
}

void written_store(struct written *written, uint64_t offset, unsigned n, uint32_t undefined,
                   bool computed)
{
    uint64_t left = n;
    while (left > 0) {
        struct page *page = page_at(written, offset);
        const unsigned word = word_of(offset), first = offset % WORD;
        const uint64_t bits = next_bits(&offset, &left);
        const uint64_t missing = (uint64_t)undefined << first & bits;
        undefined >>= __builtin_popcountll(bits);
        page->written[word] = (page->written[word] | bits) & ~missing;
        page->computed[word] = (page->computed[word] & ~bits) | (computed ? missing : 0);
    }
}

uint64_t written_count(const struct written *written, uint64_t offset, uint64_t bytes)
{
    uint64_t count = 0;
    while (bytes > 0) {
        const struct page *page = known_page(written, offset);
        const unsigned word = word_of(offset);
        const uint64_t bits = next_bits(&offset, &bytes);
        count += page ? (unsigned)__builtin_popcountll(page->written[word] & bits) : 0;
    }
    return count;
}

uint64_t written_count_computed(const struct written *written, uint64_t offset, uint64_t bytes)
{
    uint64_t count = 0;
    while (bytes > 0) {
        const struct page *page = known_page(written, offset);
        const unsigned word = word_of(offset);
        const uint64_t bits = next_bits(&offset, &bytes);
        count += page ? (unsigned)__builtin_popcountll(page->computed[word] & bits) : 0;
    }
    return count;
}

uint32_t written_missing(const struct written *written, uint64_t offset, unsigned n, bool *computed)
{
    uint64_t left = n;
    uint32_t missing = 0;
    unsigned done = 0;
    *computed = false;
    while (left > 0) {
        const struct page *page = known_page(written, offset);
        const unsigned word = word_of(offset), first = offset % WORD;
        const uint64_t bits = next_bits(&offset, &left);
        const uint64_t gone = bits & ~(page ? page->written[word] : 0);
        missing |= (uint32_t)(gone >> first) << done;
        *computed |= page && page->computed[word] & gone;
        done += (unsigned)__builtin_popcountll(bits);
    }
    return missing;
}
