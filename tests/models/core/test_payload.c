/* SPDX-License-Identifier: BSD-3-Clause */
/* Payloads that one thread takes and another gives back come round: memory is that of the most that
 * were ever out, and a little for each thread. */
#include "models/core/payload.h"
#include <check.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { OUT = 300, ROUNDS = 1000, LITTLE = 512 };

START_TEST(payloads_come_round_between_pools)
{
    struct payload_depot *depot = payload_depot_new();
    struct payload_pool takes, gets;
    payload_pool_init(&takes);
    payload_pool_init(&gets);
    payload_pool_share(&takes, depot);
    payload_pool_share(&gets, depot);
    struct payload *out[OUT];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < OUT; i++) {
            out[i] = payload_take(&takes);
            ck_assert_uint_eq((uintptr_t)out[i]->bytes % G_ALIGNOF(struct payload), 0);
            memset(out[i]->bytes, i, sizeof out[i]->bytes);
        }
        for (int i = 0; i < OUT; i++) { /* no other is the same one */
            ck_assert_uint_eq(out[i]->bytes[LINE_BYTES - 1], (uint8_t)i);
            payload_give_back(&gets, out[i]);
        }
    }
    const uint64_t made = takes.n_made + gets.n_made;
    ck_assert_uint_le(made, OUT + LITTLE);
    ck_assert_uint_eq(made, takes.n_free + gets.n_free + payload_depot_count(depot));
    payload_pool_finish(&takes);
    payload_pool_finish(&gets);
    payload_depot_free(depot);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("payload");
    TCase *cases = tcase_create("all");
    tcase_add_test(cases, payloads_come_round_between_pools);
    suite_add_tcase(suite, cases);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
