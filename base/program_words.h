/* SPDX-License-Identifier: BSD-3-Clause */
/* The words behind "--" on a command line: programs with their arguments. The word "--and"
 * separates programs. */
#ifndef SIMGPU_BASE_PROGRAM_WORDS_H
#define SIMGPU_BASE_PROGRAM_WORDS_H

#include <glib.h>

#define PROGRAM_WORDS_AND "--and"

/* An array of char **, each NULL-terminated and owned by the array. It is empty where a program is
 * missing. */
GPtrArray *program_words_split(char *const *words);

#endif
