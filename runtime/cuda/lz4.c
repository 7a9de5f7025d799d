/* SPDX-License-Identifier: BSD-3-Clause */
/* The block format of LZ4: sequences of literals and of matches in what has been written so far.
 *
 * Source: "LZ4 Block Format Description", 2022. Written anew: the library isn't a dependency worth
 * having for fifty lines.
 */
#include "runtime/cuda/lz4.h"

#include <string.h>

enum { LENGTH_GOES_ON = 15, LENGTH_BYTE_MAX = 255, MATCH_BYTES_MIN = 4 };

struct reader {
    const unsigned char *next, *end;
};

/* A length of four bits, and bytes to add as long as they are 255. */
static bool read_length(struct reader *reader, unsigned nibble, size_t *length)
{
    unsigned char byte = LENGTH_BYTE_MAX;
    *length = nibble;
    while (byte == LENGTH_BYTE_MAX && nibble == LENGTH_GOES_ON) {
        if (reader->next == reader->end)
            return false;
        byte = *reader->next++;
        *length += byte;
    }
    return true;
}

bool lz4_unpack(const unsigned char *block, size_t block_bytes, unsigned char *text,
                size_t text_bytes)
{
    struct reader reader = {block, block + block_bytes};
    size_t done = 0, length;
    while (reader.next < reader.end) {
        unsigned token = *reader.next++;
        if (!read_length(&reader, token >> 4, &length) ||
            length > (size_t)(reader.end - reader.next) || length > text_bytes - done)
            return false;
        memcpy(text + done, reader.next, length);
        done += length;
        reader.next += length;
        if (reader.next == reader.end)
            return done == text_bytes; /* the last sequence has no match */
        if (reader.end - reader.next < 2)
            return false;
        size_t distance = reader.next[0] | (size_t)reader.next[1] << 8;
        reader.next += 2;
        if (!read_length(&reader, token & 15, &length))
            return false;
        length += MATCH_BYTES_MIN;
        if (distance == 0 || distance > done || length > text_bytes - done)
            return false;
        for (size_t i = 0; i < length; i++, done++) /* may overlap itself: byte by byte */
            text[done] = text[done - distance];
    }
    return false;
}
