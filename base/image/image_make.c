/* SPDX-License-Identifier: BSD-3-Clause */
/* What is read must not change meanwhile: from the reading of the map to the last byte nothing is
 * allocated, and all that changes lies in a scratch mapping that is not part of the image. */
#include "base/image/image_make.h"
#include "base/image/image_format.h"
#include "base/image/kernel_state.h"
#include "base/image/memory_map.h"
#include "base/image/open_files.h"
#include "base/image/packed_stream.h"
#include "base/input_error.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

G_STATIC_ASSERT((int)CPU_WORDS == (int)IMAGE_CPU_WORDS);

enum { TEXT_BYTES = 8 << 20, PAGES = 512 };

/* Of a page in /proc/self/pagemap. Source: Documentation/admin-guide/mm/pagemap.rst of Linux. */
static const uint64_t PRESENT = UINT64_C(3) << 62 /* or swapped */, OF_FILE = UINT64_C(1) << 61;

struct scratch {
    struct memory_region regions[IMAGE_MAX_REGIONS];
    char text[TEXT_BYTES];
    uint64_t pages[PAGES];
    uint8_t buffer[PAGES * IMAGE_PAGE];
    uint8_t packing[]; /* packed_stream_room() */
};

struct maker {
    struct scratch *scratch;
    uint8_t *mapped; /* with a page before and a page behind it */
    size_t scratch_bytes, n_regions;
    struct packed_stream stream;
    int pagemap, file;
    GArray *files;
};

const char *image_problem(void)
{
#if !defined(__x86_64__)
    return "this processor is not an x86-64";
#elif defined(__SANITIZE_ADDRESS__)
    return "this build has the address sanitizer";
#else
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
    return "this build has the address sanitizer";
#endif
#endif
    return access("/proc/self/pagemap", R_OK) == 0 ? NULL : "/proc/self/pagemap can't be read";
#endif
}

static bool is_zero(const uint8_t *bytes, size_t n)
{
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, n - 1) == 0;
}

static void write_run(struct maker *m, enum image_run_kind kind, size_t index, uint64_t at,
                      const void *bytes, uint64_t n)
{
    const struct image_run run = {kind, (uint32_t)index, at, n};
    if (n == 0 && kind != IMAGE_END)
        return;
    packed_stream_write(&m->stream, &run, sizeof run);
    packed_stream_write(&m->stream, bytes, n);
}

/* ---- memory -----------------------------------------------------------------------------------
 */

/* A page of a file that nobody has changed comes from the file. What is not there is zero. */
static bool page_counts(const struct memory_region *region, uint64_t entry, uint64_t address)
{
    const uint8_t *bytes = (const uint8_t *)(uintptr_t)address;
    switch (region->kind) {
    case MEMORY_FILE:
        return (entry & PRESENT) != 0 && (entry & OF_FILE) == 0;
    case MEMORY_ANONYMOUS:
        return (entry & PRESENT) != 0 && !is_zero(bytes, IMAGE_PAGE);
    default:
        return !is_zero(bytes, IMAGE_PAGE);
    }
}

/* Pages that count, as runs. */
static void write_pages(struct maker *m, size_t index, uint64_t begin, uint64_t n)
{
    const struct memory_region *region = &m->scratch->regions[index];
    uint64_t first = 0, length = 0;
    const ssize_t got = pread(m->pagemap, m->scratch->pages, n * sizeof(uint64_t),
                              (off_t)(begin / IMAGE_PAGE * sizeof(uint64_t)));
    m->stream.failed |= got != (ssize_t)(n * sizeof(uint64_t));
    for (uint64_t i = 0; i < n && !m->stream.failed; i++) {
        if (page_counts(region, m->scratch->pages[i], begin + i * IMAGE_PAGE)) {
            first = length == 0 ? begin + i * IMAGE_PAGE : first;
            length += IMAGE_PAGE;
            continue;
        }
        write_run(m, IMAGE_OF_REGION, index, first, (const void *)(uintptr_t)first, length);
        length = 0;
    }
    write_run(m, IMAGE_OF_REGION, index, first, (const void *)(uintptr_t)first, length);
}

static void write_region(struct maker *m, size_t index)
{
    const struct memory_region *region = &m->scratch->regions[index];
    if (region->kind == MEMORY_SHARED || region->kind == MEMORY_KERNELS ||
        !(region->protection & PROT_READ))
        return;
    for (uint64_t at = region->begin; at < region->end; at += PAGES * IMAGE_PAGE)
        write_pages(m, index, at, MIN((region->end - at) / IMAGE_PAGE, PAGES));
}

/* ---- files ------------------------------------------------------------------------------------
 */

static bool keeps_bytes(const struct open_file *file)
{
    return file->kind == OPEN_FILE_MEMORY || file->kind == OPEN_FILE_UNNAMED;
}

/* What of [at, end) is not zero. Such a file is new when it is opened again. */
static void write_piece(struct maker *m, size_t index, int number, off_t at, off_t end)
{
    uint8_t *buffer = m->scratch->buffer;
    while (at < end && !m->stream.failed) {
        const size_t wanted = (size_t)MIN(end - at, PAGES * IMAGE_PAGE);
        const ssize_t got = pread(number, buffer, wanted, at);
        m->stream.failed |= got <= 0;
        for (ssize_t i = 0; i < got; i += IMAGE_PAGE) {
            const size_t n = (size_t)MIN(got - i, IMAGE_PAGE);
            if (!is_zero(buffer + i, n))
                write_run(m, IMAGE_OF_FILE, index, (uint64_t)(at + i), buffer + i, n);
        }
        at += MAX(got, 0);
    }
}

