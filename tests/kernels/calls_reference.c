/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of calls.cu must leave. */
#include "workloads/reference.h"

void calls_reference(struct reference_case *c);

static uint32_t structures(uint32_t word, uint32_t other)
{
    uint32_t values[8], copy[8];
    uint32_t i = word & 7, j = other & 7, k = word >> 3 & 7, scale = other & 63;
    uint32_t count = word & 15;
    uint32_t sum = (word & 1023) + 1 + 2 * (2 + (other & 255)) + (other & 511) + 3;

    for (uint32_t v = 0; v < 8; v++)
        copy[v] = values[v] = word >> v & 255;
    uint32_t picked = values[i] + count + scale;
    copy[j]++;
    uint32_t copied = copy[j ^ 1] * 100 + copy[j];
    values[k]++;
    return sum + picked * 3 + copied * 5 + values[k ^ 1] * 7 + values[k] + count + scale;
}

static uint32_t reversed(const uint32_t *words, size_t n, uint32_t depth)
{
    uint32_t below = 1;

    for (uint32_t level = 0; level <= depth; level++) {
        uint32_t mine[4];
        for (uint32_t k = 0; k < 4; k++)
            mine[(k + level) & 3] = words[(level * 4 + k) % n];
        for (uint32_t k = 0; k < 4; k++)
            below = below * 31 + mine[(k + below) & 3];
    }
    return below;
}

static uint32_t steps(uint32_t n, bool even)
{
    if (n == 0)
        return even ? 1000 : 2000;
    return even ? steps(n - 1, false) + 1 : steps(n - 1, true) * 3 % 1009;
}

static uint32_t recursion(const uint32_t *words, size_t n, size_t i)
{
    static const uint32_t fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13};
    uint32_t word = words[i];
    uint32_t result = reversed(words, n, word & 7) + fibonacci[word >> 4 & 7];

    if (word & 256)
        result += steps(word >> 9 & 7, true);
    return result + words[(i + 1) % n];
}

static uint32_t operate(uint32_t which, uint32_t x)
{
    return which == 0 ? (x << 5 | x >> 27) : which == 2 ? ~x : 3 * x;
}

static uint32_t pointers(uint32_t word, uint32_t i)
{
    uint32_t k = word >> 7 & 15;
    uint32_t result = operate(word & 3, word);

    if ((word >> 11) % 5 == 0)
        return 77;
    if (word & 4)
        result ^= operate(word >> 3 & 3, result + 1);
    result += word & 16 ? k * k + (word >> 5 & 7) : k * i - (word >> 6 & 7);
    return result + (word >> 11) % 5;
}

void calls_reference(struct reference_case *c)
{
    size_t n = 0;
    const uint32_t *words = reference_buffer(c, "words", &n);
    uint32_t *by_value = reference_buffer(c, "by_value", NULL);
    uint32_t *recursive = reference_buffer(c, "recursive", NULL);
    uint32_t *indirect = reference_buffer(c, "indirect", NULL);

    for (size_t i = 0; i < n; i++) {
        by_value[i] = structures(words[i], words[i ^ (i + 1 < n)]);
        recursive[i] = recursion(words, n, i);
        indirect[i] = pointers(words[i], (uint32_t)i);
    }
}
