/* SPDX-License-Identifier: BSD-3-Clause */
/* What follows "--" on a command line: programs with their arguments, with the word "--and" between
 * one and the next. */
#ifndef SIMGPU_BASE_PROGRAM_WORDS_H
#define SIMGPU_BASE_PROGRAM_WORDS_H

#include <glib.h>

#define PROGRAM_WORDS_AND "--and"

/* Of char **, each NULL-terminated, owned by the array; an empty one where a program is missing. */
GPtrArray *program_words_split(char *const *words);

#endif
