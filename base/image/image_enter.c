/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/image/image_enter.h"
#include "base/image/image_private.h"
#include "base/image/image_restorer.h"
#include "base/image/kernel_state.h"
#include "base/image/vdso_calls.h"
#include "base/input_error.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    STACK_BYTES = 8 << 20, /* of the main thread: it may become deeper than it was */
    RESTORER_STACK_BYTES = 64 << 10,
    EXTRA_BYTES = 128 << 20, /* for the restorer and its plan */
    TEXT_BYTES = 8 << 20
};
static const uint64_t USER_END = UINT64_C(1) << 47; /* of addresses of programs */

/* ---- files ------------------------------------------------------------------------------------
 */

/* The end of the spared bytes at an offset; 0: it is not spared. *next: where the next ones begin.
 */
static uint64_t spared_to(const struct image *image, uint32_t index, uint64_t at, uint64_t *next)
{
    uint64_t end = 0;
    *next = UINT64_MAX;
    for (guint i = 0; i < image->spared->len; i++) {
        const struct spared *spared = &g_array_index(image->spared, struct spared, i);
        if (spared->index == index && spared->begin <= at && spared->end > at)
            end = MAX(end, spared->end);
        else if (spared->index == index && spared->begin > at)
            *next = MIN(*next, spared->begin);
    }
    return end;
}

static bool open_all_files(struct image *image, GError **error)
{
    for (uint32_t i = 0; i < image->header.n_files; i++)
        if (image_file_at(image, i, error) < 0)
            return false;
    return true;
}

/* Each gets the number that it had. */
static bool number_files(struct image *image, GError **error)
{
    for (uint32_t i = 0; i < image->header.n_files; i++) {
        const struct open_file *file = &image->files[i];
        if (file->number >= IMAGE_HIGH_FILE ||
            dup3(image->numbers[i], file->number,
                 file->descriptor_flags & FD_CLOEXEC ? O_CLOEXEC : 0) < 0)
            return input_error_at(error, image->path, 0, "too many open files");
    }
    return true;
}

/* ---- bytes ------------------------------------------------------------------------------------
 */

static uint64_t size_of(const struct memory_region *region)
{
    return region->end - region->begin;
}

static void stage_regions(struct image *image)
{
    for (uint32_t i = 0; i < image->header.n_regions; i++)
        if (image->regions[i].kind <= MEMORY_COPIED || image->regions[i].kind == MEMORY_VDSO)
            image->staged[i] = image_arena_take(&image->arena, size_of(&image->regions[i]));
}

static bool read_into_region(struct image *image, const struct image_run *run)
{
    if (run->index >= image->header.n_regions)
        return false;
    const struct memory_region *region = &image->regions[run->index];
    if (run->at < region->begin || run->bytes > region->end - run->at)
        return false;
    const uint64_t at = image->staged[run->index] + (run->at - region->begin);
    if (region->kind == MEMORY_FILE) {
        const struct restorer_step copy = {
            .kind = RESTORER_COPY, .to = run->at, .from = at, .bytes = run->bytes};
        g_array_append_val(image->copies, copy);
    }
    return packed_stream_read(&image->stream, (void *)(uintptr_t)at, run->bytes);
}

static bool read_into_file(struct image *image, const struct image_run *run)
{
    uint8_t page[IMAGE_PAGE];
    uint64_t next;
    if (run->index >= image->header.n_files || run->bytes > sizeof page ||
        !packed_stream_read(&image->stream, page, run->bytes))
        return false;
    return spared_to(image, run->index, run->at, &next) > 0 ||
           pwrite(image->numbers[run->index], page, run->bytes, (off_t)run->at) ==
               (ssize_t)run->bytes;
}

/* A file that the program has already written to is to be as it was: what the image doesn't have
 * was zero. */
static void clear_file(const struct image *image, uint32_t index)
{
    uint64_t at = 0, next;
    while (at < image->files[index].bytes) {
        const uint64_t end = spared_to(image, index, at, &next);
        next = MIN(next, image->files[index].bytes);
        if (end == 0)
            fallocate(image->numbers[index], FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)at,
                      (off_t)(next - at));
        at = end > 0 ? end : next;
    }
}

static void clear_files(const struct image *image)
{
    for (uint32_t i = 0; i < image->header.n_files; i++)
        if (image->files[i].kind == OPEN_FILE_MEMORY)
            clear_file(image, i);
}

