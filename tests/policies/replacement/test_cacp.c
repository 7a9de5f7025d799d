/* SPDX-License-Identifier: BSD-3-Clause */
/* CACP, replayed step by step against algorithms 7, 8 and 9 of S.-Y. Lee's dissertation (Arizona
 * State University 2017), 4.2.3, and against a plain model of them. */
#include "policies/policy_values.h"
#include "policies/replacement/replacement.h"
#include "tests/rigs/suite.h"

#include <string.h>

extern const struct replacement_ops replacement_cacp;

enum { LINE = 128, CRITICAL_SLOT = 1, OTHER_SLOT = 0, MOST_WAYS = 16, NONE = -1 };

/* One set, as a cache of it would drive the policy. */
struct rig {
    struct policy_values *values;
    void *state;
    uint8_t *lines;
    unsigned ways;
    int64_t numbers[MOST_WAYS]; /* of lines; NONE */
    bool busy[MOST_WAYS];
    struct criticality criticality;
    struct warp_view view;
};

/* settings: "name=value" */
static void rig_init(struct rig *rig, unsigned ways, const char *const *settings)
{
    const struct replacement_ops *ops = &replacement_cacp;
    const struct replacement_site site = {.sets = 1, .ways = ways, .in_l1 = true};
    *rig = (struct rig){.values = policy_values_new(&ops->policy.head),
                        .state = g_malloc0(ops->policy.head.state_bytes),
                        .lines = g_malloc0_n(ways, ops->line_bytes),
                        .ways = ways,
                        .criticality.critical = warp_bit(CRITICAL_SLOT)};
    for (; settings && *settings; settings++) {
        g_auto(GStrv) words = g_strsplit(*settings, "=", 2);
        ck_assert(policy_values_set(rig->values, words[0], words[1], NULL));
    }
    for (unsigned way = 0; way < MOST_WAYS; way++)
        rig->numbers[way] = NONE;
    rig->view.criticality = &rig->criticality;
    ops->begin(rig->state, &site, rig->values);
}

static void rig_finish(struct rig *rig)
{
    policy_values_free(rig->values);
    g_free(rig->state);
    g_free(rig->lines);
}

static struct replacement_access access_of(const struct rig *rig, int64_t number, uint32_t pc,
                                           unsigned slot)
{
    return (struct replacement_access){
        .line = (uint64_t)number * LINE, .pc = pc, .slot = (uint8_t)slot, .view = &rig->view};
}

static int way_of(const struct rig *rig, int64_t number)
{
    for (unsigned way = 0; way < rig->ways; way++)
        if (rig->numbers[way] == number)
            return (int)way;
    return NONE;
}

/* The way that the line is in afterwards. */
static unsigned miss(struct rig *rig, int64_t number, uint32_t pc, unsigned slot)
{
    const struct replacement_access access = access_of(rig, number, pc, slot);
    struct replacement_set set = {.lines = rig->lines};
    for (unsigned way = 0; way < rig->ways; way++) {
        set.allowed.word[0] |= (uint64_t)!rig->busy[way] << way;
        set.invalid.word[0] |= (uint64_t)(rig->numbers[way] == NONE) << way;
    }
    unsigned way = replacement_cacp.victim(rig->state, &set, &access);
    ck_assert(replacement_has(&set.allowed, way));
    if (rig->numbers[way] != NONE)
        replacement_cacp.removed(rig->state, rig->lines, 0, way, true);
    replacement_cacp.inserted(rig->state, rig->lines, 0, way, &access);
    rig->numbers[way] = number;
    return way;
}

static void hit(struct rig *rig, int64_t number, uint32_t pc, unsigned slot)
{
    const struct replacement_access access = access_of(rig, number, pc, slot);
    int way = way_of(rig, number);
    ck_assert_int_ne(way, NONE);
    replacement_cacp.touched(rig->state, rig->lines, 0, (unsigned)way, &access);
}

/* The second byte of what is kept of a line. */
static unsigned rrpv_of(const struct rig *rig, unsigned way)
{
    return rig->lines[way * replacement_cacp.line_bytes + 1];
}

/* The line goes for no other one. */
static void drop(struct rig *rig, int64_t number)
{
    int way = way_of(rig, number);
    replacement_cacp.removed(rig->state, rig->lines, 0, (unsigned)way, false);
    rig->numbers[way] = NONE;
}

/* Of the four ways 0 to 3 of a set the parts are 0 and 2 for others, 1 and 3 for critical lines. */
static bool is_critical_way(unsigned way)
{
    return way % 2 == 1;
}

