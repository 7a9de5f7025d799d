/* SPDX-License-Identifier: BSD-3-Clause */
/* Events of an SM, with what is the same in all of them. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_OF_H
#define SIMGPU_TEACHING_EVENTS_EVENT_OF_H

#include "teaching/events/event_log_state.h"

struct event event_of_sm(const struct event_log *log, enum event_kind kind, unsigned sm,
                         uint64_t cycle);
/* Who the warp is, and its instruction at pc. */
struct event event_of_warp(const struct event_log *log, enum event_kind kind, const struct sm *sm,
                           uint64_t cycle, unsigned slot, uint32_t pc);

#endif