static bool read_bytes(struct image *image, GError **error)
{
    struct image_run run;
    bool good = true;
    stage_regions(image);
    clear_files(image);
    while (good) {
        good = packed_stream_read(&image->stream, &run, sizeof run);
        if (good && run.kind == IMAGE_END)
            break;
        good = good && (run.kind == IMAGE_OF_REGION ? read_into_region(image, &run)
                                                    : read_into_file(image, &run));
    }
    for (uint32_t i = 0; good && i < image->header.n_regions; i++)
        if (image->regions[i].kind == MEMORY_VDSO)
            vdso_calls_replace((uint8_t *)(uintptr_t)image->staged[i], size_of(&image->regions[i]));
    return good || image_not_whole(image, error);
}

/* ---- the plan ---------------------------------------------------------------------------------
 */

static void add_step(struct image *image, struct restorer_step step)
{
    g_array_append_val(image->steps, step);
}

/* All that this process has, but for the arena and what the kernel doesn't let go. */
static bool plan_unmapping(struct image *image, GError **error)
{
    g_autofree struct memory_region *now = g_new(struct memory_region, IMAGE_MAX_REGIONS);
    g_autofree char *text = g_malloc(TEXT_BYTES);
    const uint64_t end = image->arena.begin + image->arena.bytes;
    const size_t n =
        memory_map_read(now, IMAGE_MAX_REGIONS, text, TEXT_BYTES, image->arena.begin, end, NULL);
    for (size_t i = 0; i < n; i++)
        if (now[i].end <= USER_END)
            add_step(image, (struct restorer_step){.kind = RESTORER_UNMAP,
                                                   .to = now[i].begin,
                                                   .bytes = size_of(&now[i])});
    return n > 0 || input_error_at(error, image->path, 0, "/proc/self/maps can't be read");
}

/* The file of a mapping: an open one for shared memory, else by its name. -1 with an error. */
static int file_of(struct image *image, const struct memory_region *region, GError **error)
{
    for (uint32_t i = 0; i < image->header.n_files && region->kind == MEMORY_SHARED; i++)
        if (image->files[i].inode == region->inode && image->files[i].kind == OPEN_FILE_MEMORY)
            return image->numbers[i];
    const int file = open(region->path, O_RDONLY | O_CLOEXEC);
    const int high = file < 0 ? -1 : fcntl(file, F_DUPFD_CLOEXEC, IMAGE_HIGH_FILE);
    if (file >= 0)
        close(file);
    if (high < 0)
        input_error_at(error, image->path, 0, "%s, which was mapped, can't be opened: %s",
                       region->path, g_strerror(errno));
    return high;
}

static bool plan_file(struct image *image, uint32_t index, guint *copied, GError **error)
{
    const struct memory_region *region = &image->regions[index];
    const bool shared = region->kind == MEMORY_SHARED;
    const int file = file_of(image, region, error);
    if (file < 0)
        return false;
    add_step(image, (struct restorer_step){
                        .kind = RESTORER_MAP,
                        .to = region->begin,
                        .from = region->offset,
                        .bytes = size_of(region),
                        .file = file,
                        .flags = MAP_FIXED | (shared ? MAP_SHARED | MAP_NORESERVE : MAP_PRIVATE),
                        .protection = shared ? (int)region->protection : PROT_READ | PROT_WRITE});
    while (*copied < image->copies->len &&
           g_array_index(image->copies, struct restorer_step, *copied).to < region->end)
        add_step(image, g_array_index(image->copies, struct restorer_step, (*copied)++));
    return true;
}

/* The main thread's stack grows no more by itself: it gets its room at once. */
static void plan_stack(struct image *image, uint32_t index)
{
    const struct memory_region *stack = &image->regions[index];
    const uint64_t lowest = index > 0 ? image->regions[index - 1].end + IMAGE_PAGE : IMAGE_PAGE;
    const uint64_t begin = MAX(lowest, stack->end - STACK_BYTES);
    if (begin < stack->begin)
        add_step(image, (struct restorer_step){
                            .kind = RESTORER_MOVE,
                            .to = begin,
                            .from = image_arena_take(&image->arena, stack->begin - begin),
                            .bytes = stack->begin - begin});
}

