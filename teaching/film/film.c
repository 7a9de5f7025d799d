/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/film/film.h"
#include "base/output_file.h"
#include "models/core/wire.h"
#include "models/sm/sm_view.h"
#include "teaching/events/event_names.h"
#include "teaching/film/film_columns.h"
#include "workloads/instruction_names.h"

struct film {
    struct film_options options;
    const struct gpu_config *config;
    const struct gpu *gpu;
    struct output_file *file;
    struct event_log *log;
    struct observer observer;
    struct film_reel first, last; /* `last` is of no use if there is a window */
    struct film_code code;
    uint64_t n_events;
    uint64_t by_kind[EVENT_KINDS];
};

static void hear(void *data, const struct event *event)
{
    struct film *film = data;
    film->n_events++;
    film->by_kind[event->kind]++;
    film_reel_hear(&film->first, event);
    if (!film->options.has_window)
        film_reel_hear(&film->last, event);
}

static void hear_credited(void *data, const struct wire *wire, sim_time arrival)
{
    struct film *film = data;
    film_reel_credited(&film->first, wire, arrival);
    if (!film->options.has_window)
        film_reel_credited(&film->last, wire, arrival);
}

static void hear_issued(void *data, unsigned sm, uint64_t cycle, unsigned warp, uint32_t pc,
                        const struct issued *what)
{
    (void)cycle;
    (void)what;
    struct film *film = data;
    film_code_hear(&film->code, sm_view_code(gpu_sm(film->gpu, sm), warp), pc);
}

struct film *film_new(const struct film_options *options, const struct gpu_config *config,
                      GError **error)
{
    const struct clock *clock = &config->sm.clock;
    const guint most = (guint)options->most_events;
    struct output_file *file = output_file_open(options->file, error);
    if (!file)
        return NULL;
    struct film *film = g_new0(struct film, 1);
    film->options = *options;
    film->config = config;
    film->file = file;
    film->observer =
        (struct observer){.data = film, .issued = hear_issued, .credited = hear_credited};
    const sim_time from = options->has_window ? clock_edge(clock, options->from) : 0;
    const sim_time until = options->has_window ? clock_edge(clock, options->until) : SIM_TIME_NEVER;
    film_reel_init(&film->first, from, until, most, false);
    film_reel_init(&film->last, 0, SIM_TIME_NEVER, most, true);
    film_code_init(&film->code);
    film->log = event_log_new(config);
    const struct event_sink sink = {film, hear, true};
    event_log_add_sink(film->log, &sink);
    return film;
}

void film_free(struct film *film)
{
    if (!film)
        return;
    output_file_discard(film->file);
    film_reel_finish(&film->first);
    film_reel_finish(&film->last);
    film_code_finish(&film->code);
    event_log_free(film->log);
    g_free(film);
}

unsigned film_observers(const struct film *film, const struct observer *observers[2])
{
    observers[0] = event_log_observer(film->log);
    observers[1] = &film->observer;
    return 2;
}

void film_attach(struct film *film, const struct gpu *gpu)
{
    film->gpu = gpu;
    event_log_attach(film->log, gpu);
}

/* ---- the file -------------------------------------------------------------------------------- */

static void put_number(GString *text, const char *name, uint64_t number)
{
    g_string_append_printf(text, ",\n\"%s\":%" G_GUINT64_FORMAT, name, number);
}

static void put_text(GString *text, const char *name, const char *value)
{
    g_string_append_printf(text, ",\n\"%s\":", name);
    film_put_string(text, value);
}

static void put_names(GString *text, const char *name, const char *(*name_of)(unsigned), unsigned n)
{
    g_string_append_printf(text, ",\n\"%s\":[", name);
    for (unsigned i = 0; i < n; i++) {
        if (i > 0)
            g_string_append_c(text, ',');
        film_put_string(text, name_of(i));
    }
    g_string_append_c(text, ']');
}

/* What units are to a viewer, in the order of enum gpu_units. */
static const char *const roles[] = {"sm", "l2", "dram", "request", "reply", "dispatcher", "host"};

/* "units": by number, [name, role, index]. */
static void put_units(GString *text, const struct gpu *gpu)
{
    const GPtrArray *units = gpu_engine(gpu)->units;
    g_autofree const char **role = g_new0(const char *, units->len);
    g_autofree uint32_t *index = g_new0(uint32_t, units->len);
    const struct unit *unit;
    const void *counters;
    for (unsigned kind = 0; kind < G_N_ELEMENTS(roles); kind++)
        for (uint32_t i = 0; gpu_unit(gpu, kind, i, &unit, &counters); i++) {
            role[unit->id] = roles[kind];
            index[unit->id] = i;
        }
    g_string_append(text, ",\n\"units\":[");
    for (guint i = 0; i < units->len; i++) {
        g_string_append(text, i > 0 ? ",[" : "[");
        film_put_string(text, ((const struct unit *)units->pdata[i])->name);
        g_string_append_printf(text, ",\"%s\",%u]", role[i] ? role[i] : "other", index[i]);
    }
    g_string_append_c(text, ']');
}

