/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed values of the peer's options: reading one marks its option used.
 *
 * The first malformed value becomes the error, with its file and line. Later reads return defaults.
 * So callers need not check every value: they ask once, at the end.
 */
#ifndef SIMGPU_IMPORT_PEER_VALUES_H
#define SIMGPU_IMPORT_PEER_VALUES_H

#include "import/option_file.h"
#include <stdint.h>

struct peer_values {
    struct option_set *set;
    GPtrArray *notes; /* of char *: parts of values that were not carried over, with their places */
    GError *error;
};

/* The option's text; `absent` if the option is missing. */
const char *peer_text(struct peer_values *values, const char *name, const char *absent);

/* A whole number from least to most. */
unsigned peer_number(struct peer_values *values, const char *name, unsigned absent, unsigned least,
                     unsigned most);

bool peer_flag(struct peer_values *values, const char *name, bool absent);

/* From n_least to n numbers between commas. The others become 0. */
void peer_numbers(struct peer_values *values, const char *name, const char *absent, unsigned *out,
                  unsigned n, unsigned n_least);

/* Keeps the error "file:line: -name: ..." unless there is one. */
void peer_refuse(struct peer_values *values, const char *name, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Notes a part of an option's value that is lost. */
void peer_note(struct peer_values *values, const char *name, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Reads a whole decimal number without sign, at most `most`. False: the text is anything else. */
bool parse_number(const char *text, unsigned most, unsigned *out);

#endif
