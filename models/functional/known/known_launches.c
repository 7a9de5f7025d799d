/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/known/known_launches.h"
#include "models/functional/known/known_state.h"
#include "models/memory/device_peers.h"
#include "models/memory/memory_digest.h"
#include "workloads/instruction_source.h"

#include <string.h>

/* What pays is ASSUMED, all of it. */
enum {
    LEAST_INSTRUCTIONS = 1 << 16,    /* warp instructions of a record that is worth a look */
    BYTES_AN_INSTRUCTION = 64,       /* of memory touched, for which digests are worth while, */
    BYTES_AN_INSTRUCTION_SINCE = 16, /* and for each that was computed since the last look */
    MOST_RECORDS = 4096,
    MOST_STATES = 64, /* of a record */
    PATIENCE = 4,     /* so many new states in a row, and the record rests */
    FIRST_LOOKS = 16, /* so many records without use in a row, and new ones wait for a second run */
    OLD = 1000,       /* launches, after which a state makes room for another */
    INSTRUCTIONS_A_COPIED_BYTE = 64 /* for which a copy is made at once */
};
static const uint64_t ROOM = UINT64_C(1) << 30; /* for copies, of the host's memory */

struct record {
    struct content_digest key;
    uint32_t device;
    struct footprint footprint; /* of its last run; empty: not known */
    GPtrArray *states;          /* struct known_state */
    GArray *counts;             /* of each state: struct functional_counts */
    uint64_t instructions;      /* of its last run, */
    uint64_t total, since;      /* of all, and of those since its memory was last looked at */
    unsigned misses, rests, next_rest;
    bool useless;
};

struct known_launches {
    struct device_memory *memory;
    GHashTable *records; /* by key */
    uint64_t room;
    uint64_t launches; /* so far */
    uint64_t states;   /* likewise */
    uint64_t found;    /* the number of the last launch's; 0: it was in none */
    unsigned first_looks;
    struct footprint footprint; /* of the launch that runs */
    /* The launch that runs; NULL: it is no record's. */
    struct record *record;
    struct content_digest *before; /* NULL: nobody has looked */
    struct known_state *without_copy;
};

static guint hash_of(gconstpointer key)
{
    return (guint)((const struct content_digest *)key)->word[0];
}

static gboolean is_equal(gconstpointer a, gconstpointer b)
{
    return content_digest_equal(*(const struct content_digest *)a,
                                *(const struct content_digest *)b);
}

static void forget_states(struct known_launches *known, struct record *record)
{
    for (guint i = 0; i < record->states->len; i++)
        known_state_free(record->states->pdata[i], &record->footprint, &known->room);
    g_ptr_array_set_size(record->states, 0);
    g_array_set_size(record->counts, 0);
}

struct known_launches *known_launches_new(struct device_memory *memory)
{
    struct known_launches *known = g_new0(struct known_launches, 1);
    known->memory = memory;
    known->room = ROOM;
    known->records = g_hash_table_new(hash_of, is_equal);
    footprint_init(&known->footprint, memory);
    return known;
}

void known_launches_free(struct known_launches *known)
{
    if (!known)
        return;
    GHashTableIter each;
    gpointer item;
    g_hash_table_iter_init(&each, known->records);
    while (g_hash_table_iter_next(&each, NULL, &item)) {
        struct record *record = item;
        forget_states(known, record);
        g_ptr_array_free(record->states, TRUE);
        g_array_free(record->counts, TRUE);
        footprint_finish(&record->footprint);
        g_free(record);
    }
    g_hash_table_destroy(known->records);
    footprint_finish(&known->footprint);
    g_free(known->before);
    g_free(known);
}

