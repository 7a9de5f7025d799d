/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/tensor/shared_matrix.h"
#include <string.h>

enum { PIECE = 16, PIECES = SHARED_LINE_BYTES / PIECE, CORE_LINES = 8, PAIR = 2, DEPTH_16 = 16 };

static uint32_t field(uint64_t descriptor, unsigned at)
{
    return (uint32_t)(descriptor >> at & 0x3fff) * PIECE;
}

struct shared_matrix shared_matrix_of(const struct warp_context *w, uint64_t descriptor,
                                      bool is_transposed)
{
    static const uint8_t widths[] = {PIECE, 128, 64, 32};
    return (struct shared_matrix){.base = w->block->shared,
                                  .room = (uint64_t)w->code->static_shared_bytes +
                                          w->block->launch->dynamic_shared_bytes,
                                  .start = field(descriptor, 0),
                                  .leading = field(descriptor, 16),
                                  .stride = field(descriptor, 32),
                                  .phase = (uint32_t)(descriptor >> 49 & 7),
                                  .width = widths[descriptor >> 62],
                                  .is_transposed = is_transposed};
}

/* The piece at that offset from the start, swizzled. NULL: it is not in shared memory. */
static const uint8_t *piece_at(const struct shared_matrix *m, uint32_t offset, uint64_t *address)
{
    const uint32_t plain = m->start + offset, mask = m->width / PIECE - 1;
    *address = plain ^ (((plain >> 7) - m->phase) & mask) << 4;
    return *address + PIECE <= m->room ? m->base + *address : NULL;
}

/* Where a piece of a line stands, from the start, not swizzled. */
static uint32_t line_at(const struct shared_matrix *m, unsigned line, unsigned piece)
{
    return line % CORE_LINES * m->width + line / CORE_LINES * m->stride +
           piece * (m->width == PIECE ? m->leading : PIECE);
}

/* The same for element k of the eight lines from this one on. */
static uint32_t transposed_at(const struct shared_matrix *m, unsigned line, unsigned k)
{
    const bool plain = m->width == PIECE;
    const uint32_t by_line = plain ? m->stride : m->leading, by_k = plain ? m->leading : m->stride;
    const unsigned wide = m->width / PAIR; /* lines side by side */
    return line % wide * PAIR + line / wide * by_line + k % CORE_LINES * m->width +
           k / CORE_LINES * by_k;
}

static bool read_lines(const struct shared_matrix *m, unsigned first, unsigned n,
                       uint32_t lines[SHARED_MOST_LINES][SHARED_LINE_WORDS], uint64_t *address)
{
    for (unsigned i = 0; i < n; i++)
        for (unsigned p = 0; p < PIECES; p++) {
            const uint8_t *piece = piece_at(m, line_at(m, first + i, p), address);
            if (!piece)
                return false;
            memcpy(&lines[i][p * PIECE / 4], piece, PIECE);
        }
    return true;
}

/* A piece has eight lines of one k. */
static bool read_transposed(const struct shared_matrix *m, unsigned first, unsigned n,
                            uint32_t lines[SHARED_MOST_LINES][SHARED_LINE_WORDS], uint64_t *address)
{
    for (unsigned i = 0; i < n; i += CORE_LINES)
        for (unsigned k = 0; k < DEPTH_16; k++) {
            const uint8_t *piece = piece_at(m, transposed_at(m, first + i, k), address);
            if (!piece)
                return false;
            for (unsigned e = 0; e < CORE_LINES; e++)
                memcpy((uint8_t *)lines[i + e] + k * PAIR, piece + e * PAIR, PAIR);
        }
    return true;
}

bool shared_matrix_read(const struct shared_matrix *matrix, unsigned first, unsigned n,
                        uint32_t lines[SHARED_MOST_LINES][SHARED_LINE_WORDS], uint64_t *address)
{
    return matrix->is_transposed ? read_transposed(matrix, first, n, lines, address)
                                 : read_lines(matrix, first, n, lines, address);
}

bool shared_matrix_places(const struct shared_matrix *matrix, unsigned line,
                          uint32_t places[SHARED_LINE_BYTES / PAIR])
{
    const unsigned own = line % CORE_LINES, pairs = PIECE / PAIR;
    for (unsigned k = 0; k < SHARED_LINE_BYTES / PAIR; k++) {
        uint64_t at;
        if (!piece_at(matrix,
                      matrix->is_transposed ? transposed_at(matrix, line - own, k)
                                            : line_at(matrix, line, k / pairs),
                      &at))
            return false;
        places[k] = (uint32_t)at + (matrix->is_transposed ? own : k % pairs) * PAIR;
    }
    return true;
}
