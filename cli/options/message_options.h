/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of the list of messages and of the stories of loads. */
#ifndef SIMGPU_CLI_OPTIONS_MESSAGE_OPTIONS_H
#define SIMGPU_CLI_OPTIONS_MESSAGE_OPTIONS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct message_options {
    char *file;                            /* of the list; NULL: none; "-": standard output */
    char *units, *address, *warp, *window; /* filters; NULL: all */
    char *follow, *follow_warp;            /* an address; SM:SLOT; NULL: no stories */
    /* Read from these by message_options_check: */
    uint64_t first, last;               /* addresses of the list, the last one included */
    int sm, slot;                       /* of the list; -1: any */
    uint64_t from, until;               /* SM cycles, without `until`; CYCLE_NEVER */
    uint64_t follow_first, follow_last; /* addresses of stories */
    int follow_sm, follow_slot;         /* of stories; -1: any */
};

/* files: see option_files.h. */
void message_options_add(GOptionContext *context, GArray *files, struct message_options *options);
/* After parsing. on_output: other results go to standard output. */
bool message_options_check(struct message_options *options, bool on_output, GError **error);
void message_options_clear(struct message_options *options);

#endif
