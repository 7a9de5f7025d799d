/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/messages/story.h"
#include "teaching/messages/story_steps.h"

struct stories {
    const struct message_filter *filter;
    const struct gpu *gpu;
    GPtrArray *lives; /* struct access_life that have not ended, in the order of their lookups */
    GString *text;
    unsigned most;
    uint64_t told, untold;
};

static void free_life(gpointer data)
{
    struct access_life *life = data;
    g_array_free(life->events, TRUE);
    g_free(life);
}

struct stories *stories_new(const struct message_filter *filter, unsigned most)
{
    struct stories *stories = g_new0(struct stories, 1);
    stories->filter = filter;
    stories->most = most;
    stories->lives = g_ptr_array_new_with_free_func(free_life);
    stories->text = g_string_new(NULL);
    return stories;
}

void stories_free(struct stories *stories)
{
    if (!stories)
        return;
    g_ptr_array_unref(stories->lives);
    g_string_free(stories->text, TRUE);
    g_free(stories);
}

void stories_attach(struct stories *stories, const struct gpu *gpu)
{
    stories->gpu = gpu;
}

static void tell(struct stories *stories, const struct access_life *life)
{
    if (stories->told == stories->most) {
        stories->untold++;
        return;
    }
    access_life_tell(life, stories->gpu, (unsigned)++stories->told, stories->text);
}

static void begin(struct stories *stories, const struct event *lookup)
{
    const struct unit *unit = g_ptr_array_index(gpu_engine(stories->gpu)->units, lookup->unit);
    if (!message_filter_passes(stories->filter, lookup, unit->name))
        return;
    struct access_life *life = g_new0(struct access_life, 1);
    const struct l1_access *access = &lookup->looked_up;
    life->lookup = *lookup;
    life->events = g_array_new(FALSE, FALSE, sizeof(struct event));
    life->open = access->merged | access->missed;
    if (access->op_class == OP_STORE || access->op_class == OP_ATOMIC)
        life->open = access->sectors;
    g_ptr_array_add(stories->lives, life);
}

static void hear(void *data, const struct event *event)
{
    struct stories *stories = data;
    if (event->kind == EVENT_LOOKED_UP)
        begin(stories, event);
    for (guint i = 0; i < stories->lives->len;) {
        struct access_life *life = g_ptr_array_index(stories->lives, i);
        access_life_hear(life, event);
        if (!access_life_ended(life)) {
            i++;
            continue;
        }
        tell(stories, life);
        g_ptr_array_remove_index(stories->lives, i);
    }
}

struct event_sink stories_sink(struct stories *stories)
{
    return (struct event_sink){stories, hear};
}

char *stories_text(struct stories *stories)
{
    for (guint i = 0; i < stories->lives->len; i++)
        tell(stories, g_ptr_array_index(stories->lives, i));
    if (stories->told == 0)
        g_string_append(stories->text, "No access went through L1 that you asked to follow.\n");
    if (stories->untold > 0)
        g_string_append_printf(stories->text,
                               "%" G_GUINT64_FORMAT
                               " more accesses are not told. Narrow the choice "
                               "with --trace-window or --trace-units.\n",
                               stories->untold);
    return g_strdup(stories->text->str);
}
