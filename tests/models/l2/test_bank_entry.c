/* SPDX-License-Identifier: BSD-3-Clause */
/* The pipeline before an L2 bank's queue: what found the queue full waits before it, and then takes
 * all of its cycles. */
#include "models/l2/bank.h"
#include "tests/rigs/unit_rig.h"

enum { FIRST = 20, N = 24, LATENCY = 10, QUEUE_ROOM = 3 };

/* Requests of `sectors` each come from FIRST on, one in as many cycles, and nobody is served before
 * `held`, then one a cycle. served[i]: the cycle of request i. At once: all are known beforehand,
 * as in a wide window. */
static void serve(uint64_t served[N], uint8_t sectors, uint64_t held, bool at_once)
{
    const struct bank_entry_config config = {.latency = LATENCY, .room = QUEUE_ROOM};
    const uint32_t every = message_sector_count(sectors);
    struct ring requests = {0};
    struct bank_entry entry;
    unsigned pushed = 0, n = 0;
    bank_entry_init(&entry, &config, &requests);
    for (uint64_t cycle = 0; n < N; cycle++) {
        ck_assert_uint_lt(cycle, 1000);
        for (; pushed < N && (at_once || FIRST + pushed * every <= cycle); pushed++)
            *(struct bank_request *)ring_push(&requests, sizeof(struct bank_request)) =
                (struct bank_request){.message.sectors = sectors,
                                      .arrival = FIRST + pushed * every};
        bank_entry_run(&entry, cycle);
        if (cycle < held || requests.count == 0)
            continue;
        const struct bank_request *first = ring_first(&requests, sizeof *first);
        if (first->arrival > cycle)
            continue;
        served[n++] = cycle;
        bank_entry_leaves(&entry, cycle);
        ring_drop(&requests);
    }
    bank_entry_finish(&entry);
    ring_finish(&requests);
}

START_TEST(who_finds_room_comes_when_its_wire_says)
{
    uint64_t served[N];
    for (unsigned at_once = 0; at_once < 2; at_once++) {
        serve(served, 0x1, 0, at_once);
        for (unsigned i = 0; i < N; i++)
            ck_assert_uint_eq(served[i], FIRST + i);
    }
}
END_TEST

/* The third fills the queue in cycle 22. Those that would have entered the pipeline by then are in
 * it and go into the queue all the same: twelve. From 50 on they are served; when two are left, at
 * the end of 59, the thirteenth enters, and comes ten cycles later: the bank has nothing to do from
 * 62 to 69. */
START_TEST(who_finds_it_full_waits_before_the_pipeline)
{
    uint64_t served[N];
    for (unsigned at_once = 0; at_once < 2; at_once++) {
        serve(served, 0x1, 50, at_once);
        for (unsigned i = 0; i < N; i++)
            ck_assert_uint_eq(served[i], (i < 12 ? 50 : 70 - 12) + i);
    }
}
END_TEST

/* Two sectors take two cycles to enter and two places: the second request fills the queue at 22,
 * and six come in. With the fifth of these, at 54, one is left. */
START_TEST(sectors_count)
{
    uint64_t served[N];
    serve(served, 0x3, 50, false);
    for (unsigned i = 0; i < 6; i++)
        ck_assert_uint_eq(served[i], 50 + i);
    ck_assert_uint_eq(served[6], 55 + LATENCY);
    ck_assert_uint_eq(served[7], 55 + LATENCY + 2);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {who_finds_room_comes_when_its_wire_says,
                                  who_finds_it_full_waits_before_the_pipeline, sectors_count};
    return run_suite("bank_entry", tests, G_N_ELEMENTS(tests));
}
