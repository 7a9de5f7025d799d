/* SPDX-License-Identifier: BSD-3-Clause */
/* Says in words what a dispatcher waits for, for the report of a deadlock. */
#ifndef SIMGPU_DISPATCH_DISPATCHER_WAITS_H
#define SIMGPU_DISPATCH_DISPATCHER_WAITS_H

#include "models/dispatch/dispatcher_state.h"

/* Appends one line, or nothing when no kernel is under way. */
void dispatcher_describe_waits(const struct dispatcher *dispatcher, GString *text);

#endif