/* "wires": [from, to, latency, latency of credits, credits]; times in ps. */
static GHashTable *put_wires(GString *text, const struct gpu *gpu)
{
    GHashTable *numbers = g_hash_table_new(g_direct_hash, g_direct_equal);
    const GPtrArray *units = gpu_engine(gpu)->units;
    g_string_append(text, ",\n\"wires\":[");
    for (guint i = 0; i < units->len; i++) {
        const struct unit *unit = units->pdata[i];
        for (unsigned k = 0; k < unit->n_incoming; k++) {
            const struct wire *wire = unit->incoming[k];
            const guint number = g_hash_table_size(numbers);
            g_hash_table_insert(numbers, (gpointer)wire, GUINT_TO_POINTER(number + 1));
            g_string_append_printf(text, "%s[%u,%u,%" G_GUINT64_FORMAT ",%" G_GUINT64_FORMAT ",%u]",
                                   number > 0 ? "," : "", wire->sender->id, wire->receiver->id,
                                   wire->latency, wire->credit_latency, wire->credits_total);
        }
    }
    g_string_append_c(text, ']');
    return numbers;
}

static void put_head(GString *text, const struct film *film, enum gpu_end end,
                     const struct film_title *title)
{
    static const char *const ends[] = {
        [GPU_DONE] = "done",           [GPU_DEADLOCK] = "deadlock",
        [GPU_LIMIT] = "limit",         [GPU_FAILED] = "fault",
        [GPU_FAULTED] = "fault",       [GPU_INTERRUPTED] = "interrupted",
        [GPU_ABORTED] = "program died"};
    g_autofree char *waits =
        end == GPU_DEADLOCK ? engine_describe_waits(gpu_engine(film->gpu)) : g_strdup("");
    g_string_append(text, "\"format\":1");
    put_text(text, "version", title->version);
    put_text(text, "workload", title->workload);
    put_text(text, "platform", title->platform);
    put_text(text, "policies", title->policies);
    put_text(text, "how", ends[end]);
    put_text(text, "waits", waits);
    put_number(text, "clock_hz", film->config->sm.clock.frequency_hz);
    put_number(text, "dram_clock_hz", film->config->dram.clock.frequency_hz);
    put_number(text, "end", gpu_end_time(film->gpu));
    put_number(text, "schedulers", film->config->sm.schedulers);
    put_number(text, "dram_banks", film->config->dram.timing.banks);
    put_names(text, "event_names", event_kind_name, EVENT_KINDS);
    put_names(text, "message_names", event_message_name, MESSAGE_KINDS);
    put_names(text, "class_names", op_class_name, OP_CLASSES);
    put_names(text, "space_names", memory_space_name, SPACE_TEXTURE + 1);
    put_names(text, "row_names", event_row_name, DRAM_ROW_CONFLICT + 1);
}

static void put_window(GString *text, const struct film *film, const struct film_reel *reel,
                       guint n_scene, guint n_late)
{
    const sim_time end = gpu_end_time(film->gpu);
    const sim_time from = film->options.has_window ? reel->from : film_reel_begin(reel);
    put_number(text, "from", MIN(from, end));
    put_number(text, "until", reel->full ? MIN(MIN(reel->end, reel->until), end) : end);
    put_number(text, "asked", film->options.has_window);
    put_number(text, "scene", n_scene);
    put_number(text, "late", n_late);
    put_number(text, "before", reel->before);
    put_number(text, "behind", reel->behind);
    put_number(text, "all", film->n_events);
    g_string_append(text, ",\n\"by_kind\":[");
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        g_string_append_printf(text, "%s%" G_GUINT64_FORMAT, kind > 0 ? "," : "",
                               film->by_kind[kind]);
    g_string_append_c(text, ']');
}

/* After a deadlock or a fault its end is what one wants to see. */
static const struct film_reel *choose(const struct film *film, enum gpu_end end)
{
    const bool ended_well = end == GPU_DONE || end == GPU_LIMIT || end == GPU_INTERRUPTED;
    return film->options.has_window || ended_well ? &film->first : &film->last;
}

bool film_end(struct film *film, enum gpu_end end, const struct film_title *title, GError **error)
{
    event_log_end(film->log);
    const struct film_reel *reel = choose(film, end);
    guint n_scene, n_late;
    g_autoptr(GPtrArray) events = film_reel_events(reel, &n_scene, &n_late);
    GString *text = g_string_new("{");
    put_head(text, film, end, title);
    put_units(text, film->gpu);
    g_autoptr(GHashTable) wires = put_wires(text, film->gpu);
    put_window(text, film, reel, n_scene, n_late);
    const struct film_rows rows = {reel, &film->code, wires, events};
    g_string_append(text, ",\n");
    film_columns_write(&rows, text);
    g_string_append(text, ",\n");
    film_code_write(&film->code, text);
    g_string_append(text, "}\n");
    output_file_write(film->file, text->str, text->len);
    g_string_free(text, TRUE);
    return output_file_close(g_steal_pointer(&film->file), error);
}
