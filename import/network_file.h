/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer's network file (-inter_config_file, *.icnt): lines "name = value;" of a BookSim network.
 *
 * Its names become options like those of other files, so that what is made of them stands beside
 * the properties, and the rest is listed as lost. Values are one word, or text between braces.
 *
 * Source: the network files that GPGPU-Sim comes with, and BookSim 2's manual.
 */
#ifndef SIMGPU_IMPORT_NETWORK_FILE_H
#define SIMGPU_IMPORT_NETWORK_FILE_H

#include "import/peer_config.h"

/* Adds what the file says that -inter_config_file names, if network_mode is 1; the path is relative
 * to the file in which that stands. A file that is not there is a note, for the peer looks for it
 * in the folder in which it runs. False with an error that names file and line. */
bool network_file_add(struct option_set *set, GPtrArray *notes, GError **error);

/* The same for text that is already here. */
bool network_file_parse(struct option_set *set, const char *text, const char *path, GError **error);

/* Of network_mode 1: buffers and speedup. */
void peer_network_read(struct peer_memory *memory, struct peer_values *values);

#endif