/* ---- algorithms, line by line -----------------------------------------------------------------
 */

/* Algorithm 7: a signature whose counter of CCBP is above the threshold goes to the critical part.
 * It begins at 1, which is not; one hit by a critical warp (algorithm 8, line 11) takes it to 2. */
START_TEST(critical_hits_bring_lines_into_the_critical_part)
{
    struct rig rig;
    rig_init(&rig, 4, NULL);
    ck_assert(!is_critical_way(miss(&rig, 1, 5, OTHER_SLOT)));
    hit(&rig, 1, 9, OTHER_SLOT); /* line 16: SHiP only */
    ck_assert(!is_critical_way(miss(&rig, 2, 5, CRITICAL_SLOT)));
    hit(&rig, 1, 9, CRITICAL_SLOT);
    ck_assert(is_critical_way(miss(&rig, 3, 5, OTHER_SLOT)));
    ck_assert(!is_critical_way(miss(&rig, 4, 6, CRITICAL_SLOT))); /* another signature */
    rig_finish(&rig);
}
END_TEST

/* Algorithm 9, lines 2 to 4: a line of the critical part that only others have used takes one from
 * CCBP; one that a critical warp has used does not, nor does one of the other part. */
START_TEST(wrong_predictions_are_taken_back)
{
    static const char *const one_way[] = {"critical_ways=8", NULL};
    struct rig rig;
    rig_init(&rig, 2, one_way); /* a way for each part: the next line always evicts */
    miss(&rig, 1, 5, OTHER_SLOT);
    hit(&rig, 1, 5, CRITICAL_SLOT);                          /* CCBP 2 */
    ck_assert_uint_eq(miss(&rig, 2, 5, OTHER_SLOT), 1);      /* critical */
    hit(&rig, 2, 5, OTHER_SLOT);                             /* nc_reuse */
    ck_assert_uint_eq(miss(&rig, 3, 5, OTHER_SLOT), 1);      /* evicts 2 afterwards: CCBP 1 */
    ck_assert_uint_eq(miss(&rig, 4, 5, OTHER_SLOT), 0);      /* evicts 1, used by a critical one */
    hit(&rig, 3, 5, CRITICAL_SLOT);                          /* CCBP 2 */
    hit(&rig, 4, 5, OTHER_SLOT);                             /* nc_reuse, in the other part */
    ck_assert_uint_eq(miss(&rig, 6, 5, OTHER_SLOT), 1);      /* evicts 3, c_reuse: stays 2 */
    ck_assert_uint_eq(miss(&rig, 7, 5 ^ 64, OTHER_SLOT), 0); /* evicts 4: stays 2 */
    ck_assert_uint_eq(miss(&rig, 8, 5, OTHER_SLOT), 1);
    rig_finish(&rig);
}
END_TEST

/* Algorithm 9, lines 5 to 7: lines without any use take SHiP to 0, and the signature's next line
 * begins as distant and goes before an older one that is long; a use brings it back. */
START_TEST(ship_says_where_a_line_begins)
{
    static const char *const no_parts[] = {"critical_ways=0", NULL};
    struct rig rig;
    rig_init(&rig, 2, no_parts);
    miss(&rig, 1, 5, OTHER_SLOT);
    miss(&rig, 2, 6, OTHER_SLOT);
    ck_assert_uint_eq(miss(&rig, 3, 6, OTHER_SLOT), 0); /* 1 goes unused: SHiP of 5 is 0 */
    ck_assert_uint_eq(miss(&rig, 4, 5, OTHER_SLOT), 1); /* 2 goes: that of 6 is 0; 4 is distant */
    ck_assert_uint_eq(miss(&rig, 7, 7, OTHER_SLOT), 1); /* 4 goes, 3 is older, but long */
    ck_assert_uint_eq(miss(&rig, 8, 5, OTHER_SLOT), 0); /* distant, as 7 by now */
    hit(&rig, 8, 5, OTHER_SLOT);                        /* near; SHiP of 5 is 1 */
    ck_assert_uint_eq(miss(&rig, 9, 5, OTHER_SLOT), 1);
    ck_assert_uint_eq(rrpv_of(&rig, 1), 2); /* long */
    drop(&rig, 9);                          /* not evicted: SHiP of 5 stays 1 */
    ck_assert_uint_eq(miss(&rig, 10, 5, OTHER_SLOT), 1);
    ck_assert_uint_eq(rrpv_of(&rig, 1), 2);
    ck_assert_uint_eq(miss(&rig, 11, 5, OTHER_SLOT), 1); /* 10 goes unused, 8 is near */
    ck_assert_uint_eq(rrpv_of(&rig, 1), 3);
    rig_finish(&rig);
}
END_TEST

