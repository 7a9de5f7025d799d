/* SPDX-License-Identifier: BSD-3-Clause */
/* A page in Markdown, line by line: what each line is, so that tests can look at the prose, the
 * links or the code of a page alone. As much of GitHub's Markdown as the tree's pages use. */
#ifndef SIMGPU_TESTS_LINT_MARKDOWN_H
#define SIMGPU_TESTS_LINT_MARKDOWN_H

#include <glib.h>

enum markdown_kind {
    MARKDOWN_BLANK,
    MARKDOWN_TEXT,    /* of a paragraph, a quotation or an item of a list */
    MARKDOWN_ITEM,    /* text that begins an item of a list */
    MARKDOWN_HEADING, /* "# ..." */
    MARKDOWN_TABLE,   /* a row */
    MARKDOWN_FENCE,   /* "```", before code and behind it */
    MARKDOWN_CODE,    /* between fences, or indented by four more than the text around */
    MARKDOWN_COMMENT, /* <!-- ... --> */
};

struct markdown_line {
    enum markdown_kind kind;
    const char *text; /* without its end, and without the marks that make the kind */
    unsigned number;  /* 1: the first */
};

struct markdown {
    struct markdown_line *lines;
    unsigned n;
    char **texts; /* what the lines' texts lie in */
};

void markdown_init(struct markdown *page, const char *text);
void markdown_finish(struct markdown *page);

/* The pages of the tree that people write: README, ARCHITECTURE and CONTRIBUTING, those in docs/,
 * and each folder's README. Paths; g_ptr_array_unref. */
GPtrArray *markdown_pages(void);

#endif
