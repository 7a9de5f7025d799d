/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/access/coalescer.h"
#include <string.h>

/* Lines found in one request, so that a lane finds its line without a search through the others.
 * 64 slots for at most 32 lines: probing stays short. */
enum { INDEX_BITS = 6, INDEX_SLOTS = 1 << INDEX_BITS };

struct line_index {
    uint8_t slot[INDEX_SLOTS]; /* transaction number + 1; 0: free */
};

static inline uint64_t line_of(uint64_t address)
{
    return address & ~(uint64_t)(COALESCER_LINE_BYTES - 1);
}

/* Sectors of a line that bytes first to last (offsets in the line) lie in. */
static inline uint8_t sectors_between(uint64_t first, uint64_t last)
{
    unsigned from = (unsigned)(first / COALESCER_SECTOR_BYTES);
    unsigned to = (unsigned)(last / COALESCER_SECTOR_BYTES);
    return (uint8_t)((2u << to) - (1u << from));
}

/* The slot of `line`, or the free one where it belongs. Multiplicative hashing (Knuth, The Art of
 * Computer Programming 3, 6.4) spreads lines at any stride. */
static inline unsigned find_slot(const struct line_index *index,
                                 const struct line_transaction *found, uint64_t line)
{
    uint64_t hash = line * UINT64_C(0x9E3779B97F4A7C15);
    unsigned slot = (unsigned)(hash >> (64 - INDEX_BITS));
    while (index->slot[slot] != 0 && found[index->slot[slot] - 1].line != line)
        slot = (slot + 1) % INDEX_SLOTS;
    return slot;
}

static inline uint8_t sector_of(uint64_t address)
{
    static const uint8_t bit[COALESCER_LINE_BYTES / COALESCER_SECTOR_BYTES] = {1, 2, 4, 8};
    return bit[address % COALESCER_LINE_BYTES / COALESCER_SECTOR_BYTES];
}

/* Lanes at any addresses; at least one. */
static unsigned scatter(lane_mask lanes, const uint64_t *address, struct line_transaction *out)
{
    struct line_index index;
    memset(&index, 0, sizeof index);
    unsigned n = 0;
    for (; lanes; lanes &= lanes - 1) {
        unsigned lane = (unsigned)__builtin_ctz(lanes);
        uint64_t line = line_of(address[lane]);
        unsigned slot = find_slot(&index, out, line);
        if (index.slot[slot] == 0) {
            out[n] = (struct line_transaction){.line = line};
            index.slot[slot] = (uint8_t)++n;
        }
        struct line_transaction *transaction = &out[index.slot[slot] - 1];
        transaction->lanes |= lanes & -lanes;
        transaction->sectors |= sector_of(address[lane]);
    }
    return n;
}

/* In most requests each lane is in the line of the one before it or in a higher one. The way
 * through the lanes finds this out. */
static unsigned coalesce_request(lane_mask request, const uint64_t *address,
                                 struct line_transaction *out)
{
    unsigned n = 0;
    struct line_transaction last = {.line = line_of(address[__builtin_ctz(request)])};
    for (lane_mask lanes = request; lanes; lanes &= lanes - 1) {
        uint64_t here = address[__builtin_ctz(lanes)], line = line_of(here);
        if (line != last.line) {
            if (line < last.line)
                return scatter(request, address, out);
            out[n++] = last;
            last = (struct line_transaction){.line = line};
        }
        last.lanes |= lanes & -lanes;
        last.sectors |= sector_of(here);
    }
    out[n++] = last;
    return n;
}

/* Lane i accesses address[0] + i * stride, for every lane: each the stride behind the one before
 * it. Written to be vectorised. */
static inline bool all_at_stride(const uint64_t *address, uint64_t stride)
{
    uint64_t differences = 0;
    for (unsigned i = 1; i < WARP_LANES; i++)
        differences |= (address[i] - address[i - 1]) ^ stride;
    return differences == 0;
}

/* A request whose lanes, from `first` on, are neighbours or all at one location. It is no longer
 * than a line, so it lies in one or two of them. */
static unsigned regular_request(lane_mask request, unsigned first, unsigned lanes,
                                const uint64_t *address, unsigned access_bytes,
                                struct line_transaction *out)
{
    uint64_t line = line_of(address[first]);
    uint64_t offset = address[first] - line;
    uint64_t last = address[first + lanes - 1] - line + access_bytes - 1;
    if (last < COALESCER_LINE_BYTES) {
        out[0] = (struct line_transaction){line, request, sectors_between(offset, last)};
        return 1;
    }
    unsigned before = (unsigned)((COALESCER_LINE_BYTES - offset) / access_bytes);
    lane_mask low = (lane_mask)(((UINT64_C(1) << before) - 1) << first);
    out[0] =
        (struct line_transaction){line, low, sectors_between(offset, COALESCER_LINE_BYTES - 1)};
    out[1] = (struct line_transaction){line + COALESCER_LINE_BYTES, request & ~low,
                                       sectors_between(0, last - COALESCER_LINE_BYTES)};
    return 2;
}

