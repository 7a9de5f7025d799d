/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/sm/access/shared_conflicts.h"
#include "base/vector_clones.h"
#include <glib.h>
#include <string.h>

/* Lanes served by one pass: as many as 32 words are enough for. */
static inline unsigned lanes_per_pass(unsigned access_bytes)
{
    return access_bytes <= SHARED_WORD_BYTES ? WARP_LANES
                                             : WARP_LANES * SHARED_WORD_BYTES / access_bytes;
}

static inline unsigned words_per_access(unsigned access_bytes)
{
    return access_bytes <= SHARED_WORD_BYTES ? 1 : access_bytes / SHARED_WORD_BYTES;
}

static inline lane_mask lanes_from(unsigned first, unsigned n)
{
    return (lane_mask)(((UINT64_C(1) << n) - 1) << first);
}

/* Lane i accesses address[0] + i * stride, for every lane. Written to be vectorised. */
static inline bool all_at_stride(const uint64_t *address, uint64_t stride)
{
    uint64_t differences = 0;
    for (unsigned i = 0; i < WARP_LANES; i++)
        differences |= address[i] ^ (address[0] + i * stride);
    return differences == 0;
}

/* Whether the whole warp is neighbours (stride access_bytes) or one location (stride 0): these
 * never conflict within a pass. Two tests of the first lanes rule most others out. For accesses of
 * several passes; one pass finds out for itself. */
static inline bool is_regular(lane_mask active, const uint64_t *address, unsigned access_bytes,
                              unsigned banks)
{
    uint64_t stride = address[1] - address[0];
    return active == UINT32_MAX && banks >= WARP_LANES && (stride == access_bytes || stride == 0) &&
           all_at_stride(address, stride);
}

/* Bytes between the lowest and the highest address of the whole warp. Shared memory's addresses
 * have 32 bits. Written to be vectorised. */
VECTOR_CLONES static uint32_t span_of_warp(const uint64_t *address)
{
    uint32_t lowest = UINT32_MAX, highest = 0;
    for (unsigned i = 0; i < WARP_LANES; i++) {
        const uint32_t at = (uint32_t)address[i];
        lowest = MIN(lowest, at);
        highest = MAX(highest, at);
    }
    return highest - lowest;
}

/* The same for some lanes. */
static uint32_t span_of(lane_mask lanes, const uint64_t *address)
{
    if (lanes == UINT32_MAX)
        return span_of_warp(address);
    uint32_t lowest = UINT32_MAX, highest = 0;
    for (; lanes; lanes &= lanes - 1) {
        const uint32_t at = (uint32_t)address[__builtin_ctz(lanes)];
        lowest = MIN(lowest, at);
        highest = MAX(highest, at);
    }
    return highest - lowest;
}

/* Whether no bank is asked for two words. That is the usual case, and testing it is far cheaper. */
static bool conflict_free(lane_mask lanes, const uint64_t *address, unsigned words_each,
                          unsigned banks)
{
    uint64_t used = 0; /* banks */
    uint64_t word_of[SHARED_MAX_BANKS];
    for (; lanes; lanes &= lanes - 1) {
        uint64_t first = address[__builtin_ctz(lanes)] / SHARED_WORD_BYTES;
        for (uint64_t word = first; word < first + words_each; word++) {
            unsigned bank = (unsigned)(word & (banks - 1));
            if (!(used >> bank & 1))
                word_of[bank] = word;
            else if (word_of[bank] != word)
                return false;
            used |= UINT64_C(1) << bank;
        }
    }
    return true;
}

/* The distinct words a pass has met so far, as a list for each bank. */
struct bank_words {
    uint8_t first[SHARED_MAX_BANKS]; /* word number + 1; 0: none */
    uint8_t count[SHARED_MAX_BANKS];
    uint64_t word[WARP_LANES];
    uint8_t next[WARP_LANES];
    unsigned n;
};

static inline bool has_word(const struct bank_words *words, unsigned bank, uint64_t word)
{
    for (unsigned i = words->first[bank]; i != 0; i = words->next[i - 1])
        if (words->word[i - 1] == word)
            return true;
    return false;
}

/* Cycles of one pass: the longest list of words. */
static unsigned pass_cycles(lane_mask lanes, const uint64_t *address, unsigned words_each,
                            unsigned banks)
{
    struct bank_words words;
    if (lanes == 0)
        return 0;
    /* So many words in a row lie in different banks: tiles of matrices. */
    if (span_of(lanes, address) <= (banks - words_each) * SHARED_WORD_BYTES)
        return 1;
    if (conflict_free(lanes, address, words_each, banks))
        return 1;
    memset(words.first, 0, banks);
    memset(words.count, 0, banks);
    words.n = 0;
    unsigned longest = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t first = address[__builtin_ctz(lanes)] / SHARED_WORD_BYTES;
        for (uint64_t word = first; word < first + words_each; word++) {
            unsigned bank = (unsigned)(word & (banks - 1));
            if (has_word(&words, bank, word))
                continue;
            words.word[words.n] = word;
            words.next[words.n] = words.first[bank];
            words.first[bank] = (uint8_t)++words.n;
            if (++words.count[bank] > longest)
                longest = words.count[bank];
        }
    }
    return longest;
}

unsigned shared_access_cycles(lane_mask active, const uint64_t address[WARP_LANES],
                              unsigned access_bytes, unsigned banks)
{
    unsigned step = lanes_per_pass(access_bytes);
    unsigned words_each = words_per_access(access_bytes);
    if (words_each > 1 && is_regular(active, address, access_bytes, banks))
        return WARP_LANES / step;
    unsigned cycles = 0;
    for (unsigned first = 0; first < WARP_LANES; first += step)
        cycles += pass_cycles(active & lanes_from(first, step), address, words_each, banks);
    return cycles;
}

unsigned shared_atomic_cycles(lane_mask active, const uint64_t address[WARP_LANES],
                              unsigned access_bytes, unsigned banks)
{
    unsigned step = lanes_per_pass(access_bytes);
    unsigned words_each = words_per_access(access_bytes);
    unsigned cycles = 0;
    for (unsigned first = 0; first < WARP_LANES; first += step) {
        uint8_t count[SHARED_MAX_BANKS] = {0};
        unsigned longest = 0;
        for (lane_mask lanes = active & lanes_from(first, step); lanes; lanes &= lanes - 1) {
            uint64_t word = address[__builtin_ctz(lanes)] / SHARED_WORD_BYTES;
            for (unsigned i = 0; i < words_each; i++) {
                unsigned bank = (unsigned)((word + i) & (banks - 1));
                if (++count[bank] > longest)
                    longest = count[bank];
            }
        }
        cycles += longest;
    }
    return cycles;
}
