/* SPDX-License-Identifier: BSD-3-Clause */
/* CPU reference of mummer: matches by binary search in a suffix array, which has nothing in common
 * with the suffix tree of the kernel. */
#ifndef SIMGPU_PROGRAMS_MUMMER_REFERENCE_H
#define SIMGPU_PROGRAMS_MUMMER_REFERENCE_H

#include "../common/program.h"
#include <algorithm>

/* Letters that the reference from `at` on and the query share, at most `limit`. */
static inline int common_letters(const unsigned char *reference, unsigned length, unsigned at,
                                 const unsigned char *query, int limit)
{
    int same = 0;
    while (same < limit && at + same < length && reference[at + same] == query[same])
        same++;
    return same;
}

/* Starts of all suffixes in the order of their first `letters` letters. */
static inline unsigned *sorted_suffixes(const unsigned char *reference, unsigned length,
                                        int letters)
{
    unsigned *suffixes = host_array<unsigned>(length);
    for (unsigned i = 0; i < length; i++)
        suffixes[i] = i;
    std::sort(suffixes, suffixes + length, [=](unsigned a, unsigned b) {
        unsigned end_a = std::min(a + letters, length), end_b = std::min(b + letters, length);
        return std::lexicographical_compare(reference + a, reference + end_a, reference + b,
                                            reference + end_b);
    });
    return suffixes;
}

/* The longest match is with one of the two neighbours of the place where the query would stand. */
static inline int longest_match(const unsigned char *reference, unsigned length,
                                const unsigned *suffixes, const unsigned char *query, int limit)
{
    const unsigned *place = std::lower_bound(
        suffixes, suffixes + length, query, [=](unsigned suffix, const unsigned char *wanted) {
            unsigned end = std::min(suffix + limit, length);
            return std::lexicographical_compare(reference + suffix, reference + end, wanted,
                                                wanted + limit);
        });
    int longest = 0;
    if (place < suffixes + length)
        longest = common_letters(reference, length, *place, query, limit);
    if (place > suffixes)
        longest = std::max(longest, common_letters(reference, length, place[-1], query, limit));
    return longest;
}

/* A match is right when the reference has it there and none is longer. */
static inline size_t count_wrong_matches(const unsigned char *reference, unsigned length,
                                         const unsigned char *queries, const int2 *matches,
                                         int count, int letters)
{
    unsigned *suffixes = sorted_suffixes(reference, length, letters);
    size_t wrong = 0;
    for (int i = 0; i < count * letters; i++) {
        int limit = letters - i % letters;
        int expected = longest_match(reference, length, suffixes, queries + i, limit);
        int position = matches[i].x;
        bool there = position >= 0 && position < (int)length &&
                     common_letters(reference, length, position, queries + i, expected) == expected;
        if (matches[i].y == expected && there)
            continue;
        if (wrong++ == 0)
            printf("query %d from letter %d: %d letters at %d, expected %d letters\n", i / letters,
                   i % letters, matches[i].y, position, expected);
    }
    free(suffixes);
    return wrong;
}

#endif
