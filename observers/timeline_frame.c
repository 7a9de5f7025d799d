/* SPDX-License-Identifier: BSD-3-Clause */
/* What is not an event of a unit: names, kernels and copies, counters, what was left out. */
#include "observers/timeline_internal.h"

static void write_name(struct timeline *timeline, const char *what, unsigned pid, unsigned tid,
                       const char *name)
{
    timeline_begin(&timeline->writer);
    timeline_print(&timeline->writer,
                   "\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":\"%s\"}}",
                   pid, tid, what, name);
}

/* Chrome shows processes in this order; Perfetto by their number. */
static void write_process(struct timeline *timeline, unsigned pid, unsigned tid, const char *name)
{
    write_name(timeline, "process_name", pid, tid, name);
    timeline_begin(&timeline->writer);
    timeline_print(&timeline->writer,
                   "\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"process_sort_index\","
                   "\"args\":{\"sort_index\":%u}}",
                   pid, tid, pid);
}

static void write_thread(struct timeline *timeline, unsigned pid, unsigned tid, const char *name)
{
    write_name(timeline, "thread_name", pid, tid, name);
    timeline_begin(&timeline->writer);
    timeline_print(&timeline->writer,
                   "\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"thread_sort_index\","
                   "\"args\":{\"sort_index\":%u}}",
                   pid, tid, tid);
}

static void write_sm_names(struct timeline *timeline, uint32_t sm)
{
    unsigned pid = TIMELINE_PID_SM + sm;
    g_autofree char *process = g_strdup_printf("SM %u", sm);
    write_process(timeline, pid, timeline_tid(sm, 0), process);
    for (unsigned warp = 0; warp < timeline->config->sm.limits.max_warps; warp++) {
        g_autofree char *thread = g_strdup_printf("warp slot %02u", warp);
        write_thread(timeline, pid, timeline_tid(sm, warp), thread);
    }
}

void timeline_write_names(struct timeline *timeline)
{
    const struct gpu_config *config = timeline->config;
    write_process(timeline, TIMELINE_PID_HOST, TIMELINE_TID_HOST, "host");
    for (uint32_t i = 0; i < config->n_sms; i++)
        if (timeline->sms[i])
            write_sm_names(timeline, i);
    for (uint32_t i = 0; i < config->n_banks; i++) {
        g_autofree char *name = g_strdup_printf("L2 bank %u", i);
        write_process(timeline, TIMELINE_PID_L2 + i, TIMELINE_PID_L2 + i, name);
        write_thread(timeline, TIMELINE_PID_L2 + i, TIMELINE_PID_L2 + i, "served");
    }
    for (uint32_t i = 0; i < config->n_channels; i++) {
        g_autofree char *name = g_strdup_printf("DRAM channel %u", i);
        write_process(timeline, TIMELINE_PID_DRAM + i, TIMELINE_PID_DRAM + i, name);
    }
}

/* ---- the host ---------------------------------------------------------------------------------
 */

struct host_slice {
    sim_time from, to;
    char *name; /* owned */
    char *args; /* owned */
};

static void clear_host_slice(void *data)
{
    struct host_slice *slice = data;
    g_free(slice->name);
    g_free(slice->args);
}

static int by_start(const void *a, const void *b)
{
    const struct host_slice *x = a, *y = b;
    return x->from < y->from ? -1 : x->from > y->from;
}

static void write_host_slice(struct timeline *timeline, const struct host_slice *slice,
                             unsigned tid)
{
    struct timeline_writer *writer = &timeline->writer;
    timeline_begin(writer);
    timeline_print(writer, "\"ph\":\"X\",\"pid\":%u,\"tid\":%u,\"ts\":", TIMELINE_PID_HOST, tid);
    timeline_us(writer, slice->from);
    timeline_text(writer, ",\"dur\":");
    timeline_us(writer, slice->to - slice->from);
    timeline_print(writer, ",\"name\":\"%s\",\"args\":{%s}}", slice->name, slice->args);
}

/* Slices that overlap go to tracks of their own. Returns the next free tid. */
static unsigned write_lanes(struct timeline *timeline, GArray *slices, const char *what,
                            unsigned tid)
{
    g_autoptr(GArray) free_at = g_array_new(FALSE, TRUE, sizeof(sim_time)); /* by track */
    g_array_sort(slices, by_start);
    for (guint i = 0; i < slices->len; i++) {
        const struct host_slice *slice = &g_array_index(slices, struct host_slice, i);
        guint lane = 0;
        while (lane < free_at->len && g_array_index(free_at, sim_time, lane) > slice->from)
            lane++;
        if (lane == free_at->len) {
            g_array_set_size(free_at, lane + 1);
            write_thread(timeline, TIMELINE_PID_HOST, tid + lane, what);
        }
        g_array_index(free_at, sim_time, lane) = slice->to;
        write_host_slice(timeline, slice, tid + lane);
    }
    return tid + free_at->len;
}

