/* SPDX-License-Identifier: BSD-3-Clause */
/* What comes to an SM from other SMs, for blocks of clusters (models/core/message_cluster.h). */
#ifndef SIMGPU_SM_CLUSTER_H
#define SIMGPU_SM_CLUSTER_H

#include "models/sm/whole/sm_parts.h"

/* Before the run, if the platform has clusters: the wire into the network between SMs. */
void sm_connect_network(struct sm *sm, struct wire *wire);
/* A message of that family. */
void sm_cluster_received(struct sm *sm, const struct message *message);
/* A block has started: takes what has come for it before. */
void sm_cluster_started(struct sm *sm);

#endif
