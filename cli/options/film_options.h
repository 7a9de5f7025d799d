/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of a film's data. */
#ifndef SIMGPU_CLI_OPTIONS_FILM_OPTIONS_H
#define SIMGPU_CLI_OPTIONS_FILM_OPTIONS_H

#include "teaching/film/film.h"

struct film_run_options {
    char *file, *window, *events; /* NULL: not given */
    struct film_options film;     /* read from these by film_run_options_check */
};

/* files: see option_files.h. */
void film_run_options_add(GOptionContext *context, GArray *files, struct film_run_options *options);
/* After parsing. */
bool film_run_options_check(struct film_run_options *options, GError **error);
void film_run_options_clear(struct film_run_options *options);

#endif
