/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/sync/sync_record.h"
#include "workloads/mbarrier.h"
#include "workloads/sass_modifiers.h"

#include <string.h>

enum { COUNT_OFFSET = 1 << 20, SECTOR = 32 };

/* ---- opcodes ------------------------------------------------------------------------------------
 */

static enum traced_step arrival_of(const char *opcode, size_t length)
{
    static const struct {
        const char *modifier;
        enum traced_step step;
    } known[] = {{"A1T0", TRACED_ARRIVE},
                 {"ART0", TRACED_ARRIVE_COUNT},
                 {"A0TR", TRACED_EXPECT},
                 {"A0T1", TRACED_EXPECT_ONE},
                 {"A0TX", TRACED_COMPLETE}};
    if (sass_has_modifier(opcode, length, "DROP"))
        return TRACED_DROP;
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++)
        if (sass_has_modifier(opcode, length, known[i].modifier))
            return known[i].step;
    return TRACED_ARRIVE_EXPECT;
}

enum traced_step traced_step_of(const char *opcode, size_t length)
{
    if (length > 7 && memcmp(opcode, "ARRIVES", 7) == 0) {
        if (!sass_has_modifier(opcode, length, "LDGSTSBAR"))
            return TRACED_NOTHING;
        return sass_has_modifier(opcode, length, "ARVCNT") ? TRACED_TRACK : TRACED_TRACK_MORE;
    }
    if (sass_has_modifier(opcode, length, "EXCH"))
        return TRACED_INIT;
    if (sass_has_modifier(opcode, length, "CCTL"))
        return TRACED_INVALIDATE;
    if (sass_has_modifier(opcode, length, "PHASECHK"))
        return sass_has_modifier(opcode, length, "TRYWAIT") ? TRACED_TRY_WAIT : TRACED_TEST;
    return sass_has_modifier(opcode, length, "ARRIVE") ? arrival_of(opcode, length)
                                                       : TRACED_NOTHING;
}

bool traced_step_has_value(enum traced_step step)
{
    return step == TRACED_INIT || step == TRACED_ARRIVE_COUNT || step == TRACED_ARRIVE_EXPECT ||
           step == TRACED_EXPECT || step == TRACED_COMPLETE || step == TRACED_TRY_WAIT ||
           step == TRACED_DROP;
}

/* A count of 2^20 - n has n arrivals before it overflows. */
uint32_t traced_operand(enum traced_step step, uint32_t value)
{
    return step == TRACED_INIT ? ((uint32_t)COUNT_OFFSET - value) << 1 : value;
}

static uint32_t count_of(uint32_t value)
{
    return (uint32_t)COUNT_OFFSET - (value >> 1);
}

/* ---- mbarriers ----------------------------------------------------------------------------------
 */

static bool is_uniform(lane_mask lanes, const struct traced_sync *what)
{
    const unsigned first = (unsigned)__builtin_ctz(lanes);
    for (lane_mask left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        if (what->offset[i] != what->offset[first] || what->value[i] != what->value[first])
            return false;
    }
    return true;
}

unsigned traced_sync_write(uint32_t *to, lane_mask lanes, const struct traced_sync *what)
{
    unsigned n = 0;
    to[n++] = is_uniform(lanes, what);
    for (lane_mask left = lanes; left; left = to[0] ? 0 : left & (left - 1)) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        to[n++] = what->offset[i];
        to[n++] = what->value[i];
    }
    return n;
}

const uint32_t *traced_sync_read(const uint32_t *at, lane_mask lanes, struct traced_sync *out)
{
    const bool uniform = *at++;
    for (lane_mask left = lanes; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        out->offset[i] = at[0];
        out->value[i] = at[1];
        at += uniform ? 0 : 2;
    }
    return at + (uniform ? 2 : 0);
}

static const char *arrive(uint8_t *at, uint32_t count, uint32_t bytes, bool drops)
{
    struct mbarrier b = mbarrier_of(mbarrier_read(at));
    const char *problem = mbarrier_expect(&b, bytes);
    if (!problem)
        problem = mbarrier_arrive(&b, count, drops);
    if (!problem)
        mbarrier_write(at, &b);
    return problem;
}

static const char *look(uint8_t *at, unsigned lane, uint32_t value, struct issued *out)
{
    const struct mbarrier b = mbarrier_of(mbarrier_read(at));
    const bool parity = value != 0;
    if (b.expected == 0)
        return "the mbarrier is not initialised";
    out->parity |= (lane_mask)parity << lane;
    out->waits |= (lane_mask)(b.parity == parity) << lane;
    return NULL;
}

