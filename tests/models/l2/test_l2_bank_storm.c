/* SPDX-License-Identifier: BSD-3-Clause */
/* A storm of requests to the L2 bank, checked against a model of memory where they act in the order
 * in which they arrive; and the same replies, counters and memory at every window. */
#include "tests/models/l2/l2_bank_rig.h"
#include <check.h>

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223; /* Numerical Recipes */
    return *state >> 8;
}

/* What a request's reply must carry (as probe_hash_values), if requests act one after another on
 * `image`. */
static uint64_t act(uint8_t *image, const struct message *m, uint64_t buffer)
{
    uint8_t *bytes = image + (message_address(m) - buffer);
    uint64_t hash = 0;
    if (m->kind == MESSAGE_READ)
        for (unsigned i = 0; i < LINE_BYTES; i++)
            hash = hash * 31 + bytes[i];
    if (m->kind == MESSAGE_WRITE)
        for (unsigned i = 0; i < LINE_BYTES; i++)
            if (m->payload->written[i / 64] >> i % 64 & 1)
                bytes[i] = m->payload->bytes[i];
    if (m->kind == MESSAGE_ATOMIC)
        for (unsigned i = 0; i < m->payload->n_lanes; i++) {
            uint32_t word;
            memcpy(&word, bytes + m->payload->lanes[i].offset, 4);
            hash = hash * 31 + word;
            word += (uint32_t)m->payload->lanes[i].a;
            memcpy(bytes + m->payload->lanes[i].offset, &word, 4);
        }
    return hash;
}

/* Values are judged without the sanitizers, which are there for accesses. */
#ifdef __SANITIZE_ADDRESS__
enum { STORM = 300 };
#else
enum { STORM = 900 };
#endif
enum { ENOUGH_SLOTS = 1024 };

/* Every request has a time of its own, so that with ENOUGH_SLOTS they arrive in the order of the
 * script, and values can be checked. */
static void storm(const struct l2_bank_config *config_given, sim_time window, uint32_t slots,
                  GString *text)
{
    struct rig rig;
    struct l2_bank_config config = *config_given;
    config.mshrs = 5;
    rig_init(&rig, window, &config, slots);
    uint32_t state = 99;
    static uint64_t expected[MAX_SMS][STORM];
    g_autofree uint8_t *image = g_malloc0(BUFFER_BYTES);
    for (unsigned i = 0; i < STORM; i++) {
        unsigned sm = next_random(&state) % MAX_SMS, n = next_random(&state) % 60;
        unsigned kind = next_random(&state) % 4, offset = next_random(&state) % 100;
        sim_time time = i * 2300 + next_random(&state) % 2000;
        uint8_t offsets[8];
        for (unsigned lane = 0; lane < 8; lane++)
            offsets[lane] = (uint8_t)(next_random(&state) % 32 * 4);
        if (kind == 0)
            send_write(&rig, sm, time, n, offset, 1 + next_random(&state) % (128 - offset),
                       (uint8_t)i);
        else if (kind == 1)
            send_add(&rig, sm, time, n, 8, offsets, i);
        else
            send_sectors(&rig, sm, time, MESSAGE_READ, line(&rig, n),
                         (uint8_t)(1 + next_random(&state) % 15), 8, NULL);
        uint32_t tag = rig.sm[sm].script->len - 1;
        expected[sm][tag] = act(
            image, &g_array_index(rig.sm[sm].script, struct probe_line, tag).message, rig.buffer);
    }
    rig_run(&rig);
    for (unsigned i = 0; i < MAX_SMS; i++) {
        guint replies = 0;
        probe_write(&rig.sm[i], text);
        for (guint k = 0; k < rig.sm[i].received->len; k++) {
            const struct message *m = probe_received(&rig.sm[i], k);
            if (m->kind == MESSAGE_REPLY_PART)
                continue;
            replies++;
            if (slots == ENOUGH_SLOTS)
                ck_assert_uint_eq(probe_hash_values(m), expected[i][message_transaction_of(m)]);
        }
        ck_assert_uint_eq(replies, rig.sm[i].script->len);
    }
    if (slots == ENOUGH_SLOTS)
        ck_assert_mem_eq(image, device_memory_at(rig.memory, rig.buffer), BUFFER_BYTES);
    counters_write(l2_bank_counter_table, &rig.bank.counters, text);
    g_autofree char *checksum = g_compute_checksum_for_data(
        G_CHECKSUM_MD5, device_memory_at(rig.memory, rig.buffer), BUFFER_BYTES);
    g_string_append_printf(text, "%s\n", checksum);
    rig_finish(&rig);
}

static void unblocked_storm(sim_time window, GString *text)
{
    struct l2_bank_config lines = small_config(), sectors = sector_config();
    storm(&lines, window, ENOUGH_SLOTS, text);
    storm(&sectors, window, ENOUGH_SLOTS, text);
}

static void reading_storm(sim_time window, GString *text)
{
    struct l2_bank_config lines = small_config(), sectors = sector_config();
    lines.write_reads = sectors.write_reads = true;
    storm(&lines, window, ENOUGH_SLOTS, text);
    storm(&sectors, window, ENOUGH_SLOTS, text);
    storm(&lines, window, 1, text);
    storm(&sectors, window, 1, text);
}

static void wide_storm(sim_time window, GString *text)
{
    struct l2_bank_config lines = small_config(), sectors = sector_config();
    lines.reply_flits = 2;
    sectors.reply_flits = 3;
    sectors.mixes = true;
    storm(&lines, window, 16, text);
    storm(&sectors, window, 16, text);
}

static void narrow_storm(sim_time window, GString *text)
{
    struct l2_bank_config lines = small_config(), sectors = sector_config();
    sectors.mixes = true;
    storm(&lines, window, 1, text);
    storm(&sectors, window, 1, text);
}

START_TEST(windows_do_not_matter_and_values_are_right)
{
    check_windows(unblocked_storm, NS);
}
END_TEST

START_TEST(windows_do_not_matter_to_writes_that_read)
{
    check_windows(reading_storm, NS);
}
END_TEST

START_TEST(windows_do_not_matter)
{
    check_windows(wide_storm, NS);
}
END_TEST

START_TEST(windows_do_not_matter_with_one_credit)
{
    check_windows(narrow_storm, NS);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {windows_do_not_matter_and_values_are_right,
                                  windows_do_not_matter_to_writes_that_read, windows_do_not_matter,
                                  windows_do_not_matter_with_one_credit};
    return run_suite("l2_bank_storm", tests, G_N_ELEMENTS(tests));
}
