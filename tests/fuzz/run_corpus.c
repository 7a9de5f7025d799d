/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a harness on every file of a folder, and on each with its second half cut off: a test that
 * needs no libFuzzer. Usage: test_fuzz_NAME FOLDER */
#include "tests/fuzz/fuzz.h"

#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

static void run(const char *path)
{
    g_autofree char *contents = NULL;
    gsize size;
    if (!g_file_get_contents(path, &contents, &size, NULL)) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(EXIT_FAILURE);
    }
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput((const uint8_t *)contents, size);
    LLVMFuzzerTestOneInput((const uint8_t *)contents, size / 2);
}

int main(int argc, char **argv)
{
    GDir *folder = argc == 2 ? g_dir_open(argv[1], 0, NULL) : NULL;
    unsigned n = 0;
    if (!folder) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return EXIT_FAILURE;
    }
    for (const char *name; (name = g_dir_read_name(folder)); n++) {
        g_autofree char *path = g_build_filename(argv[1], name, NULL);
        run(path);
    }
    g_dir_close(folder);
    return n > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
