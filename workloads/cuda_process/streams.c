/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/cuda_process/streams.h"

struct stream {
    uint64_t last;      /* its last command; 0: none */
    uint32_t under_way; /* of its commands, how many have not ended */
    uint32_t device;
    bool alive, non_blocking;
};

struct event {
    uint64_t command; /* 0: never recorded */
    uint64_t time;    /* when that ended */
    uint32_t device;
    bool alive, happened;
};

void streams_init(struct streams *streams, uint32_t n_devices)
{
    *streams = (struct streams){
        .n_devices = n_devices,
        .streams = g_array_new(FALSE, TRUE, sizeof(struct stream)),
        .events = g_array_new(FALSE, TRUE, sizeof(struct event)),
        .free_streams = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        .free_events = g_array_new(FALSE, FALSE, sizeof(uint32_t)),
        .after = g_array_new(FALSE, FALSE, sizeof(uint64_t)),
        .behind = g_array_new(FALSE, FALSE, sizeof(uint64_t)),
        .owners = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL),
    };
    for (uint32_t i = 0; i < n_devices; i++)
        streams_create(streams, i, false);
    g_array_set_size(streams->events, 1);
}

void streams_finish(struct streams *streams)
{
    g_array_free(streams->streams, TRUE);
    g_array_free(streams->events, TRUE);
    g_array_free(streams->free_streams, TRUE);
    g_array_free(streams->free_events, TRUE);
    g_array_free(streams->after, TRUE);
    g_array_free(streams->behind, TRUE);
    g_hash_table_destroy(streams->owners);
}

static inline struct stream *stream_at(const struct streams *streams, uint32_t index)
{
    return &g_array_index(streams->streams, struct stream, index);
}

static inline struct event *event_at(const struct streams *streams, uint32_t index)
{
    return &g_array_index(streams->events, struct event, index);
}

uint32_t streams_create(struct streams *streams, uint32_t device, bool non_blocking)
{
    const struct stream stream = {.device = device, .alive = true, .non_blocking = non_blocking};
    GArray *unused = streams->free_streams;
    if (unused->len > 0) {
        const uint32_t number = g_array_index(unused, uint32_t, unused->len - 1);
        g_array_set_size(unused, unused->len - 1);
        *stream_at(streams, number) = stream;
        return number;
    }
    g_array_append_val(streams->streams, stream);
    return streams->streams->len - 1;
}

bool streams_known(const struct streams *streams, uint32_t stream)
{
    return stream < streams->streams->len && stream_at(streams, stream)->alive;
}

uint32_t streams_device(const struct streams *streams, uint32_t stream)
{
    return stream_at(streams, stream)->device;
}

static void free_if_over(struct streams *streams, uint32_t number)
{
    const struct stream *stream = stream_at(streams, number);
    if (!stream->alive && stream->under_way == 0)
        g_array_append_val(streams->free_streams, number);
}

bool streams_destroy(struct streams *streams, uint32_t stream)
{
    if (stream < streams->n_devices || !streams_known(streams, stream))
        return false;
    stream_at(streams, stream)->alive = false;
    free_if_over(streams, stream);
    return true;
}

static void start(struct streams *streams)
{
    g_array_set_size(streams->after, 0);
    g_array_set_size(streams->behind, 0);
}

static void add_last(struct streams *streams, const struct stream *stream)
{
    if (stream->last != 0)
        g_array_append_val(stream->under_way > 0 ? streams->after : streams->behind, stream->last);
}

static const uint64_t *collected(const struct streams *streams, unsigned *n)
{
    *n = streams->after->len;
    return (const uint64_t *)(const void *)streams->after->data;
}

const uint64_t *streams_append(struct streams *streams, uint32_t index, uint64_t id, unsigned *n)
{
    struct stream *stream = stream_at(streams, index);
    start(streams);
    add_last(streams, stream);
    if (index == stream->device) { /* its default stream */
        for (uint32_t i = streams->n_devices; i < streams->streams->len; i++)
            if (stream_at(streams, i)->device == index && !stream_at(streams, i)->non_blocking)
                add_last(streams, stream_at(streams, i));
    } else if (!stream->non_blocking) {
        add_last(streams, stream_at(streams, stream->device));
    }
    stream->last = id;
    stream->under_way++;
    gint64 *key = g_new(gint64, 1);
    *key = (gint64)id;
    g_hash_table_insert(streams->owners, key, GUINT_TO_POINTER(index));
    return collected(streams, n);
}

const uint64_t *streams_last(struct streams *streams, uint32_t stream, unsigned *n)
{
    start(streams);
    add_last(streams, stream_at(streams, stream));
    return collected(streams, n);
}

const uint64_t *streams_all(struct streams *streams, unsigned *n)
{
    start(streams);
    for (uint32_t i = 0; i < streams->streams->len; i++)
        add_last(streams, stream_at(streams, i));
    return collected(streams, n);
}

const uint64_t *streams_of_device(struct streams *streams, uint32_t device, unsigned *n)
{
    start(streams);
    for (uint32_t i = 0; i < streams->streams->len; i++)
        if (stream_at(streams, i)->device == device)
            add_last(streams, stream_at(streams, i));
    return collected(streams, n);
}

void streams_ended(struct streams *streams, uint64_t id, uint64_t time)
{
    gint64 key = (gint64)id;
    gpointer stream;
    if (!g_hash_table_lookup_extended(streams->owners, &key, NULL, &stream))
        return;
    stream_at(streams, GPOINTER_TO_UINT(stream))->under_way--;
    free_if_over(streams, GPOINTER_TO_UINT(stream));
    g_hash_table_remove(streams->owners, &key);
    for (uint32_t i = 1; i < streams->events->len; i++) {
        struct event *event = event_at(streams, i);
        if (event->command != id || event->happened)
            continue;
        event->happened = true;
        event->time = time;
    }
}

bool streams_idle(const struct streams *streams, uint32_t stream)
{
    return stream_at(streams, stream)->under_way == 0;
}

unsigned streams_under_way(const struct streams *streams)
{
    return g_hash_table_size(streams->owners);
}

uint32_t streams_event_create(struct streams *streams, uint32_t device)
{
    const struct event event = {.device = device, .alive = true};
    GArray *unused = streams->free_events;
    if (unused->len > 0) {
        uint32_t number = g_array_index(unused, uint32_t, unused->len - 1);
        g_array_set_size(unused, unused->len - 1);
        *event_at(streams, number) = event;
        return number;
    }
    g_array_append_val(streams->events, event);
    return streams->events->len - 1;
}

bool streams_event_known(const struct streams *streams, uint32_t event)
{
    return event > 0 && event < streams->events->len && event_at(streams, event)->alive;
}

bool streams_event_destroy(struct streams *streams, uint32_t event)
{
    if (!streams_event_known(streams, event))
        return false;
    *event_at(streams, event) = (struct event){.alive = false};
    g_array_append_val(streams->free_events, event);
    return true;
}

void streams_event_record(struct streams *streams, uint32_t event, uint64_t id)
{
    *event_at(streams, event) =
        (struct event){.command = id, .device = event_at(streams, event)->device, .alive = true};
}

uint32_t streams_event_device(const struct streams *streams, uint32_t event)
{
    return event_at(streams, event)->device;
}

uint64_t streams_event_command(const struct streams *streams, uint32_t event)
{
    return event_at(streams, event)->command;
}

bool streams_event_happened(const struct streams *streams, uint32_t event, uint64_t *time)
{
    const struct event *e = event_at(streams, event);
    *time = e->time;
    return e->command == 0 || e->happened;
}
