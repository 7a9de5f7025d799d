/* SPDX-License-Identifier: BSD-3-Clause */
/* Typed values of the peer's options: reading one marks its option used.
 *
 * The first malformed value is kept as the error, with its file and line; what is read after it is
 * the default, so that callers need not look at every value and ask once, at the end.
 */
#ifndef SIMGPU_IMPORT_PEER_VALUES_H
#define SIMGPU_IMPORT_PEER_VALUES_H

#include "import/option_file.h"
#include <stdint.h>

struct peer_values {
    struct option_set *set;
    GPtrArray *notes; /* of char *: what of a value was not carried over, with its place */
    GError *error;
};

/* The option's text; `absent` if it is not given. */
const char *peer_text(struct peer_values *values, const char *name, const char *absent);

/* A whole number from least to most. */
unsigned peer_number(struct peer_values *values, const char *name, unsigned absent, unsigned least,
                     unsigned most);

bool peer_flag(struct peer_values *values, const char *name, bool absent);

/* Up to n numbers between commas, at least n_least; the others become 0. */
void peer_numbers(struct peer_values *values, const char *name, const char *absent, unsigned *out,
                  unsigned n, unsigned n_least);

/* Keeps the error "file:line: -name: ..." unless there is one. */
void peer_refuse(struct peer_values *values, const char *name, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Notes what of an option's value is lost. */
void peer_note(struct peer_values *values, const char *name, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* A whole decimal number without sign, at most `most`; false if text is anything else. */
bool parse_number(const char *text, unsigned most, unsigned *out);

#endif
