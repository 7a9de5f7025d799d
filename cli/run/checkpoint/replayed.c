/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/checkpoint/replayed.h"
#include "base/input_error.h"
#include "workloads/cuda_process/calls/call_replay.h"
#include "workloads/cuda_process/process.h"
#include <signal.h>
#include <sys/wait.h>

char *replayed_path(const char *folder, uint32_t program)
{
    g_autofree char *name = g_strdup_printf("calls-%u", program);
    return g_build_filename(folder, name, NULL);
}

static bool read_call(void *data, struct protocol_request *request, uint8_t **payload)
{
    return process_read(data, request, payload) == PROCESS_REQUEST;
}

static void answer_call(void *data, const struct protocol_answer *answer, const void *payload)
{
    process_answer(data, answer, payload);
}

static bool replay(struct process *process, const struct program_place *place, const char *folder,
                   uint32_t index, const int files[2], GArray *shown, GError **error)
{
    g_autofree char *path = replayed_path(folder, index);
    const struct call_replay setup = {.path = path,
                                      .name = process->name,
                                      .n_records = place->n_records,
                                      .files = {files[0], files[1]},
                                      .device_base = place->device_base,
                                      .device_bytes = place->device_bytes,
                                      .data = process,
                                      .read = read_call,
                                      .answer = answer_call};
    return call_replay_run(&setup, shown, error);
}

/* What the program has written there itself may differ from process to process: it stays. */
static void spare(struct image *image, const struct program_place *place, const GArray *shown)
{
    image_spare(image, place->host_file, 0, UINT64_MAX);
    for (guint i = 0; i < shown->len; i++) {
        const struct call_range *range = &g_array_index(shown, struct call_range, i);
        image_spare(image, place->device_file, range->begin, range->end);
    }
}

static bool start_one(const struct program_place *place, struct program_again *again,
                      struct image *image, const char *folder, const char *const *argv,
                      uint32_t index, GError **error)
{
    const int files[] = {image_file(image, place->device_file, error),
                         image_file(image, place->host_file, error)};
    g_autofree char *library = programs_library_folder();
    const struct process_start start = {.argv = argv,
                                        .library_folder = library,
                                        .device_file = files[0],
                                        .host_file = files[1],
                                        .program = index};
    g_autoptr(GArray) shown = g_array_new(FALSE, FALSE, sizeof(struct call_range));
    struct process process;
    if (files[0] < 0 || files[1] < 0 || !process_start(&process, &start, error))
        return false;
    if (!replay(&process, place, folder, index, files, shown, error)) {
        process_kill(&process);
        process_finish(&process);
        return false;
    }
    process_pause(&process);
    spare(image, place, shown);
    *again = (struct program_again){.pid = process.pid, .speaker = process_speaker(&process)};
    image_give(image, place->socket, process.socket);
    g_free(process.name);
    return true;
}

bool replayed_start(const struct replayed_note *note, struct replayed_news *news,
                    struct image *image, const char *folder, const char *const *const *programs,
                    uint32_t n, GError **error)
{
    *news = (struct replayed_news){0};
    if (note->n != n)
        return input_error_at(error, folder, 0, "its image is of %u programs, not %u", note->n, n);
    for (uint32_t i = 0; i < n; i++)
        if (!start_one(&note->of[i], &news->of[i], image, folder, programs[i], i, error)) {
            replayed_stop(news);
            return false;
        }
    return true;
}

void replayed_stop(const struct replayed_news *news)
{
    for (uint32_t i = 0; i < PROGRAMS_PAUSED_MOST; i++)
        if (news->of[i].pid > 0) {
            kill(news->of[i].pid, SIGKILL);
            waitpid(news->of[i].pid, NULL, 0);
        }
}
