/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/teaching/message_checks.h"
#include "tests/rigs/platform_values.h"
#include "tests/rigs/result.h"

static guint64 counted(JsonNode *result, const char *path)
{
    return result_number(result, path);
}

void check_requests(const GPtrArray *lines, JsonNode *result)
{
    static const struct {
        const char *request, *sent, *reply, *replies;
    } kinds[] = {{"READ", "totals.sm.reads_sent", "READ_REPLY", "totals.sm.read_replies"},
                 {"WRITE", "totals.sm.writes_sent", "WRITE_ACK", "totals.sm.write_acks"},
                 {"ATOMIC", "totals.sm.atomics_sent", "ATOMIC_REPLY", "totals.sm.atomic_replies"},
                 {"FETCH", "totals.sm.fetches_sent", "FETCH_REPLY", "totals.sm.fetch_replies"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        const guint64 sent = counted(result, kinds[i].sent);
        ck_assert_uint_eq(message_list_count(lines, "sm", "sends", kinds[i].request), sent);
        ck_assert_uint_eq(message_list_count(lines, "request-port", "sends", kinds[i].request),
                          sent);
        ck_assert_uint_eq(message_list_count(lines, "reply-port", "sends", kinds[i].reply), sent);
        ck_assert_uint_eq(message_list_count(lines, "sm", "receives", kinds[i].reply),
                          counted(result, kinds[i].replies));
    }
    ck_assert_uint_eq(message_list_sum(lines, "request-port", "sends", NULL, "bytes"),
                      counted(result, "totals.request_ports.bytes"));
    ck_assert_uint_eq(message_list_sum(lines, "l2-", "sends", "READ_REPLY", "bytes") +
                          message_list_sum(lines, "l2-", "sends", "WRITE_ACK", "bytes") +
                          message_list_sum(lines, "l2-", "sends", "ATOMIC_REPLY", "bytes") +
                          message_list_sum(lines, "l2-", "sends", "FETCH_REPLY", "bytes") +
                          message_list_sum(lines, "l2-", "sends", "REPLY_PART", "bytes"),
                      counted(result, "totals.reply_ports.bytes"));
}

void check_memory_and_blocks(const GPtrArray *lines, JsonNode *result)
{
    ck_assert_uint_eq(message_list_count(lines, "dram", "sends", "DRAM_DATA"),
                      message_list_count(lines, "l2-", "sends", "DRAM_READ"));
    ck_assert_uint_eq(message_list_count(lines, "dram", "bursts", NULL),
                      counted(result, "totals.dram.reads") + counted(result, "totals.dram.writes"));
    ck_assert_uint_eq(message_list_count(lines, "dispatcher", "sends", "BLOCK_START"),
                      counted(result, "totals.sm.blocks"));
    ck_assert_uint_eq(message_list_count(lines, "sm", "sends", "BLOCK_DONE"),
                      counted(result, "totals.sm.blocks"));
    ck_assert_uint_eq(message_list_count(lines, "sm", "starts", NULL),
                      counted(result, "totals.sm.warps"));
    ck_assert_uint_eq(message_list_count(lines, "sm", "ends", NULL),
                      counted(result, "totals.sm.warps"));
    ck_assert_uint_eq(message_list_count(lines, "sm", "looks-up", "load"),
                      counted(result, "totals.sm.l1d_loads"));
}

/* Picoseconds. */
double crossbar_cycle(const char *platform)
{
    struct platform_values *values = platform_values_new(platform);
    const double cycle = 1e6 / (double)platform_number(values, "xbar.clock", "MHz");
    platform_values_free(values);
    return cycle;
}

/* Lines come in time's order, and a message arrives after it was sent. */
void check_order(const GPtrArray *lines)
{
    guint64 last = 0;
    for (guint i = 0; i < lines->len; i++) {
        JsonObject *line = lines->pdata[i];
        ck_assert_uint_ge(message_number(line, "ps"), last);
        last = message_number(line, "ps");
        if (g_str_equal(message_text(line, "does"), "sends"))
            ck_assert_uint_gt(message_number(line, "arrives_ps"), last);
    }
}

/* What messages waited at a port, by the list, is what the port has counted. The list has
 * picoseconds, each rounded; the port counts cycles of the crossbar. Nobody waits for the edge of a
 * clock as long as a cycle of the slowest one that sends, the crossbar's. */
void check_waits(const GPtrArray *lines, JsonNode *result, double cycle)
{
    for (guint i = 0; i < lines->len; i++)
        if (g_str_equal(message_text(lines->pdata[i], "does"), "sends"))
            ck_assert_double_lt((double)message_number(lines->pdata[i], "waited_edge_ps"), cycle);

    static const struct {
        const char *unit, *counter;
    } ports[] = {{"request-port", "totals.request_ports.queue_cycles"},
                 {"reply-port", "totals.reply_ports.queue_cycles"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(ports); i++) {
        const double listed =
            (double)message_list_sum(lines, ports[i].unit, "sends", NULL, "waited_port_ps") +
            (double)message_list_sum(lines, ports[i].unit, "sends", NULL, "waited_credit_ps");
        const double rounded = (double)message_list_count(lines, ports[i].unit, "sends", NULL);
        ck_assert_double_eq_tol(listed, (double)counted(result, ports[i].counter) * cycle, rounded);
    }
}

/* A load's requests and replies have an owner all the way. */
void check_owners(const GPtrArray *lines)
{
    static const char *const kinds[] = {"READ", "READ_REPLY", "ATOMIC", "ATOMIC_REPLY"};
    for (guint i = 0; i < lines->len; i++) {
        JsonObject *line = lines->pdata[i];
        const char *kind = message_text(line, "kind");
        for (unsigned k = 0; k < G_N_ELEMENTS(kinds); k++)
            if (g_str_equal(kind, kinds[k]))
                ck_assert_msg(json_object_has_member(line, "warp"),
                              "%s at %" G_GUINT64_FORMAT " ps has no owner", kind,
                              message_number(line, "ps"));
    }
}
