/* SPDX-License-Identifier: BSD-3-Clause */
/* What loads' replies say about whose lines they have found in L2: the bank's side, with lines
 * there, on their way, in part, lost, and of nobody. 8 sets of 4; l2_bank_rig.h. */
#include "models/core/message_memory.h"
#include "policies/warp_scheduler/warp_scheduler.h"
#include "tests/models/l2/l2_bank_rig.h"
#include <check.h>

enum { SETS = 8 };

static void begin(struct rig *rig, const struct l2_bank_config *config, bool tags)
{
    rig_init(rig, SIM_TIME_NEVER, config, 16);
    if (tags)
        rig->bank.tags = bank_tags_new(&rig->config.shape);
    rig->bank.lines_told |= tags;
}

static uint32_t tag_of(unsigned slot, uint32_t number)
{
    return message_transaction(MESSAGE_L1D, number, (uint8_t)(slot + 1));
}

static void load_sectors(struct rig *rig, unsigned sm, unsigned slot, sim_time time, unsigned n,
                         uint8_t sectors, uint32_t launch)
{
    probe_send(&rig->sm[sm], time * NS, rig->to_bank[sm],
               message_memory_request(
                   &(struct memory_request){.kind = MESSAGE_READ,
                                            .sectors = sectors,
                                            .address = line(rig, n),
                                            .transaction = tag_of(slot, rig->sm[sm].script->len),
                                            .launch = launch,
                                            .sm = (uint16_t)sm,
                                            .bytes = 8}));
}

/* The warp in a slot of an SM loads line n. */
static void load(struct rig *rig, unsigned sm, unsigned slot, sim_time time, unsigned n)
{
    load_sectors(rig, sm, slot, time, n, ALL_SECTORS, 7);
}

/* The SM's i-th reply. */
static void expect(const struct rig *rig, unsigned sm, guint i, enum warp_l2_found found)
{
    const struct message *reply = probe_received(&rig->sm[sm], i);
    ck_assert_uint_eq(message_found(reply), found);
    ck_assert_uint_eq(message_number(reply), i);
}

START_TEST(lines_belong_to_who_brought_them)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    begin(&rig, &config, true);
    load(&rig, 0, 3, 0, 0);
    load(&rig, 0, 3, 200, 0);
    load(&rig, 0, 63, 400, 0);
    load(&rig, 1, 3, 600, 0);
    load(&rig, 1, 3, 800, 0); /* using it does not make it one's own */
    load(&rig, 0, 3, 1000, 0);
    rig_run(&rig);
    expect(&rig, 0, 0, WARP_L2_NOTHING);
    expect(&rig, 0, 1, WARP_L2_HIT_OWN);
    expect(&rig, 0, 2, WARP_L2_HIT_SM);
    expect(&rig, 1, 0, WARP_L2_HIT_OTHER_SM);
    expect(&rig, 1, 1, WARP_L2_HIT_OTHER_SM);
    expect(&rig, 0, 3, WARP_L2_HIT_OWN);
    const struct message *last = probe_received(&rig.sm[0], 3);
    ck_assert_uint_eq(last->sectors & ALL_SECTORS, ALL_SECTORS);
    ck_assert_uint_eq(message_transaction_of(last), tag_of(3, 3));
    ck_assert_uint_eq(last->bytes, 136);
    rig_finish(&rig);
}
END_TEST

/* The second and the third wait for the fill that the first one has asked for; which found what was
 * known when they were served, and rides on replies that come later. */
START_TEST(lines_on_their_way_are_found)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    begin(&rig, &config, true);
    load(&rig, 0, 0, 0, 1);
    load(&rig, 1, 0, 1, 1);
    load(&rig, 0, 0, 2, 1);
    rig_run(&rig);
    ck_assert_uint_eq(rig.bank.counters.merges, 2);
    expect(&rig, 0, 0, WARP_L2_NOTHING);
    expect(&rig, 1, 0, WARP_L2_HIT_OTHER_SM);
    expect(&rig, 0, 1, WARP_L2_HIT_OWN);
    rig_finish(&rig);
}
END_TEST

