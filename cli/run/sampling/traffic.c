/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/traffic.h"
#include "models/gpu_config.h"

/* From one point of a course to the next. ASSUMED: between, it is straight. */
enum { TOUCHES = 256 };

void traffic_init(struct traffic *traffic, const struct gpu_config *config)
{
    *traffic = (struct traffic){.course = NULL};
    l2_traffic_init(&traffic->l2, &config->bank, &config->map, config->n_banks);
}

void traffic_finish(struct traffic *traffic)
{
    traffic_course_free(traffic->course);
    l2_traffic_finish(&traffic->l2);
}

static struct traffic_moved moved(const struct traffic *traffic)
{
    return (struct traffic_moved){{traffic->l2.read_bytes, traffic->l2.written_bytes}};
}

static void note_point(struct traffic *traffic)
{
    struct traffic_course *course = traffic->course;
    const struct traffic_moved now = moved(traffic);
    if (course && course->touches++ % TOUCHES == 0)
        g_array_append_val(course->points, now);
}

static void note_touch(void *data, const struct touch *touch)
{
    struct traffic *traffic = data;
    const enum l2_traffic_access access = touch->op_class == OP_LOAD    ? L2_TRAFFIC_READ
                                          : touch->op_class == OP_STORE ? L2_TRAFFIC_WRITE
                                                                        : L2_TRAFFIC_ATOMIC;
    note_point(traffic);
    l2_traffic_note(&traffic->l2, access, touch->line, touch->sectors, touch->bytes);
}

struct preview_hearer traffic_hearer(struct traffic *traffic)
{
    return (struct preview_hearer){traffic, note_touch};
}

void traffic_begin(struct traffic *traffic)
{
    traffic_course_free(traffic->course);
    traffic->course = g_new0(struct traffic_course, 1);
    traffic->course->points = g_array_new(FALSE, FALSE, sizeof(struct traffic_moved));
    traffic->course->end = moved(traffic);
}

struct launch_model traffic_end(struct traffic *traffic)
{
    struct traffic_course *course = traffic->course;
    const struct traffic_moved before = course->end;
    struct launch_model model = {.is = true};
    course->end = moved(traffic);
    for (unsigned i = 0; i < SAMPLING_MODELLED; i++)
        model.figures[i] = (double)(course->end.bytes[i] - before.bytes[i]);
    return model;
}

struct traffic_course *traffic_take(struct traffic *traffic)
{
    return g_steal_pointer(&traffic->course);
}

void traffic_course_free(struct traffic_course *course)
{
    if (!course)
        return;
    g_array_free(course->points, TRUE);
    g_free(course);
}

static double at(const struct traffic_course *course, unsigned figure, double part)
{
    const double place = CLAMP(part, 0, 1) * (double)course->touches / TOUCHES;
    const guint i = (guint)place, n = course->points->len;
    if (i >= n)
        return (double)course->end.bytes[figure];
    const double here =
        (double)g_array_index(course->points, struct traffic_moved, i).bytes[figure];
    const double last = (double)course->touches / TOUCHES;
    const double next =
        (double)(i + 1 < n ? g_array_index(course->points, struct traffic_moved, i + 1)
                           : course->end)
            .bytes[figure];
    return here + (next - here) * (place - i) / (i + 1 < n ? 1 : last - i);
}

double traffic_between(const struct traffic_course *course, unsigned figure, double from, double to)
{
    return at(course, figure, to) - at(course, figure, from);
}
