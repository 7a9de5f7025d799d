/* SPDX-License-Identifier: BSD-3-Clause */
/* STR: which lines of a text have a word in them.
 *
 * A thread a line, byte by byte: a warp's load touches as many lines of the cache as it has lanes,
 * and the next bytes are in the same ones: locality within the warp, for as long as they stay.
 *
 * Source: B. He and others, "Mars: A MapReduce Framework on Graphics Processors", PACT 2008:
 *   String Match, its map step; here without the framework.
 */
#include "../common/text.h"

enum { BLOCK = 256, WORD = 16, KINDS = 2000, WORDS_A_LINE = 8, WANTED = 3 };

__constant__ char wanted[WORD];

/* Where the word begins first in the line; -1: nowhere. */
__global__ void find(const char *text, const int *begin, int length, int *where, int n)
{
    int line = blockIdx.x * blockDim.x + threadIdx.x;

    if (line >= n)
        return;
    int at = begin[line], end = begin[line + 1], found = -1;
#pragma unroll 1
    for (; at + length <= end && found < 0; at++) {
        int same = 0;
        while (same < length && text[at + same] == wanted[same])
            same++;
        if (same == length)
            found = at;
    }
    where[line] = found;
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "LINES", 20480, 1, 1L << 22);

    uint64_t random = 1;
    records lines = text_lines(n, WORDS_A_LINE, KINDS, &random);
    char word[WORD] = {0};
    int length = write_word(word, WANTED);
    char *text = device_copy(lines.text, lines.begin[n]);
    int *begin = device_copy(lines.begin, n + 1), *where = device_array<int>(n);
    CHECK(cudaMemcpyToSymbol(wanted, word, sizeof word));
    find<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(text, begin, length, where, n);
    CHECK(cudaGetLastError());

    int *got = host_array<int>(n), *expected = host_array<int>(n), matches = 0;
    copy_back(got, where, n);
    for (int i = 0; i < n; i++) {
        const char *line = lines.text + lines.begin[i];
        const void *place = memmem(line, lines.begin[i + 1] - lines.begin[i], word, length);
        expected[i] = place ? (int)((const char *)place - lines.text) : -1;
        matches += place != NULL;
    }
    printf("%d lines, %d bytes, %d with \"%s\"\n", n, lines.begin[n], matches, word);
    size_t wrong = count_different("where", got, expected, n);

    CHECK(cudaFree(text));
    CHECK(cudaFree(begin));
    CHECK(cudaFree(where));
    free(got);
    free(expected);
    records_release(&lines);
    return program_verdict("stringmatch", wrong);
}
