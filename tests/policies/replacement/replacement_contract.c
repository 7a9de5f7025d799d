/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/policies/replacement/replacement_contract.h"
#include "policies/policy_values.h"

#include <string.h>

enum { GUARD = 256, CANARY = 0xA5, STEPS = 1500, SLOTS = 48 };

enum line_state { INVALID, ON_ITS_WAY, VALID };

/* A cache of the plainest kind around a policy. */
struct cache {
    const struct replacement_ops *ops;
    struct replacement_site site;
    uint8_t *state_block, *lines_block; /* with GUARD bytes before and behind */
    uint8_t *lines_before;              /* a copy */
    size_t state_bytes, lines_bytes;
    void *state;
    uint8_t *lines;
    uint64_t *numbers; /* of the lines; by set and way */
    uint8_t *states;   /* enum line_state */
};

static uint64_t next_random(uint64_t *random)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *random >> 33;
}

/* shift: of the state in its block, a multiple of 16. */
static void cache_init(struct cache *cache, const struct replacement_ops *ops,
                       const struct replacement_site *site, size_t shift)
{
    size_t n = (size_t)site->sets * site->ways;
    *cache = (struct cache){.ops = ops,
                            .site = *site,
                            .state_bytes = ops->policy.head.state_bytes,
                            .lines_bytes = n * ops->line_bytes};
    size_t blocks = cache->state_bytes + 2 * GUARD + shift;
    cache->state_block = g_malloc(blocks);
    memset(cache->state_block, CANARY, blocks);
    cache->state = memset(cache->state_block + GUARD + shift, 0, cache->state_bytes);
    cache->lines_block = g_malloc(cache->lines_bytes + 2 * GUARD);
    memset(cache->lines_block, CANARY, cache->lines_bytes + 2 * GUARD);
    cache->lines = memset(cache->lines_block + GUARD, 0, cache->lines_bytes);
    cache->lines_before = g_malloc0(cache->lines_bytes + 1);
    cache->numbers = g_new0(uint64_t, n);
    cache->states = g_new0(uint8_t, n);
    struct policy_values *values = policy_values_new(&ops->policy.head);
    if (ops->begin)
        ops->begin(cache->state, site, values);
    policy_values_free(values);
}

static void cache_finish(struct cache *cache)
{
    g_free(cache->state_block);
    g_free(cache->lines_block);
    g_free(cache->lines_before);
    g_free(cache->numbers);
    g_free(cache->states);
}

static bool is_canary(const uint8_t *from, const uint8_t *to)
{
    for (; from < to; from++)
        if (*from != CANARY)
            return false;
    return true;
}

/* After calls about that set. */
static const char *overwritten(struct cache *cache, uint32_t set)
{
    const uint8_t *state = cache->state, *lines_end = cache->lines + cache->lines_bytes;
    size_t set_bytes = (size_t)cache->site.ways * cache->ops->line_bytes, at = set * set_bytes;
    if (!is_canary(cache->state_block, state) ||
        !is_canary(state + cache->state_bytes, state + cache->state_bytes + GUARD))
        return "it writes outside of its state";
    if (!is_canary(cache->lines_block, cache->lines) || !is_canary(lines_end, lines_end + GUARD))
        return "it writes outside of what is kept of lines";
    if (memcmp(cache->lines_before, cache->lines, at) != 0 ||
        memcmp(cache->lines_before + at + set_bytes, cache->lines + at + set_bytes,
               cache->lines_bytes - at - set_bytes) != 0)
        return "it writes to what is kept of another set's lines";
    return NULL;
}

static int find(const struct cache *cache, uint32_t set, uint64_t number)
{
    for (uint32_t way = 0; way < cache->site.ways; way++) {
        size_t line = (size_t)set * cache->site.ways + way;
        if (cache->states[line] != INVALID && cache->numbers[line] == number)
            return (int)way;
    }
    return -1;
}

/* The way that a line comes to; -1: all are on their way; -2: a broken rule. */
static int way_for(const struct cache *cache, uint32_t set, const struct replacement_access *access)
{
    const struct replacement_ops *ops = cache->ops;
    const uint8_t *states = &cache->states[set * cache->site.ways];
    struct replacement_set asked = {
        .set = set, .lines = cache->lines + (size_t)set * cache->site.ways * ops->line_bytes};
    bool any = false;
    for (uint32_t way = 0; way < cache->site.ways; way++) {
        uint64_t bit = UINT64_C(1) << way % 64;
        if (states[way] == INVALID && !ops->any_way)
            return (int)way;
        any |= states[way] != ON_ITS_WAY;
        asked.allowed.word[way / 64] |= states[way] != ON_ITS_WAY ? bit : 0;
        asked.invalid.word[way / 64] |= states[way] == INVALID ? bit : 0;
    }
    if (!any)
        return -1;
    unsigned way = ops->victim(cache->state, &asked, access);
    return way < cache->site.ways && replacement_has(&asked.allowed, way) ? (int)way : -2;
}