/* Counters stay within two bits: after many hits three wrong predictions are needed, after many
 * unused lines one hit. */
START_TEST(counters_saturate)
{
    struct rig rig;
    rig_init(&rig, 2, NULL);
    miss(&rig, 0, 5, OTHER_SLOT);
    for (unsigned i = 0; i < 10; i++)
        hit(&rig, 0, 5, CRITICAL_SLOT); /* CCBP and SHiP 3 */
    for (int64_t number = 1; number <= 2; number++) {
        ck_assert_uint_eq(miss(&rig, number, 5, OTHER_SLOT), 1);
        hit(&rig, number, 5, OTHER_SLOT);
    }
    ck_assert_uint_eq(miss(&rig, 3, 5, OTHER_SLOT), 1); /* 2 before it, 1 behind */
    ck_assert_uint_eq(miss(&rig, 4, 5, OTHER_SLOT), 0);
    for (int64_t number = 10; number < 20; number++)
        miss(&rig, number, 6, OTHER_SLOT); /* SHiP of 6 is 0 */
    hit(&rig, 19, 6, OTHER_SLOT);          /* 1 */
    ck_assert_uint_eq(miss(&rig, 20, 6, OTHER_SLOT), 0);
    ck_assert_uint_eq(rrpv_of(&rig, 0), 2); /* long */
    rig_finish(&rig);
}
END_TEST

/* SHiP's other end: however many hits, the third unused line takes it to 0. */
START_TEST(ship_saturates_above)
{
    struct rig rig;
    rig_init(&rig, 1, NULL);
    miss(&rig, 0, 5, OTHER_SLOT);
    for (unsigned i = 0; i < 10; i++)
        hit(&rig, 0, 5, OTHER_SLOT);
    miss(&rig, 1, 5, OTHER_SLOT); /* 0 was used: SHiP stays 3 */
    for (int64_t number = 2; number <= 4; number++) {
        ck_assert_uint_eq(rrpv_of(&rig, 0), 2);
        miss(&rig, number, 5, OTHER_SLOT);
    }
    ck_assert_uint_eq(rrpv_of(&rig, 0), 3);
    rig_finish(&rig);
}
END_TEST

/* CCBP's other end: four lines of the critical part go, predicted wrongly, though it was only 2;
 * from 0 it takes two hits by critical warps to bring the next one there. */
START_TEST(ccbp_saturates_below)
{
    struct rig rig;
    rig_init(&rig, 8, NULL);
    for (uint32_t pc = 5; pc <= 6; pc++) {
        miss(&rig, pc, pc, OTHER_SLOT);
        hit(&rig, pc, pc, CRITICAL_SLOT); /* CCBP 2 */
    }
    for (int64_t number = 10; number < 14; number++) {
        ck_assert(is_critical_way(miss(&rig, number, 5, OTHER_SLOT)));
        hit(&rig, number, 5, OTHER_SLOT);
    }
    for (int64_t number = 20; number < 24; number++) {
        ck_assert(is_critical_way(miss(&rig, number, 6, OTHER_SLOT)));
        hit(&rig, number, 6, CRITICAL_SLOT); /* near, so that the next one takes another's place */
    }
    for (int64_t number = 10; number < 14; number++)
        ck_assert_int_eq(way_of(&rig, number), NONE);
    for (unsigned hits = 0; hits < 2; hits++) {
        ck_assert(!is_critical_way(miss(&rig, 30 + hits, 5, OTHER_SLOT)));
        hit(&rig, 30 + hits, 5, CRITICAL_SLOT);
    }
    ck_assert(is_critical_way(miss(&rig, 32, 5, OTHER_SLOT)));
    rig_finish(&rig);
}
END_TEST

/* The signature has 8 bits of the PC and 8 of the address. */
START_TEST(signatures_alias)
{
    static const char *const settings[] = {"address_shift=12", NULL};
    struct rig rig;
    rig_init(&rig, 4, settings);
    miss(&rig, 1, 5, OTHER_SLOT);
    hit(&rig, 1, 5, CRITICAL_SLOT);
    ck_assert(is_critical_way(miss(&rig, 2, 5 + 256, OTHER_SLOT)));      /* PC modulo 256 */
    ck_assert(is_critical_way(miss(&rig, 3 + 256 * 32, 5, OTHER_SLOT))); /* 1 MiB further on */
    ck_assert(is_critical_way(miss(&rig, 32, 4, OTHER_SLOT)));           /* region 1, PC 4 */
    ck_assert(!is_critical_way(miss(&rig, 33, 5, OTHER_SLOT)));          /* region 1, PC 5 */
    rig_finish(&rig);
}
END_TEST