/* Cut to the window; false if nothing is left. */
static bool clip(const struct timeline *timeline, sim_time *from, sim_time *to)
{
    *from = MAX(*from, timeline->first_ps);
    *to = MIN(MIN(*to, gpu_end_time(timeline->gpu)), timeline->end_ps);
    return *from < *to;
}

static GArray *kernel_slices(struct timeline *timeline)
{
    const GArray *records = gpu_kernel_records(timeline->gpu);
    GArray *slices = g_array_new(FALSE, FALSE, sizeof(struct host_slice));
    g_array_set_clear_func(slices, clear_host_slice);
    for (guint i = 0; i < records->len; i++) {
        const struct kernel_record *record = &g_array_index(records, struct kernel_record, i);
        struct host_slice slice = {.from = record->start, .to = record->end};
        if (!clip(timeline, &slice.from, &slice.to))
            continue;
        slice.name = g_strescape(record->name, NULL);
        slice.args =
            g_strdup_printf("\"launch\":%u,\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u]",
                            record->launch, record->grid[0], record->grid[1], record->grid[2],
                            record->block[0], record->block[1], record->block[2]);
        g_array_append_val(slices, slice);
    }
    return slices;
}

static GArray *copy_slices(struct timeline *timeline)
{
    const GArray *copies = gpu_host_copies(timeline->gpu);
    GArray *slices = g_array_new(FALSE, FALSE, sizeof(struct host_slice));
    g_array_set_clear_func(slices, clear_host_slice);
    for (guint i = 0; i < copies->len; i++) {
        const struct host_copy *copy = &g_array_index(copies, struct host_copy, i);
        struct host_slice slice = {.from = copy->begun, .to = copy->ended};
        if (!clip(timeline, &slice.from, &slice.to))
            continue;
        slice.name =
            g_strdup(copy->direction == COPY_HOST_TO_DEVICE ? "copy to device" : "copy to host");
        slice.args = g_strdup_printf("\"bytes\":%" G_GUINT64_FORMAT ",\"client\":%u", copy->bytes,
                                     copy->client);
        g_array_append_val(slices, slice);
    }
    return slices;
}

void timeline_write_host(struct timeline *timeline)
{
    g_autoptr(GArray) kernels = kernel_slices(timeline);
    g_autoptr(GArray) copies = copy_slices(timeline);
    unsigned next = write_lanes(timeline, kernels, "kernels", TIMELINE_TID_HOST);
    write_lanes(timeline, copies, "copies", next);
}

/* ---- counters ---------------------------------------------------------------------------------
 */

void timeline_write_counters(struct timeline *timeline, const struct sampler *sampler)
{
    write_process(timeline, TIMELINE_PID_COUNTERS, TIMELINE_PID_COUNTERS, "counters");
    for (uint32_t m = 0; m < sampler_n_metrics(sampler); m++)
        for (uint32_t i = 0; i < sampler_n_samples(sampler); i++) {
            struct sampler_span span = sampler_span(sampler, i);
            if (span.first_ps < timeline->first_ps || span.end_ps > timeline->end_ps)
                continue;
            timeline_begin(&timeline->writer);
            timeline_print(&timeline->writer,
                           "\"ph\":\"C\",\"pid\":%u,\"tid\":%u,\"ts\":", TIMELINE_PID_COUNTERS,
                           TIMELINE_PID_COUNTERS);
            timeline_us(&timeline->writer, span.first_ps);
            timeline_print(&timeline->writer,
                           ",\"name\":\"%s\",\"args\":{\"in the interval\":%" G_GUINT64_FORMAT "}}",
                           sampler_metric(sampler, m), sampler_value(sampler, i, m));
        }
}

/* ---- the end ----------------------------------------------------------------------------------
 */

void timeline_write_rest(struct timeline *timeline)
{
    uint64_t cut = timeline_cut_cycle(timeline);
    uint64_t end = MIN(timeline->options.end, clock_cycle_at_or_after(&timeline->config->sm.clock,
                                                                      gpu_end_time(timeline->gpu)));
    g_autoptr(GString) sms = g_string_new(NULL);
    for (uint32_t i = 0; i < timeline->config->n_sms; i++)
        if (timeline->sms[i])
            g_string_append_printf(sms, "%s%u", sms->len > 0 ? "," : "", i);
    timeline_print(&timeline->writer,
                   "\n],\"otherData\":{\"gpu\":\"%s\",\"sm_clock_hz\":%" G_GUINT64_FORMAT
                   ",\"first_cycle\":%" G_GUINT64_FORMAT ",\"end_cycle\":%" G_GUINT64_FORMAT
                   ",\"sms\":[%s],\"truncated\":%s}}\n",
                   timeline->config->name, timeline->config->sm.clock.frequency_hz,
                   timeline->options.first, cut == CYCLE_NEVER ? end : cut, sms->str,
                   cut == CYCLE_NEVER ? "false" : "true");
}
