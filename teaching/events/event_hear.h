/* SPDX-License-Identifier: BSD-3-Clause */
/* What units tell the event log: the functions of its observer, whose data is the log. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_HEAR_H
#define SIMGPU_TEACHING_EVENTS_EVENT_HEAR_H

#include "models/core/observer.h"

extern const struct observer event_hear_functions;

#endif
