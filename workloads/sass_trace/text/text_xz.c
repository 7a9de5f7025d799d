/* SPDX-License-Identifier: BSD-3-Clause */
/* Files of xz, several streams one after another included, as `xz -T` and `cat` make them. */
#include "workloads/sass_trace/text/text_packing.h"

#include <lzma.h>

static void *xz_open(void)
{
    lzma_stream *stream = g_new(lzma_stream, 1);
    *stream = (lzma_stream)LZMA_STREAM_INIT;
    if (lzma_stream_decoder(stream, UINT64_MAX, LZMA_CONCATENATED) == LZMA_OK)
        return stream;
    g_free(stream);
    return NULL;
}

static void xz_close(void *state)
{
    lzma_end(state);
    g_free(state);
}

static const char *problem_of(lzma_ret result)
{
    switch (result) {
    case LZMA_FORMAT_ERROR:
        return "this is not the xz format";
    case LZMA_BUF_ERROR:
        return "the xz file is truncated";
    case LZMA_MEM_ERROR:
        return "not enough memory to unpack it";
    default:
        return "the xz file is corrupt";
    }
}

static bool xz_step(void *state, struct packed_step *step, bool *finished, const char **problem)
{
    lzma_stream *stream = state;
    stream->next_in = step->in;
    stream->avail_in = step->in_left;
    stream->next_out = (uint8_t *)step->out;
    stream->avail_out = step->out_left;
    lzma_ret result = lzma_code(stream, step->at_end ? LZMA_FINISH : LZMA_RUN);
    step->in = stream->next_in;
    step->in_left = stream->avail_in;
    step->out = (char *)stream->next_out;
    step->out_left = stream->avail_out;
    *finished = result == LZMA_STREAM_END;
    if (result == LZMA_OK || *finished)
        return true;
    *problem = problem_of(result);
    return false;
}

const struct text_packing xz_packing = {
    .suffix = ".xz", .open = xz_open, .close = xz_close, .step = xz_step};
