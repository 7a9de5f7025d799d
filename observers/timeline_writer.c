/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/timeline_writer.h"
#include "base/input_error.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>

/* Sorting less often costs memory, more often time. */
enum { FEWEST_EVENTS = 1 << 14 };

bool timeline_writer_init(struct timeline_writer *writer, const char *path, uint64_t max_bytes,
                          uint32_t n_sms, GError **error)
{
    *writer = (struct timeline_writer){.path = path,
                                       .max_bytes = max_bytes,
                                       .first = true,
                                       .threshold = FEWEST_EVENTS,
                                       .cut = SIM_TIME_NEVER,
                                       .n_sms = n_sms};
    writer->events = g_array_new(FALSE, FALSE, sizeof(struct timeline_event));
    writer->stays = g_new0(uint64_t, n_sms);
    writer->file = fopen(path, "w");
    if (!writer->file)
        return input_error_at(error, path, 0, "can't be written: %s", g_strerror(errno));
    writer->bytes += (uint64_t)fprintf(writer->file, "{\"displayTimeUnit\":\"ns\","
                                                     "\"traceEvents\":[");
    return true;
}

bool timeline_writer_close(struct timeline_writer *writer, GError **error)
{
    bool failed = ferror(writer->file) != 0;
    failed |= fclose(writer->file) != 0;
    writer->file = NULL;
    if (failed)
        return input_error_at(error, writer->path, 0, "could not be written whole");
    return true;
}

void timeline_writer_finish(struct timeline_writer *writer)
{
    if (writer->file)
        fclose(writer->file);
    g_array_free(writer->events, TRUE);
    g_free(writer->stays);
}

void timeline_write(struct timeline_writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int lead = fputs(writer->first ? "\n{" : ",\n{", writer->file);
    int n = vfprintf(writer->file, format, arguments);
    va_end(arguments);
    writer->bytes += (uint64_t)MAX(n, 0) + 3;
    writer->first = false;
    (void)lead;
}

bool timeline_writer_push(struct timeline_writer *writer, const struct timeline_event *event)
{
    struct timeline_event numbered = *event;
    numbered.number = writer->pushed++;
    g_array_append_val(writer->events, numbered);
    return writer->events->len >= writer->threshold;
}

static int compare(const void *a, const void *b)
{
    const struct timeline_event *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    if (x->unit != y->unit)
        return x->unit < y->unit ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

void timeline_writer_flush(struct timeline_writer *writer, sim_time before)
{
    guint n = 0;
    g_array_sort(writer->events, compare);
    for (; n < writer->events->len && writer->cut == SIM_TIME_NEVER; n++) {
        const struct timeline_event *event =
            &g_array_index(writer->events, struct timeline_event, n);
        if (event->order >= before)
            break;
        if (writer->bytes >= writer->max_bytes) {
            writer->cut = event->order;
            break;
        }
        timeline_write_event(writer, event);
    }
    if (n > 0)
        g_array_remove_range(writer->events, 0, n);
    writer->threshold = MAX(FEWEST_EVENTS, 2 * writer->events->len);
}
