/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer's network file (-inter_config_file, *.icnt): lines "name = value;" of a BookSim network.
 *
 * Its names become options like those of other files. So used ones stand beside the properties, and
 * the others are listed as lost. Values are one word, or text between braces.
 *
 * Source: the network files that GPGPU-Sim comes with, and BookSim 2's manual.
 */
#ifndef SIMGPU_IMPORT_NETWORK_FILE_H
#define SIMGPU_IMPORT_NETWORK_FILE_H

#include "import/peer_config.h"

/* Adds the options of the file that -inter_config_file names, if network_mode is 1. The path is
 * relative to the file that has this option. A missing file is a note, because the peer looks for
 * it in the folder in which it runs. False with an error that names file and line. */
bool network_file_add(struct option_set *set, GPtrArray *notes, GError **error);

/* The same for a text in memory. */
bool network_file_parse(struct option_set *set, const char *text, const char *path, GError **error);

/* Reads buffers and speedup of network_mode 1. */
void peer_network_read(struct peer_memory *memory, struct peer_values *values);

#endif
