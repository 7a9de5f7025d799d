/* SPDX-License-Identifier: BSD-3-Clause */
/* Every replacement policy, in the caches that use them, chooses as a plain and slow model of it
 * does: a million random accesses in all. Lines are on their way for a while, are dropped, and ways
 * are taken out of use and come back; a request that must wait does not make a policy choose again.
 */
#include "models/cache/tag_array.h"
#include "models/l2/bank_lines.h"
#include "tests/models/cache/replacement_models.h"
#include "tests/models/cache/replacement_rig.h"
#include "tests/rigs/suite.h"

enum { LEAST_ACCESSES = 1000000, SEED = 7 };

struct shape {
    unsigned sets, ways;
    bool in_l1, carved; /* ways come and go */
};

static const struct shape shapes[] = {
    {1, 1, true, false},    {32, 4, true, false},  {64, 3, true, true},    {4, 256, true, true},
    {1, 24, true, false},   {256, 2, true, false}, {8, 7, true, true},     {64, 1, false, false},
    {32, 24, false, false}, {16, 3, false, false}, {2, 256, false, false}, {64, 16, false, false},
};

/* One of the two caches, and the model of its policy. */
struct rig {
    struct shape shape;
    struct tag_array tags;
    struct bank_shape bank_shape;
    struct bank_lines bank;
    struct arena *arena; /* the bank's */
    struct replacer *replacer;
    struct naive naive;
    uint64_t random;
};

static unsigned next_random(struct rig *rig, unsigned below)
{
    rig->random = rig->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((rig->random >> 33) % below);
}

/* Check writes a note to a file for each assertion that it makes, which is too much for these. */
static void must_be(const struct rig *rig, const char *what, int found, int expected)
{
    if (found != expected)
        ck_abort_msg("%s, %u sets of %u ways: %s %d, expected %d", rig->naive.policy,
                     rig->shape.sets, rig->shape.ways, what, found, expected);
}

static void rig_init(struct rig *rig, const char *policy, const struct shape *shape)
{
    const struct replacement_site site = {
        .sets = shape->sets, .ways = shape->ways, .cache = 5, .in_l1 = shape->in_l1};
    uint64_t bytes = (uint64_t)shape->sets * shape->ways * LINE_BYTES;
    *rig = (struct rig){.shape = *shape, .random = shape->sets + shape->ways};
    rig->replacer = make_replacer(policy, strcmp(policy, "random") == 0 ? "seed=7" : "", &site);
    if (shape->in_l1) {
        tag_array_init(&rig->tags, NULL, bytes, shape->ways, LINE_BYTES);
        tag_array_use_replacer(&rig->tags, rig->replacer);
    } else {
        bank_shape_init(&rig->bank_shape, bytes, shape->ways, BANK_SETS_LINEAR);
        rig->arena = arena_new(bytes);
        bank_lines_init(&rig->bank, rig->arena, &rig->bank_shape, rig->replacer);
    }
    naive_init(&rig->naive, policy, shape->sets, shape->ways, site.cache, shape->in_l1, SEED);
}

static void rig_finish(struct rig *rig)
{
    if (rig->shape.in_l1)
        tag_array_finish(&rig->tags);
    arena_free(rig->arena);
    replacer_free(rig->replacer);
    naive_finish(&rig->naive);
}

static int find(const struct rig *rig, unsigned set, uint64_t number)
{
    if (!rig->shape.in_l1) {
        must_be(rig, "set", (int)bank_lines_set(&rig->bank, number * LINE_BYTES), (int)set);
        return bank_lines_find(&rig->bank, set, number * LINE_BYTES).way;
    }
    int index = tag_array_find(&rig->tags, number * LINE_BYTES);
    return index < 0 ? -1 : index - (int)(set * rig->shape.ways);
}

static int choose(const struct rig *rig, unsigned set, uint64_t number)
{
    if (!rig->shape.in_l1)
        return (rig->replacer ? bank_lines_ask_replacer(&rig->bank, set)
                              : bank_lines_victim(&rig->bank, set))
            .way;
    uint64_t address = number * LINE_BYTES;
    int index = rig->replacer ? tag_array_ask_replacer(&rig->tags, address)
                              : tag_array_choose_victim(&rig->tags, address);
    return index < 0 ? -1 : index - (int)(set * rig->shape.ways);
}

static void take(struct rig *rig, unsigned set, int way, uint64_t number)
{
    const struct bank_place place = {set, way};
    if (rig->shape.in_l1) {
        tag_array_reserve(&rig->tags, (int)(set * rig->shape.ways) + way, number * LINE_BYTES);
        return;
    }
    if (rig->replacer)
        bank_lines_tell_taking(&rig->bank, place);
    bank_lines_take(&rig->bank, place, number * LINE_BYTES);
    bank_lines_fetch(&rig->bank, place, ALL_SECTORS);
    bank_lines_use(&rig->bank, place);
}

