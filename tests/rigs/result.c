/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/rigs/result.h"
#include <string.h>

JsonNode *result_parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    JsonNode *root = json_from_string(text, &error);
    ck_assert_msg(root != NULL, "no JSON: %s\n%.300s", error ? error->message : "empty", text);
    ck_assert_msg(JSON_NODE_HOLDS_OBJECT(root), "no JSON object: %.300s", text);
    return root;
}

/* Tests may ask for what the command doubts. */
static bool is_quiet(const char *err)
{
    static const char *const doubts[] = {"simgpu: warning: gpu.memory.bank_hash=ipoly ",
                                         "simgpu: warning: sm_to_port.slots of the crossbar ",
                                         "simgpu: warning: port_to_bank.slots of the crossbar ",
                                         "simgpu: warning: bank_to_port.slots of the crossbar ",
                                         "simgpu: warning: port_to_sm.slots of the crossbar ",
                                         "simgpu: warning: l2.to_dram.slots is ",
                                         "simgpu: warning: dram.to_l2.slots is ",
                                         "simgpu: warning: sm.warps=",
                                         "simgpu: warning: sm.threads.per_block=",
                                         "simgpu: warning: sm.l1d.mshrs=",
                                         "simgpu: warning: l2.mshrs="};
    g_auto(GStrv) lines = g_strsplit(err, "\n", -1);
    for (char **line = lines; *line; line++) {
        bool known = **line == '\0';
        for (unsigned i = 0; i < G_N_ELEMENTS(doubts); i++)
            known |= g_str_has_prefix(*line, doubts[i]);
        if (!known)
            return false;
    }
    return true;
}

JsonNode *run_for_result(GPtrArray *command, int exit_code)
{
    command_add(command, "--json");
    command_add(command, "-");
    auto_outcome outcome;
    command_run(command, &outcome);
    g_ptr_array_set_size(command, (int)command->len - 2);
    if (outcome.exit_code != exit_code || (exit_code == EXIT_DONE && !is_quiet(outcome.err))) {
        g_ptr_array_add(command, NULL);
        g_autofree char *line = g_strjoinv(" ", (char **)command->pdata);
        ck_abort_msg("%s: exit code %d, expected %d; standard error:\n%s", line, outcome.exit_code,
                     exit_code, outcome.err);
    }
    return result_parse(outcome.out);
}

JsonNode *result_at(JsonNode *root, const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, ".", -1);
    JsonNode *node = root;
    for (char **name = names; *name != NULL && node != NULL; name++) {
        if (JSON_NODE_HOLDS_OBJECT(node)) {
            node = json_object_get_member(json_node_get_object(node), *name);
        } else if (JSON_NODE_HOLDS_ARRAY(node)) {
            guint64 index = g_ascii_strtoull(*name, NULL, 10);
            JsonArray *array = json_node_get_array(node);
            node = index < json_array_get_length(array)
                       ? json_array_get_element(array, (guint)index)
                       : NULL;
        } else {
            node = NULL;
        }
    }
    ck_assert_msg(node != NULL, "the result has no %s", path);
    return node;
}

double result_double(JsonNode *root, const char *path)
{
    JsonNode *node = result_at(root, path);
    ck_assert_msg(JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_DOUBLE,
                  "%s is no number with a fraction", path);
    return json_node_get_double(node);
}

uint64_t result_number(JsonNode *root, const char *path)
{
    JsonNode *node = result_at(root, path);
    ck_assert_msg(JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_INT64,
                  "%s is no integer", path);
    gint64 value = json_node_get_int(node);
    ck_assert_msg(value >= 0, "%s is negative", path);
    return (uint64_t)value;
}

bool result_flag(JsonNode *root, const char *path)
{
    JsonNode *node = result_at(root, path);
    ck_assert_msg(JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_BOOLEAN,
                  "%s is neither true nor false", path);
    return json_node_get_boolean(node);
}

const char *result_text(JsonNode *root, const char *path)
{
    JsonNode *node = result_at(root, path);
    ck_assert_msg(JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING,
                  "%s is no string", path);
    return json_node_get_string(node);
}

unsigned result_length(JsonNode *root, const char *path)
{
    JsonNode *node = result_at(root, path);
    ck_assert_msg(JSON_NODE_HOLDS_ARRAY(node), "%s is no array", path);
    return json_array_get_length(json_node_get_array(node));
}

uint64_t result_sum(JsonNode *root, const char *array, const char *member)
{
    uint64_t sum = 0;
    unsigned n = result_length(root, array);
    for (unsigned i = 0; i < n; i++) {
        g_autofree char *path = g_strdup_printf("%s.%u.%s", array, i, member);
        sum += result_number(root, path);
    }
    return sum;
}

