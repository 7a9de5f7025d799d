/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/warmth.h"
#include "models/gpu.h"

enum {
    MOST_DUE = 16 /* launches of which it is known what they leave. ASSUMED */
};
static const uint64_t ROOM = UINT64_C(256) << 20; /* bytes of the host's memory. ASSUMED */

enum { FLAGS = RECENT_SECTORS | RECENT_WRITTEN };

void warmth_init(struct warmth *warmth, struct gpu *gpu)
{
    const struct gpu_config *config = gpu_config_of(gpu);
    const uint64_t l2_lines = config->n_banks * config->bank.size_bytes / RECENT_LINE_BYTES;
    *warmth = (struct warmth){gpu, WARM_TIMES_L2 * l2_lines, ROOM, g_ptr_array_new()};
}

void warmth_finish(struct warmth *warmth)
{
    warmth_forget(warmth);
    g_ptr_array_free(warmth->due, TRUE);
}

static uint64_t bytes_of(guint n)
{
    return sizeof(struct warm_lines) + (uint64_t)n * sizeof(uint64_t);
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* Places of lines in a list, by open addressing: place + 1, or 0. */
struct places {
    uint32_t *of;
    uint64_t mask;
};

static uint64_t hash(uint64_t line)
{
    return (line / RECENT_LINE_BYTES * UINT64_C(0x9e3779b97f4a7c15)) >> 24;
}

/* Adds a line, or what is noted of it to the line that is there. */
static void add(struct warm_lines *list, const struct places *places, uint64_t noted)
{
    const uint64_t line = noted & ~(uint64_t)FLAGS;
    uint64_t at = hash(line) & places->mask;
    while (places->of[at] && (list->lines[places->of[at] - 1] & ~(uint64_t)FLAGS) != line)
        at = (at + 1) & places->mask;
    if (places->of[at]) {
        list->lines[places->of[at] - 1] |= noted & FLAGS;
        return;
    }
    list->lines[list->n++] = noted;
    places->of[at] = list->n;
}

static void turn_round(struct warm_lines *list)
{
    for (guint i = 0; i < list->n / 2; i++) {
        const uint64_t other = list->lines[list->n - 1 - i];
        list->lines[list->n - 1 - i] = list->lines[i];
        list->lines[i] = other;
    }
}

struct warm_lines *warmth_keep(struct warmth *warmth, const struct recent_lines *recent)
{
    const uint64_t n = recent->n, most = MIN(n, warmth->most);
    if (bytes_of((guint)most) > warmth->room)
        return NULL;
    struct warm_lines *list = g_malloc(bytes_of((guint)most));
    *list = (struct warm_lines){.uses = 1};
    struct places places = {.mask = 63};
    while (places.mask < 2 * most)
        places.mask = 2 * places.mask + 1;
    places.of = g_new0(uint32_t, places.mask + 1);
    for (uint64_t back = 1; back <= n && list->n < most; back++)
        add(list, &places, recent->lines[n - back]);
    g_free(places.of);
    turn_round(list);
    warmth->room -= bytes_of(list->n);
    return g_realloc(list, bytes_of(list->n));
}

void warm_lines_leave(struct warmth *warmth, struct warm_lines *lines)
{
    if (!lines || --lines->uses > 0)
        return;
    warmth->room += bytes_of(lines->n);
    g_free(lines);
}

/* ---- what is due ---------------------------------------------------------------------------- */

static void drop(struct warmth *warmth, guint i)
{
    warm_lines_leave(warmth, g_ptr_array_steal_index(warmth->due, i));
}

void warmth_note(struct warmth *warmth, struct warm_lines *lines)
{
    guint at;
    if (!lines)
        return;
    if (g_ptr_array_find(warmth->due, lines, &at))
        drop(warmth, at);
    else if (warmth->due->len == MOST_DUE)
        drop(warmth, 0);
    lines->uses++;
    g_ptr_array_add(warmth->due, lines);
}

void warmth_forget(struct warmth *warmth)
{
    while (warmth->due->len > 0)
        drop(warmth, warmth->due->len - 1);
}

static void warm(void *data, uint64_t line, uint8_t sectors, bool written)
{
    gpu_warm_l2(data, line, sectors, written);
}

void warmth_settle(struct warmth *warmth)
{
    for (guint i = 0; i < warmth->due->len; i++) {
        const struct warm_lines *list = warmth->due->pdata[i];
        for (guint k = 0; k < list->n; k++)
            warm(warmth->gpu, list->lines[k] & ~(uint64_t)FLAGS, list->lines[k] & RECENT_SECTORS,
                 list->lines[k] & RECENT_WRITTEN);
    }
    warmth_forget(warmth);
}

void warmth_take(struct warmth *warmth, struct recent_lines *recent)
{
    warmth_settle(warmth);
    recent_lines_take(recent, warm, warmth->gpu);
}
