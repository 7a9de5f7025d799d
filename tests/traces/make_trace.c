/* SPDX-License-Identifier: BSD-3-Clause */
/* make_trace KIND FOLDER|- [PARAMETER=NUMBER]...
 *
 * Makes the trace of a kernel that synthetic.h describes in a folder that
 * `simgpu PLATFORM FOLDER/kernelslist.g` runs; with "-" its text goes to standard output, for a
 * pipe.
 */
#include "tests/traces/synthetic.h"

#include <stdlib.h>
#include <string.h>

static bool run(const char *kind, const char *folder, const char *const *settings, GError **error)
{
    struct synthetic trace;
    struct trace_counts counts;
    if (!synthetic_init(&trace, kind, settings, error))
        return false;
    if (strcmp(folder, "-") == 0)
        return synthetic_write(&trace, stdout, &counts, error);
    return synthetic_write_folder(&trace, folder, &counts, error);
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (argc < 3) {
        fprintf(stderr, "usage: make_trace KIND FOLDER|- [PARAMETER=NUMBER]...\n");
        return 2;
    }
    if (run(argv[1], argv[2], (const char *const *)argv + 3, &error))
        return EXIT_SUCCESS;
    fprintf(stderr, "make_trace: %s\n", error->message);
    return EXIT_FAILURE;
}
