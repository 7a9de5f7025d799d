/* SPDX-License-Identifier: BSD-3-Clause */
/* A .tracez, unpacked to its end or its first error. (fuzz_trace.c reads the text that comes of
 * it.)
 */
#include "tests/fuzz/fuzz.h"
#include "workloads/sass_trace/text/text_tracez.h"

#include <glib.h>

/* Frames of zstd can say much in few bytes. */
enum { PORTION = 1000, TEXT_BYTES_MAX = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file;
    char text[PORTION];
    g_autofree char *path = fuzz_file(data, size, &file);
    g_autoptr(GError) error = NULL;
    struct tracez *trace = tracez_open(file, path, &error);
    ssize_t n = trace ? 1 : -1;
    for (size_t all = 0; n > 0 && all < TEXT_BYTES_MAX; all += (size_t)n)
        n = tracez_read(trace, text, sizeof text, &error);
    g_assert((n < 0) == (error != NULL));
    tracez_free(trace);
    fuzz_file_remove(file);
    return 0;
}
