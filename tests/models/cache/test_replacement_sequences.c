/* SPDX-License-Identifier: BSD-3-Clause */
/* Access sequences from the policies' own papers, and from textbooks, in a cache's tag array. */
#include "models/cache/tag_array.h"
#include "tests/models/cache/replacement_rig.h"
#include "tests/rigs/suite.h"

enum { LINE = 128 };

struct rig {
    struct tag_array tags;
    struct replacer *replacer;
};

static void rig_init(struct rig *rig, const char *policy, const char *settings, uint32_t sets,
                     uint32_t ways)
{
    const struct replacement_site site = {.sets = sets, .ways = ways, .in_l1 = true};
    *rig = (struct rig){.replacer = make_replacer(policy, settings, &site)};
    tag_array_init(&rig->tags, NULL, (uint64_t)sets * ways * LINE, ways, LINE);
    tag_array_use_replacer(&rig->tags, rig->replacer);
}

static void rig_finish(struct rig *rig)
{
    tag_array_finish(&rig->tags);
    replacer_free(rig->replacer);
}

/* Whether line `number` is a hit for that instruction. It is there afterwards. */
static bool hits(struct rig *rig, uint64_t number, uint32_t pc)
{
    int index = tag_array_find(&rig->tags, number * LINE);
    if (rig->replacer)
        rig->replacer->access =
            (struct replacement_access){.line = number * LINE, .pc = pc, .slot = 0};
    if (index >= 0) {
        tag_array_touch(&rig->tags, index);
        if (rig->replacer)
            tag_array_tell_use(&rig->tags, index);
        return true;
    }
    index = rig->replacer ? tag_array_ask_replacer(&rig->tags, number * LINE)
                          : tag_array_choose_victim(&rig->tags, number * LINE);
    tag_array_reserve(&rig->tags, index, number * LINE);
    tag_array_fill(&rig->tags, index);
    return false;
}

/* One set: each letter or digit of the sequence is a line. */
static void replay(const char *policy, const char *settings, uint32_t ways, const char *sequence,
                   const char *expected)
{
    struct rig rig;
    rig_init(&rig, policy, settings, 1, ways);
    g_autoptr(GString) found = g_string_new(NULL);
    for (const char *line = sequence; *line; line++)
        g_string_append_c(found, *line == ' ' ? ' ' : hits(&rig, (uint8_t)*line, 0) ? 'h' : '.');
    ck_assert_msg(strcmp(found->str, expected) == 0, "%s %s, %u ways, %s: %s for %s", policy,
                  settings, ways, sequence, found->str, expected);
    rig_finish(&rig);
}

/* Jaleel and others, ISCA 2010: the mixed pattern of a working set of two, and a scan of four. */
START_TEST(a_scan)
{
    replay("lru", "", 4, "abba wxyz ab", "..hh .... ..");
    replay("srrip", "", 4, "abba wxyz ab", "..hh .... hh");
    replay("srrip", "bits=1", 4, "abba wxyz ab", "..hh .... ..");
    /* The scan's first line finds nobody distant, so that all age: the older half of the scan goes
     * for the other half, and only then the working set. */
    replay("srrip", "", 4, "abba wxyzuv ab", "..hh ...... hh");
    replay("srrip", "", 4, "abba wxyzuvst ab", "..hh ........ ..");
}
END_TEST

/* With frequency priority one use is not enough to be near. */
START_TEST(hit_promotion)
{
    replay("srrip", "frequency=false", 2, "aa b c d a", ".h . . . h");
    replay("srrip", "frequency=true", 2, "aa b c d a", ".h . . . .");
}
END_TEST

/* A cyclic pattern larger than the cache thrashes; with brrip a part of it stays. */
START_TEST(a_thrashing_loop)
{
    replay("lru", "", 4, "abcdef abcdef abcdef abcdef", "...... ...... ...... ......");
    replay("srrip", "", 4, "abcdef abcdef abcdef abcdef", "...... ...... ...... ......");
    replay("brrip", "", 4, "abcdef abcdef abcdef abcdef", "...... .hhh.. .hhh.. .hhh..");
    /* One in one stays for longer: as srrip. */
    replay("brrip", "throttle=1", 4, "abcdef abcdef", "...... ......");
}
END_TEST

/* Belady, Nelson, Shedler, "An anomaly in space-time characteristics of certain programs running in
 * a paging machine", CACM 12(6), 1969: more room, more misses. */
START_TEST(beladys_anomaly)
{
    replay("fifo", "", 3, "123412512345", ".......hh..h");
    replay("fifo", "", 4, "123412512345", "....hh......");
    replay("lru", "", 3, "123412512345", ".......hh...");
    replay("lru", "", 4, "123412512345", "....hh.hh...");
}
END_TEST

/* A tree points away from what was used last: into the other half, although b is older than c. */
START_TEST(a_tree_is_not_lru)
{
    replay("plru", "", 4, "abcd a e ab c", ".... h . hh .");
    replay("lru", "", 4, "abcd a e ac b", ".... h . hh .");
    replay("plru", "", 4, "abcd e f bd", ".... . . hh");
    replay("plru", "", 3, "abc d b", "... . h"); /* three ways: the fourth is never taken */
    replay("plru", "", 1, "aba", "...");
}
END_TEST

