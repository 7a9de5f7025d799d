/* SPDX-License-Identifier: BSD-3-Clause */
/* The links of a page in Markdown, and where they lead. */
#ifndef SIMGPU_TESTS_LINT_PAGE_LINKS_H
#define SIMGPU_TESTS_LINT_PAGE_LINKS_H

#include "tests/lint/markdown.h"

/* A link's target, or a text in backticks. */
struct page_text {
    unsigned line;
    char *text;
};

/* The targets of all links outside of code, in order. g_array_unref frees the texts, too. */
GArray *page_links(const struct markdown *page);

/* What stands in backticks outside of blocks of code, each on one line. g_array_unref. */
GArray *page_code(const struct markdown *page);

/* The names by which links lead to a page's headings, as GitHub makes them: small letters, blanks
 * as "-", no other signs; "-1" and so on behind one that was there before. A set;
 * g_hash_table_unref. */
GHashTable *page_anchors(const struct markdown *page);

/* Where a link leads, as seen from the tree's top: "../b.c" on a page in docs/ leads to "b.c". NULL
 * if it leads out of the tree. g_free. */
char *page_target(const char *page, const char *target);

#endif
