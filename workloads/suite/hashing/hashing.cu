/* SPDX-License-Identifier: BSD-3-Clause */
/* STO: digests of all windows of a stream, by MD5.
 *
 * A storage system that looks for data it already has hashes windows of a stream at every few
 * bytes. Here a window has 184 bytes and begins 124 bytes behind the one before, so that windows
 * overlap. A block copies what its 128 windows cover into shared memory, 15,932 bytes, and each
 * thread hashes one from there: much arithmetic, little memory, and neighbouring blocks share the
 * 60 bytes where their windows overlap. Three such blocks fit into the 48 KiB of shared memory of a
 * GTX 480.
 *
 * Source: R. Rivest, "The MD5 Message-Digest Algorithm", RFC 1321, 1992; S. Al-Kiswany and others,
 *   "StoreGPU: Exploiting Graphics Processing Units to Accelerate Distributed Storage Systems",
 * HPDC 2008, section 3: sliding windows, staged in shared memory.
 */
#include "../common/program.h"

constexpr int BLOCK = 128;
constexpr int STEP = 31;                             /* words from one window to the next; odd, so
                                                        that lanes are in different banks */
constexpr int WINDOW = 46;                           /* words */
constexpr int MESSAGE = 64;                          /* ... padded to four chunks of 16 */
constexpr int COVERED = (BLOCK - 1) * STEP + WINDOW; /* words that a block hashes */

struct digest {
    uint32_t word[4];
};

__constant__ uint32_t sines[64]; /* floor(2^32 |sin(i + 1)|) */

/* Word i of a window behind which RFC 1321's padding stands: a one, zeros, and its bits. */
__device__ static uint32_t message_word(const uint32_t *window, int i)
{
    if (i < WINDOW)
        return window[i];
    return i == WINDOW ? 0x80 : i == MESSAGE - 2 ? 32 * WINDOW : 0;
}

__device__ static uint32_t rotated(uint32_t x, int by)
{
    return x << by | x >> (32 - by);
}

/* Which bits of the three others are mixed in, by round. */
template <int ROUND> __device__ static uint32_t mixed(uint32_t b, uint32_t c, uint32_t d)
{
    if (ROUND == 0)
        return (b & c) | (~b & d);
    if (ROUND == 1)
        return (b & d) | (c & ~d);
    return ROUND == 2 ? b ^ c ^ d : c ^ (b | ~d);
}

/* Sixteen steps. FACTOR, OFFSET: step i takes word FACTOR i + OFFSET of the chunk; S0 to S3: its
 * rotations in turn. */
template <int ROUND, int FACTOR, int OFFSET, int S0, int S1, int S2, int S3>
__device__ static void round_of(uint32_t state[4], const uint32_t *window, int chunk)
{
    const int by[4] = {S0, S1, S2, S3};
#pragma unroll 4
    for (int i = 0; i < 16; i++) {
        uint32_t sum = state[0] + mixed<ROUND>(state[1], state[2], state[3]) +
                       message_word(window, 16 * chunk + (FACTOR * i + OFFSET) % 16) +
                       sines[16 * ROUND + i];
        state[0] = state[3];
        state[3] = state[2];
        state[2] = state[1];
        state[1] += rotated(sum, by[i % 4]);
    }
}