static void write_file(struct maker *m, size_t index)
{
    const struct open_file *file = &g_array_index(m->files, struct open_file, index);
    off_t at = 0, hole;
    if (!keeps_bytes(file))
        return;
    while ((at = lseek(file->number, at, SEEK_DATA)) >= 0) {
        hole = lseek(file->number, at, SEEK_HOLE);
        write_piece(m, index, file->number, at, hole < 0 ? (off_t)file->bytes : hole);
        at = MAX(hole, at + 1);
    }
    lseek(file->number, (off_t)file->at, SEEK_SET);
}

/* ---- all --------------------------------------------------------------------------------------
 */

static void write_all(struct maker *m, const struct image_header *header)
{
    struct scratch *scratch = m->scratch;
    packed_stream_write_to(&m->stream, m->file, scratch->packing);
    m->stream.failed |= write(m->file, header, sizeof *header) != (ssize_t)sizeof *header;
    packed_stream_write(&m->stream, scratch->regions, m->n_regions * sizeof *scratch->regions);
    packed_stream_write(&m->stream, m->files->data, m->files->len * sizeof(struct open_file));
    for (size_t i = 0; i < m->n_regions; i++)
        write_region(m, i);
    for (size_t i = 0; i < m->files->len; i++)
        write_file(m, i);
    write_run(m, IMAGE_END, 0, 0, NULL, 0);
    packed_stream_write_end(&m->stream);
}

/* Between two pages that nobody can read, so that the kernel doesn't make one region of it and what
 * lies beside it. */
static bool map_scratch(struct maker *m)
{
    m->scratch_bytes =
        (sizeof(struct scratch) + packed_stream_room() + IMAGE_PAGE - 1) / IMAGE_PAGE * IMAGE_PAGE;
    m->mapped = mmap(NULL, m->scratch_bytes + 2 * IMAGE_PAGE, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m->mapped == MAP_FAILED)
        return false;
    m->scratch = (struct scratch *)(void *)(m->mapped + IMAGE_PAGE);
    return mprotect(m->scratch, m->scratch_bytes, PROT_READ | PROT_WRITE) == 0;
}

static bool open_all(struct maker *m, const struct image_setup *setup, GError **error)
{
    const char *problem = image_problem();
    if (problem || !kernel_state_is_alone())
        return input_error_at(error, "--checkpoint", 0, "no image can be made: %s",
                              problem ? problem : "the process has other threads");
    m->files = open_files_read(setup->inherited, setup->given, error);
    if (!m->files)
        return false;
    g_autofree char *aside = g_strconcat(setup->path, ".new", NULL);
    const bool room = map_scratch(m);
    m->file = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    m->pagemap = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
    return (room && m->file >= 0 && m->pagemap >= 0) ||
           input_error_at(error, aside, 0, "can't be written: %s", g_strerror(errno));
}

static void close_all(struct maker *m)
{
    if (m->files)
        g_array_free(m->files, TRUE);
    if (m->mapped != MAP_FAILED)
        munmap(m->mapped, m->scratch_bytes + 2 * IMAGE_PAGE);
    if (m->file >= 0)
        close(m->file);
    if (m->pagemap >= 0)
        close(m->pagemap);
}

static bool finish(struct maker *m, const struct image_setup *setup, GError **error)
{
    g_autofree char *aside = g_strconcat(setup->path, ".new", NULL);
    return (!m->stream.failed && fdatasync(m->file) == 0 && rename(aside, setup->path) == 0) ||
           input_error_at(error, aside, 0, "can't be written: %s", g_strerror(errno));
}

/* Here the process goes on. The frame is part of the image, and what it has was set before. */
static void wake_up(const struct image_handover *handover, const struct kernel_state *state,
                    uint8_t news[IMAGE_NEWS_BYTES])
{
    munmap((void *)(uintptr_t)handover->arena, handover->arena_bytes);
    kernel_state_set(state);
    memcpy(news, handover->news, IMAGE_NEWS_BYTES);
}

enum image_end image_make(const struct image_setup *setup, uint64_t *bytes,
                          uint8_t news[IMAGE_NEWS_BYTES], GError **error)
{
    struct maker m = {.mapped = MAP_FAILED, .pagemap = -1, .file = -1};
    struct image_handover handover;
    struct kernel_state state;
    struct image_header header = {.magic = IMAGE_MAGIC,
                                  .header_bytes = sizeof header,
                                  .thread_pointer = (uintptr_t)__builtin_thread_pointer(),
                                  .handover = (uintptr_t)&handover,
                                  .note = *setup->note};
    fflush(NULL);
    if (!open_all(&m, setup, error)) {
        close_all(&m);
        return IMAGE_FAILED;
    }
    kernel_state_keep_heap();
    kernel_state_read(&state);
    kernel_state_cpu(header.cpu);
    header.n_files = m.files->len;
    if (image_context_save(&header.context) != 0) {
        wake_up(&handover, &state, news);
        return IMAGE_RESTORED;
    }
    const uint64_t scratch = (uintptr_t)m.scratch;
    m.n_regions = memory_map_read(m.scratch->regions, IMAGE_MAX_REGIONS, m.scratch->text,
                                  TEXT_BYTES, scratch, scratch + m.scratch_bytes, setup->copied);
    header.n_regions = (uint32_t)m.n_regions;
    m.stream.failed = m.n_regions == 0;
    if (m.n_regions > 0)
        write_all(&m, &header);
    const bool good = finish(&m, setup, error);
    *bytes = sizeof header + m.stream.written;
    close_all(&m);
    return good ? IMAGE_MADE : IMAGE_FAILED;
}