/* Where nothing of a part may go, the other one gives a way. */
START_TEST(a_busy_part_borrows)
{
    struct rig rig;
    rig_init(&rig, 2, NULL);
    rig.busy[0] = true;
    rig.numbers[0] = 99;
    ck_assert_uint_eq(miss(&rig, 1, 5, OTHER_SLOT), 1);
    rig_finish(&rig);
}
END_TEST

/* ---- a plain model ----------------------------------------------------------------------------
 */

struct plain_line {
    int signature, rrpv;
    bool c, nc;
};

struct plain {
    int ccbp[256], ship[256];
    struct plain_line lines[MOST_WAYS];
};

static int clamp(int counter)
{
    return CLAMP(counter, 0, 3);
}

static bool plain_part(unsigned way)
{
    return way % 2 == 1;
}

static unsigned plain_miss(struct plain *plain, const struct rig *rig, int64_t number, uint32_t pc)
{
    int signature = (int)((pc % 256) ^ (uint64_t)(number * LINE / 16384) % 256);
    bool part = plain->ccbp[signature] > 1;
    unsigned taken = MOST_WAYS;
    for (unsigned way = 0; way < rig->ways && taken == MOST_WAYS; way++)
        if (plain_part(way) == part && rig->numbers[way] == NONE)
            taken = way;
    while (taken == MOST_WAYS) {
        for (unsigned way = 0; way < rig->ways && taken == MOST_WAYS; way++)
            if (plain_part(way) == part && plain->lines[way].rrpv == 3)
                taken = way;
        for (unsigned way = 0; way < rig->ways && taken == MOST_WAYS; way++)
            plain->lines[way].rrpv += plain_part(way) == part;
    }
    struct plain_line *line = &plain->lines[taken];
    if (rig->numbers[taken] != NONE && !line->c && line->nc && part)
        plain->ccbp[line->signature] = clamp(plain->ccbp[line->signature] - 1);
    else if (rig->numbers[taken] != NONE && !line->c && !line->nc)
        plain->ship[line->signature] = clamp(plain->ship[line->signature] - 1);
    *line =
        (struct plain_line){.signature = signature, .rrpv = plain->ship[signature] == 0 ? 3 : 2};
    return taken;
}

static void plain_hit(struct plain *plain, unsigned way, bool critical)
{
    struct plain_line *line = &plain->lines[way];
    line->rrpv = 0;
    *(critical ? &line->c : &line->nc) = true;
    if (critical)
        plain->ccbp[line->signature] = clamp(plain->ccbp[line->signature] + 1);
    plain->ship[line->signature] = clamp(plain->ship[line->signature] + 1);
}

START_TEST(agrees_with_a_plain_model)
{
    struct rig rig;
    struct plain plain;
    uint64_t random = 7;
    for (unsigned i = 0; i < 256; i++)
        plain.ccbp[i] = plain.ship[i] = 1;
    rig_init(&rig, 16, NULL);
    for (unsigned i = 0; i < 200000; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407;
        int64_t number = (int64_t)((random >> 40) % 24 * ((random >> 50) % 8 + 1));
        uint32_t pc = (uint32_t)(random >> 58) % 5;
        unsigned slot = (unsigned)(random >> 33) % 2;
        int way = way_of(&rig, number);
        if (way != NONE) {
            hit(&rig, number, pc, slot);
            plain_hit(&plain, (unsigned)way, slot == CRITICAL_SLOT);
            continue;
        }
        unsigned expected = plain_miss(&plain, &rig, number, pc);
        ck_assert_uint_eq(miss(&rig, number, pc, slot), expected);
    }
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cacp");
    TCase *tests = tcase_create("algorithms");
    tcase_add_test(tests, critical_hits_bring_lines_into_the_critical_part);
    tcase_add_test(tests, wrong_predictions_are_taken_back);
    tcase_add_test(tests, ship_says_where_a_line_begins);
    tcase_add_test(tests, counters_saturate);
    tcase_add_test(tests, ship_saturates_above);
    tcase_add_test(tests, ccbp_saturates_below);
    tcase_add_test(tests, signatures_alias);
    tcase_add_test(tests, a_busy_part_borrows);
    tcase_add_test(tests, agrees_with_a_plain_model);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