static bool plan_region(struct image *image, uint32_t index, guint *copied, GError **error)
{
    const struct memory_region *region = &image->regions[index];
    if (region->kind == MEMORY_KERNELS)
        return true;
    if (strcmp(region->path, "[stack]") == 0)
        plan_stack(image, index);
    if (region->kind == MEMORY_FILE || region->kind == MEMORY_SHARED) {
        if (!plan_file(image, index, copied, error))
            return false;
    } else {
        add_step(image, (struct restorer_step){.kind = RESTORER_MOVE,
                                               .to = region->begin,
                                               .from = image->staged[index],
                                               .bytes = size_of(region)});
    }
    add_step(image, (struct restorer_step){.kind = RESTORER_PROTECT,
                                           .to = region->begin,
                                           .bytes = size_of(region),
                                           .protection = (int)region->protection});
    return true;
}

static bool plan_all(struct image *image, const uint8_t *news, GError **error)
{
    guint copied = 0;
    struct image_handover handover = {.arena = image->arena.begin,
                                      .arena_bytes = image->arena.bytes};
    memcpy(handover.news, news, sizeof handover.news);
    const uint64_t kept = image_arena_take(&image->arena, sizeof handover);
    memcpy((void *)(uintptr_t)kept, &handover, sizeof handover);
    if (!plan_unmapping(image, error))
        return false;
    for (uint32_t i = 0; i < image->header.n_regions; i++)
        if (!plan_region(image, i, &copied, error))
            return false;
    add_step(image, (struct restorer_step){.kind = RESTORER_COPY,
                                           .to = image->header.handover,
                                           .from = kept,
                                           .bytes = sizeof handover});
    return true;
}

/* Whatever has been opened on the way; nothing here is open for longer. */
static void plan_closing(struct image *image)
{
    g_autoptr(GArray) numbers = open_files_numbers();
    for (guint i = 0; i < numbers->len; i++)
        if (g_array_index(numbers, int, i) >= IMAGE_HIGH_FILE)
            add_step(image, (struct restorer_step){.kind = RESTORER_CLOSE,
                                                   .file = g_array_index(numbers, int, i)});
}

/* ---- going on ---------------------------------------------------------------------------------
 */

static struct restorer_plan *place_plan(struct image *image)
{
    const guint n = image->steps->len;
    struct restorer_plan *plan = (void *)(uintptr_t)image_arena_take(&image->arena, sizeof *plan);
    struct restorer_step *steps =
        (void *)(uintptr_t)image_arena_take(&image->arena, n * sizeof *steps);
    memcpy(steps, image->steps->data, n * sizeof *steps);
    *plan = (struct restorer_plan){.steps = steps,
                                   .n_steps = n,
                                   .thread_pointer = image->header.thread_pointer,
                                   .context = image->header.context};
    g_strlcpy(plan->message, "simgpu: the image can't be put into memory\n", sizeof plan->message);
    plan->message_bytes = strlen(plan->message);
    return plan;
}

static void jump(uint64_t code, uint64_t stack, const struct restorer_plan *plan)
{
#if defined(__x86_64__)
    __asm__ volatile("movq %0, %%rsp\n"
                     "xorl %%ebp, %%ebp\n"
                     "callq *%1\n"
                     :
                     : "r"(stack), "r"(code), "D"(plan)
                     : "memory");
    __builtin_unreachable();
#else
    (void)code, (void)stack, (void)plan;
#endif
}

void image_enter(struct image *image, const uint8_t news[IMAGE_NEWS_BYTES], GError **error)
{
    const size_t code_bytes = (size_t)(__stop_image_restorer - __start_image_restorer);
    if (!open_all_files(image, error) ||
        !image_arena_init(&image->arena, image->regions, image->header.n_regions, EXTRA_BYTES,
                          error) ||
        !read_bytes(image, error) || !plan_all(image, news, error))
        return;
    if (!kernel_state_is_alone()) {
        input_error_at(error, image->path, 0, "can't go on in a process with several threads");
        return;
    }
    const uint64_t code = image_arena_take(&image->arena, code_bytes);
    const uint64_t stack =
        image_arena_take(&image->arena, RESTORER_STACK_BYTES) + RESTORER_STACK_BYTES;
    memcpy((void *)(uintptr_t)code, __start_image_restorer, code_bytes);
    if (mprotect((void *)(uintptr_t)code, code_bytes, PROT_READ | PROT_EXEC) != 0 ||
        !number_files(image, error))
        return;
    plan_closing(image);
    const struct restorer_plan *plan = place_plan(image);
    fflush(NULL);
    kernel_state_leave();
    jump(code + (uint64_t)((uintptr_t)image_restorer_run - (uintptr_t)__start_image_restorer),
         stack, plan);
}
