/* SPDX-License-Identifier: BSD-3-Clause */
/* PVR: the pages of a log in the order of how often they were viewed.
 *
 * `parse`, a thread a record, reads "PAGE VIEWS" byte by byte into a pair; a warp's load touches as
 * many lines of the cache as it has lanes. The pairs are sorted by views and page with a bitonic
 * network, a launch a step; partners are 1 to half of all pairs away.
 *
 * Source: B. He and others, "Mars: A MapReduce Framework on Graphics Processors", PACT 2008: Page
 *   View Rank; K. Batcher, "Sorting Networks and Their Applications", AFIPS 1968.
 */
#include "../common/text.h"

enum { BLOCK = 256, MOST_VIEWS = 1000000, LONGEST = 24 };

/* Pairs behind the last record are the smallest, so that they end up in front. */
__global__ void parse(const char *text, const int *begin, unsigned long long *pair, int n, int all)
{
    int record = blockIdx.x * blockDim.x + threadIdx.x;

    if (record >= all)
        return;
    if (record >= n) {
        pair[record] = 0;
        return;
    }
    int at = begin[record], end = begin[record + 1];
    uint32_t page = 0, views = 0;
#pragma unroll 1
    for (; text[at] != ' '; at++)
        page = page * 31 + (uint32_t)text[at];
#pragma unroll 1
    for (at++; at < end; at++)
        views = views * 10 + (uint32_t)(text[at] - '0');
    pair[record] = (unsigned long long)views << 32 | page;
}

/* Compares those whose numbers differ by `distance`; runs of `run` are to be up and down in turn.
 */
__global__ void step(unsigned long long *pair, int distance, int run)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int other = i ^ distance;

    if (other <= i)
        return;
    unsigned long long mine = pair[i], its = pair[other];
    if ((mine > its) == ((i & run) == 0)) {
        pair[i] = its;
        pair[other] = mine;
    }
}

/* A page's record: its address and the views. */
static records log_records(int n, uint64_t *random)
{
    records r = records_new(n, LONGEST);
    int at = 0;
    for (int i = 0; i < n; i++) {
        r.begin[i] = at;
        at += write_word(r.text + at, random_below(random, 1U << 30));
        at += sprintf(r.text + at, " %u", 1 + random_below(random, MOST_VIEWS));
    }
    r.begin[n] = at;
    return r;
}

static int by_value(const void *a, const void *b)
{
    unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
    return x < y ? -1 : x > y;
}

static unsigned long long *reference_order(const records *r)
{
    unsigned long long *pair = host_array<unsigned long long>(r->n);
    for (int i = 0; i < r->n; i++) {
        uint32_t page = 0;
        int at = r->begin[i];
        for (; r->text[at] != ' '; at++)
            page = page * 31 + (uint32_t)r->text[at];
        pair[i] = (unsigned long long)strtoul(r->text + at, NULL, 10) << 32 | page;
    }
    qsort(pair, r->n, sizeof *pair, by_value);
    return pair;
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "RECORDS", 16384, 1, 1L << 22);

    uint64_t random = 1;
    records log = log_records(n, &random);
    int all = BLOCK;
    while (all < n)
        all *= 2;
    unsigned long long *got = host_array<unsigned long long>(all);
    char *text = device_copy(log.text, log.begin[n]);
    int *begin = device_copy(log.begin, n + 1);
    unsigned long long *pair = device_array<unsigned long long>(all);
    parse<<<all / BLOCK, BLOCK>>>(text, begin, pair, n, all);
    CHECK(cudaGetLastError());
    for (int run = 2; run <= all; run *= 2)
        for (int distance = run / 2; distance > 0; distance /= 2) {
            step<<<all / BLOCK, BLOCK>>>(pair, distance, run);
            CHECK(cudaGetLastError());
        }
    copy_back(got, pair, all);
    unsigned long long *expected = reference_order(&log);
    printf("%d records, %d bytes\n", n, log.begin[n]);
    size_t wrong = count_different("pair", got + (all - n), expected, n);

    CHECK(cudaFree(text));
    CHECK(cudaFree(begin));
    CHECK(cudaFree(pair));
    free(got);
    free(expected);
    records_release(&log);
    return program_verdict("pageview", wrong);
}
