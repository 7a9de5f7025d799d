/* SPDX-License-Identifier: BSD-3-Clause */
#include "observers/timeline_writer.h"
#include <stdarg.h>
#include <string.h>

/* Sorting less often costs memory, more often time. */
enum { FEWEST_EVENTS = 1 << 14 };

enum { LONGEST_NUMBER = 32 };

/* ---- text ------------------------------------------------------------------------------------ */

void timeline_drain(struct timeline_writer *writer)
{
    output_file_write(writer->file, writer->buffer, writer->buffered);
    writer->buffered = 0;
}

void timeline_begin(struct timeline_writer *writer)
{
    timeline_text(writer, writer->first ? "\n{" : ",\n{");
    writer->first = false;
}

/* The digits of a number, at least so many, before `end`. */
static inline char *digits(char *end, uint64_t number, unsigned base, unsigned least)
{
    char *at = end;
    for (unsigned i = 0; number > 0 || i < least; i++, number /= base)
        *--at = "0123456789abcdef"[number % base];
    return at;
}

void timeline_number(struct timeline_writer *writer, uint64_t number)
{
    char text[LONGEST_NUMBER], *end = text + sizeof text, *at = digits(end, number, 10, 1);
    timeline_put(writer, at, (size_t)(end - at));
}

void timeline_hex(struct timeline_writer *writer, uint64_t number)
{
    char text[LONGEST_NUMBER], *end = text + sizeof text;
    *--end = '"';
    char *at = digits(end, number, 16, 1);
    *--at = 'x';
    *--at = '0';
    *--at = '"';
    timeline_put(writer, at, (size_t)(end + 1 - at));
}

void timeline_us(struct timeline_writer *writer, sim_time ps)
{
    enum { PS_PER_US = 1000000, DECIMALS = 6 };
    char text[LONGEST_NUMBER], *end = text + sizeof text;
    char *at = digits(end, ps % PS_PER_US, 10, DECIMALS);
    *--at = '.';
    at = digits(at, ps / PS_PER_US, 10, 1);
    timeline_put(writer, at, (size_t)(end - at));
}

void timeline_print(struct timeline_writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    timeline_text(writer, text);
}

/* ---- the file -------------------------------------------------------------------------------- */

bool timeline_writer_init(struct timeline_writer *writer, const char *path, uint64_t max_bytes,
                          uint32_t n_sms, GError **error)
{
    *writer = (struct timeline_writer){.max_bytes = max_bytes,
                                       .first = true,
                                       .threshold = FEWEST_EVENTS,
                                       .cut = SIM_TIME_NEVER,
                                       .n_sms = n_sms};
    writer->events = g_array_new(FALSE, FALSE, sizeof(struct timeline_event));
    writer->stays = g_new0(uint64_t, n_sms);
    writer->file = output_file_open(path, error);
    if (!writer->file)
        return false;
    writer->buffer = g_malloc(TIMELINE_BUFFER_BYTES);
    timeline_text(writer, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
    return true;
}

bool timeline_writer_close(struct timeline_writer *writer, GError **error)
{
    timeline_drain(writer);
    return output_file_close(g_steal_pointer(&writer->file), error);
}

void timeline_writer_finish(struct timeline_writer *writer)
{
    output_file_discard(writer->file); /* the run did not begin */
    g_free(writer->buffer);
    g_array_free(writer->events, TRUE);
    g_free(writer->stays);
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
