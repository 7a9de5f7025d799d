/* SPDX-License-Identifier: BSD-3-Clause */
/* Platforms: typed readers, overrides, unread properties, and what SimGrid gets.
 *
 * Runs in the root of the source tree. */
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/core/platform/platform.h"

#define GOOD  "tests/models/core/data/platform-good.xml"
#define FERMI "platforms/fermi-gtx480.xml"

static struct platform *load(const char *path)
{
    GError *error = NULL;
    struct platform *platform = platform_load(path, &error);
    ck_assert_msg(platform != NULL, "%s", error ? error->message : "no error set");
    ck_assert_ptr_null(error);
    return platform;
}

static struct platform_group *group_of(struct platform *platform, const char *model)
{
    struct platform_group *group = platform_group(platform, model, NULL);
    ck_assert_msg(group != NULL, "no %s", model);
    return group;
}

START_TEST(reads_every_type)
{
    static const char *const words[] = {"fifo", "lru", NULL};
    struct platform *platform = load(GOOD);
    struct platform_group *sm = group_of(platform, "sm");
    struct clock clock;
    uint64_t bytes;
    uint32_t warps, hit, width;
    sim_time wire, start;
    static const char *const flags[] = {"true", "false", NULL};
    unsigned dual;
    unsigned policy;
    const char *name;
    GError *error = NULL;
    ck_assert_str_eq(group_id(sm), "sm");
    ck_assert(properties_clock(sm, "clock", &clock, &error));
    ck_assert_uint_eq(clock.frequency_hz, 700000000);
    ck_assert(properties_count(sm, "warps", 1, 64, &warps, &error));
    ck_assert_uint_eq(warps, 48);
    ck_assert(properties_bytes(sm, "l1d.size", &bytes, &error));
    ck_assert_uint_eq(bytes, 16384);
    ck_assert(properties_cycles(sm, "l1d.hit_latency", 1, &hit, &error));
    ck_assert_uint_eq(hit, 35);
    ck_assert(properties_bytes_per_cycle(sm, "width", &width, &error));
    ck_assert_uint_eq(width, 32);
    ck_assert(properties_latency(sm, "wire", &clock, &wire, &error));
    ck_assert_uint_eq(wire, 4285); /* 3 / 700 MHz */
    ck_assert(properties_time(sm, "start", &start, &error));
    ck_assert_uint_eq(start, 5000000);
    ck_assert(properties_choice(sm, "dual", flags, &dual, &error));
    ck_assert_uint_eq(dual, 1);
    ck_assert(properties_choice(sm, "policy", words, &policy, &error));
    ck_assert_uint_eq(policy, 1);
    ck_assert(properties_text(group_of(platform, "gpu"), "name", &name, &error));
    ck_assert_str_eq(name, "Test & GPU");
    group_of(platform, "host");
    group_of(platform, "disk");
    group_of(platform, "l2_bank");
    ck_assert_msg(platform_finish_reading(platform, &error), "%s", error ? error->message : "");
    platform_free(platform);
}
END_TEST

static void check_error(GError *error, const char *expected)
{
    ck_assert_ptr_nonnull(error);
    ck_assert_str_eq(error->message, expected);
    g_error_free(error);
}