static void take(struct cache *cache, uint32_t set, unsigned way,
                 const struct replacement_access *access)
{
    const struct replacement_ops *ops = cache->ops;
    size_t line = (size_t)set * cache->site.ways + way;
    void *lines = cache->lines + (size_t)set * cache->site.ways * ops->line_bytes;
    if (cache->states[line] == VALID && ops->removed)
        ops->removed(cache->state, lines, set, way, true);
    if (ops->inserted)
        ops->inserted(cache->state, lines, set, way, access);
    cache->states[line] = ON_ITS_WAY;
    cache->numbers[line] = access->line;
}

/* One step; what it does depends on the access and on `choice` alone. Returns the way that was
 * taken, -1 for none, -2 for a broken rule. */
static int step(struct cache *cache, const struct replacement_access *access, unsigned choice)
{
    const struct replacement_ops *ops = cache->ops;
    uint32_t set = (uint32_t)(access->line / 128) % cache->site.sets;
    void *lines = cache->lines + (size_t)set * cache->site.ways * ops->line_bytes;
    int found = find(cache, set, access->line);
    memcpy(cache->lines_before, cache->lines, cache->lines_bytes);
    if (found < 0) {
        int way = way_for(cache, set, access);
        if (way >= 0)
            take(cache, set, (unsigned)way, access);
        return way;
    }
    uint8_t *state = &cache->states[set * cache->site.ways + (uint32_t)found];
    if (*state == ON_ITS_WAY && choice < 6) {
        *state = VALID;
    } else if (*state == VALID && choice == 0) {
        if (ops->removed)
            ops->removed(cache->state, lines, set, (unsigned)found, false);
        *state = INVALID;
    } else if (ops->touched) {
        ops->touched(cache->state, lines, set, (unsigned)found, access);
    }
    return -1;
}

static const char *run(struct cache caches[2], uint64_t *random)
{
    static const uint64_t ages[WARP_SLOTS];
    static const struct criticality nobody;
    const uint64_t no_warps = 0;
    const struct warp_view view = {
        .age = ages, .on_memory = &no_warps, .to_ldst = &no_warps, .criticality = &nobody};
    const struct replacement_site *site = &caches[0].site;
    for (unsigned i = 0; i < STEPS; i++) {
        uint64_t number = next_random(random) % ((uint64_t)site->sets * site->ways * 2 + 1);
        const struct replacement_access access = {
            .line = number * 128,
            .pc = site->in_l1 ? (uint32_t)(next_random(random) % 20) : 0,
            .slot = site->in_l1 ? (uint8_t)(next_random(random) % SLOTS) : WARP_NONE,
            .is_write = next_random(random) % 4 == 0,
            .view = site->in_l1 ? &view : NULL};
        unsigned choice = (unsigned)(next_random(random) % 8);
        int ways[2];
        for (unsigned c = 0; c < 2; c++) {
            ways[c] = step(&caches[c], &access, choice);
            const char *problem = overwritten(&caches[c], (uint32_t)number % site->sets);
            if (ways[c] == -2 || problem)
                return problem ? problem : "its victim may not go";
        }
        if (ways[0] != ways[1])
            return "equal calls give different victims";
    }
    return NULL;
}

static char *try_shape(const struct replacement_ops *ops, const struct replacement_site *site)
{
    uint64_t random = site->ways * 31 + site->sets;
    struct cache caches[2];
    cache_init(&caches[0], ops, site, 0);
    cache_init(&caches[1], ops, site, 4096 + 16);
    const char *problem = run(caches, &random);
    cache_finish(&caches[0]);
    cache_finish(&caches[1]);
    return problem ? g_strdup_printf("%s, %s, %u sets of %u ways: %s", ops->policy.head.name,
                                     site->in_l1 ? "L1" : "L2", site->sets, site->ways, problem)
                   : NULL;
}

char *replacement_contract_problem(const struct replacement_ops *ops)
{
    static const struct replacement_site sites[] = {
        {1, 1, 0, true},     {8, 1, 3, true},     {1, 2, 0, true},
        {4, 3, 0, true},     {32, 4, 14, true},   {64, 6, 1, true},
        {1, 24, 0, true},    {4, 64, 79, true},   {2, 100, 0, true},
        {1, 256, 2, true},   {4, 256, 2, true},   {1, REPLACEMENT_MAX_WAYS, 0, true},
        {1, 1, 0, false},    {256, 3, 47, false}, {32, 24, 0, false},
        {128, 16, 5, false}, {1, 256, 0, false},
    };
    if (!ops->victim)
        return NULL;
    char *problem = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(sites) && !problem; i++)
        if (sites[i].in_l1 || !ops->l1_only)
            problem = try_shape(ops, &sites[i]);
    return problem;
}
