/* SPDX-License-Identifier: BSD-3-Clause */
/* Cuts a page in Markdown into sentences.
 *
 * Paragraphs and items of lists end sentences. So do ".", "?" and "!" before a blank, but not in
 * "e.g.", "Fig. 3" or "et al.". A word is what stands between blanks and has a letter or a digit;
 * code in backticks is one word, and of a link its text counts. Code blocks, tables and headings
 * have no sentences. */
#ifndef SIMGPU_TESTS_LINT_SENTENCES_H
#define SIMGPU_TESTS_LINT_SENTENCES_H

#include "tests/lint/markdown.h"

struct sentence {
    unsigned line;    /* where it begins */
    unsigned n_words; /* at least 1 */
    char *begin;      /* its first words */
};

/* The page's sentences, in order; g_array_unref frees what they hold. */
GArray *sentences_of(const struct markdown *page);

#endif