static const char *act(enum traced_step step, uint8_t *at, unsigned lane, uint32_t value,
                       struct issued *out)
{
    switch (step) {
    case TRACED_INIT:
        return mbarrier_initialise(at, count_of(value));
    case TRACED_INVALIDATE:
        memset(at, 0, MBARRIER_BYTES);
        return NULL;
    case TRACED_ARRIVE:
        return arrive(at, 1, 0, false);
    case TRACED_ARRIVE_COUNT:
        return arrive(at, value, 0, false);
    case TRACED_DROP:
        return arrive(at, value, 0, true);
    case TRACED_ARRIVE_EXPECT:
        return arrive(at, 1, value, false);
    case TRACED_EXPECT:
        return mbarrier_count_bytes(at, value);
    case TRACED_EXPECT_ONE:
        return mbarrier_count_bytes(at, 1);
    case TRACED_COMPLETE:
        return mbarrier_count_bytes(at, -(int64_t)value);
    case TRACED_TRY_WAIT:
        return look(at, lane, value, out);
    case TRACED_TRACK:
    case TRACED_TRACK_MORE:
        out->waits |= (lane_mask)1 << lane;
        return mbarrier_track(at, step == TRACED_TRACK_MORE);
    default:
        return NULL;
    }
}

const char *traced_sync_act(enum traced_step step, lane_mask lanes, const struct traced_sync *what,
                            uint8_t *shared, struct issued *out)
{
    const char *problem = NULL;
    out->waits = out->parity = 0;
    out->limit_ns = ISSUED_NO_LIMIT;
    for (lane_mask left = lanes; left && !problem; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        out->address[i] = what->offset[i];
        out->operand[i] = step == TRACED_INIT ? count_of(what->value[i]) : what->value[i];
        problem = act(step, shared + what->offset[i], i, what->value[i], out);
    }
    if (step == TRACED_TRACK || step == TRACED_TRACK_MORE)
        out->async = ASYNC_TRACK;
    else if (step == TRACED_TRY_WAIT || step == TRACED_TEST)
        out->async = out->waits ? ASYNC_TRY_WAIT : ASYNC_TEST;
    else
        out->async = ASYNC_ARRIVED;
    return problem;
}

/* ---- bulk copies --------------------------------------------------------------------------------
 */

void traced_rows_add(GArray *rows, uint64_t address, uint32_t bytes)
{
    const uint64_t begin = address / SECTOR * SECTOR,
                   end = (address + bytes + SECTOR - 1) / SECTOR * SECTOR;
    struct bulk_row *last =
        rows->len > 0 ? &g_array_index(rows, struct bulk_row, rows->len - 1) : NULL;
    if (bytes == 0 || address == 0)
        return;
    if (last && begin >= last->global && begin <= last->global + last->bytes) {
        last->bytes = (uint32_t)(MAX(end, last->global + last->bytes) - last->global);
        return;
    }
    const struct bulk_row row = {.global = begin, .bytes = (uint32_t)(end - begin)};
    g_array_append_val(rows, row);
}

static struct bulk_job *job_new(uint8_t kind, uint32_t mbarrier, uint32_t bytes, uint32_t n_rows)
{
    struct bulk_job *job = g_malloc0(sizeof *job + (size_t)n_rows * sizeof job->rows[0]);
    job->kind = kind;
    job->traced = true;
    job->mbarrier = mbarrier;
    job->bytes = bytes;
    job->n_rows = n_rows;
    return job;
}

struct bulk_job *traced_job(uint8_t kind, uint32_t mbarrier, uint32_t bytes, const GArray *rows)
{
    struct bulk_job *job = job_new(kind, mbarrier, bytes, rows->len);
    if (rows->len > 0)
        memcpy(job->rows, rows->data, rows->len * sizeof job->rows[0]);
    return job;
}

struct bulk_job *traced_jobs_joined(const struct bulk_job *jobs)
{
    GArray *rows = g_array_new(FALSE, FALSE, sizeof(struct bulk_row));
    uint32_t bytes = 0;
    for (const struct bulk_job *job = jobs; job; job = job->next) {
        bytes += job->bytes;
        for (uint32_t i = 0; i < job->n_rows && job->kind != BULK_LOCAL; i++)
            traced_rows_add(rows, job->rows[i].global, job->rows[i].bytes);
    }
    struct bulk_job *joined = traced_job(jobs->kind, jobs->mbarrier, bytes, rows);
    g_array_unref(rows);
    return joined;
}

void traced_job_write(uint32_t *to, const struct bulk_job *job)
{
    to[0] = job->mbarrier;
    to[1] = job->bytes;
    to[2] = job->n_rows;
    to += TRACED_JOB_WORDS;
    for (uint32_t i = 0; i < job->n_rows; i++, to += TRACED_ROW_WORDS) {
        to[0] = (uint32_t)job->rows[i].global;
        to[1] = (uint32_t)(job->rows[i].global >> 32);
        to[2] = job->rows[i].bytes;
    }
}

const uint32_t *traced_job_read(const uint32_t *at, uint8_t kind, struct bulk_job **out)
{
    struct bulk_job *job = job_new(kind, at[0], at[1], at[2]);
    at += TRACED_JOB_WORDS;
    for (uint32_t i = 0; i < job->n_rows; i++, at += TRACED_ROW_WORDS)
        job->rows[i] = (struct bulk_row){.global = at[0] | (uint64_t)at[1] << 32, .bytes = at[2]};
    *out = job;
    return at;
}
