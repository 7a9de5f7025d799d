/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of zstd: frames one after another. */
#include "workloads/sass_trace/text/text_packing.h"

#include <zstd.h>

struct zstd_state {
    ZSTD_DStream *stream;
    bool between_frames;
};

static void *zstd_open(void)
{
    struct zstd_state *state = g_new0(struct zstd_state, 1);
    state->stream = ZSTD_createDStream();
    state->between_frames = false;
    return state;
}

static void zstd_close(void *pointer)
{
    struct zstd_state *state = pointer;
    ZSTD_freeDStream(state->stream);
    g_free(state);
}

static bool zstd_step(void *pointer, struct packed_step *step, bool *finished, const char **problem)
{
    struct zstd_state *state = pointer;
    *finished = step->in_left == 0 && step->at_end && state->between_frames;
    if (*finished)
        return true;
    ZSTD_inBuffer in = {step->in, step->in_left, 0};
    ZSTD_outBuffer out = {step->out, step->out_left, 0};
    size_t result = ZSTD_decompressStream(state->stream, &out, &in);
    step->in = (const char *)step->in + in.pos;
    step->in_left -= in.pos;
    step->out += out.pos;
    step->out_left -= out.pos;
    if (ZSTD_isError(result)) {
        *problem = ZSTD_getErrorName(result);
        return false;
    }
    state->between_frames = result == 0;
    if (step->at_end && step->in_left == 0 && out.pos == 0 && !state->between_frames) {
        *problem = "the zstd file is truncated";
        return false;
    }
    return true;
}

const struct text_packing zstd_packing = {
    .suffix = ".zst", .open = zstd_open, .close = zstd_close, .step = zstd_step};
