/* SPDX-License-Identifier: BSD-3-Clause */
/* Options of GPGPU-Sim and Accel-Sim that the importer does not turn into properties, with reasons.
 *
 * Options that it reads are not listed here. The importer marks them as used when it reads them.
 */
#ifndef SIMGPU_IMPORT_PEER_OPTIONS_H
#define SIMGPU_IMPORT_PEER_OPTIONS_H

#include "import/option_file.h"

/* The reason why this option has no property, as a short phrase. NULL: nothing is lost, since our
 * models do the same anyway. "unknown": the importer does not know the option. */
const char *peer_option_loss(const struct peer_option *option);

#endif
