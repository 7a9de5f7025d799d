/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs that are started anew and brought to where an image has them. */
#ifndef SIMGPU_CLI_RUN_CHECKPOINT_REPLAYED_H
#define SIMGPU_CLI_RUN_CHECKPOINT_REPLAYED_H

#include "base/image/image_open.h"
#include "cli/run/clients/programs.h"

/* In an image. */
struct replayed_note {
    uint32_t n;
    struct program_place of[PROGRAMS_PAUSED_MOST];
};

/* For the process that goes on. */
struct replayed_news {
    struct program_again of[PROGRAMS_PAUSED_MOST];
};

/* Where a program's calls are kept; g_free. */
char *replayed_path(const char *folder, uint32_t program);
/* Starts the programs, answers them from the folder's logs, and gives the image their sockets.
 * False with an error; then none runs. */
bool replayed_start(const struct replayed_note *note, struct replayed_news *news,
                    struct image *image, const char *folder, const char *const *const *programs,
                    uint32_t n, GError **error);
/* Ends them: the image can't be used. */
void replayed_stop(const struct replayed_news *news);

#endif
