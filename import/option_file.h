/* SPDX-License-Identifier: BSD-3-Clause */
/* Option files of GPGPU-Sim and Accel-Sim (gpgpusim.config, trace.config) as names and values.
 *
 * A file is words: an option is a word that begins with '-' and a letter, its value every word up
 * to the next option, whatever the lines; '#' begins a comment. A value in double quotes may go
 * over lines, and the blanks in it don't count. Where an option is given twice the last one counts,
 * as the peer reads them.
 *
 * Source: the option files that GPGPU-Sim and Accel-Sim come with, and their manual's section
 * "Configuration Options".
 */
#ifndef SIMGPU_IMPORT_OPTION_FILE_H
#define SIMGPU_IMPORT_OPTION_FILE_H

#include <glib.h>
#include <stdbool.h>

struct peer_option {
    char *name;  /* without its '-' */
    char *value; /* words joined by one blank; "" if there was none */
    char *file;
    unsigned line;
    bool used; /* something of the platform depends on it */
};

struct option_set {
    GPtrArray *options; /* of struct peer_option, in the order of their first appearance */
    char *first_file;
};

void option_set_init(struct option_set *set);
void option_set_finish(struct option_set *set);

/* Adds what a file says. False with an error that names file and line. */
bool option_set_read(struct option_set *set, const char *path, GError **error);

/* The same for text that is already here; path is what errors call it. */
bool option_set_parse(struct option_set *set, const char *text, const char *path, GError **error);

/* Adds one option, or gives it another value. */
void option_set_put(struct option_set *set, const char *name, const char *value, const char *file,
                    unsigned line);

/* NULL if there is none of this name. */
struct peer_option *option_set_find(const struct option_set *set, const char *name);

#endif
