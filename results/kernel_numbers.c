/* SPDX-License-Identifier: BSD-3-Clause */
/* What a result has in arrays of launches and kernels, gathered by the kernels' plain names. */
#include "base/json/members.h"
#include "base/kernel_name.h"
#include "results/format.h"
#include "results/numbers_private.h"
#include <string.h>

/* ---- sums */

struct kernel {
    char *name;
    GPtrArray *names;   /* of the numbers, in order; borrowed from `values` */
    GHashTable *values; /* name to double * */
    double longest_cycles;
    double longest_launch;
    JsonObject *policy; /* of the longest launch, borrowed; NULL: none */
};

static void kernel_free(void *data)
{
    struct kernel *kernel = data;
    g_hash_table_unref(kernel->values);
    g_ptr_array_unref(kernel->names);
    g_free(kernel->name);
    g_free(kernel);
}

static struct kernel *kernel_new(char *name)
{
    struct kernel *kernel = g_new0(struct kernel, 1);
    kernel->name = name;
    kernel->names = g_ptr_array_new();
    kernel->values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    kernel->longest_cycles = -1;
    return kernel;
}

static bool add_number(void *data, const char *name, double value)
{
    struct kernel *kernel = data;
    double *sum = g_hash_table_lookup(kernel->values, name);
    if (sum) {
        *sum += value;
        return true;
    }
    char *key = g_strdup(name);
    g_hash_table_insert(kernel->values, key, g_memdup2(&value, sizeof value));
    g_ptr_array_add(kernel->names, key);
    return true;
}

static double sum_of(const struct kernel *kernel, const char *name)
{
    const double *sum = g_hash_table_lookup(kernel->values, name);
    return sum ? *sum : 0;
}

/* The kernel of a name as results have it; it is added if it is new. */
static struct kernel *kernel_of(GPtrArray *kernels, const char *mangled)
{
    g_autofree char *name = kernel_plain_name(mangled);
    for (guint i = 0; i < kernels->len; i++) {
        struct kernel *kernel = kernels->pdata[i];
        if (strcmp(kernel->name, name) == 0)
            return kernel;
    }
    g_ptr_array_add(kernels, kernel_new(g_steal_pointer(&name)));
    return kernels->pdata[kernels->len - 1];
}

/* NULL: it is none. */
static JsonObject *object_at(JsonArray *array, guint index)
{
    return json_object_of(json_array_get_element(array, index));
}

/* ---- gathering */

/* Launches, or sums of several of a kernel, which say of how many. */
static void gather_launches(GPtrArray *kernels, JsonArray *launches)
{
    static const char *const sums[] = {RESULT_CYCLES, RESULT_WARP_INSTRUCTIONS};
    for (guint i = 0; i < json_length_of(launches); i++) {
        JsonObject *launch = object_at(launches, i);
        const char *name = launch ? json_text_in(launch, RESULT_KERNEL) : NULL;
        if (!name)
            continue;
        struct kernel *kernel = kernel_of(kernels, name);
        JsonObject *counters = json_object_in(launch, RESULT_COUNTERS);
        double cycles = json_number_in(launch, RESULT_CYCLES);
        bool one = !json_object_has_member(launch, RESULT_LAUNCHES);
        add_number(kernel, RESULT_LAUNCHES, one ? 1 : json_number_in(launch, RESULT_LAUNCHES));
        for (guint k = 0; k < G_N_ELEMENTS(sums); k++)
            add_number(kernel, sums[k], json_number_in(launch, sums[k]));
        if (counters)
            result_walk(counters, "", add_number, kernel);
        if (one && cycles > kernel->longest_cycles) {
            kernel->longest_cycles = cycles;
            kernel->longest_launch = json_number_in(launch, RESULT_LAUNCH);
        }
    }
}

/* An observer's counts of each kernel, and their sums; what is not counted in a kernel is left. */
static void gather_counts(GPtrArray *kernels, struct kernel *all, JsonObject *result,
                          const char *observer)
{
    JsonObject *observed = json_object_in(result, observer);
    JsonArray *entries = observed ? json_array_in(observed, RESULT_KERNELS) : NULL;
    for (guint i = 0; i < json_length_of(entries); i++) {
        JsonObject *entry = object_at(entries, i);
        const char *name = entry ? json_text_in(entry, RESULT_NAME) : NULL;
        g_autoptr(GList) members = name ? json_object_get_members(entry) : NULL;
        for (GList *member = members; member; member = member->next) {
            g_autofree char *prefix = g_strdup_printf("%s.%s.", observer, (char *)member->data);
            JsonObject *counts = json_object_in(entry, member->data);
            if (!counts)
                continue;
            result_walk(counts, prefix, add_number, kernel_of(kernels, name));
            result_walk(counts, prefix, add_number, all);
        }
    }
}

