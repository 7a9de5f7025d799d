/* SPDX-License-Identifier: BSD-3-Clause */
/* print_ptx FILE ARCH: the PTX in an nvcc -fatbin file, for nvcc_fatbins.sh. */
#include <stdio.h>
#include <stdlib.h>

#include "runtime/cuda/fatbin.h"

enum { FILE_BYTES_MAX = 1 << 20 };

int main(int argc, char **argv)
{
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "usage: print_ptx FILE ARCH\n");
        return 2;
    }
    unsigned char *bytes = malloc(FILE_BYTES_MAX);
    size_t size = fread(bytes, 1, FILE_BYTES_MAX, file);
    fclose(file);
    struct fatbin_ptx ptx;
    const char *problem =
        fatbin_container_find_ptx(bytes, size, (unsigned)strtoul(argv[2], NULL, 10), &ptx);
    if (problem)
        fprintf(stderr, "%s\n", problem);
    else
        fputs(ptx.text, stdout);
    if (!problem)
        free(ptx.owned);
    free(bytes);
    return problem != NULL;
}
