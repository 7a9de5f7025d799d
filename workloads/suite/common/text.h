/* SPDX-License-Identifier: BSD-3-Clause */
/* Text for the suite's programs that go through records: one string, and where each record begins.
 *
 * Plain CUDA C++: it compiles with simgpucc and with nvcc.
 */
#ifndef SIMGPU_PROGRAMS_COMMON_TEXT_H
#define SIMGPU_PROGRAMS_COMMON_TEXT_H

#include "program.h"

struct records {
    int n;
    char *text;
    int *begin; /* n + 1 elements */
};

static inline records records_new(int n, int longest)
{
    return {n, host_array<char>((size_t)n * longest + 1), host_array<int>(n + 1)};
}

static inline void records_release(records *r)
{
    free(r->text);
    free(r->begin);
}

/* A word of 2 to 9 letters that stands for a number: the same number, the same word. Its length. */
static inline int write_word(char *to, uint32_t number)
{
    uint64_t random = number;
    int length = 2 + (int)random_below(&random, 8);
    for (int i = 0; i < length; i++)
        to[i] = (char)('a' + random_below(&random, 26));
    return length;
}

/* Of `kinds` kinds, the lower the number the more often. */
static inline uint32_t draw_word(uint64_t *random, uint32_t kinds)
{
    return random_below(random, 1 + random_below(random, kinds));
}

/* Lines of `words` words, each with a blank behind it. */
static inline records text_lines(int n, int words, uint32_t kinds, uint64_t *random)
{
    records r = records_new(n, words * 10);
    int at = 0;
    for (int line = 0; line < n; line++) {
        r.begin[line] = at;
        for (int i = 0; i < words; i++) {
            at += write_word(r.text + at, draw_word(random, kinds));
            r.text[at++] = ' ';
        }
    }
    r.begin[n] = at;
    return r;
}

#endif