/* Whether the whole warp is neighbours (stride access_bytes) or one location (stride 0): two tests
 * of the first lanes rule most others out. */
static inline bool is_regular(lane_mask active, const uint64_t *address, unsigned access_bytes)
{
    uint64_t stride = address[1] - address[0];
    return active == UINT32_MAX && (stride == access_bytes || stride == 0) &&
           all_at_stride(address, stride);
}

/* neighbours: what is_regular says, or would say. */
static inline unsigned in_requests(lane_mask active, const uint64_t *address, unsigned access_bytes,
                                   unsigned request_bytes, bool neighbours,
                                   struct line_transaction *out)
{
    unsigned lanes = request_bytes / access_bytes;
    if (lanes > WARP_LANES)
        lanes = WARP_LANES;
    const bool regular = neighbours && lanes * access_bytes <= COALESCER_LINE_BYTES;
    unsigned n = 0;
    for (unsigned first = 0; first < WARP_LANES; first += lanes) {
        lane_mask request = active & (lane_mask)(((UINT64_C(1) << lanes) - 1) << first);
        if (regular)
            n += regular_request(request, first, lanes, address, access_bytes, out + n);
        else if (request)
            n += coalesce_request(request, address, out + n);
    }
    return n;
}

unsigned coalesce(lane_mask active, const uint64_t address[WARP_LANES], unsigned access_bytes,
                  unsigned request_bytes, struct line_transaction out[WARP_LANES])
{
    const bool neighbours = is_regular(active, address, access_bytes);
    return in_requests(active, address, access_bytes, request_bytes, neighbours, out);
}

unsigned coalesce_regular(const uint64_t address[WARP_LANES], uint64_t stride,
                          unsigned access_bytes, unsigned request_bytes,
                          struct line_transaction out[WARP_LANES])
{
    const bool neighbours = stride == access_bytes || stride == 0;
    return in_requests(UINT32_MAX, address, access_bytes, request_bytes, neighbours, out);
}

static lane_mask lanes_between(lane_mask lanes, const uint64_t *address, uint64_t from, uint64_t to)
{
    lane_mask found = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t here = address[__builtin_ctz(lanes)];
        if (here >= from && here < to)
            found |= lanes & -lanes;
    }
    return found;
}

/* The first lane at each place. */
static lane_mask first_at_places(lane_mask lanes, const uint64_t *address)
{
    lane_mask found = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t here = address[__builtin_ctz(lanes)];
        lane_mask earlier = found;
        while (earlier && address[__builtin_ctz(earlier)] != here)
            earlier &= earlier - 1;
        if (!earlier)
            found |= lanes & -lanes;
    }
    return found;
}

void coalesce_halves(struct line_transaction lines[WARP_LANES], unsigned n)
{
    const uint8_t lower = 0x3, upper = 0xc;
    for (unsigned i = 0; i < n; i++)
        if ((lines[i].sectors & lower) && (lines[i].sectors & upper))
            lines[i].sectors = lower | upper;
}

unsigned coalesce_atomics(const uint64_t address[WARP_LANES],
                          struct line_transaction lines[WARP_LANES], unsigned n)
{
    struct line_transaction out[WARP_LANES];
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned left = lines[i].sectors; left; left &= left - 1) {
            uint64_t first = lines[i].line + (uint64_t)__builtin_ctz(left) * COALESCER_SECTOR_BYTES;
            lane_mask lanes =
                lanes_between(lines[i].lanes, address, first, first + COALESCER_SECTOR_BYTES);
            for (lane_mask some; lanes; lanes &= ~some) {
                some = first_at_places(lanes, address);
                out[count++] =
                    (struct line_transaction){lines[i].line, some, (uint8_t)(left & -left)};
            }
        }
    memcpy(lines, out, count * sizeof *out);
    return count;
}

unsigned coalesce_in_segments(const uint64_t address[WARP_LANES], unsigned segment_bytes,
                              struct line_transaction lines[WARP_LANES], unsigned n)
{
    struct line_transaction out[WARP_LANES];
    unsigned count = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned from = 0; from < COALESCER_LINE_BYTES; from += segment_bytes) {
            uint8_t sectors = lines[i].sectors & sectors_between(from, from + segment_bytes - 1);
            uint64_t first = lines[i].line + from;
            if (sectors)
                out[count++] = (struct line_transaction){
                    lines[i].line,
                    lanes_between(lines[i].lanes, address, first, first + segment_bytes), sectors};
        }
    memcpy(lines, out, count * sizeof *out);
    return count;
}

void coalesce_falling(struct line_transaction lines[WARP_LANES], unsigned n)
{
    for (unsigned i = 0; i < n / 2; i++) {
        const struct line_transaction low = lines[i];
        lines[i] = lines[n - 1 - i];
        lines[n - 1 - i] = low;
    }
    /* Mostly they were in rising order, and there is nothing left to do. */
    for (unsigned i = 1; i < n; i++) {
        const struct line_transaction moved = lines[i];
        unsigned to = i;
        for (; to > 0 && lines[to - 1].line < moved.line; to--)
            lines[to] = lines[to - 1];
        lines[to] = moved;
    }
}
