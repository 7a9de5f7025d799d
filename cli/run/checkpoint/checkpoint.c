/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/checkpoint/checkpoint.h"
#include "base/image/image_enter.h"
#include "base/image/image_make.h"
#include "base/input_error.h"
#include "cli/base/output.h"
#include "cli/run/checkpoint/replayed.h"
#include "workloads/ptx/compile/kept/cache.h"
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Without --checkpoint-every: so many times its cost passes between two images. */
enum { COST_FACTOR = 19 };
static const double SHORTEST_S = 1;

struct checkpoint {
    char *folder, *image;
    double every; /* seconds; negative: by cost */
    int lock;
    GArray *inherited; /* int: descriptors that this process was started with */
    struct image_note note;
    struct programs *programs;
    struct progress *progress;
    struct wall_limit *limit;
    gint64 last;       /* when the last image was there, or the run began or went on */
    gint64 cost, lost; /* microseconds: of all images; see checkpoint_lost_s */
    gint64 last_cost;
    uint64_t n_launches, n_images, bytes; /* bytes: of the last image */
    char *said;                           /* why there is no image: told once */
};

/* ---- the folder -------------------------------------------------------------------------------
 */

/* Of the command and where it was given; another executable is found out when the image is read. */
static void make_key(struct image_note *note)
{
    g_autofree char *words = NULL, *folder = g_get_current_dir();
    gsize length = 0;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_file_get_contents("/proc/self/cmdline", &words, &length, NULL);
    const gsize name = words ? MIN(strlen(words) + 1, length) : 0;
    g_checksum_update(sum, (const guchar *)folder, -1);
    if (words)
        g_checksum_update(sum, (const guchar *)words + name, (gssize)(length - name));
    g_strlcpy(note->key, g_checksum_get_string(sum), sizeof note->key);
}

static bool take_folder(struct checkpoint *checkpoint, GError **error)
{
    g_autofree char *lock = g_build_filename(checkpoint->folder, "lock", NULL);
    if (g_mkdir_with_parents(checkpoint->folder, 0777) != 0)
        return input_error_at(error, checkpoint->folder, 0, "can't be made: %s", g_strerror(errno));
    checkpoint->lock = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (checkpoint->lock < 0)
        return input_error_at(error, lock, 0, "can't be written: %s", g_strerror(errno));
    return flock(checkpoint->lock, LOCK_EX | LOCK_NB) == 0 ||
           input_error_at(error, checkpoint->folder, 0, "another run uses this folder");
}

/* In the image: what the process that goes on finds of this one. */
struct kept {
    int lock;
    struct replayed_note programs;
};
G_STATIC_ASSERT(sizeof(struct kept) <= IMAGE_NOTE_BYTES);
G_STATIC_ASSERT(sizeof(struct replayed_news) <= IMAGE_NEWS_BYTES);

/* Goes on in the image, if there is one; false with an error. */
static bool go_on(struct checkpoint *checkpoint, const char *const *const *programs,
                  uint32_t n_programs, GError **error)
{
    if (!g_file_test(checkpoint->image, G_FILE_TEST_EXISTS))
        return true;
    struct image *image = image_open(checkpoint->image, error);
    if (!image)
        return false;
    struct kept kept;
    uint8_t news[IMAGE_NEWS_BYTES] = {0};
    memcpy(&kept, image_note(image)->bytes, sizeof kept);
    if (strcmp(image_note(image)->key, checkpoint->note.key) != 0) {
        input_error_at(error, checkpoint->image, 0,
                       "it is of another command, or of another working folder; give the same, or "
                       "an empty folder to begin anew");
    } else if (replayed_start(&kept.programs, (struct replayed_news *)(void *)news, image,
                              checkpoint->folder, programs, n_programs, error)) {
        image_give(image, kept.lock, checkpoint->lock);
        checkpoint->lock = -1;
        image_enter(image, news, error);
        replayed_stop((struct replayed_news *)(void *)news);
    }
    image_free(image);
    return false;
}

struct checkpoint *checkpoint_begin(const char *folder, double every, GArray *inherited,
                                    const char *const *const *programs, uint32_t n_programs,
                                    GError **error)
{
    struct checkpoint *checkpoint = g_new0(struct checkpoint, 1);
    const char *problem = image_problem();
    checkpoint->folder = g_canonicalize_filename(folder, NULL);
    checkpoint->image = g_build_filename(checkpoint->folder, "image", NULL);
    checkpoint->every = every;
    checkpoint->lock = -1;
    checkpoint->inherited = inherited;
    make_key(&checkpoint->note);
    bool good =
        problem ? input_error_at(error, "--checkpoint", 0, "not possible here: %s", problem) : true;
    if (good && n_programs > PROGRAMS_PAUSED_MOST)
        good = input_error_at(error, "--checkpoint", 0, "at most %d programs, found %u",
                              PROGRAMS_PAUSED_MOST, n_programs);
    if (good && take_folder(checkpoint, error) && go_on(checkpoint, programs, n_programs, error)) {
        checkpoint->last = g_get_monotonic_time();
        return checkpoint;
    }
    checkpoint_free(checkpoint);
    return NULL;
}

char *checkpoint_calls(const struct checkpoint *checkpoint, uint32_t program)
{
    return replayed_path(checkpoint->folder, program);
}

