/* SPDX-License-Identifier: BSD-3-Clause */
/* The suite's programs as suite.json names them. */
#ifndef SIMGPU_PROGRAMS_SUITE_LIST_H
#define SIMGPU_PROGRAMS_SUITE_LIST_H

#include <glib.h>
#include <stdbool.h>

enum suite_size { SUITE_TINY, SUITE_DEFAULT, SUITE_LARGE, SUITE_SIZES };

/* "tiny", "default", "large". */
extern const char *const suite_size_names[SUITE_SIZES];

/* False with an error that lists the sizes if it is none. */
bool suite_size_parse(enum suite_size *size, const char *name, GError **error);

/* What a paper calls the program, and what it found. */
struct suite_paper {
    char *paper;    /* "iPAWS (M. Lee et al., HPCA 2016)" */
    char *name;     /* "KMN" */
    char *category; /* in the paper's words */
    char *where;    /* sections and tables */
};

struct suite_program {
    char *name; /* of its folder, its source and its executable */
    char *abbreviation;
    char *summary;
    GPtrArray *papers;             /* struct suite_paper */
    char **arguments[SUITE_SIZES]; /* NULL-terminated */
};

/* The programs (struct suite_program), in the file's order; g_ptr_array_unref. */
GPtrArray *suite_list_read(const char *path, GError **error);

/* By name, or by abbreviation in any case. NULL with an error that lists the names if there is
 * none. */
const struct suite_program *suite_list_find(const GPtrArray *list, const char *name,
                                            GError **error);

#endif