START_TEST(readers_name_the_place)
{
    static const char *const words[] = {"fifo", "random", NULL};
    struct platform *platform = load(GOOD);
    struct platform_group *sm = group_of(platform, "sm");
    uint64_t bytes = 7;
    uint32_t number = 7;
    sim_time time = 7;
    unsigned choice = 7;
    GError *error = NULL;
    ck_assert(!properties_bytes(sm, "l1d.siz", &bytes, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":15: sm: property l1d.siz is missing; is 'l1d.size' meant to be it?");
    ck_assert(!properties_bytes(sm, "quite.another", &bytes, &error));
    check_error(g_steal_pointer(&error), GOOD ":15: sm: property quite.another is missing");
    ck_assert(!properties_bytes(sm, "warps", &bytes, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":18: sm: property warps: expected a size with its unit (B, KiB, MiB, GiB), "
                     "found '48', which has no unit");
    ck_assert(!properties_count(sm, "warps", 1, 47, &number, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":18: sm: property warps: expected 1 to 47, found '48'");
    ck_assert(!properties_count(sm, "warps", 49, 64, &number, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":18: sm: property warps: expected 49 to 64, found '48'");
    ck_assert(!properties_cycles(sm, "start", 1, &number, &error));
    check_error(g_steal_pointer(&error), GOOD ":23: sm: property start: expected a number of "
                                              "cycles, such as 3cycles, found '5us'");
    ck_assert(!properties_cycles(sm, "l1d.hit_latency", 36, &number, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":20: sm: property l1d.hit_latency: expected 36cycles to 4294967295cycles, "
                     "found '35cycles'");
    ck_assert(!properties_time(sm, "wire", &time, &error));
    g_clear_error(&error);
    ck_assert(!properties_choice(sm, "policy", words, &choice, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":25: sm: property policy: expected one of fifo, random; found 'lru'");
    ck_assert(!properties_refuse(sm, "l1d.size", &error, "%d sets", 31));
    check_error(g_steal_pointer(&error), GOOD ":19: sm: property l1d.size: 31 sets");
    ck_assert_uint_eq(bytes + number + time + choice, 28);
    platform_free(platform);
}
END_TEST

START_TEST(wires_have_latency)
{
    struct platform *platform = load(GOOD);
    struct clock clock;
    clock_init(&clock, 700000000);
    sim_time time = 7;
    GError *error = NULL;
    ck_assert(platform_set(platform, "sm.wire=0cycles", NULL));
    ck_assert(!properties_latency(group_of(platform, "sm"), "wire", &clock, &time, &error));
    check_error(g_steal_pointer(&error), "--set sm.wire=0cycles: sm: property wire: a wire needs a "
                                         "latency: without one its receiver has no lookahead");
    ck_assert(properties_latency(group_of(platform, "sm"), "start", &clock, &time, NULL));
    ck_assert_uint_eq(time, 5000000);
    platform_free(platform);
}
END_TEST

START_TEST(unread_is_an_error)
{
    struct platform *platform = load(GOOD);
    uint32_t number;
    const char *text;
    GError *error = NULL;
    ck_assert(!platform_finish_reading(platform, &error));
    check_error(g_steal_pointer(&error), GOOD ":7: cpu0: no such model 'host'");
    static const char *const models[] = {"host", "disk", "gpu", "sm", "l2_banks", "l2_bank"};
    for (size_t i = 0; i < 3; i++)
        group_of(platform, models[i]);
    ck_assert(!platform_finish_reading(platform, &error));
    check_error(g_steal_pointer(&error), GOOD ":14: gpu: nothing reads property name");
    ck_assert(properties_text(group_of(platform, "gpu"), "name", &text, NULL));
    struct platform_group *sm = group_of(platform, "sm");
    static const char *const names[] = {"clock", "l1d.size", "l1d.hit_latency", "width"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        ck_assert(properties_text(sm, names[i], &text, NULL));
    ck_assert(!properties_count(sm, "warp", 1, 64, &number, NULL));
    ck_assert(!platform_finish_reading(platform, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":18: sm: nothing reads property warps; did you mean 'warp'?");
    static const char *const rest[] = {"warps", "wire", "start", "dual", "policy"};
    for (size_t i = 0; i < G_N_ELEMENTS(rest); i++)
        ck_assert(properties_text(sm, rest[i], &text, NULL));
    ck_assert_ptr_null(platform_group(platform, models[4], &error));
    check_error(g_steal_pointer(&error),
                GOOD ": no cluster, host or zone has the model 'l2_banks'");
    ck_assert(!platform_finish_reading(platform, &error));
    check_error(g_steal_pointer(&error),
                GOOD ":27: l2: no such model 'l2_bank'; did you mean 'l2_banks'?");
    group_of(platform, models[5]);
    ck_assert(platform_finish_reading(platform, NULL));
    platform_free(platform);
}
END_TEST

START_TEST(models_are_single)
{
    struct platform *platform = load(GOOD);
    platform_free(platform);
    g_autofree char *text = NULL;
    ck_assert(g_file_get_contents(GOOD, &text, NULL, NULL));
    g_autofree char *path = NULL;
    g_close(g_file_open_tmp("simgpu-XXXXXX.xml", &path, NULL), NULL);
    memcpy(strstr(text, "disk"), "host", 4);
    ck_assert(g_file_set_contents(path, text, -1, NULL));
    platform = load(path);
    g_unlink(path);
    GError *error = NULL;
    ck_assert_ptr_null(platform_group(platform, "host", &error));
    g_autofree char *expected = g_strconcat(
        path, ":8: 'cpu0' and 'cpu1' both have the model 'host'; one is supported", NULL);
    check_error(error, expected);
    platform_free(platform);
}
END_TEST

START_TEST(overrides)
{
    struct platform *platform = load(GOOD);
    struct platform_group *sm = group_of(platform, "sm");
    uint64_t bytes;
    uint32_t warps;
    GError *error = NULL;
    ck_assert(platform_set(platform, "sm.l1d.size=32KiB", NULL));
    ck_assert(platform_set(platform, "sm.l1d.size=48KiB", NULL)); /* the last one counts */
    ck_assert(platform_set(platform, "sm.warps=many=1", NULL));
    ck_assert(properties_bytes(sm, "l1d.size", &bytes, NULL));
    ck_assert_uint_eq(bytes, 49152);
    ck_assert(!properties_count(sm, "warps", 1, 64, &warps, &error));
    check_error(error, "--set sm.warps=many=1: sm: property warps: expected a whole number "
                       "without a unit, found 'many=1'");
    platform_free(platform);
}
END_TEST

static const struct {
    const char *assignment, *expected;
} bad_overrides[] = {
    {"sm.l1d.size", "expected group.property=value"},
    {"sm=3", "expected group.property=value"},
    {"sm=3.5", "expected group.property=value"},
    {"sm.warps=", "expected group.property=value"},
    {"smx.warps=3", GOOD " has no group or link 'smx' (known: cpu0, cpu1, gpu, sm, l2, bus, pcie)"},
    {"pc.warps=3", GOOD " has no group or link 'pc' (known: cpu0, cpu1, gpu, sm, l2, bus, pcie)"},
    {"sm.wraps=3", "sm has no property wraps; did you mean 'warps'?"},
    {"sm.zzzzzz=3", "sm has no property zzzzzz"},
    {"sm.model=l2_bank", "sm has no property model"},
    {"sm.count=0", "expected a count of 1 to 65536, found '0'"},
    {"sm.count=65537", "expected a count of 1 to 65536, found '65537'"},
    {"sm.count=3SMs", "expected a count of 1 to 65536, found '3SMs'"},
    {"cpu0.count=2", "only a cluster has a count, but 'cpu0' is no cluster"},
    {"cpu0.core=none", "cpu0: attribute core: “none” is not an unsigned number"},
    {"cpu0.bw=1GBps", "cpu0 has no property bw"},
    {"sm.lat=1cycle",
     "sm: attribute lat: expected a latency with its unit, such as 20ns, found '1cycle'"},
    {"gpu.speed=1Gf", "gpu has no property speed"},
    {"pcie.bandwidth=1GB", "pcie: attribute bandwidth: expected a bandwidth above 0 with its unit, "
                           "such as 22.4GBps, found '1GB'"},
    {"pcie.speed=1", "link 'pcie' has a bandwidth and a latency, and no 'speed'"},
};

START_TEST(refuses_overrides)
{
    struct platform *platform = load(GOOD);
    GError *error = NULL;
    ck_assert(!platform_set(platform, bad_overrides[_i].assignment, &error));
    g_autofree char *expected =
        g_strdup_printf("--set %s: %s", bad_overrides[_i].assignment, bad_overrides[_i].expected);
    check_error(error, expected);
    platform_free(platform);
}
END_TEST

START_TEST(names_hosts)
{
    struct platform *platform = load(GOOD);
    struct platform_group *sm = group_of(platform, "sm"), *l2 = group_of(platform, "l2_bank");
    ck_assert_uint_eq(group_count(sm), 4);
    ck_assert_uint_eq(group_count(group_of(platform, "gpu")), 1);
    g_autofree char *last = group_host_name(sm, 3);
    g_autofree char *bank = group_host_name(l2, 2);
    g_autofree char *cpu = group_host_name(group_of(platform, "host"), 0);
    ck_assert_str_eq(last, "sm8");
    ck_assert_str_eq(bank, "l2-2x");
    ck_assert_str_eq(cpu, "cpu0");
    ck_assert_ptr_null(group_host_name(group_of(platform, "gpu"), 0));
    ck_assert(platform_set(platform, "sm.count=80", NULL));
    ck_assert_uint_eq(group_count(sm), 80);
    g_autofree char *eightieth = group_host_name(sm, 79);
    ck_assert_str_eq(eightieth, "sm79");
    platform_free(platform);
}
END_TEST

START_TEST(writes_what_simgrid_loads)
{
    struct platform *platform = load(GOOD);
    ck_assert(platform_set(platform, "l2.count=2", NULL));
    g_autofree char *xml = platform_simgrid_xml(platform);
    ck_assert_str_eq(
        xml,
        "<?xml version=\"1.0\"?>\n"
        "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
        "<platform version=\"4.1\">\n"
        "<zone id=\"system\" routing=\"Full\">\n"
        "<zone id=\"pc\" routing=\"Full\">\n"
        "<host id=\"cpu0\" speed=\"3.33Gf\" core=\"6\"/>\n"
        "<host id=\"cpu1\" speed=\"3.33Gf\" core=\"1\"/>\n"
        "<link id=\"bus\" bandwidth=\"1GBps\" latency=\"10ns\" sharing_policy=\"SHARED\"/>\n"
        "<route src=\"cpu0\" dst=\"cpu1\" symmetrical=\"YES\"><link_ctn id=\"bus\"/></route>\n"
        "</zone>\n"
        "<zone id=\"gpu\" routing=\"Full\">\n"
        "<zone id=\"sm\" routing=\"None\">\n"
        "<host id=\"sm0\" speed=\"700Mf\" core=\"1\"/>\n"
        "<host id=\"sm1\" speed=\"700Mf\" core=\"1\"/>\n"
        "<host id=\"sm2\" speed=\"700Mf\" core=\"1\"/>\n"
        "<host id=\"sm8\" speed=\"700Mf\" core=\"1\"/>\n"
        "</zone>\n"
        "<cluster id=\"l2\" prefix=\"l2-\" suffix=\"x\" radical=\"0-1\" speed=\"700Mf\" core=\"2\" "
        "bw=\"22.4GBps\" lat=\"1ns\"/>\n"
        "</zone>\n"
        "<link id=\"pcie\" bandwidth=\"6.7GBps\" latency=\"1us\" sharing_policy=\"SPLITDUPLEX\"/>\n"
        "<zoneRoute src=\"pc\" dst=\"gpu\" gw_src=\"cpu0\" gw_dst=\"l2-l2_routerx\" "
        "symmetrical=\"YES\"><link_ctn id=\"pcie\" direction=\"UP\"/></zoneRoute>\n"
        "</zone>\n"
        "</platform>\n");
    platform_free(platform);
}
END_TEST

/* A host of its own for the memory, in the host's zone, and its link on each route that ends at the
 * host, on that end. */
START_TEST(writes_a_host_s_memory)
{
    struct platform *platform = load(GOOD);
    const struct platform_additions additions = {.host = group_of(platform, "host"),
                                                 .memory_bandwidth = 22000000000};
    g_autofree char *xml = platform_simgrid_xml_with(platform, &additions);
    static const char *const parts[] = {
        "core=\"1\"/>\n<host id=\"cpu0:memory\" speed=\"1f\"/>\n"
        "<link id=\"cpu0:dram\" bandwidth=\"22000000000Bps\" latency=\"0s\"/>\n<link id=\"bus\"",
        "dst=\"cpu1\" symmetrical=\"YES\"><link_ctn id=\"cpu0:dram\"/><link_ctn "
        "id=\"bus\"/></route>",
        "<route src=\"cpu0\" dst=\"cpu0:memory\"><link_ctn id=\"cpu0:dram\"/></route>\n</zone>",
        "<link_ctn id=\"cpu0:dram\"/><link_ctn id=\"pcie\" direction=\"UP\"/></zoneRoute>"};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++)
        ck_assert_msg(strstr(xml, parts[i]) != NULL, "%s\nis not in\n%s", parts[i], xml);
    platform_free(platform);
}
END_TEST

static sim_time fermi_latency(struct platform_group *group, const char *name)
{
    struct clock core;
    clock_init(&core, 700000000);
    sim_time latency;
    ck_assert_msg(properties_latency(group, name, &core, &latency, NULL), "%s", name);
    return clock_cycle_at_or_after(&core, latency);
}

/* The sums in the comment of the file, from the numbers of the file. */
START_TEST(fermi_adds_up)
{
    struct platform *platform = load(FERMI);
    struct platform_group *sm = group_of(platform, "sm");
    struct platform_group *xbar = group_of(platform, "crossbar");
    struct platform_group *l2 = group_of(platform, "l2_bank");
    struct platform_group *dram = group_of(platform, "dram_channel");
    ck_assert_uint_eq(group_count(sm), 15);
    ck_assert_uint_eq(group_count(l2), 12);
    ck_assert_uint_eq(group_count(dram), 6);
    uint32_t issue, hit, fill, width;
    uint64_t line = 128; /* bytes, of every cache */
    uint64_t header;
    ck_assert(properties_cycles(sm, "ldst.issue_latency", 1, &issue, NULL));
    ck_assert(properties_cycles(sm, "l1d.hit_latency", 1, &hit, NULL));
    ck_assert(properties_cycles(sm, "l1d.fill_latency", 1, &fill, NULL));
    ck_assert(properties_bytes(xbar, "packet.header", &header, NULL));
    ck_assert(properties_bytes_per_cycle(xbar, "width", &width, NULL));
    ck_assert_uint_eq(issue + hit, 40);
    uint64_t request = (header + width - 1) / width, reply = (header + line + width - 1) / width;
    uint64_t l2_hit = issue + request + fermi_latency(xbar, "sm_to_port.latency") + request +
                      fermi_latency(xbar, "port_to_bank.latency") + reply +
                      fermi_latency(xbar, "bank_to_port.latency") + reply +
                      fermi_latency(xbar, "port_to_sm.latency") + fill;
    ck_assert_uint_eq(l2_hit, 182);
    uint32_t t_rp, t_rcd, t_cl, t_ccdl, bus, to_l2;
    uint64_t burst;
    ck_assert(properties_cycles(dram, "t_rp", 1, &t_rp, NULL));
    ck_assert(properties_cycles(dram, "t_rcd", 1, &t_rcd, NULL));
    ck_assert(properties_cycles(dram, "t_cl", 1, &t_cl, NULL));
    ck_assert(properties_bytes_per_cycle(dram, "width", &bus, NULL));
    ck_assert(properties_bytes_per_cycle(dram, "to_l2.width", &to_l2, NULL));
    ck_assert(properties_cycles(dram, "t_ccdl", 1, &t_ccdl, NULL));
    ck_assert(properties_bytes(dram, "burst", &burst, NULL));
    ck_assert_uint_eq(line, 2 * burst);
    uint64_t conflict = (t_rp + t_rcd + t_cl + t_ccdl + burst / bus) * 700 / 924;
    uint64_t miss = l2_hit + 1 + fermi_latency(l2, "to_dram.latency") + conflict + line / to_l2 +
                    fermi_latency(dram, "to_l2.latency");
    ck_assert_uint_eq(miss, 310);
    /* 6 channels of 32 B a command cycle: the vendor's 177.4 GB/s. */
    ck_assert_uint_eq((uint64_t)bus * 924 * 6, 177408);
    platform_free(platform);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("platform");
    TCase *test = tcase_create("platform");
    tcase_add_test(test, reads_every_type);
    tcase_add_test(test, readers_name_the_place);
    tcase_add_test(test, wires_have_latency);
    tcase_add_test(test, unread_is_an_error);
    tcase_add_test(test, models_are_single);
    tcase_add_test(test, overrides);
    tcase_add_loop_test(test, refuses_overrides, 0, G_N_ELEMENTS(bad_overrides));
    tcase_add_test(test, names_hosts);
    tcase_add_test(test, writes_what_simgrid_loads);
    tcase_add_test(test, writes_a_host_s_memory);
    tcase_add_test(test, fermi_adds_up);
    suite_add_tcase(suite, test);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