void assert_slots_are_accounted(JsonNode *root)
{
    uint64_t expected =
        result_number(root, "schedulers_per_sm") * result_number(root, "elapsed_cycles");
    unsigned n = result_length(root, "per_sm");
    ck_assert_uint_eq(n, result_number(root, "sms"));
    JsonObject *first = json_node_get_object(result_at(root, "per_sm.0"));
    g_autoptr(GList) names = json_object_get_members(first);
    for (unsigned sm = 0; sm < n; sm++) {
        uint64_t sum = 0;
        for (GList *name = names; name != NULL; name = name->next) {
            g_autofree char *path = g_strdup_printf("per_sm.%u.%s", sm, (char *)name->data);
            if (g_str_has_prefix(name->data, "slots_"))
                sum += result_number(root, path);
        }
        ck_assert_msg(sum == expected, "SM %u: %" G_GUINT64_FORMAT " slots of %" G_GUINT64_FORMAT,
                      sm, sum, expected);
    }
}

static void assert_array_adds_up(JsonNode *root, const char *array, const char *counter)
{
    g_autofree char *member = g_strdup_printf("counters.%s", counter);
    g_autofree char *total = g_strdup_printf("totals.%s", counter);
    g_autofree char *outside = g_strdup_printf("outside_kernels.%s", counter);
    uint64_t sum = result_sum(root, array, member) + result_number(root, outside);
    if (strcmp(array, "kernels") == 0 &&
        json_object_has_member(json_node_get_object(root), "folded_kernels"))
        sum += result_sum(root, "folded_kernels", member);
    ck_assert_msg(sum == result_number(root, total), "%s: %s sum to %" G_GUINT64_FORMAT, counter,
                  array, sum);
}

static uint64_t number_of_kernel(JsonNode *root, unsigned kernel, const char *member)
{
    g_autofree char *path = g_strdup_printf("kernels.%u.%s", kernel, member);
    return result_number(root, path);
}

static uint64_t product(JsonNode *root, unsigned kernel, const char *shape)
{
    uint64_t product = 1;
    for (unsigned i = 0; i < 3; i++) {
        g_autofree char *member = g_strdup_printf("%s.%u", shape, i);
        product *= number_of_kernel(root, kernel, member);
    }
    return product;
}

void assert_kernels_add_up(JsonNode *root)
{
    static const char *const groups[] = {"sm", "l2", "dram", "energy"};
    for (unsigned g = 0; g < G_N_ELEMENTS(groups); g++) {
        g_autofree char *path = g_strdup_printf("totals.%s", groups[g]);
        JsonObject *object = json_node_get_object(result_at(root, path));
        g_autoptr(GList) names = json_object_get_members(object);
        ck_assert_ptr_nonnull(names);
        for (GList *name = names; name != NULL; name = name->next) {
            g_autofree char *counter = g_strdup_printf("%s.%s", groups[g], (char *)name->data);
            assert_array_adds_up(root, "kernels", counter);
            assert_array_adds_up(root, "streams", counter);
        }
    }
    for (unsigned k = 0; k < result_length(root, "kernels"); k++) {
        g_autofree char *complete = g_strdup_printf("kernels.%u.complete", k);
        if (!result_flag(root, complete))
            continue;
        uint64_t blocks = product(root, k, "grid"), threads = product(root, k, "block");
        ck_assert_uint_eq(number_of_kernel(root, k, "counters.sm.warp_instructions"),
                          number_of_kernel(root, k, "warp_instructions"));
        ck_assert_uint_eq(number_of_kernel(root, k, "counters.sm.blocks"), blocks);
        ck_assert_uint_eq(number_of_kernel(root, k, "counters.sm.warps"),
                          blocks * ((threads + 31) / 32));
    }
}

char *result_without_host(JsonNode *root)
{
    g_autoptr(JsonObject) rest = json_object_new();
    g_autoptr(JsonNode) node = json_node_new(JSON_NODE_OBJECT);
    JsonObject *all = json_node_get_object(root);
    g_autoptr(GList) members = json_object_get_members(all);
    for (GList *member = members; member != NULL; member = member->next)
        if (strcmp(member->data, "host") != 0 && strcmp(member->data, "provenance") != 0)
            json_object_set_member(rest, member->data,
                                   json_node_copy(json_object_get_member(all, member->data)));
    json_node_set_object(node, rest);
    return json_to_string(node, TRUE);
}

void assert_same_result(const char *expected, const char *actual, const char *what)
{
    if (strcmp(expected, actual) == 0)
        return;
    g_auto(GStrv) a = g_strsplit(expected, "\n", -1);
    g_auto(GStrv) b = g_strsplit(actual, "\n", -1);
    unsigned i = 0;
    while (a[i] != NULL && b[i] != NULL && strcmp(a[i], b[i]) == 0)
        i++;
    ck_abort_msg("%s: the results differ, first in line %u: \"%s\" and \"%s\"", what, i + 1,
                 a[i] ? g_strstrip(a[i]) : "(end)", b[i] ? g_strstrip(b[i]) : "(end)");
}