/* How many instructions ran with 0 to 4 lanes, 5 to 8, ...: of each kernel, and in sum. */
static void gather_lanes(GPtrArray *kernels, struct kernel *all, JsonObject *result)
{
    JsonObject *pattern = json_object_in(result, RESULT_PATTERN);
    JsonArray *entries = pattern ? json_array_in(pattern, RESULT_KERNELS) : NULL;
    for (guint i = 0; i < json_length_of(entries); i++) {
        JsonObject *entry = object_at(entries, i);
        const char *name = entry ? json_text_in(entry, RESULT_NAME) : NULL;
        JsonArray *buckets = name ? json_array_in(entry, RESULT_LANE_BUCKETS) : NULL;
        for (guint k = 0; k < json_length_of(buckets); k++) {
            g_autofree char *metric =
                g_strdup_printf(RESULT_PATTERN "." RESULT_LANE_BUCKETS ".%u", k);
            double value;
            if (!json_number_of(json_array_get_element(buckets, k), &value))
                continue;
            add_number(kernel_of(kernels, name), metric, value);
            add_number(all, metric, value);
        }
    }
}

/* Neither the launch's number nor the SM's. */
static bool add_told(void *data, const char *name, double value)
{
    return strcmp(name, RESULT_POLICY "." RESULT_LAUNCH) == 0 ||
           strcmp(name, RESULT_POLICY ".sm") == 0 || add_number(data, name, value);
}

static void add_policy(struct kernel *all, JsonObject *launch)
{
    JsonArray *sms = json_array_in(launch, RESULT_SMS);
    result_walk(launch, RESULT_POLICY ".", add_told, all);
    for (guint i = 0; i < json_length_of(sms); i++) {
        JsonObject *sm = object_at(sms, i);
        if (sm)
            result_walk(sm, RESULT_POLICY ".", add_told, all);
    }
}

static void find_policies(GPtrArray *kernels, struct kernel *all, JsonObject *result)
{
    JsonArray *launches = json_array_in(result, RESULT_POLICY);
    for (guint i = 0; i < json_length_of(launches); i++) {
        JsonObject *launch = object_at(launches, i);
        if (launch)
            add_policy(all, launch);
        for (guint k = 0; launch && k < kernels->len; k++) {
            struct kernel *kernel = kernels->pdata[k];
            if (json_object_has_member(launch, RESULT_LAUNCH) && kernel->longest_cycles >= 0 &&
                (gint64)json_number_in(launch, RESULT_LAUNCH) == kernel->longest_launch)
                kernel->policy = launch;
        }
    }
}

/* ---- giving */

struct gift {
    number_sink sink;
    void *data;
    const char *prefix; /* with a point behind it */
};

static bool give(const struct gift *gift, const char *name, double value)
{
    g_autofree char *full = g_strconcat(gift->prefix, name, NULL);
    return gift->sink(gift->data, full, value);
}

static bool give_sums(const struct gift *gift, const struct kernel *kernel)
{
    bool good = true;
    for (guint i = 0; good && i < kernel->names->len; i++)
        good = give(gift, kernel->names->pdata[i], sum_of(kernel, kernel->names->pdata[i]));
    return good;
}

/* The longest list of an SM's policy. */
static guint longest_list(JsonObject *told)
{
    g_autoptr(GList) values = json_object_get_values(told);
    guint longest = 0;
    for (GList *value = values; value; value = value->next)
        if (JSON_NODE_HOLDS_ARRAY(value->data))
            longest = MAX(longest, json_length_of(json_node_get_array(value->data)));
    return longest;
}

/* The lists of an SM's policy of a kind, filled up to the longest of them. */
static bool give_lists(const struct gift *gift, const char *kind, JsonObject *told)
{
    g_autoptr(GList) members = json_object_get_members(told);
    guint n = longest_list(told);
    for (GList *member = members; member; member = member->next) {
        JsonArray *list = json_array_in(told, member->data);
        for (guint i = 0; list && i < n; i++) {
            g_autofree char *name =
                g_strdup_printf(RESULT_POLICY ".%s.%s.%u", kind, (char *)member->data, i);
            double value = 0;
            if (i < json_length_of(list))
                json_number_of(json_array_get_element(list, i), &value);
            if (!give(gift, name, value))
                return false;
        }
    }
    return true;
}

