/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/image_open.h"
#include "base/image/image_private.h"
#include "base/image/image_restorer.h"
#include "base/image/kernel_state.h"
#include "base/input_error.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* ---- opening ----------------------------------------------------------------------------------
 */

bool image_not_whole(const struct image *image, GError **error)
{
    return input_error_at(error, image->path, 0, "the file is no image of simgpu, or not whole");
}

static bool check_header(const struct image *image, GError **error)
{
    const struct image_header *header = &image->header;
    uint32_t cpu[CPU_WORDS];
    if (strncmp(header->magic, IMAGE_MAGIC, sizeof header->magic) != 0 ||
        header->header_bytes != sizeof *header)
        return image_not_whole(image, error);
    kernel_state_cpu(cpu);
    return memcmp(cpu, header->cpu, sizeof cpu) == 0 ||
           input_error_at(error, image->path, 0, "it was made on a machine with another processor");
}

static bool check_regions(const struct image *image, GError **error)
{
    for (uint32_t i = 0; i < image->header.n_regions; i++) {
        const struct memory_region *region = &image->regions[i];
        if (region->kind == MEMORY_FILE && !memory_map_same_file(region))
            return input_error_at(error, image->path, 0,
                                  "%s is not what it was when the image was made", region->path);
    }
    return true;
}

static bool read_front(struct image *image, GError **error)
{
    struct image_header *header = &image->header;
    const int file = open(image->path, O_RDONLY | O_CLOEXEC);
    image->file = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, IMAGE_HIGH_FILE);
    if (file >= 0)
        close(file);
    if (image->file < 0)
        return input_error_at(error, image->path, 0, "can't be read: %s", g_strerror(errno));
    if (read(image->file, header, sizeof *header) != (ssize_t)sizeof *header)
        return image_not_whole(image, error);
    if (!check_header(image, error))
        return false;
    if (header->n_regions > IMAGE_MAX_REGIONS || header->n_files > IMAGE_HIGH_FILE)
        return image_not_whole(image, error);
    image->regions = g_new0(struct memory_region, header->n_regions);
    image->staged = g_new0(uint64_t, header->n_regions);
    image->files = g_new0(struct open_file, header->n_files);
    image->numbers = g_new(int, header->n_files);
    for (uint32_t i = 0; i < header->n_files; i++)
        image->numbers[i] = -1;
    image->room = g_malloc(packed_stream_room());
    packed_stream_read_from(&image->stream, image->file, image->room);
    if (!packed_stream_read(&image->stream, image->regions,
                            header->n_regions * sizeof *image->regions) ||
        !packed_stream_read(&image->stream, image->files, header->n_files * sizeof *image->files))
        return image_not_whole(image, error);
    return check_regions(image, error);
}

struct image *image_open(const char *path, GError **error)
{
    struct image *image = g_new0(struct image, 1);
    image->path = g_strdup(path);
    image->copies = g_array_new(FALSE, FALSE, sizeof(struct restorer_step));
    image->spared = g_array_new(FALSE, FALSE, sizeof(struct spared));
    image->steps = g_array_new(FALSE, FALSE, sizeof(struct restorer_step));
    if (read_front(image, error))
        return image;
    image_free(image);
    return NULL;
}

void image_free(struct image *image)
{
    if (!image)
        return;
    for (uint32_t i = 0; image->numbers && i < image->header.n_files; i++)
        if (image->numbers[i] >= 0)
            close(image->numbers[i]);
    if (image->file >= 0)
        close(image->file);
    image_arena_finish(&image->arena);
    g_array_free(image->copies, TRUE);
    g_array_free(image->steps, TRUE);
    g_array_free(image->spared, TRUE);
    g_free(image->regions);
    g_free(image->staged);
    g_free(image->files);
    g_free(image->numbers);
    g_free(image->room);
    g_free(image->path);
    g_free(image);
}

const struct image_note *image_note(const struct image *image)
{
    return &image->header.note;
}

/* ---- files ------------------------------------------------------------------------------------
 */

static uint32_t index_of(const struct image *image, int number)
{
    uint32_t i = 0;
    while (i < image->header.n_files && image->files[i].number != number)
        i++;
    return i;
}

int image_file_at(struct image *image, uint32_t index, GError **error)
{
    if (image->numbers[index] < 0)
        image->numbers[index] = open_files_again(&image->files[index], IMAGE_HIGH_FILE, error);
    return image->numbers[index];
}

int image_file(struct image *image, int number, GError **error)
{
    const uint32_t index = index_of(image, number);
    if (index < image->header.n_files)
        return image_file_at(image, index, error);
    image_not_whole(image, error);
    return -1;
}

void image_give(struct image *image, int number, int file)
{
    const uint32_t index = index_of(image, number);
    if (index < image->header.n_files && image->numbers[index] < 0)
        image->numbers[index] = fcntl(file, F_DUPFD_CLOEXEC, IMAGE_HIGH_FILE);
    close(file);
}

void image_spare(struct image *image, int number, uint64_t begin, uint64_t end)
{
    const struct spared spared = {index_of(image, number), begin, end};
    g_array_append_val(image->spared, spared);
}
