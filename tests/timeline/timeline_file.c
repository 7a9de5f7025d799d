/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/timeline/timeline_file.h"
#include "tests/rigs/result.h"
#include <math.h>
#include <string.h>

enum { PID_HOST = 1, PID_SM = 1000, PID_L2 = 3000, PID_DRAM = 5000 };

struct slice {
    uint64_t from, to;
    bool loads; /* loads or atomics */
};

struct track {
    int64_t pid;
    bool named;
    uint64_t begun; /* ts of the open "B"; UINT64_MAX: none */
    uint64_t last;  /* ts of the last slice */
    uint64_t busy_to;
    GArray *slices; /* "X" */
};

struct async {
    uint64_t from;
    char *name;
    int64_t pid;
    bool ended;
};

struct arrow {
    uint64_t at[3];
    int64_t tid[3];
    unsigned points;
};

struct reading {
    const char *path;
    unsigned line;
    GHashTable *tracks;    /* tid -> struct track */
    GHashTable *processes; /* pid -> itself: named */
    GHashTable *asyncs;    /* id -> struct async */
    GHashTable *arrows;    /* id -> struct arrow */
    GHashTable *counters;  /* name -> ts */
    struct timeline_facts *facts;
};

#define CHECK(reading, condition)                                                                  \
    ck_assert_msg(condition, "%s:%u: not so: %s", (reading)->path, (reading)->line, #condition)

static void free_track(void *data)
{
    struct track *track = data;
    g_array_free(track->slices, TRUE);
    g_free(track);
}

static void free_async(void *data)
{
    struct async *async = data;
    g_free(async->name);
    g_free(async);
}

/* Microseconds with six decimals, exactly. */
static uint64_t ps_of(const struct reading *reading, const char *line, const char *key)
{
    const char *at = strstr(line, key);
    CHECK(reading, at != NULL);
    char *end;
    at += strlen(key);
    uint64_t whole = g_ascii_strtoull(at, &end, 10);
    CHECK(reading, end > at && *end == '.');
    at = end + 1;
    uint64_t rest = g_ascii_strtoull(at, &end, 10);
    CHECK(reading, end == at + 6);
    return whole * 1000000 + rest;
}

static struct track *track_of(struct reading *reading, JsonObject *event)
{
    int64_t tid = json_object_get_int_member(event, "tid");
    int64_t pid = json_object_get_int_member(event, "pid");
    struct track *track = g_hash_table_lookup(reading->tracks, GINT_TO_POINTER((int)tid));
    if (!track) {
        track = g_new0(struct track, 1);
        track->pid = pid;
        track->begun = UINT64_MAX;
        track->slices = g_array_new(FALSE, FALSE, sizeof(struct slice));
        g_hash_table_insert(reading->tracks, GINT_TO_POINTER((int)tid), track);
    }
    CHECK(reading, track->pid == pid);
    return track;
}

static bool is_warp(const struct track *track)
{
    return track->pid >= PID_SM && track->pid < PID_L2;
}

static void note_span(struct reading *reading, uint64_t from, uint64_t to)
{
    reading->facts->first_ps = MIN(reading->facts->first_ps, from);
    reading->facts->last_ps = MAX(reading->facts->last_ps, to);
}

/* ---- kinds of events ------------------------------------------------------------------------- */

static void read_slice(struct reading *reading, JsonObject *event, const char *line)
{
    struct track *track = track_of(reading, event);
    struct timeline_facts *facts = reading->facts;
    const char *name = json_object_get_string_member(event, "name");
    JsonObject *args = json_object_get_object_member(event, "args");
    struct slice slice = {.from = ps_of(reading, line, "\"ts\":")};
    uint64_t duration = ps_of(reading, line, "\"dur\":");
    slice.to = slice.from + duration;
    slice.loads = g_str_has_prefix(name, "load") || g_str_has_prefix(name, "atomic");
    CHECK(reading, duration > 0);
    CHECK(reading, track->named);
    CHECK(reading, slice.from >= track->busy_to && slice.from >= track->last);
    CHECK(reading, !is_warp(track) || track->begun <= slice.from);
    track->busy_to = slice.to;
    track->last = slice.from;
    g_array_append_val(track->slices, slice);
    note_span(reading, slice.from, slice.to);
    facts->l2_services += track->pid >= PID_L2 && track->pid < PID_DRAM;
    facts->copies += track->pid == PID_HOST && g_str_has_prefix(name, "copy to ");
    facts->kernels += track->pid == PID_HOST && !g_str_has_prefix(name, "copy to ");
    if (!is_warp(track))
        return;
    facts->warp_slices++;
    facts->warp_ps += duration;
    bool waits = g_str_has_prefix(name, "waits") || g_str_equal(name, "ready") ||
                 g_str_equal(name, "drains");
    if (!waits)
        facts->instructions +=
            (uint64_t)json_object_get_int_member_with_default(args, "instructions", 1);
}

static void read_stay(struct reading *reading, JsonObject *event, const char *line, bool begins)
{
    struct track *track = track_of(reading, event);
    uint64_t ts = ps_of(reading, line, "\"ts\":");
    CHECK(reading, track->named && ts >= track->last && ts >= track->busy_to);
    CHECK(reading, (track->begun == UINT64_MAX) == begins);
    CHECK(reading, begins || ts > track->begun);
    track->begun = begins ? ts : UINT64_MAX;
    track->last = ts;
    reading->facts->stays += begins;
}

static void read_async(struct reading *reading, JsonObject *event, const char *line, bool begins)
{
    const char *id = json_object_get_string_member(event, "id");
    const char *name = json_object_get_string_member(event, "name");
    const char *category = json_object_get_string_member(event, "cat");
    int64_t pid = json_object_get_int_member(event, "pid");
    uint64_t ts = ps_of(reading, line, "\"ts\":");
    struct async *async = g_hash_table_lookup(reading->asyncs, id);
    CHECK(reading, (async == NULL) == begins);
    CHECK(reading, g_hash_table_contains(reading->processes, GINT_TO_POINTER((int)pid)));
    if (begins) {
        async = g_new0(struct async, 1);
        *async = (struct async){.from = ts, .name = g_strdup(name), .pid = pid};
        g_hash_table_insert(reading->asyncs, g_strdup(id), async);
        reading->facts->sm_requests += g_str_equal(category, "l1");
        reading->facts->l2_requests += g_str_equal(category, "l2");
        reading->facts->dram_requests += g_str_equal(category, "dram");
        return;
    }
    CHECK(reading, !async->ended && async->pid == pid && g_str_equal(async->name, name));
    CHECK(reading, ts > async->from);
    async->ended = true;
    note_span(reading, async->from, ts);
}

static void read_point(struct reading *reading, JsonObject *event, const char *line, unsigned point)
{
    const char *id = json_object_get_string_member(event, "id");
    struct arrow *arrow = g_hash_table_lookup(reading->arrows, id);
    if (!arrow) {
        arrow = g_new0(struct arrow, 1);
        g_hash_table_insert(reading->arrows, g_strdup(id), arrow);
        reading->facts->arrows++;
    }
    CHECK(reading, arrow->points == point);
    CHECK(reading, point < 2 || g_str_equal(json_object_get_string_member(event, "bp"), "e"));
    arrow->at[point] = ps_of(reading, line, "\"ts\":");
    arrow->tid[point] = json_object_get_int_member(event, "tid");
    CHECK(reading, point == 0 || arrow->at[point] > arrow->at[point - 1]);
    arrow->points++;
}

static void read_counter(struct reading *reading, JsonObject *event, const char *line)
{
    const char *name = json_object_get_string_member(event, "name");
    uint64_t ts = ps_of(reading, line, "\"ts\":");
    uint64_t *last = g_hash_table_lookup(reading->counters, name);
    CHECK(reading, !last || *last < ts);
    g_hash_table_insert(reading->counters, g_strdup(name), g_memdup2(&ts, sizeof ts));
    reading->facts->counters++;
}

static void read_name(struct reading *reading, JsonObject *event)
{
    const char *name = json_object_get_string_member(event, "name");
    int64_t pid = json_object_get_int_member(event, "pid");
    struct track *track = track_of(reading, event);
    track->named |= g_str_equal(name, "thread_name");
    if (g_str_equal(name, "process_name"))
        g_hash_table_add(reading->processes, GINT_TO_POINTER((int)pid));
}

static void read_event(struct reading *reading, JsonObject *event, const char *line)
{
    const char *phase = json_object_get_string_member(event, "ph");
    CHECK(reading, phase != NULL && phase[0] != '\0' && phase[1] == '\0');
    switch (phase[0]) {
    case 'X':
        read_slice(reading, event, line);
        break;
    case 'B':
    case 'E':
        read_stay(reading, event, line, phase[0] == 'B');
        break;
    case 'b':
    case 'e':
        read_async(reading, event, line, phase[0] == 'b');
        break;
    case 's':
    case 't':
    case 'f':
        read_point(reading, event, line, phase[0] == 's' ? 0 : phase[0] == 't' ? 1 : 2);
        break;
    case 'C':
        read_counter(reading, event, line);
        break;
    default:
        CHECK(reading, phase[0] == 'M');
        read_name(reading, event);
    }
}

/* ---- the whole ------------------------------------------------------------------------------- */

static const struct slice *slice_at(const struct track *track, uint64_t ts)
{
    guint low = 0, high = track->slices->len;
    while (low < high) {
        guint middle = (low + high) / 2;
        const struct slice *slice = &g_array_index(track->slices, struct slice, middle);
        if (slice->to <= ts)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == track->slices->len)
        return NULL;
    const struct slice *slice = &g_array_index(track->slices, struct slice, low);
    return slice->from <= ts ? slice : NULL;
}

static void check_ends(struct reading *reading)
{
    GHashTableIter each;
    void *key, *value;
    g_hash_table_iter_init(&each, reading->tracks);
    while (g_hash_table_iter_next(&each, &key, &value))
        CHECK(reading, ((struct track *)value)->begun == UINT64_MAX);
    g_hash_table_iter_init(&each, reading->asyncs);
    while (g_hash_table_iter_next(&each, &key, &value))
        CHECK(reading, ((struct async *)value)->ended);
    g_hash_table_iter_init(&each, reading->arrows);
    while (g_hash_table_iter_next(&each, &key, &value)) {
        const struct arrow *arrow = value;
        CHECK(reading, arrow->points == 3 && arrow->tid[0] == arrow->tid[2]);
        CHECK(reading, g_hash_table_contains(reading->asyncs, key));
        for (unsigned i = 0; i < 3; i++) {
            const struct track *track =
                g_hash_table_lookup(reading->tracks, GINT_TO_POINTER((int)arrow->tid[i]));
            const struct slice *slice = track ? slice_at(track, arrow->at[i]) : NULL;
            CHECK(reading, slice != NULL);
            CHECK(reading, i != 0 || slice->loads);
            CHECK(reading, i != 1 || (track->pid >= PID_L2 && track->pid < PID_DRAM));
        }
    }
}

static void read_end(struct reading *reading, const char *line)
{
    static const char start[] = "],";
    CHECK(reading, g_str_has_prefix(line, start));
    g_autofree char *object = g_strdup_printf("{%s", line + strlen(start));
    g_autoptr(JsonNode) root = result_parse(object);
    JsonObject *data = json_object_get_object_member(json_node_get_object(root), "otherData");
    reading->facts->truncated = json_object_get_boolean_member(data, "truncated");
    reading->facts->end_cycle = (uint64_t)json_object_get_int_member(data, "end_cycle");
}

static void read_lines(struct reading *reading, char **lines)
{
    guint n = g_strv_length(lines);
    CHECK(reading, n > 3 && lines[n - 1][0] == '\0');
    CHECK(reading, g_str_equal(lines[0], "{\"displayTimeUnit\":\"ns\",\"traceEvents\":["));
    g_autoptr(JsonParser) parser = json_parser_new();
    for (reading->line = 2; reading->line < n - 1; reading->line++) {
        char *line = lines[reading->line - 1];
        bool comma = g_str_has_suffix(line, ",");
        CHECK(reading, comma == (reading->line < n - 2));
        if (comma)
            line[strlen(line) - 1] = '\0';
        CHECK(reading, json_parser_load_from_data(parser, line, -1, NULL));
        read_event(reading, json_node_get_object(json_parser_get_root(parser)), line);
    }
    read_end(reading, lines[n - 2]);
}

void timeline_file_check(const char *path, struct timeline_facts *facts)
{
    g_autofree char *text = NULL;
    gsize length;
    ck_assert_msg(g_file_get_contents(path, &text, &length, NULL), "no file %s", path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    *facts = (struct timeline_facts){.bytes = length, .first_ps = UINT64_MAX};
    struct reading reading = {
        .path = path,
        .line = 1,
        .tracks = g_hash_table_new_full(NULL, NULL, NULL, free_track),
        .processes = g_hash_table_new(NULL, NULL),
        .asyncs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_async),
        .arrows = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .counters = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .facts = facts};
    read_lines(&reading, lines);
    check_ends(&reading);
    g_hash_table_destroy(reading.tracks);
    g_hash_table_destroy(reading.processes);
    g_hash_table_destroy(reading.asyncs);
    g_hash_table_destroy(reading.arrows);
    g_hash_table_destroy(reading.counters);
}
