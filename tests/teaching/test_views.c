/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of messages and the film of every workload: they are the same at any lookahead, they
 * agree with the counters and with each other. A warp issues only when it was ready. */
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"
#include "tests/rigs/workloads.h"
#include "tests/teaching/film_file.h"
#include "tests/teaching/message_checks.h"
#include <string.h>

enum { AS_WIRES_ALLOW = 1000000 };

/* ---- a run, seen in both ways ------------------------------------------------------------- */

struct views {
    JsonNode *result;
    char *list, *film; /* files */
};

/* Its many equal atomics make two of five messages of all workloads. */
static void make_ordered_small(GPtrArray *command)
{
    static const char *const sets[] = {"scalars.pairs=1", "scalars.hammers=1", NULL};
    for (guint i = 0; i < command->len; i++)
        if (g_str_has_suffix(command->pdata[i], "/ordered.json")) {
            command_set_all(command, sets);
            return;
        }
}

static struct views views_of(GPtrArray *command, const char *folder, unsigned window)
{
    struct views views = {.list = g_strdup_printf("%s/%u.jsonl", folder, window),
                          .film = g_strdup_printf("%s/%u.film", folder, window)};
    g_autoptr(GPtrArray) own = command_new();
    for (guint i = 1; i < command->len; i++)
        command_add(own, "%s", (char *)command->pdata[i]);
    command_add(own, "--set");
    command_add(own, "engine.lookahead=%u", window);
    command_add(own, "--trace-messages=%s", views.list);
    command_add(own, "--film-data=%s", views.film);
    command_add(own, "--film-events=1000000");
    views.result = run_for_result(own, EXIT_DONE);
    return views;
}

static void views_clear(struct views *views)
{
    json_node_unref(views->result);
    g_free(views->list);
    g_free(views->film);
}

#define auto_views __attribute__((cleanup(views_clear))) struct views

static void assert_same_files(const char *a, const char *b)
{
    g_autofree char *x = NULL, *y = NULL;
    gsize n, m;
    ck_assert(g_file_get_contents(a, &x, &n, NULL) && g_file_get_contents(b, &y, &m, NULL));
    ck_assert_uint_gt(n, 0);
    ck_assert_uint_eq(n, m);
    ck_assert_msg(memcmp(x, y, n) == 0, "%s and %s differ", a, b);
}

/* ---- the film ----------------------------------------------------------------------------- */

static guint64 sent_from(struct film_file *film, const char *unit, const char *kind)
{
    guint64 n = 0;
    for (guint i = 0; i < film->n_of[FILM_SENDS]; i++) {
        const guint from = film_wire_end(film, film_value(film, FILM_SENDS, "wire", i), 0);
        n += g_str_has_prefix(film_unit(film, from), unit) &&
             strcmp(film_message(film, film_value(film, FILM_SENDS, "kind", i)), kind) == 0;
    }
    return n;
}

