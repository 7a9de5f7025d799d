/* SPDX-License-Identifier: BSD-3-Clause */
/* The peer's operand collectors, and the pipeline registers around them. */
#ifndef SIMGPU_IMPORT_PEER_COLLECTORS_H
#define SIMGPU_IMPORT_PEER_COLLECTORS_H

#include "import/peer_config.h"

/* Call it after the numbers of units and schedulers, and the banks of the register file, are read.
 */
void peer_collectors_read(struct peer_core *core, struct peer_values *values);

#endif