void checkpoint_attach(struct checkpoint *checkpoint, struct programs *programs,
                       struct progress *progress, struct wall_limit *limit)
{
    checkpoint->programs = programs;
    checkpoint->progress = progress;
    checkpoint->limit = limit;
}

/* ---- images -----------------------------------------------------------------------------------
 */

static bool is_time(const struct checkpoint *checkpoint)
{
    const double passed = (double)(g_get_monotonic_time() - checkpoint->last) / G_TIME_SPAN_SECOND;
    const double by_cost = COST_FACTOR * (double)checkpoint->last_cost / G_TIME_SPAN_SECOND;
    return passed >= (checkpoint->every >= 0 ? checkpoint->every : MAX(by_cost, SHORTEST_S));
}

static void say_once(struct checkpoint *checkpoint, const char *why)
{
    if (g_strcmp0(checkpoint->said, why) == 0)
        return;
    output_line(stderr, "simgpu: no checkpoint: %s", why);
    g_free(checkpoint->said);
    checkpoint->said = g_strdup(why);
}

static void note_cost(struct checkpoint *checkpoint, gint64 begun, uint64_t bytes)
{
    checkpoint->last_cost = checkpoint->last - begun;
    checkpoint->cost += checkpoint->last_cost;
    checkpoint->bytes = bytes;
    checkpoint->n_images++;
}

static void say_of_return(struct checkpoint *checkpoint, gint64 begun)
{
    checkpoint->lost += checkpoint->last - begun;
    output_line(stderr, "simgpu: the run goes on behind its launch %" G_GUINT64_FORMAT " (%s)",
                checkpoint->n_launches, checkpoint->image);
}

/* Here a run goes on, too, in another process. */
static void make_image(struct checkpoint *checkpoint, const struct replayed_note *places)
{
    g_autofree char *copied = kernel_cache_folder();
    g_autoptr(GArray) given = g_array_new(FALSE, FALSE, sizeof(int));
    const struct kept kept = {.lock = checkpoint->lock, .programs = *places};
    uint8_t bytes_of_news[IMAGE_NEWS_BYTES] = {0};
    struct replayed_news news;
    g_autoptr(GError) error = NULL;
    uint64_t bytes = 0;
    memcpy(checkpoint->note.bytes, &kept, sizeof kept);
    g_array_append_val(given, checkpoint->lock);
    for (uint32_t i = 0; i < places->n; i++)
        g_array_append_val(given, places->of[i].socket);
    const struct image_setup setup = {.path = checkpoint->image,
                                      .note = &checkpoint->note,
                                      .inherited = checkpoint->inherited,
                                      .given = given,
                                      .copied = copied};
    const gint64 begun = g_get_monotonic_time();
    const enum image_end end = image_make(&setup, &bytes, bytes_of_news, &error);
    checkpoint->last = g_get_monotonic_time();
    memcpy(&news, bytes_of_news, sizeof news);
    programs_resume(checkpoint->programs, end == IMAGE_RESTORED ? news.of : NULL);
    progress_resume(checkpoint->progress);
    wall_limit_resume(checkpoint->limit, end == IMAGE_RESTORED);
    if (end == IMAGE_FAILED)
        say_once(checkpoint, error->message);
    else if (end == IMAGE_MADE)
        note_cost(checkpoint, begun, bytes);
    else
        say_of_return(checkpoint, begun);
}

void checkpoint_launch_ended(void *data)
{
    struct checkpoint *checkpoint = data;
    struct replayed_note places = {0};
    g_autofree char *why = NULL;
    checkpoint->n_launches++;
    if (!is_time(checkpoint))
        return;
    if (checkpoint->programs && !programs_pause(checkpoint->programs, places.of, &places.n, &why)) {
        if (why)
            say_once(checkpoint, why);
        return;
    }
    progress_pause(checkpoint->progress);
    wall_limit_pause(checkpoint->limit);
    make_image(checkpoint, &places);
}

double checkpoint_lost_s(const struct checkpoint *checkpoint)
{
    return (double)(checkpoint->lost + checkpoint->cost) / G_TIME_SPAN_SECOND;
}

/* ---- the end ----------------------------------------------------------------------------------
 */

static void say_of_cost(const struct checkpoint *checkpoint)
{
    static const double MB = 1e6;
    const double seconds = (double)checkpoint->cost / G_TIME_SPAN_SECOND;
    output_line(stderr,
                "simgpu: %" G_GUINT64_FORMAT " checkpoint%s: %.3f s each, the last one of %.1f MB",
                checkpoint->n_images, checkpoint->n_images == 1 ? "" : "s",
                seconds / (double)checkpoint->n_images, (double)checkpoint->bytes / MB);
}

void checkpoint_end(struct checkpoint *checkpoint, bool done)
{
    if (!checkpoint)
        return;
    if (checkpoint->n_images > 0)
        say_of_cost(checkpoint);
    if (!done)
        return;
    g_unlink(checkpoint->image);
    for (uint32_t i = 0; i < PROGRAMS_PAUSED_MOST; i++) {
        g_autofree char *calls = replayed_path(checkpoint->folder, i);
        g_unlink(calls);
    }
}

void checkpoint_free(struct checkpoint *checkpoint)
{
    if (!checkpoint)
        return;
    if (checkpoint->lock >= 0)
        close(checkpoint->lock);
    g_array_free(checkpoint->inherited, TRUE);
    g_free(checkpoint->folder);
    g_free(checkpoint->image);
    g_free(checkpoint->said);
    g_free(checkpoint);
}
