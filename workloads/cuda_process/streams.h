/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's streams and events as "this command comes after those".
 *
 * Commands of one stream run in order. The default stream of a device waits for everything that was
 * issued before to all its streams that are not NON_BLOCKING, and they wait for it. An event stands
 * for the command that recorded it last.
 *
 * Source: CUDA C++ Programming Guide, sections "Streams" and "Default Stream" (legacy default
 *   stream); CUDA Runtime API, "Event Management".
 */
#ifndef SIMGPU_WORKLOADS_PROGRAM_STREAMS_H
#define SIMGPU_WORKLOADS_PROGRAM_STREAMS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { STREAM_DEFAULT = 0 }; /* the first device's */

struct streams {
    uint32_t n_devices;
    GArray *streams;      /* struct stream, by number; the first are the default ones */
    GArray *events;       /* struct event, by number; 0 is none */
    GArray *free_streams; /* uint32_t: numbers of destroyed ones that are idle, for new ones */
    GArray *free_events;  /* uint32_t: numbers of destroyed ones, for new ones */
    GArray *after;        /* uint64_t: scratch, what the functions below return */
    GArray *behind;       /* uint64_t: what it comes after, too, and has ended */
    GHashTable *owners;   /* command id under way -> its stream */
};

/* Streams 0 to n_devices - 1 are the devices' default streams. */
void streams_init(struct streams *streams, uint32_t n_devices);
void streams_finish(struct streams *streams);

/* Its number, which a destroyed stream may have had whose commands have all ended. */
uint32_t streams_create(struct streams *streams, uint32_t device, bool non_blocking);
uint32_t streams_device(const struct streams *streams, uint32_t stream);
/* False if there is no such stream (any more). What is in it still runs. */
bool streams_destroy(struct streams *streams, uint32_t stream);
bool streams_known(const struct streams *streams, uint32_t stream);

/* Command ids that a new command `id` of the stream must come after; *n of them, borrowed until the
 * next call. The command is the stream's last one from now on. */
const uint64_t *streams_append(struct streams *streams, uint32_t stream, uint64_t id, unsigned *n);

/* What a wait for the stream, or for all streams, comes after: nothing is appended. */
const uint64_t *streams_last(struct streams *streams, uint32_t stream, unsigned *n);
const uint64_t *streams_all(struct streams *streams, unsigned *n);
const uint64_t *streams_of_device(struct streams *streams, uint32_t device, unsigned *n);

/* The command `id` has ended at `time`. */
void streams_ended(struct streams *streams, uint64_t id, uint64_t time);
/* True if every command of the stream has ended. */
bool streams_idle(const struct streams *streams, uint32_t stream);

/* Commands, of all streams, that have not ended. */
unsigned streams_under_way(const struct streams *streams);

uint32_t streams_event_create(struct streams *streams, uint32_t device);
uint32_t streams_event_device(const struct streams *streams, uint32_t event);
bool streams_event_destroy(struct streams *streams, uint32_t event);
bool streams_event_known(const struct streams *streams, uint32_t event);
/* The event stands for command `id`, just appended to some stream. */
void streams_event_record(struct streams *streams, uint32_t event, uint64_t id);
/* The command that a wait for the event comes after; 0 if it was never recorded. */
uint64_t streams_event_command(const struct streams *streams, uint32_t event);
/* True if the event has happened, or was never recorded; *time: when (0 if never recorded). */
bool streams_event_happened(const struct streams *streams, uint32_t event, uint64_t *time);

#endif