/* Calls it for what each kind of policy tells on an SM, until one says false. */
static bool each_kind(JsonObject *sm,
                      bool (*call)(const struct gift *gift, const char *kind, JsonObject *told),
                      const struct gift *gift)
{
    g_autoptr(GList) members = json_object_get_members(sm);
    bool good = true;
    for (GList *member = members; good && member; member = member->next) {
        JsonNode *node = json_object_get_member(sm, member->data);
        if (JSON_NODE_HOLDS_OBJECT(node))
            good = call(gift, member->data, json_node_get_object(node));
    }
    return good;
}

static bool has_no_lists(const struct gift *gift, const char *kind, JsonObject *told)
{
    (void)gift, (void)kind;
    return longest_list(told) == 0;
}

/* The SM that has lists: its own numbers, which belong together, and the lists. */
static bool give_one_sm(const struct gift *gift, JsonObject *sm)
{
    struct kernel *numbers = kernel_new(NULL);
    result_walk(sm, RESULT_POLICY ".one_sm.", add_number, numbers);
    bool good = give_sums(gift, numbers) && each_kind(sm, give_lists, gift);
    kernel_free(numbers);
    return good;
}

/* A number of an SM: the largest is kept. */
static bool keep_largest(void *data, const char *name, double value)
{
    const struct kernel *largest = data;
    double *known = g_hash_table_lookup(largest->values, name);
    if (!known)
        return add_told(data, name, value);
    *known = MAX(*known, value);
    return true;
}

static bool give_policy(const struct gift *gift, const struct kernel *kernel)
{
    struct kernel *largest = kernel_new(NULL);
    JsonArray *sms = kernel->policy ? json_array_in(kernel->policy, RESULT_SMS) : NULL;
    JsonObject *with_lists = NULL;
    if (kernel->policy)
        result_walk(kernel->policy, RESULT_POLICY ".", keep_largest, largest);
    for (guint i = 0; i < json_length_of(sms); i++) {
        JsonObject *sm = object_at(sms, i);
        if (!sm)
            continue;
        result_walk(sm, RESULT_POLICY ".", keep_largest, largest);
        if (!with_lists && !each_kind(sm, has_no_lists, NULL))
            with_lists = sm;
    }
    bool good = give_sums(gift, largest) && (!with_lists || give_one_sm(gift, with_lists));
    kernel_free(largest);
    return good;
}

/* What each run has of its longest kernel. */
static bool give_longest(const struct kernel *kernel, number_sink sink, void *data)
{
    static const char *const names[] = {RESULT_CYCLES, RESULT_LAUNCHES, RESULT_WARP_INSTRUCTIONS};
    const struct gift gift = {sink, data, "longest_kernel."};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (!give(&gift, names[i], sum_of(kernel, names[i])))
            return false;
    return give_policy(&gift, kernel);
}

static bool give_all(const GPtrArray *kernels, const struct kernel *all, number_sink sink,
                     void *data)
{
    const struct gift of_run = {sink, data, ""};
    const struct kernel *longest = NULL;
    bool good = give_sums(&of_run, all);
    for (guint i = 0; good && i < kernels->len; i++) {
        const struct kernel *kernel = kernels->pdata[i];
        g_autofree char *prefix = g_strdup_printf("kernel.%s.", kernel->name);
        const struct gift gift = {sink, data, prefix};
        good = give_sums(&gift, kernel) && give_policy(&gift, kernel);
        bool launched = kernel->longest_cycles >= 0;
        if (launched &&
            (!longest || sum_of(kernel, RESULT_CYCLES) > sum_of(longest, RESULT_CYCLES)))
            longest = kernel;
    }
    return good && (!longest || give_longest(longest, sink, data));
}

bool kernel_numbers_each(JsonObject *result, number_sink sink, void *data)
{
    g_autoptr(GPtrArray) kernels = g_ptr_array_new_with_free_func(kernel_free);
    struct kernel *all = kernel_new(NULL);
    gather_launches(kernels, json_array_in(result, RESULT_KERNELS));
    gather_launches(kernels, json_array_in(result, RESULT_FOLDED_KERNELS));
    gather_counts(kernels, all, result, RESULT_LOCALITY);
    gather_counts(kernels, all, result, RESULT_SHARING);
    gather_lanes(kernels, all, result);
    find_policies(kernels, all, result);
    bool good = give_all(kernels, all, sink, data);
    kernel_free(all);
    return good;
}
