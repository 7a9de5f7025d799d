/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes the events of a timeline to its file: sorts them, cuts them at the file's greatest size.
 *
 * An event is whole: a slice with its duration, both ends of an asynchronous slice, or all points
 * of an arrow. So the file can end anywhere. Only a warp's stay has two events. The writer closes
 * it at the cut, and also the slice of its track that lasts beyond.
 */
#ifndef SIMGPU_OBSERVERS_TIMELINE_WRITER_H
#define SIMGPU_OBSERVERS_TIMELINE_WRITER_H

#include "base/output_file.h"
#include "models/core/time.h"
#include "models/memory/address_map.h"
#include "models/sm/sm.h"
#include <glib.h>
#include <string.h>

enum timeline_event_kind {
    TIMELINE_WARP_BEGIN,
    TIMELINE_WARP_END,
    TIMELINE_WARP_SLICE,
    TIMELINE_ARROW,
    TIMELINE_SM_REQUEST,
    TIMELINE_L2_SERVICE,
    TIMELINE_L2_REQUEST,
    TIMELINE_DRAM_REQUEST
};

/* slice.what: an op_class, with its space in the upper bits, or TIMELINE_WAITS. */
enum { TIMELINE_SPACE_SHIFT = 8, TIMELINE_WAITS = 1 << 12 };

/* Results of requests: hit; some sectors merged; some missed. */
enum timeline_result { TIMELINE_HIT, TIMELINE_MERGED, TIMELINE_MISS, TIMELINE_ROW };

struct timeline_event {
    sim_time order;    /* its end, as far as its unit has got when it is pushed */
    uint64_t number;   /* number of the push: orders a unit's events of one time */
    uint32_t unit;     /* orders events of one time */
    uint8_t kind;      /* enum timeline_event_kind */
    uint8_t op;        /* requests: enum message_kind */
    uint8_t result;    /* enum timeline_result; DRAM: enum dram_row_state */
    uint8_t warp;      /* slot; WARP_SLOTS: none */
    uint16_t place;    /* SM, bank or channel */
    uint16_t sm;       /* L2: whose request */
    sim_time from, to; /* to: of slices and arrows */
    uint64_t id;       /* of asynchronous slices and arrows: unique in the file */
    union {
        struct {
            uint32_t what, pc, line, instructions;
            uint64_t unit_busy; /* cycles of WARP_READY in which its unit took nothing */
        } slice;
        struct {
            const char *kernel; /* interned */
            uint64_t block;
            uint32_t launch, in_block;
        } stay;
        struct {
            sim_time through; /* L2's service */
            uint16_t bank;
        } arrow;
        struct {
            uint64_t address;
            uint32_t pc; /* SM, with a warp */
            uint8_t sectors;
            uint8_t dram_bank;
            uint64_t row; /* DRAM */
        } request;
    };
};

struct timeline_writer {
    struct output_file *file; /* NULL: closed */
    char *buffer;             /* on its way to the file */
    size_t buffered;
    uint64_t bytes, max_bytes; /* with the bytes in the buffer */
    bool first;                /* no event has been written */
    GArray *events;            /* struct timeline_event that are not yet written */
    guint threshold;
    uint64_t pushed;
    sim_time cut;    /* SIM_TIME_NEVER until the file is full */
    uint64_t *stays; /* by SM: warps whose stay is open in the file */
    uint32_t n_sms;
};

bool timeline_writer_init(struct timeline_writer *writer, const char *path, uint64_t max_bytes,
                          uint32_t n_sms, GError **error);
/* Ends the file. False: it could not write all, and there is no file. */
bool timeline_writer_close(struct timeline_writer *writer, GError **error);
void timeline_writer_finish(struct timeline_writer *writer);

/* Adds an event. True when it is time to flush. */
bool timeline_writer_push(struct timeline_writer *writer, const struct timeline_event *event);
/* Writes events that end before `before`, in order. Push no such event afterwards. Stops at the
 * cut. The rest stays in `events`, in order. */
void timeline_writer_flush(struct timeline_writer *writer, sim_time before);

void timeline_drain(struct timeline_writer *writer);

enum { TIMELINE_BUFFER_BYTES = 1 << 16 };

/* n: at most the buffer's size. Inline, to make copies of texts in the source cheap. */
static inline void timeline_put(struct timeline_writer *writer, const char *bytes, size_t n)
{
    if (G_UNLIKELY(writer->buffered + n > TIMELINE_BUFFER_BYTES))
        timeline_drain(writer);
    memcpy(writer->buffer + writer->buffered, bytes, n);
    writer->buffered += n;
    writer->bytes += n;
}

static inline void timeline_text(struct timeline_writer *writer, const char *text)
{
    size_t n = strlen(text);
    for (; G_UNLIKELY(n > TIMELINE_BUFFER_BYTES); n -= TIMELINE_BUFFER_BYTES) {
        timeline_put(writer, text, TIMELINE_BUFFER_BYTES);
        text += TIMELINE_BUFFER_BYTES;
    }
    timeline_put(writer, text, n);
}

/* Writes an event at once, whatever the size. */
void timeline_write_event(struct timeline_writer *writer, const struct timeline_event *event);
/* Begins an event: its text follows, with the closing brace. */
void timeline_begin(struct timeline_writer *writer);
void timeline_number(struct timeline_writer *writer, uint64_t number);
void timeline_hex(struct timeline_writer *writer, uint64_t number); /* "0x12", with the quotes */
void timeline_us(struct timeline_writer *writer, sim_time ps);      /* 12.345678 */
/* For rare texts. */
void timeline_print(struct timeline_writer *writer, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Processes and threads. */
enum {
    TIMELINE_PID_HOST = 1,
    TIMELINE_PID_COUNTERS = 2,
    TIMELINE_PID_SM = 1000,
    TIMELINE_PID_L2 = 3000,
    TIMELINE_PID_DRAM = 5000,
    TIMELINE_TID_HOST = 10,
    TIMELINE_TID_SM = 100000
};
static inline unsigned timeline_tid(unsigned sm, unsigned warp)
{
    return TIMELINE_TID_SM + sm * WARP_SLOTS + warp;
}

#endif