static void check_counters(struct film_file *film, JsonNode *result)
{
    static const struct {
        const char *counter, *kind, *reply;
    } rows[] = {{"totals.sm.reads_sent", "READ", "READ_REPLY"},
                {"totals.sm.writes_sent", "WRITE", "WRITE_ACK"},
                {"totals.sm.atomics_sent", "ATOMIC", "ATOMIC_REPLY"},
                {"totals.sm.fetches_sent", "FETCH", "FETCH_REPLY"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        const guint64 sent = result_number(result, rows[i].counter);
        ck_assert_uint_eq(sent_from(film, "sm", rows[i].kind), sent);
        ck_assert_uint_eq(sent_from(film, "request-port", rows[i].kind), sent);
        ck_assert_uint_eq(sent_from(film, "l2-", rows[i].reply), sent);
        ck_assert_uint_eq(sent_from(film, "reply-port", rows[i].reply), sent);
    }
    ck_assert_uint_eq(sent_from(film, "l2-", "DRAM_READ"),
                      result_number(result, "totals.l2.fills"));
    ck_assert_uint_eq(sent_from(film, "l2-", "DRAM_WRITE"),
                      result_number(result, "totals.l2.write_backs"));
    ck_assert_uint_eq(sent_from(film, "dispatcher", "BLOCK_START"),
                      result_number(result, "totals.sm.blocks"));
    ck_assert_uint_eq(film->n_of[FILM_STARTS], result_number(result, "totals.sm.warps"));
    ck_assert_uint_eq(film->n_of[FILM_ENDS], result_number(result, "totals.sm.warps"));
    ck_assert_uint_eq(film->n_of[FILM_ISSUES],
                      result_number(result, "totals.sm.warp_instructions"));
}

/* Every message of the list is in the film, with the same words. */
static void check_list(struct film_file *film, const GPtrArray *lines)
{
    guint i = 0;
    for (guint k = 0; k < lines->len; k++) {
        JsonObject *line = lines->pdata[k];
        if (strcmp(message_text(line, "does"), "sends") != 0)
            continue;
        const gint64 wire = film_value(film, FILM_SENDS, "wire", i);
        ck_assert_uint_eq(film_value(film, FILM_SENDS, "number", i),
                          message_number(line, "number"));
        ck_assert_str_eq(film_unit(film, film_wire_end(film, wire, 0)), message_text(line, "unit"));
        ck_assert_str_eq(film_unit(film, film_wire_end(film, wire, 1)), message_text(line, "to"));
        ck_assert_str_eq(film_message(film, film_value(film, FILM_SENDS, "kind", i)),
                         message_text(line, "kind"));
        ck_assert_uint_eq(message_number(line, "arrives_ps") - message_number(line, "ps"),
                          film_value(film, FILM_SENDS, "flight", i));
        ck_assert_uint_eq(message_number(line, "ps") - message_number(line, "ready_ps"),
                          film_value(film, FILM_SENDS, "waited", i));
        ck_assert_uint_eq(message_number(line, "waited_port_ps"),
                          film_value(film, FILM_SENDS, "port", i));
        ck_assert_uint_eq(message_number(line, "waited_credit_ps"),
                          film_value(film, FILM_SENDS, "credit", i));
        if (json_object_has_member(line, "address"))
            ck_assert_uint_eq(g_ascii_strtoull(message_text(line, "address"), NULL, 16),
                              film_value(film, FILM_SENDS, "address", i));
        i++;
    }
    ck_assert_uint_eq(i, film->n_of[FILM_SENDS]);
}

/* What is known of a slot. */
struct slot {
    gboolean there;
    gint64 state;
};

enum { JUST_STARTED = -1, SLOTS_OF_SM = 64, SMS = 80 };

/* A warp that issues was ready, and no unit kept it. Warps are there from start to end. */
static void check_states(struct film_file *film)
{
    g_autofree struct slot *slots = g_new0(struct slot, SLOTS_OF_SM * SMS);
    guint rows[FILM_KINDS] = {0};
    for (guint e = 0; e < film->kind->len; e++) {
        const enum film_kind kind = (enum film_kind)g_array_index(film->kind, gint64, e);
        const guint row = rows[kind]++;
        if (kind != FILM_STARTS && kind != FILM_ENDS && kind != FILM_WAITS && kind != FILM_ISSUES)
            continue;
        struct slot *slot = &slots[film_value(film, kind, "sm", row) * SLOTS_OF_SM +
                                   film_value(film, kind, "warp", row)];
        ck_assert_msg(slot->there == (kind != FILM_STARTS), "event %u", e);
        if (kind == FILM_STARTS || kind == FILM_ENDS)
            slot->there = kind == FILM_STARTS;
        if (kind == FILM_STARTS)
            slot->state = JUST_STARTED;
        else if (kind == FILM_WAITS)
            slot->state =
                film_value(film, kind, "wait", row) * 4 + film_value(film, kind, "busy", row);
        else if (kind == FILM_ISSUES)
            ck_assert_msg(slot->state == 0, "event %u: state %d", e, (int)slot->state);
    }
}

/* ---- every workload ----------------------------------------------------------------------- */

START_TEST(views_agree_with_counters_at_any_lookahead)
{
    g_autoptr(GPtrArray) command = command_of_run(_i * SCHEDULERS + 1);
    make_ordered_small(command);
    char *folder = folder_new();
    auto_views all = views_of(command, folder, AS_WIRES_ALLOW);
    auto_views one = views_of(command, folder, 1);
    assert_same_files(all.list, one.list);
    assert_same_files(all.film, one.film);

    g_autoptr(GPtrArray) lines = message_list_read(all.list);
    check_requests(lines, all.result);
    check_memory_and_blocks(lines, all.result);
    check_order(lines);
    check_waits(lines, all.result, crossbar_cycle(FERMI));
    check_owners(lines);

    g_autoptr(film_file) film = film_file_read(all.film);
    ck_assert_uint_eq(film_number(film, "all"), film->time->len);
    ck_assert_uint_eq(film_number(film, "before") + film_number(film, "behind"), 0);
    check_counters(film, all.result);
    check_list(film, lines);
    check_states(film);
    folder_remove(folder);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("views");
    TCase *tcase = tcase_create("views");
    tcase_set_timeout(tcase, 300);
    tcase_add_loop_test(tcase, views_agree_with_counters_at_any_lookahead, 0, n_small_workloads);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}