static bool key_of(const struct launch *launch, uint64_t first_block, uint64_t n_blocks,
                   struct content_digest *key)
{
    const struct kernel_code *code = launch->code;
    if (!code->ops->fingerprint || !code->ops->fingerprint(code, key))
        return false;
    const uint64_t shape[] = {
        launch->grid[0],    launch->grid[1],  launch->grid[2],    launch->block[0],
        launch->block[1],   launch->block[2], launch->cluster[0], launch->cluster[1],
        launch->cluster[2], launch->device,   launch->n_sms,      launch->dynamic_shared_bytes,
        first_block,        n_blocks};
    *key = content_digest_add(*key, shape, sizeof shape);
    *key = content_digest_add(*key, launch->params, code->param_bytes);
    return true;
}

static struct record *record_of(struct known_launches *known, const struct content_digest *key,
                                uint32_t device)
{
    struct record *record = g_hash_table_lookup(known->records, key);
    if (record || g_hash_table_size(known->records) == MOST_RECORDS)
        return record;
    record = g_new0(struct record, 1);
    record->key = *key;
    record->device = device;
    record->states = g_ptr_array_new();
    record->counts = g_array_new(FALSE, FALSE, sizeof(struct functional_counts));
    footprint_init(&record->footprint, known->memory);
    g_hash_table_add(known->records, record);
    return record;
}

/* Its allocations may have been freed, and others may lie there, or a peer's are out of reach. */
static bool is_there(const struct footprint *footprint, uint32_t device)
{
    for (guint i = 0; i < footprint->parts->len; i++) {
        const struct footprint_part *part =
            &g_array_index(footprint->parts, struct footprint_part, i);
        const struct device_allocation *found =
            device_memory_find_from(footprint->memory, device, part->address, part->bytes);
        if (!found || found->address != part->address || found->bytes != part->bytes)
            return false;
    }
    return footprint->parts->len > 0;
}

/* Of which there would be digests to compute. */
static uint64_t bytes_of(const struct footprint *footprint)
{
    uint64_t bytes = 0;
    for (guint i = 0; i < footprint->parts->len; i++) {
        const struct footprint_part *part =
            &g_array_index(footprint->parts, struct footprint_part, i);
        if (!device_memory_has_digest(footprint->memory, part->address))
            bytes += part->bytes;
    }
    return bytes;
}

/* Whether to look at its memory this time. Small launches that touch much are looked at when many
 * have been computed: if they repeat, the next look costs nothing. */
static bool is_worth_it(struct record *record)
{
    if (record->total < LEAST_INSTRUCTIONS || !is_there(&record->footprint, record->device))
        return false;
    const uint64_t bytes = bytes_of(&record->footprint);
    if (bytes / BYTES_AN_INSTRUCTION > record->instructions &&
        bytes / BYTES_AN_INSTRUCTION_SINCE > record->since)
        return false;
    if (record->rests == 0)
        return true;
    record->rests--;
    return false;
}

static bool apply_state(struct known_launches *known, struct functional_counts *counts)
{
    struct record *record = known->record;
    for (guint i = 0; i < record->states->len; i++) {
        struct known_state *state = record->states->pdata[i];
        const enum known_match match = known_state_match(state, &record->footprint, known->before);
        if (match == KNOWN_NOT)
            continue;
        record->misses = record->next_rest = 0;
        state->used = known->launches;
        if (match == KNOWN_NO_COPY) {
            known->without_copy = state;
            return false;
        }
        known->first_looks = 0;
        known->found = state->number;
        known_state_apply(state, &record->footprint, known->before);
        *counts = g_array_index(record->counts, struct functional_counts, i);
        counts->known_launches = 1;
        return true;
    }
    return false;
}

bool known_launches_apply(struct known_launches *known, const struct launch *launch,
                          uint64_t first_block, uint64_t n_blocks, struct functional_counts *counts,
                          struct footprint **footprint)
{
    struct content_digest key;
    known->record = NULL;
    known->without_copy = NULL;
    g_clear_pointer(&known->before, g_free);
    *footprint = NULL;
    known->launches++;
    known->found = 0;
    if (!key_of(launch, first_block, n_blocks, &key))
        return false;
    struct record *record = record_of(known, &key, launch->device);
    if (!record || record->useless)
        return false;
    known->record = record;
    if (is_worth_it(record)) {
        known->before = known_digests(&record->footprint);
        record->since = 0;
        if (apply_state(known, counts))
            return true;
    }
    footprint_clear(&known->footprint);
    *footprint = &known->footprint;
    return false;
}