static void fill(struct rig *rig, unsigned set, int way)
{
    if (rig->shape.in_l1)
        tag_array_fill(&rig->tags, (int)(set * rig->shape.ways) + way);
    else
        bank_lines_fill(&rig->bank, (struct bank_place){set, way}, ALL_SECTORS);
    naive_line(&rig->naive, set, way)->busy = false;
}

static void use(struct rig *rig, unsigned set, int way)
{
    int index = (int)(set * rig->shape.ways) + way;
    const struct bank_place place = {set, way};
    if (rig->shape.in_l1)
        tag_array_touch(&rig->tags, index);
    else
        bank_lines_use(&rig->bank, place);
    if (rig->replacer && rig->shape.in_l1)
        tag_array_tell_use(&rig->tags, index);
    else if (rig->replacer)
        bank_lines_tell_use(&rig->bank, place);
    naive_use(&rig->naive, set, way);
}

static void drop(struct rig *rig, unsigned set, int way)
{
    tag_array_invalidate(&rig->tags, (int)(set * rig->shape.ways) + way);
    naive_drop(&rig->naive, set, way);
}

static void fill_one(struct rig *rig, unsigned set)
{
    for (int way = 0; way < (int)rig->shape.ways; way++)
        if (naive_line(&rig->naive, set, way)->busy) {
            fill(rig, set, way);
            return;
        }
}

static void bring(struct rig *rig, unsigned set, uint64_t number, unsigned pc)
{
    struct naive *naive = &rig->naive;
    int expected = naive_choose(naive, set), way = choose(rig, set, number);
    /* In its own order L1 takes any invalid line. */
    if (!rig->replacer && way >= 0 && expected >= 0 && !naive_line(naive, set, expected)->valid &&
        !naive_line(naive, set, way)->valid)
        expected = way;
    must_be(rig, "victim", way, expected);
    if (way < 0) {
        fill_one(rig, set);
        return;
    }
    if (rig->replacer && next_random(rig, 8) == 0 && naive_line(naive, set, way)->valid) {
        fill_one(rig, set); /* it has had to wait */
        must_be(rig, "victim again", choose(rig, set, number), way);
    }
    take(rig, set, way, number);
    naive_take(naive, set, way, number, pc);
}

static void carve(struct rig *rig)
{
    unsigned ways = next_random(rig, rig->shape.ways) + 1;
    for (unsigned set = 0; set < rig->shape.sets; set++)
        for (unsigned way = ways; way < rig->shape.ways; way++)
            if (naive_line(&rig->naive, set, (int)way)->valid)
                drop(rig, set, (int)way);
    tag_array_use_ways(&rig->tags, ways);
    rig->naive.ways_in_use = ways;
}

static void step(struct rig *rig)
{
    const struct shape *shape = &rig->shape;
    /* Half of them to a quarter of the lines, so that there is something to keep. */
    unsigned lines = shape->sets * shape->ways, numbers = 2 * lines + 3;
    uint64_t number = next_random(rig, next_random(rig, 2) ? numbers : lines / 2 + 1);
    unsigned set = (unsigned)(number % shape->sets), pc = next_random(rig, 24);
    unsigned choice = next_random(rig, 32);
    int way = find(rig, set, number);
    must_be(rig, "way", way, naive_find(&rig->naive, set, number));
    if (rig->replacer)
        rig->replacer->access = (struct replacement_access){
            .line = number * LINE_BYTES, .pc = shape->in_l1 ? pc : 0, .slot = 0};
    if (way < 0)
        bring(rig, set, number, pc);
    else if (naive_line(&rig->naive, set, way)->busy && choice < 20)
        fill(rig, set, way);
    else if (shape->in_l1 && choice == 0)
        drop(rig, set, way);
    else
        use(rig, set, way);
    if (shape->carved && next_random(rig, 2000) == 0)
        carve(rig);
}

static unsigned n_policies(void)
{
    unsigned n = 0;
    while (replacement_table[n])
        n++;
    return n;
}

START_TEST(chooses_as_its_model)
{
    static struct rig rig;
    if (((const struct replacement_ops *)replacement_table[_i])->l1_only)
        return; /* it needs an SM: its model is in a test of its own */
    unsigned each = LEAST_ACCESSES / (n_policies() * (unsigned)G_N_ELEMENTS(shapes)) + 1;
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++) {
        rig_init(&rig, replacement_table[_i]->name, &shapes[i]);
        for (unsigned n = 0; n < each; n++)
            step(&rig);
        rig_finish(&rig);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replacement");
    TCase *tests = tcase_create("models");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, chooses_as_its_model, 0, (int)n_policies());
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
