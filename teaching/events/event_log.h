/* SPDX-License-Identifier: BSD-3-Clause */
/* Collects what units tell (models/core/observer.h), puts it into one order, and hands it to sinks.
 *
 * Only the events of about one lookahead are in memory.
 */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_LOG_H
#define SIMGPU_TEACHING_EVENTS_EVENT_LOG_H

#include "models/gpu.h"
#include "teaching/events/event.h"

struct event_log;

struct event_log *event_log_new(const struct gpu_config *config);
/* NULL is fine. */
void event_log_free(struct event_log *log);

/* Before the run. The sink's data are borrowed until event_log_end. */
void event_log_add_sink(struct event_log *log, const struct event_sink *sink);
/* The observer that hears for it. Valid as long as the log. */
const struct observer *event_log_observer(struct event_log *log);
/* Before the first event. Borrows gpu until event_log_end. */
void event_log_attach(struct event_log *log, const struct gpu *gpu);
/* After the run: hands out the rest. */
void event_log_end(struct event_log *log);

#endif