/* Five lines of a set of four: 0 goes, and is found in the list; its return drives out 1. */
START_TEST(lost_lines_are_known)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    begin(&rig, &config, true);
    for (unsigned i = 0; i < 5; i++)
        load(&rig, i % 2, i, i * 200, i * SETS);
    load(&rig, 2, 0, 1000, 0);        /* of SM 0 */
    load(&rig, 2, 0, 1200, 0);        /* its own now */
    load(&rig, 1, 1, 1400, 1 * SETS); /* its own, lost */
    load(&rig, 0, 9, 1600, 2 * SETS); /* of SM 0's warp 2, lost */
    rig_run(&rig);
    for (unsigned i = 0; i < 5; i++)
        expect(&rig, i % 2, i / 2, WARP_L2_NOTHING);
    expect(&rig, 2, 0, WARP_L2_LOST_OTHER_SM);
    expect(&rig, 2, 1, WARP_L2_HIT_OWN);
    expect(&rig, 1, 2, WARP_L2_LOST_OWN);
    expect(&rig, 0, 3, WARP_L2_LOST_SM);
    rig_finish(&rig);
}
END_TEST

START_TEST(what_no_load_has_brought_is_nobodys)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    static const uint8_t offset = 4;
    begin(&rig, &config, true);
    send_write(&rig, 0, 0, 2, 0, 128, 1);
    load(&rig, 0, 0, 200, 2); /* the first one to ask for it */
    load(&rig, 0, 1, 400, 2);
    send_read(&rig, 0, 600 * NS, 2); /* it does not say whose it is: instructions, constants */
    send_add(&rig, 0, 800 * NS, 2, 1, &offset, 1);
    rig_run(&rig);
    expect(&rig, 0, 0, WARP_L2_NOTHING);
    expect(&rig, 0, 1, WARP_L2_NOTHING);
    expect(&rig, 0, 2, WARP_L2_HIT_SM);
    expect(&rig, 0, 3, WARP_L2_NOTHING);
    expect(&rig, 0, 4, WARP_L2_NOTHING);
    rig_finish(&rig);
}
END_TEST

START_TEST(launches_share_nothing)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    begin(&rig, &config, true);
    load(&rig, 0, 0, 0, 0);
    load_sectors(&rig, 0, 0, 200, 0, ALL_SECTORS, 8);
    load_sectors(&rig, 1, 0, 400, 0, ALL_SECTORS, 8);
    load(&rig, 0, 0, 600, 0);
    rig_run(&rig);
    expect(&rig, 0, 0, WARP_L2_NOTHING);
    expect(&rig, 0, 1, WARP_L2_NOTHING);
    expect(&rig, 1, 0, WARP_L2_HIT_OTHER_SM);
    expect(&rig, 0, 2, WARP_L2_NOTHING);
    rig_finish(&rig);
}
END_TEST

/* A sector that is missing is not found, and changes nothing. */
START_TEST(sectors_that_are_missing_are_not_found)
{
    struct rig rig;
    struct l2_bank_config config = sector_config();
    begin(&rig, &config, true);
    load_sectors(&rig, 0, 0, 0, 0, 1, 7);
    load_sectors(&rig, 1, 0, 200, 0, 2, 7);
    load_sectors(&rig, 1, 0, 400, 0, 3, 7);
    load_sectors(&rig, 0, 0, 600, 0, 2, 7);
    rig_run(&rig);
    expect(&rig, 0, 0, WARP_L2_NOTHING);
    expect(&rig, 1, 0, WARP_L2_NOTHING);
    expect(&rig, 1, 1, WARP_L2_HIT_OTHER_SM);
    expect(&rig, 0, 1, WARP_L2_HIT_OWN);
    rig_finish(&rig);
}
END_TEST

START_TEST(nobody_asks)
{
    struct rig rig;
    struct l2_bank_config config = small_config();
    begin(&rig, &config, false);
    load(&rig, 0, 0, 0, 0);
    load(&rig, 1, 0, 200, 0);
    rig_run(&rig);
    expect(&rig, 0, 0, WARP_L2_NOTHING);
    expect(&rig, 1, 0, WARP_L2_NOTHING);
    rig_finish(&rig);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {lines_belong_to_who_brought_them,
                                  lines_on_their_way_are_found,
                                  lost_lines_are_known,
                                  what_no_load_has_brought_is_nobodys,
                                  launches_share_nothing,
                                  sectors_that_are_missing_are_not_found,
                                  nobody_asks};
    return run_suite("l2_bank_tags", tests, G_N_ELEMENTS(tests));
}