/* So many lines in each set of eight, again and again: which sets hit in the last round? */
static unsigned last_round(const char *policy, unsigned lines, unsigned rounds, unsigned hits_of[8])
{
    struct rig rig;
    unsigned all = 0;
    rig_init(&rig, policy, "", 8, 4);
    for (unsigned round = 0; round < rounds; round++) {
        memset(hits_of, 0, 8 * sizeof *hits_of);
        for (unsigned line = 0; line < lines; line++)
            for (unsigned set = 0; set < 8; set++)
                hits_of[set] += hits(&rig, line * 8 + set, 0);
    }
    for (unsigned set = 0; set < 8; set++)
        all += hits_of[set];
    rig_finish(&rig);
    return all;
}

/* Sets 0 and 4 lead for srrip, 2 and 6 for brrip. A loop larger than the cache: the others follow
 * brrip. */
START_TEST(the_duel_in_a_thrashing_loop)
{
    unsigned of[8];
    last_round("srrip", 6, 40, of);
    ck_assert_uint_eq(of[0] + of[1] + of[2] + of[3], 0);
    last_round("drrip", 6, 40, of);
    ck_assert_uint_eq(of[0], 0);
    ck_assert_uint_eq(of[4], 0);
    for (unsigned set = 0; set < 8; set++)
        if (set % 4 != 0)
            ck_assert_uint_ge(of[set], 2);
}
END_TEST

/* Two lines for a while, then two others: brrip keeps the old ones, and the followers do as srrip.
 */
START_TEST(the_duel_when_working_sets_change)
{
    struct rig rig;
    unsigned misses[8];
    rig_init(&rig, "drrip", "", 8, 4);
    for (unsigned phase = 0; phase < 60; phase++) {
        memset(misses, 0, sizeof misses);
        for (unsigned i = 0; i < 16; i++)
            for (unsigned set = 0; set < 8; set++)
                misses[set] += !hits(&rig, (phase * 2 + i % 2) * 8 + set, 0);
    }
    for (unsigned set = 0; set < 8; set++)
        if (set == 2 || set == 6)
            ck_assert_uint_ge(misses[set], 12);
        else
            ck_assert_uint_le(misses[set], 6);
    rig_finish(&rig);
}
END_TEST

/* The mixed access pattern: a working set of two, used twice, and a long scan by another
 * instruction. Returns the hits on the working set's first uses after the first three rounds. */
static unsigned hits_beside_a_scan(const char *policy, const char *settings, uint64_t scan_from)
{
    enum { ROUNDS = 13, LEARNS = 3, SCAN = 12 };
    struct rig rig;
    unsigned found = 0;
    rig_init(&rig, policy, settings, 1, 4);
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (uint64_t line = 0; line < 2; line++)
            found += hits(&rig, line, 11) && round >= LEARNS;
        for (uint64_t line = 0; line < 2; line++)
            hits(&rig, line, 11);
        for (unsigned i = 0; i < SCAN; i++)
            hits(&rig, scan_from + round * SCAN + i, 22);
    }
    rig_finish(&rig);
    return found;
}

/* Wu and others, MICRO 2011: what srrip cannot keep, a signature can. */
START_TEST(signatures)
{
    uint64_t elsewhere = 1 << 20; /* another region */
    ck_assert_uint_eq(hits_beside_a_scan("lru", "", elsewhere), 0);
    ck_assert_uint_eq(hits_beside_a_scan("srrip", "", elsewhere), 0);
    ck_assert_uint_eq(hits_beside_a_scan("ship", "", elsewhere), 20);
    ck_assert_uint_eq(hits_beside_a_scan("ship", "signature=region", elsewhere), 20);
    ck_assert_uint_eq(hits_beside_a_scan("ship", "", 2), 20);
}
END_TEST

/* Each way about as often as another; with another seed others go, with the same the same ones. */
START_TEST(any_line)
{
    enum { MISSES = 8000 };
    struct rig rigs[3];
    unsigned gone[4] = {0}, alike = 0, same = 0;
    rig_init(&rigs[0], "random", "seed=1", 1, 4);
    rig_init(&rigs[1], "random", "seed=1", 1, 4);
    rig_init(&rigs[2], "random", "seed=2", 1, 4);
    for (uint64_t number = 0; number < MISSES; number++) {
        int index[3];
        for (unsigned i = 0; i < 3; i++) {
            hits(&rigs[i], number, 0);
            index[i] = tag_array_find(&rigs[i].tags, number * LINE);
        }
        gone[index[0]]++;
        same += index[0] == index[1];
        alike += index[0] == index[2];
    }
    for (unsigned way = 0; way < 4; way++)
        ck_assert_uint_lt(gone[way] > 2000 ? gone[way] - 2000 : 2000 - gone[way], 200);
    ck_assert_uint_eq(same, MISSES);
    ck_assert_uint_lt(alike, 2300);
    for (unsigned i = 0; i < 3; i++)
        rig_finish(&rigs[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("replacement sequences");
    TCase *tests = tcase_create("sequences");
    tcase_add_test(tests, a_scan);
    tcase_add_test(tests, hit_promotion);
    tcase_add_test(tests, a_thrashing_loop);
    tcase_add_test(tests, beladys_anomaly);
    tcase_add_test(tests, a_tree_is_not_lru);
    tcase_add_test(tests, the_duel_in_a_thrashing_loop);
    tcase_add_test(tests, the_duel_when_working_sets_change);
    tcase_add_test(tests, signatures);
    tcase_add_test(tests, any_line);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