uint64_t known_launches_found(const struct known_launches *known)
{
    return known ? known->found : 0;
}

static bool touches_the_same(const struct footprint *a, const struct footprint *b)
{
    return a->parts->len == b->parts->len &&
           (a->parts->len == 0 || memcmp(a->parts->data, b->parts->data,
                                         a->parts->len * sizeof(struct footprint_part)) == 0);
}

/* A record of which no launch is like another is looked at ever more seldom. */
static void note_miss(struct record *record)
{
    if (record->states->len == 0 || ++record->misses < PATIENCE)
        return;
    record->misses = 0;
    record->next_rest = MAX(2 * record->next_rest, PATIENCE);
    record->rests = record->next_rest;
}

static void forget_oldest(struct known_launches *known, struct record *record)
{
    guint oldest = 0;
    for (guint i = 1; i < record->states->len; i++) {
        const struct known_state *state = record->states->pdata[i];
        if (state->used < ((const struct known_state *)record->states->pdata[oldest])->used)
            oldest = i;
    }
    known_state_free(record->states->pdata[oldest], &record->footprint, &known->room);
    g_ptr_array_remove_index(record->states, oldest);
    g_array_remove_index(record->counts, oldest);
}

static void drop_old_copies(struct known_launches *known, const struct record *record)
{
    for (guint i = 0; i < record->states->len; i++) {
        struct known_state *state = record->states->pdata[i];
        if (known->launches - state->used >= OLD)
            known_state_drop_copies(state, &record->footprint, &known->room);
    }
}

/* All old copies go at once: it is seldom that there is no room. */
static void make_room(struct known_launches *known, uint64_t bytes)
{
    GHashTableIter each;
    gpointer item;
    g_hash_table_iter_init(&each, known->records);
    while (bytes > known->room && g_hash_table_iter_next(&each, NULL, &item))
        drop_old_copies(known, item);
}

static void add_state(struct known_launches *known, struct record *record,
                      const struct functional_counts *counts)
{
    note_miss(record);
    if (record->states->len == MOST_STATES)
        forget_oldest(known, record);
    struct known_state *state = known_state_new(&record->footprint, known->before);
    if (!state)
        return;
    state->used = known->launches;
    state->number = ++known->states;
    if (known->before &&
        known_state_wants(state, &record->footprint) * INSTRUCTIONS_A_COPIED_BYTE <=
            record->instructions)
        known_state_copy(state, &record->footprint, &known->room);
    g_ptr_array_add(record->states, state);
    g_array_append_val(record->counts, *counts);
}

void known_launches_learn(struct known_launches *known, const struct functional_counts *counts,
                          bool plain)
{
    struct record *record = known->record;
    if (!record)
        return;
    footprint_sort(&known->footprint);
    record->instructions = counts->warp_instructions;
    record->total += counts->warp_instructions;
    record->since += counts->warp_instructions;
    if (!plain || known->footprint.out_of_sight) {
        record->useless = true;
        forget_states(known, record);
        return;
    }
    if (!touches_the_same(&record->footprint, &known->footprint)) {
        forget_states(known, record);
        g_array_set_size(record->footprint.parts, 0);
        g_array_append_vals(record->footprint.parts, known->footprint.parts->data,
                            known->footprint.parts->len);
        g_clear_pointer(&known->before, g_free);
        known->without_copy = NULL;
        if (known->first_looks < FIRST_LOOKS && is_worth_it(record)) {
            known->first_looks++;
            add_state(known, record, counts);
        }
        return;
    }
    if (known->without_copy) {
        make_room(known, known_state_wants(known->without_copy, &record->footprint));
        known_state_copy(known->without_copy, &record->footprint, &known->room);
    } else if (known->before)
        add_state(known, record, counts);
}
