/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts, and makes an image of itself at each step: image_counter IMAGE STEPS [STOP]. If the image
 * is there, it goes on from it. At step STOP it ends by SIGKILL. At the end it prints what it has
 * gathered in memory of all kinds. */
#include "base/image/image_enter.h"
#include "base/image/image_make.h"
#include "base/image/open_files.h"
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SHARED_BYTES = 1 << 20, EVERY = 4096, PIECES = 40, PIECE_BYTES = 10000 };

static __thread unsigned of_thread;
static unsigned of_program;
static volatile sig_atomic_t heard;

static void hear(int number)
{
    (void)number;
    heard++;
}

static int fail(GError *error)
{
    fprintf(stderr, "%s\n", error ? error->message : "no reason");
    return EXIT_FAILURE;
}

/* The shared file's own mapping, and its descriptor. */
static unsigned *map_shared(int *file)
{
    *file = memfd_create("counts", MFD_CLOEXEC);
    if (ftruncate(*file, SHARED_BYTES) != 0)
        return NULL;
    return mmap(NULL, SHARED_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, *file, 0);
}

static unsigned sum_of(const unsigned *values, unsigned n, unsigned stride)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += values[i * stride];
    return sum;
}

/* Time passes, and calls of the C library work. */
static bool clock_runs(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    usleep(1000);
    clock_gettime(CLOCK_MONOTONIC, &after);
    return after.tv_sec != before.tv_sec || after.tv_nsec != before.tv_nsec;
}

static int count(const char *path, unsigned steps, unsigned stop)
{
    struct image_note note = {.key = "counter"};
    const struct image_setup setup = {
        .path = path, .note = &note, .inherited = open_files_numbers()};
    unsigned *list = NULL, of_stack = 0, restored = 0;
    int file;
    unsigned *shared = map_shared(&file);
    signal(SIGUSR1, hear);
    for (unsigned i = 1; i <= steps; i++) {
        GError *error = NULL;
        uint8_t news[IMAGE_NEWS_BYTES] = "";
        uint64_t bytes;
        list = realloc(list, i * EVERY * sizeof *list);
        list[(i - 1) * EVERY] = i;
        shared[i * 100] = i;
        for (unsigned k = 0; k < PIECES; k++) /* the heap grows: small pieces are not mapped */
            memset(malloc(PIECE_BYTES), (int)i, PIECE_BYTES);
        of_thread += i;
        of_program += i;
        of_stack += i;
        const enum image_end end = image_make(&setup, &bytes, news, &error);
        if (end == IMAGE_FAILED)
            return fail(error);
        if (end == IMAGE_RESTORED && strcmp((const char *)news, "news") != 0)
            return fail(NULL);
        restored += end == IMAGE_RESTORED;
        raise(SIGUSR1);
        if (i == stop && end == IMAGE_MADE)
            raise(SIGKILL);
    }
    printf("%u %u %u %u %u %d %s\n", sum_of(list, steps, EVERY), sum_of(shared + 100, steps, 100),
           of_thread, of_program, of_stack, (int)heard, clock_runs() ? "runs" : "stands");
    fprintf(stderr, "restored %u\n", restored);
    free(list);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    GError *error = NULL;
    if (argc < 3)
        return EXIT_FAILURE;
    const unsigned stop = argc > 3 ? (unsigned)atoi(argv[3]) : 0;
    if (access(argv[1], R_OK) == 0) {
        const uint8_t news[IMAGE_NEWS_BYTES] = "news";
        struct image *image = image_open(argv[1], &error);
        if (image)
            image_enter(image, news, &error);
        return fail(error);
    }
    return count(argv[1], (unsigned)atoi(argv[2]), stop);
}
