/* SPDX-License-Identifier: BSD-3-Clause */
/* Option files of GPGPU-Sim and Accel-Sim (gpgpusim.config, trace.config) as names and values.
 *
 * A file is a sequence of words. An option is a word that begins with '-' and a letter. Its value
 * is every word up to the next option, on any line. '#' begins a comment. A value in double quotes
 * may go over lines, and its blanks do not count. If an option comes twice, the last one counts, as
 * in the peer.
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
    bool used; /* the platform depends on it */
};

struct option_set {
    GPtrArray *options; /* of struct peer_option, in the order of their first appearance */
    char *first_file;
};

void option_set_init(struct option_set *set);
void option_set_finish(struct option_set *set);

/* Adds the options of a file. False with an error that names file and line. */
bool option_set_read(struct option_set *set, const char *path, GError **error);

/* The same for a text in memory; errors name it by path. */
bool option_set_parse(struct option_set *set, const char *text, const char *path, GError **error);

/* Adds one option, or gives it another value. */
void option_set_put(struct option_set *set, const char *name, const char *value, const char *file,
                    unsigned line);

/* Finds an option by name; NULL: there is none. */
struct peer_option *option_set_find(const struct option_set *set, const char *name);

#endif
