/* SPDX-License-Identifier: BSD-3-Clause */
#include "sanitize/race/team.h"
#include "sanitize/race/batch.h"
#include "sanitize/race/finds.h"
#include "sanitize/race/race.h"
#include <pthread.h>

/* Entries of a last batch that are not worth waking others for: a tenth of a millisecond. ASSUMED.
 */
enum { ALONE = 1 << 9 };

/* What the thread that has the part works with. */
struct part {
    struct race race;
    struct order order;
    struct shadow *global;
    struct order_block block; /* the entry's, as far as its check asks for it */
    struct order_warp warps[TEAM_MOST_WARPS];
    struct finds *finds;
    const struct race_stored *stored; /* of the entry */
};

struct race_team {
    unsigned n_threads; /* beside the caller's */
    pthread_t *threads;
    struct part parts[TEAM_PARTS];
    struct batch *batches[2];
    unsigned filling;     /* the batch that the caller fills */
    struct batch *given;  /* the other one, if it is being checked */
    unsigned taken, done; /* parts of it; atomic */
    GPtrArray *free_shadows;
    pthread_mutex_t mutex; /* of `given`, `over` and the two conditions */
    pthread_cond_t has_given, all_done;
    bool over;
};

/* ---- a part -------------------------------------------------------------------------------- */

static void found(void *data, const struct race_access *access, struct race_found *found)
{
    struct part *part = data;
    const struct sites *sites = part->race.sites;
    found->same = part->stored && sites_at(sites, mark_site(&found->earlier))->kind == SITE_STORE &&
                  race_stored_same(part->stored, access, found);
    finds_add(part->finds, found);
}

static void check_entry(struct part *part, const struct batch *batch, const struct batch_item *item)
{
    struct batch_entry entry;
    batch_read(batch, item, &entry);
    part->block.first = entry.first;
    part->block.n_warps = entry.n_warps;
    part->block.launch = entry.launch;
    part->block.barrier = entry.barrier;
    part->warps[entry.access.warp].sync = entry.sync;
    part->order.now = entry.stamp;
    part->stored = entry.stored.unit ? &entry.stored : NULL;
    entry.access.block = &part->block;
    if (!entry.access.shadow)
        entry.access.shadow = part->global;
    race_access_at(&part->race, &entry.access, entry.stamp);
}

/* Parts of the given batch, as long as there are any. */
static void work(struct race_team *team)
{
    unsigned number;
    while ((number = __atomic_fetch_add(&team->taken, 1, __ATOMIC_ACQ_REL)) < TEAM_PARTS) {
        const struct batch *batch = team->given;
        for (guint i = 0; i < batch->items[number]->len; i++)
            check_entry(&team->parts[number], batch,
                        &g_array_index(batch->items[number], struct batch_item, i));
        if (__atomic_add_fetch(&team->done, 1, __ATOMIC_ACQ_REL) < TEAM_PARTS)
            continue;
        pthread_mutex_lock(&team->mutex);
        pthread_cond_signal(&team->all_done);
        pthread_mutex_unlock(&team->mutex);
    }
}

/* ---- threads ------------------------------------------------------------------------------- */

static void *thread_main(void *data)
{
    struct race_team *team = data;
    pthread_mutex_lock(&team->mutex);
    while (!team->over) {
        if (__atomic_load_n(&team->taken, __ATOMIC_ACQUIRE) >= TEAM_PARTS) {
            pthread_cond_wait(&team->has_given, &team->mutex);
            continue;
        }
        pthread_mutex_unlock(&team->mutex);
        work(team);
        pthread_mutex_lock(&team->mutex);
    }
    pthread_mutex_unlock(&team->mutex);
    return NULL;
}

