/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/sm_ways.h"
#include "models/sm/whole/sm_parts.h"

void sm_connect_fetch(struct sm *sm, struct wire *wire)
{
    sm_port_connect_fetch(&sm->port, wire);
}

void sm_connect_atomic(struct sm *sm, struct wire *wire)
{
    sm_port_connect_atomic(&sm->port, wire);
}

void sm_connect_peers(struct sm *sm, uint32_t device, struct wire *wire)
{
    sm_port_connect_peers(&sm->port, device, wire);
}
