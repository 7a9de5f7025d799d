/* SPDX-License-Identifier: BSD-3-Clause */
/* What becomes of options of GPGPU-Sim and Accel-Sim that the importer does not turn into
 * properties.
 *
 * Options that it reads are not listed here: whatever a platform is made of marks its option used.
 */
#ifndef SIMGPU_IMPORT_PEER_OPTIONS_H
#define SIMGPU_IMPORT_PEER_OPTIONS_H

#include "import/option_file.h"

/* Why this option has no property: a short phrase, NULL if nothing is lost (its value is what our
 * models do anyway), "unknown" if the importer has never heard of it. */
const char *peer_option_loss(const struct peer_option *option);

#endif