struct race_team *race_team_new(unsigned threads, struct shadow *const *parts,
                                const struct sites *sites, GPtrArray *free_shadows)
{
    struct race_team *team = g_new0(struct race_team, 1);
    team->n_threads = threads - 1;
    team->threads = g_new(pthread_t, team->n_threads);
    team->free_shadows = free_shadows;
    team->taken = TEAM_PARTS;
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->has_given, NULL);
    pthread_cond_init(&team->all_done, NULL);
    for (unsigned i = 0; i < 2; i++)
        team->batches[i] = batch_new();
    for (unsigned i = 0; i < TEAM_PARTS; i++) {
        struct part *part = &team->parts[i];
        part->global = parts[i];
        part->finds = finds_new();
        part->block.warp = part->warps;
        race_init(&part->race, &part->order, sites);
        part->race.data = part;
        part->race.report = found;
    }
    for (unsigned i = 0; i < team->n_threads; i++) {
        const int failed = pthread_create(&team->threads[i], NULL, thread_main, team);
        g_assert(failed == 0);
    }
    return team;
}

void race_team_free(struct race_team *team)
{
    if (!team)
        return;
    pthread_mutex_lock(&team->mutex);
    team->over = true;
    pthread_cond_broadcast(&team->has_given);
    pthread_mutex_unlock(&team->mutex);
    for (unsigned i = 0; i < team->n_threads; i++)
        pthread_join(team->threads[i], NULL);
    for (unsigned i = 0; i < TEAM_PARTS; i++) {
        race_finish(&team->parts[i].race);
        finds_free(team->parts[i].finds);
    }
    for (unsigned i = 0; i < 2; i++)
        batch_free(team->batches[i]);
    pthread_mutex_destroy(&team->mutex);
    pthread_cond_destroy(&team->has_given);
    pthread_cond_destroy(&team->all_done);
    g_free(team->threads);
    g_free(team);
}

/* ---- batches ------------------------------------------------------------------------------- */

/* The caller helps with what has been given, until that is done. */
static void take_back(struct race_team *team)
{
    if (!team->given)
        return;
    work(team);
    pthread_mutex_lock(&team->mutex);
    while (__atomic_load_n(&team->done, __ATOMIC_ACQUIRE) < TEAM_PARTS)
        pthread_cond_wait(&team->all_done, &team->mutex);
    pthread_mutex_unlock(&team->mutex);
    batch_clear(team->given, team->free_shadows);
    team->given = NULL;
}

static void give(struct race_team *team)
{
    take_back(team);
    struct batch *batch = team->batches[team->filling];
    team->filling = 1 - team->filling;
    pthread_mutex_lock(&team->mutex);
    team->given = batch;
    team->done = 0;
    __atomic_store_n(&team->taken, 0, __ATOMIC_RELEASE);
    if (batch->n > ALONE)
        pthread_cond_broadcast(&team->has_given);
    pthread_mutex_unlock(&team->mutex);
}

void race_team_launch(struct race_team *team, const struct order *order)
{
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        team->parts[i].order = *order;
}

void race_team_add(struct race_team *team, const struct race_access *access, uint32_t stamp,
                   const struct race_stored *stored)
{
    struct batch *batch = team->batches[team->filling];
    if (batch_add(batch, access, stamp, stored))
        return;
    give(team);
    batch = team->batches[team->filling];
    const bool added = batch_add(batch, access, stamp, stored);
    g_assert(added);
}

GPtrArray *race_team_ended(struct race_team *team)
{
    return team->batches[team->filling]->ended;
}

void race_team_finish(struct race_team *team,
                      void (*tell)(void *data, const struct race_found *found), void *data)
{
    struct finds *finds[TEAM_PARTS];
    take_back(team);
    if (team->batches[team->filling]->n > 0) {
        give(team);
        take_back(team);
    }
    batch_clear(team->batches[team->filling], team->free_shadows);
    for (unsigned i = 0; i < TEAM_PARTS; i++)
        finds[i] = team->parts[i].finds;
    finds_tell(finds, TEAM_PARTS, tell, data);
}
