/* SPDX-License-Identifier: BSD-3-Clause */
/* Metrics that GPGPU-Sim and Accel-Sim also print, with their names there. */
#ifndef SIMGPU_METRICS_PEER_NAMES_H
#define SIMGPU_METRICS_PEER_NAMES_H

/* name: as in registry.h, borrowed until the call returns. note: the difference; may be NULL. */
typedef void (*peer_name_visitor)(void *data, const char *peer, const char *name, const char *unit,
                                  const char *note);

/* Calls visit for each, in the order of the registry: counters, then derived metrics. */
void peer_names_visit(peer_name_visitor visit, void *data);

#endif