__global__ void hash_windows(const uint32_t *stream, struct digest *digests)
{
    __shared__ uint32_t covered[COVERED];
    size_t first = (size_t)blockIdx.x * BLOCK * STEP;
    for (int i = threadIdx.x; i < COVERED; i += BLOCK)
        covered[i] = stream[first + i];
    __syncthreads();

    const uint32_t *window = covered + threadIdx.x * STEP;
    uint32_t sum[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    for (int chunk = 0; chunk < MESSAGE / 16; chunk++) {
        uint32_t state[4] = {sum[0], sum[1], sum[2], sum[3]};
        round_of<0, 1, 0, 7, 12, 17, 22>(state, window, chunk);
        round_of<1, 5, 1, 5, 9, 14, 20>(state, window, chunk);
        round_of<2, 3, 5, 4, 11, 16, 23>(state, window, chunk);
        round_of<3, 7, 0, 6, 10, 15, 21>(state, window, chunk);
        for (int i = 0; i < 4; i++)
            sum[i] += state[i];
    }
    size_t out = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    for (int i = 0; i < 4; i++)
        digests[out].word[i] = sum[i];
}

/* ---- the reference: MD5 of any bytes, as RFC 1321 writes it down ------------------------------
 */

static void make_sines(uint32_t *table)
{
    for (int i = 0; i < 64; i++)
        table[i] = (uint32_t)(fabs(sin(i + 1.0)) * 4294967296.0);
}

static void digest_chunk(const uint8_t *chunk, const uint32_t *table, struct digest *sum)
{
    static const int shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = sum->word[0], b = sum->word[1], c = sum->word[2], d = sum->word[3];
    for (int i = 0; i < 64; i++) {
        uint32_t f, x = 0;
        int k;
        if (i < 16)
            f = (b & c) | (~b & d), k = i;
        else if (i < 32)
            f = (d & b) | (~d & c), k = (5 * i + 1) % 16;
        else if (i < 48)
            f = b ^ c ^ d, k = (3 * i + 5) % 16;
        else
            f = c ^ (b | ~d), k = 7 * i % 16;
        for (int byte = 3; byte >= 0; byte--)
            x = x << 8 | chunk[4 * k + byte];
        f += a + table[i] + x;
        a = d, d = c, c = b;
        int by = shifts[i / 16][i % 4];
        b += f << by | f >> (32 - by);
    }
    sum->word[0] += a, sum->word[1] += b, sum->word[2] += c, sum->word[3] += d;
}

static struct digest digest_of(const uint8_t *bytes, size_t n, const uint32_t *table)
{
    struct digest sum = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};
    size_t padded = (n + 8) / 64 * 64 + 64;
    uint8_t *message = host_array<uint8_t>(padded);
    memcpy(message, bytes, n);
    message[n] = 0x80;
    for (int i = 0; i < 8; i++)
        message[padded - 8 + i] = (uint8_t)((uint64_t)n * 8 >> 8 * i);
    for (size_t at = 0; at < padded; at += 64)
        digest_chunk(message + at, table, &sum);
    free(message);
    return sum;
}

/* RFC 1321, A.5: the digest of "abc" is 900150983cd24fb0d6963f7d28e17f72. */
static size_t check_reference(const uint32_t *table)
{
    const struct digest got = digest_of((const uint8_t *)"abc", 3, table);
    const uint32_t expected[4] = {0x98500190, 0xb04fd23c, 0x7d3f96d6, 0x727fe128};
    return count_different("digest of abc", got.word, expected, 4);
}

int main(int argc, char **argv)
{
    int blocks = (int)program_argument(argc, argv, 1, "BLOCKS", 96, 1, 1 << 16);
    size_t n = (size_t)blocks * BLOCK, words = (n - 1) * STEP + WINDOW;
    uint32_t *stream = host_array<uint32_t>(words);
    struct digest *digests = host_array<struct digest>(n);
    struct digest *expected = host_array<struct digest>(n);
    uint32_t table[64];
    uint64_t state = 51;

    make_sines(table);
    for (size_t i = 0; i < words; i++)
        stream[i] = (uint32_t)random_next(&state);
    for (size_t i = 0; i < n; i++)
        expected[i] = digest_of((const uint8_t *)(stream + i * STEP), WINDOW * 4, table);

    CHECK(cudaMemcpyToSymbol(sines, table, sizeof table));
    uint32_t *device_stream = device_copy(stream, words);
    struct digest *device_digests = device_array<struct digest>(n);
    hash_windows<<<blocks, BLOCK>>>(device_stream, device_digests);
    CHECK(cudaGetLastError());
    copy_back(digests, device_digests, n);
    size_t wrong = check_reference(table) +
                   count_different("digest word", digests->word, expected->word, 4 * n);

    CHECK(cudaFree(device_stream));
    CHECK(cudaFree(device_digests));
    free(stream);
    free(digests);
    free(expected);
    return program_verdict("hashing", wrong);
}
