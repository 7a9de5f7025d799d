/* SPDX-License-Identifier: BSD-3-Clause */
/* Recorded lines of blocks: what passes the check can be read, and ascends. */
#include "policies/locality/block_lines_file.h"
#include "tests/fuzz/fuzz.h"

enum { BLOCKS = 4 };

static void look_through(const struct block_lines *lines)
{
    g_assert(lines->n_blocks == BLOCKS && lines->first[0] == 0);
    for (uint64_t block = 0; block < BLOCKS; block++) {
        g_assert(lines->first[block] <= lines->first[block + 1]);
        for (uint64_t i = lines->first[block] + 1; i < lines->first[block + 1]; i++)
            g_assert(lines->lines[i - 1] < lines->lines[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    const struct policy_file file = {.name = (char *)"lines", .text = text};
    if (!block_lines_file_check(&file, NULL))
        return 0;
    for (uint32_t launch = 0; launch < 3; launch++) {
        struct block_lines *lines = block_lines_file_read(&file, launch, "k", BLOCKS);
        if (lines)
            look_through(lines);
        block_lines_free(lines);
    }
    return 0;
}
