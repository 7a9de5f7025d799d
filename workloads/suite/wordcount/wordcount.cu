/* SPDX-License-Identifier: BSD-3-Clause */
/* WC: how often each word is in a text.
 *
 * A thread a line goes through it byte by byte, makes a number of each word and counts it in a
 * table, with atomics: frequent words are counted by many at once.
 *
 * Source: B. He and others, "Mars: A MapReduce Framework on Graphics Processors", PACT 2008: Word
 *   Count, its map step. Differs: words are counted by hash in a table, and not sorted.
 */
#include "../common/text.h"

enum { BLOCK = 256, KINDS = 2000, WORDS_A_LINE = 8, ENTRIES = 4096 };
static const uint32_t PRIME = 16777619, BASIS = 2166136261; /* FNV-1a's, of 32 bits */

__global__ void count(const char *text, const int *begin, int *table, int n)
{
    int line = blockIdx.x * blockDim.x + threadIdx.x;

    if (line >= n)
        return;
    uint32_t hash = BASIS;
    int end = begin[line + 1];
#pragma unroll 1
    for (int at = begin[line]; at < end; at++) {
        char letter = text[at];
        if (letter == ' ') {
            atomicAdd(&table[hash % ENTRIES], 1);
            hash = BASIS;
        } else {
            hash = (hash ^ (uint32_t)letter) * PRIME;
        }
    }
}

static void reference_count(const records *lines, int *table)
{
    uint32_t hash = BASIS;
    for (int at = 0; at < lines->begin[lines->n]; at++) {
        if (lines->text[at] != ' ') {
            hash = (hash ^ (uint32_t)lines->text[at]) * PRIME;
            continue;
        }
        table[hash % ENTRIES]++;
        hash = BASIS;
    }
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "LINES", 10240, 1, 1L << 22);

    uint64_t random = 1;
    records lines = text_lines(n, WORDS_A_LINE, KINDS, &random);
    char *text = device_copy(lines.text, lines.begin[n]);
    int *begin = device_copy(lines.begin, n + 1), *table = device_array<int>(ENTRIES);
    CHECK(cudaMemset(table, 0, ENTRIES * sizeof *table));
    count<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(text, begin, table, n);
    CHECK(cudaGetLastError());

    int *got = host_array<int>(ENTRIES), *expected = host_array<int>(ENTRIES);
    copy_back(got, table, ENTRIES);
    reference_count(&lines, expected);
    printf("%d lines, %d bytes\n", n, lines.begin[n]);
    size_t wrong = count_different("table", got, expected, ENTRIES);

    CHECK(cudaFree(text));
    CHECK(cudaFree(begin));
    CHECK(cudaFree(table));
    free(got);
    free(expected);
    records_release(&lines);
    return program_verdict("wordcount", wrong);
}
