/* SPDX-License-Identifier: BSD-3-Clause */
/* How operands come from global into shared memory: by cp.async, in chunks of 16 bytes.
 *
 * A stage has an operand as memory has it, in rows of chunks along what is contiguous. Each row has
 * one chunk more than it needs: so eight rows lie in different banks.
 */
#ifndef SIMGPU_CUBLAS_TENSOR_COPIES_H
#define SIMGPU_CUBLAS_TENSOR_COPIES_H

#include "tensor_warp.h"

/* An operand's place in a stage. ALONG_K: k is contiguous. */
template <int LINES, int DEPTH, bool ALONG_K> struct tensor_shape {
    enum {
        across = ALONG_K ? DEPTH / 8 : LINES / 8, /* chunks of a row */
        row_bytes = across * 16 + 16,
        rows = ALONG_K ? LINES : DEPTH,
        bytes = rows * row_bytes,
        count = (rows * across + 127) / 128 /* chunks that a thread copies */
    };
};

struct tensor_operand {
    batch_of batch;
    long long ld;
    int lines;
};

/* How far the copies of both operands are. */
struct tensor_way {
    int k, left; /* of the product, and from the next stage on */
    int turn;    /* that many are left where whole copies go back to the operands' beginning */
    int bytes;   /* of a whole chunk: none behind the last k */
};

/* One thread's copies of an operand: where its chunks are in memory, and how many bytes they have.
 */
template <class T, int LINES, int DEPTH, bool ALONG_K> struct tensor_copies_any {
    typedef tensor_shape<LINES, DEPTH, ALONG_K> shape;
    const T *at[shape::count], *base;
    long long advance;
    int bytes[shape::count]; /* where k does not end before */

    static __device__ __forceinline__ int row_of(int e)
    {
        return (threadIdx.x + e * 128) / shape::across;
    }
    static __device__ __forceinline__ int chunk_of(int e)
    {
        return (threadIdx.x + e * 128) % shape::across;
    }

    __device__ __forceinline__ tensor_copies_any(const tensor_operand &o, int batch, int from, int)
        : base(o.batch.get<const T>(batch)), advance(ALONG_K ? DEPTH : DEPTH * o.ld)
    {
#pragma unroll
        for (int e = 0; e < shape::count; e++) {
            int line = from + (ALONG_K ? row_of(e) : chunk_of(e) * 8);
            int lines = o.lines - line, first_k = ALONG_K ? chunk_of(e) * 8 : row_of(e);
            bytes[e] = lines <= 0 ? 0 : ALONG_K || lines >= 8 ? 16 : lines * 2;
            at[e] = base + (ALONG_K ? line * o.ld + first_k : first_k * o.ld + line);
        }
    }

    /* Number E of `count`, all of them in turn. */
    template <int E> __device__ __forceinline__ void fetch(unsigned stage, const tensor_way &way)
    {
        if ((shape::rows * shape::across) % 128 != 0 && row_of(E) >= shape::rows)
            return;
        int here = way.left - (ALONG_K ? chunk_of(E) * 8 : row_of(E)), size = bytes[E];
        if (ALONG_K)
            size = here >= 8 ? size : here > 0 && size > 0 ? here * 2 : 0;
        else
            size = here > 0 ? size : 0;
        warp_copy(stage + row_of(E) * shape::row_bytes + chunk_of(E) * 16, size > 0 ? at[E] : base,
                  size);
        at[E] += advance;
    }

    __device__ __forceinline__ void choose_last(const tensor_way &) {}
};

/* The same where all chunks are whole: no line is missing, and k is a multiple of DEPTH. A thread
 * goes from chunk to chunk by additions. Neighbouring blocks begin at different k, and go on from
 * the operand's end to its beginning: of the lines that they share, most are in L2 when they come
 * to them. */
template <class T, int LINES, int DEPTH, bool ALONG_K> struct tensor_copies_whole {
    typedef tensor_shape<LINES, DEPTH, ALONG_K> shape;
    enum {
        straight = 128 % shape::across == 0, /* a thread's chunks lie below each other, */
        down = 128 / shape::across,          /* so many rows apart */
        places = straight ? 1 : shape::count
    };
    static_assert(shape::rows * shape::across % 128 == 0, "threads have the same number of chunks");
    const char *at;
    long long step, last;     /* bytes from a chunk to the next one; from this stage's last one */
    long long row;            /* bytes */
    long long offset[places]; /* from `at` */
    unsigned place[places];   /* in a stage */

    __device__ __forceinline__ tensor_copies_whole(const tensor_operand &o, int batch, int from,
                                                   int start)
        : step(straight ? down * o.ld * 2 : 0), row(o.ld * 2)
    {
        at = (const char *)(o.batch.get<const T>(batch) +
                            (ALONG_K ? from * o.ld + start : start * o.ld + from));
#pragma unroll
        for (int e = 0; e < places; e++) {
            int row = (threadIdx.x + e * 128) / shape::across,
                chunk = (threadIdx.x + e * 128) % shape::across;
            place[e] = row * shape::row_bytes + chunk * 16;
            offset[e] = row * o.ld * 2 + chunk * 16;
        }
        if (straight)
            at += offset[0];
    }

    template <int E> __device__ __forceinline__ void fetch(unsigned stage, const tensor_way &way)
    {
        if constexpr (straight)
            warp_copy<E *(down * shape::row_bytes)>(stage + place[0], at, way.bytes);
        else
            warp_copy(stage + place[E], at + offset[E], way.bytes);
        if (straight || E == shape::count - 1) {
            at += E == shape::count - 1 ? last : step;
            warp_now(at);
        }
    }

    /* Which way leads from the last chunk of the stage that is filled. */
    __device__ __forceinline__ void choose_last(const tensor_way &way)
    {
        long long ahead = way.left == way.turn ? DEPTH - way.k : DEPTH;
        if (ALONG_K)
            last = ahead * 2 - (shape::count - 1) * step;
        else
            last = ahead * row - (shape::count - 1) * step;
        warp_now(last);
    }
};

#endif
