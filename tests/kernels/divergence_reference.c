/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of divergence.cu must leave: the same control flow, one thread after another. */
#include "workloads/reference.h"

enum { BLOCK = 128, WARP = 32 };

void divergence_reference(struct reference_case *c);

static uint32_t nested_loops(uint32_t word)
{
    uint32_t sum = 0;

    if (word % 8 == 5)
        return ~word;
    for (uint32_t outer = 0; outer < (word & 15); outer++) {
        if (((word >> outer) & 3) == 3)
            continue;
        for (uint32_t inner = 0;; inner++) {
            sum = sum * 5 + inner;
            if (inner >= ((word >> 8) & 7) || (sum & 31) == 7)
                break;
            if (sum & 64)
                continue;
            sum += outer << 4;
        }
        if ((sum & 1023) == 77)
            return sum + 1;
    }
    return sum;
}

static uint32_t collatz(uint32_t word)
{
    uint32_t steps = 0;

    for (uint32_t value = (word & 1023) + 1; value != 1; steps++)
        value = value & 1 ? 3 * value + 1 : value / 2;
    return steps;
}

static uint32_t fall_through(uint32_t word, uint32_t kept)
{
    uint32_t state = word;

    for (uint32_t turn = 0; turn < 8; turn++) {
        uint32_t choice = state & 7;

        if (choice == 0)
            state += kept;
        if (choice <= 1)
            state = state * 3 + turn;
        if (choice == 2) {
            kept = state;
            state ^= 0x55;
        }
        if (choice == 2 || choice == 3)
            state += 11;
        if (choice >= 2 && choice <= 4)
            state = (state << 3) | (state >> 29);
        if (choice > 4)
            state = state / 2 + kept;
    }
    return state;
}

/* One block of warps_leave: thread t adds the word of thread 127 - t, and reads its neighbour's
 * sum; the third warp, which has left, adds and writes nothing. */
static void warps_leave(const uint32_t words[BLOCK], uint32_t *out, size_t n)
{
    for (uint32_t t = 0; t < n; t++) {
        uint32_t neighbour = t ^ 1;

        if (t / WARP != 2)
            out[t] = words[neighbour] + words[BLOCK - 1 - neighbour];
    }
}

static void lanes_leave(const uint32_t words[BLOCK], uint32_t *out, size_t n)
{
    for (uint32_t t = 0; t < n; t++) {
        uint32_t other = BLOCK - 1 - t;
        bool other_left = other >= n || other % WARP >= 28;

        if (t % WARP < 28)
            out[t] = other + (other_left ? 0 : words[other]);
    }
}

void divergence_reference(struct reference_case *c)
{
    size_t n = 0;
    const uint32_t *words = reference_buffer(c, "words", &n);
    uint32_t *nested = reference_buffer(c, "nested", NULL);
    uint32_t *steps = reference_buffer(c, "steps", NULL);
    uint32_t *switched = reference_buffer(c, "switched", NULL);
    uint32_t *warps = reference_buffer(c, "warps", NULL);
    uint32_t *lanes = reference_buffer(c, "lanes", NULL);

    for (size_t i = 0; i < n; i++) {
        nested[i] = nested_loops(words[i]);
        steps[i] = collatz(words[i]);
        switched[i] = fall_through(words[i], switched[i]);
    }
    for (size_t first = 0; first < n; first += BLOCK) {
        size_t here = n - first < BLOCK ? n - first : BLOCK;
        uint32_t block_words[BLOCK] = {0};

        memcpy(block_words, words + first, here * sizeof *words);
        warps_leave(block_words, warps + first, here);
        lanes_leave(block_words, lanes + first, here);
    }
}
