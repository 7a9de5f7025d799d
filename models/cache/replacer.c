/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cache/replacer.h"

G_STATIC_ASSERT(offsetof(struct replacement_ops, policy.head) == 0);

struct replacer *replacer_new(const struct policy_values *values, void *state,
                              const struct replacement_site *site)
{
    const struct replacement_ops *ops = (const struct replacement_ops *)values->policy;
    if (!ops->victim)
        return NULL;
    g_assert(site->ways <= REPLACEMENT_MAX_WAYS);
    struct replacer *replacer = g_new(struct replacer, 1);
    *replacer = (struct replacer){.ops = ops, .state = state, .ways = site->ways, .victim = -1};
    if (!state)
        replacer->state = replacer->owned = g_malloc0(MAX(ops->policy.head.state_bytes, 1));
    replacer->lines = g_malloc0_n((gsize)site->sets * site->ways, MAX(ops->line_bytes, 1));
    if (ops->begin)
        ops->begin(replacer->state, site, values);
    return replacer;
}

void replacer_free(struct replacer *replacer)
{
    if (!replacer)
        return;
    g_free(replacer->owned);
    g_free(replacer->lines);
    g_free(replacer);
}

static void *lines_of(const struct replacer *replacer, uint32_t set)
{
    return replacer->lines + (size_t)set * replacer->ways * replacer->ops->line_bytes;
}

static bool is_empty(const struct replacement_ways *ways)
{
    uint64_t any = 0;
    for (unsigned word = 0; word < REPLACEMENT_MASK_WORDS; word++)
        any |= ways->word[word];
    return any == 0;
}

unsigned replacer_victim(struct replacer *replacer, uint32_t set,
                         const struct replacement_ways *allowed,
                         const struct replacement_ways *invalid)
{
    const struct replacement_ops *ops = replacer->ops;
    if (!ops->any_way && !is_empty(invalid))
        return replacement_first(invalid);
    if (replacer->victim >= 0 && replacer->victim_set == set &&
        replacement_has(allowed, (unsigned)replacer->victim))
        return (unsigned)replacer->victim;
    const struct replacement_set asked = {
        .set = set, .lines = lines_of(replacer, set), .allowed = *allowed, .invalid = *invalid};
    unsigned way = ops->victim(replacer->state, &asked, &replacer->access);
    if (way >= replacer->ways || !replacement_has(allowed, way))
        g_error("the replacement policy %s took way %u of set %u, which may not be replaced",
                ops->policy.head.name, way, set);
    replacer->victim = (int)way;
    replacer->victim_set = set;
    return way;
}

static void remove_line(struct replacer *replacer, uint32_t set, unsigned way, bool evicted)
{
    replacer->victim = -1;
    if (replacer->ops->removed)
        replacer->ops->removed(replacer->state, lines_of(replacer, set), set, way, evicted);
}

void replacer_insert(struct replacer *replacer, uint32_t set, unsigned way, bool evicts)
{
    if (evicts)
        remove_line(replacer, set, way, true);
    replacer->victim = -1;
    if (replacer->ops->inserted)
        replacer->ops->inserted(replacer->state, lines_of(replacer, set), set, way,
                                &replacer->access);
}

void replacer_touch(struct replacer *replacer, uint32_t set, unsigned way)
{
    replacer->victim = -1;
    if (replacer->ops->touched)
        replacer->ops->touched(replacer->state, lines_of(replacer, set), set, way,
                               &replacer->access);
}

void replacer_drop(struct replacer *replacer, uint32_t set, unsigned way)
{
    remove_line(replacer, set, way, false);
}
