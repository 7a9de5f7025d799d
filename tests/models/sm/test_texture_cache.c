/* SPDX-License-Identifier: BSD-3-Clause */
/* The texture cache, through a whole GPU without SimGrid: kernels whose hits, misses and merges are
 * known line by line, and the time of a hit. Values are checked with every run. */
#include "models/gpu.h"
#include "tests/rigs/choices.h"
#include "workloads/ptx/kernels/code.h"
#include "workloads/texture.h"
#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

/* Texel i holds 7 i + 1. A line has 32 of them. Parameters: the output (rd1: the thread's word). */
static const char fermi[] = "platforms/fermi-gtx480.xml";
enum { TEXELS = 8192, LINE_TEXELS = 32, TEXTURE_HANDLE = 3, HIT_LATENCY = 200, ISSUE_LATENCY = 5 };

#define HEAD                                                                                       \
    ".version 7.0\n.target sm_20\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n"       \
    ".reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<8>;\n"                                      \
    "ld.param.u64 %rd1, [out]; mov.u64 %rd2, 3; mov.u32 %r1, %tid.x;\n"                            \
    "mul.wide.u32 %rd3, %r1, 4; add.s64 %rd1, %rd1, %rd3;\n"

struct run {
    struct command_source source;
    unsigned launches, issued;
    struct launch launch;
    uint8_t params[8];
    struct launch_services services;
    struct texture texture;
    struct platform *platform;
    struct gpu_config config;
    struct policy_choices policies;
    struct ptx_program *program;
    struct device_memory *memory;
    struct gpu *gpu;
    uint64_t out;
    struct gpu_totals totals;
};

/* Launches one after the other. */
static bool next_command(struct command_source *source, const struct device_access *device,
                         uint64_t now, struct command *out, GError **error)
{
    struct run *run = (struct run *)source;
    (void)device, (void)now, (void)error;
    *out = (struct command){.kind = COMMAND_END};
    if (run->issued == run->launches)
        return true;
    *out = (struct command){
        .kind = COMMAND_LAUNCH, .id = ++run->issued, .blocking = true, .launch = run->launch};
    return true;
}

static bool read_memory(void *data, uint64_t address, void *bytes, size_t n_bytes)
{
    struct run *run = data;
    device_memory_read(run->memory, address, bytes, n_bytes);
    return true;
}

static const struct texture *find_texture(void *data, const struct launch *launch, uint64_t operand)
{
    (void)launch;
    struct run *run = data;
    return operand == TEXTURE_HANDLE ? &run->texture : NULL;
}

static void make_memory(struct run *run)
{
    run->memory = device_memory_new(1 << 20, 0, NULL);
    run->texture =
        (struct texture){.address = device_memory_allocate(run->memory, "texels", TEXELS * 4, NULL),
                         .width = TEXELS,
                         .channels = 1,
                         .channel_bits = 32,
                         .texel = TEXEL_UNSIGNED,
                         .linear_memory = 1};
    for (uint32_t i = 0; i < TEXELS; i++) {
        uint32_t texel = 7 * i + 1;
        device_memory_write(run->memory, run->texture.address + 4 * i, &texel, 4);
    }
    run->out = device_memory_allocate(run->memory, "out", 4096, NULL);
    memcpy(run->params, &run->out, 8);
}

static void make_code(struct run *run, const char *body, uint32_t threads)
{
    g_autofree char *text = g_strconcat(HEAD, body, "\nret;\n}\n", NULL);
    GError *error = NULL;
    struct ptx_module *module = ptx_module_parse("test.ptx", text, strlen(text), &error);
    ck_assert_msg(module != NULL, "%s", error ? error->message : "");
    run->program = ptx_program_new(module, &error);
    const struct kernel_code *code = ptx_program_kernel(run->program, "k", 0, &error);
    ck_assert_msg(code != NULL, "%s", error ? error->message : "");
    run->services =
        (struct launch_services){.data = run, .read = read_memory, .texture = find_texture};
    run->launch = (struct launch){.services = &run->services,
                                  .code = code,
                                  .grid = {1, 1, 1},
                                  .block = {threads, 1, 1},
                                  .params = run->params};
}

/* Runs the kernel in one block on a platform; set: "sm.texture.mshr_merges=1", or NULL. */
static struct run *run_new(const char *file, const char *body, uint32_t threads, unsigned launches,
                           const char *set, sim_time window)
{
    struct run *run = g_new0(struct run, 1);
    GError *error = NULL;
    run->source.next = next_command;
    run->launches = launches;
    run->platform = platform_load(file, &error);
    ck_assert_msg(run->platform != NULL, "%s", error ? error->message : "");
    ck_assert(!set || platform_set(run->platform, set, &error));
    ck_assert_msg(gpu_config_read(&run->config, run->platform, &error), "%s",
                  error ? error->message : "");
    run->policies = choices_with("gto");
    make_memory(run);
    make_code(run, body, threads);
    struct command_source *const sources[] = {&run->source};
    const struct gpu_run what = {
        .sources = sources, .n_sources = 1, .memory = run->memory, .policies = &run->policies};
    const struct engine_options options = {.window = window, .limit = SIM_TIME_NEVER};
    run->gpu = gpu_new(&run->config, &what, &options);
    enum gpu_end end = gpu_run_to_end(run->gpu, false);
    const GError *failure = gpu_engine(run->gpu)->error;
    ck_assert_msg(end == GPU_DONE, "%s", failure ? failure->message : "");
    gpu_totals(run->gpu, &run->totals);
    return run;
}

static void run_free(struct run *run)
{
    gpu_free(run->gpu);
    device_memory_free(run->memory);
    ptx_program_free(run->program);
    policy_choices_clear(&run->policies);
    gpu_config_clear(&run->config);
    platform_free(run->platform);
    g_free(run);
}

static uint32_t word(const struct run *run, unsigned thread)
{
    uint32_t value;
    device_memory_read(run->memory, run->out + 4 * thread, &value, 4);
    return value;
}

/* Lines that the SM fetched for textures. */
static uint64_t lines_fetched(const struct run *run)
{
    const struct sm_counters *sm = &run->totals.sm;
    return sm->fetches_sent - sm->icache.misses - sm->icache.prefetches - sm->constant_misses;
}

static void expect(const struct run *run, uint64_t loads, uint64_t hits, uint64_t lines)
{
    ck_assert_uint_eq(run->totals.sm.texture.loads, loads);
    ck_assert_uint_eq(run->totals.sm.texture.hits, hits);
    ck_assert_uint_eq(lines_fetched(run), lines);
    ck_assert_uint_eq(run->totals.sm.l1.loads, 0);
}

#define FETCH(to, x) "tex.1d.v4.u32.s32 {" to ", %r15, %r16, %r17}, [%rd2, {" x "}];\n"

/* ---- hits, misses, merges
 * ------------------------------------------------------------------------ */

/* 32 texels of a line are one access; asked for again, once they are there, a hit. */
static const char twice[] =
    FETCH("%r2", "%r1") "and.b32 %r3, %r2, 0; add.u32 %r3, %r3, %r1;\n" FETCH(
        "%r4", "%r3") "add.u32 %r5, %r2, %r4; st.global.u32 [%rd1], %r5;";

START_TEST(a_line_is_fetched_once)
{
    struct run *run = run_new(fermi, twice, 32, 1, NULL, SIM_TIME_NEVER);
    expect(run, 2, 1, 1);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(run, i), 2 * (7 * i + 1));
    run_free(run);
}
END_TEST

START_TEST(every_lane_its_own_line)
{
    struct run *run =
        run_new(fermi, "shl.b32 %r2, %r1, 5;\n" FETCH("%r3", "%r2") "st.global.u32 [%rd1], %r3;",
                32, 1, NULL, SIM_TIME_NEVER);
    expect(run, 32, 0, 32);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(run, i), 7 * 32 * i + 1);
    run_free(run);
}
END_TEST

/* Outside the texture there is nothing to fetch: lanes 8 to 15 and 24 to 31 read 0. */
START_TEST(lanes_outside_touch_nothing)
{
    struct run *run =
        run_new(fermi,
                "and.b32 %r2, %r1, 8; mul.lo.u32 %r2, %r2, 100000;\n"
                "add.u32 %r2, %r2, %r1;\n" FETCH("%r3", "%r2") "mov.u32 %r4, -1;\n" FETCH(
                    "%r5", "%r4") "add.u32 %r3, %r3, %r5; st.global.u32 [%rd1], %r3;",
                32, 1, NULL, SIM_TIME_NEVER);
    expect(run, 1, 0, 1);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(run, i), i & 8 ? 0 : 7 * i + 1);
    run_free(run);
}
END_TEST

/* Four warps ask for the same line while it is under way: one fetch, no hit. */
static const char same_line[] =
    "and.b32 %r2, %r1, 31;\n" FETCH("%r3", "%r2") "st.global.u32 [%rd1], %r3;";

START_TEST(a_line_under_way_is_shared)
{
    struct run *run = run_new(fermi, same_line, 128, 1, NULL, SIM_TIME_NEVER);
    expect(run, 4, 0, 1);
    for (unsigned i = 0; i < 128; i++)
        ck_assert_uint_eq(word(run, i), 7 * (i % 32) + 1);
    run_free(run);
}
END_TEST

/* With room for two at a line, the third waits for its fill, and hits; so does the fourth. */
START_TEST(as_many_as_may_wait)
{
    struct run *run = run_new(fermi, same_line, 128, 1, "sm.texture.mshr_merges=2", SIM_TIME_NEVER);
    expect(run, 4, 2, 1);
    ck_assert_uint_gt(run->totals.sm.ldst_stall_cycles, 100);
    ck_assert_uint_eq(word(run, 127), 7 * 31 + 1);
    run_free(run);
}
END_TEST

/* ---- what the cache holds
 * ------------------------------------------------------------------------- */

/* Three fetches of 32 lines each are the 96 lines of 12 KiB; n of them, twice, one after the other.
 */
static char *passes(unsigned n)
{
    GString *text = g_string_new("shl.b32 %r2, %r1, 5; mov.u32 %r4, 0; mov.u32 %r6, 0;\n");
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned k = 0; k < n; k++)
            g_string_append_printf(text,
                                   "add.u32 %%r3, %%r2, %u; add.u32 %%r3, %%r3, %%r4;\n"
                                   "tex.1d.v4.u32.s32 {%%r5, _, _, _}, [%%rd2, {%%r3}];\n"
                                   "and.b32 %%r4, %%r5, 0; add.u32 %%r6, %%r6, %%r5;\n",
                                   k * 32 * LINE_TEXELS);
    g_string_append(text, "st.global.u32 [%rd1], %r6;");
    return g_string_free(text, FALSE);
}

START_TEST(what_fits_stays)
{
    g_autofree char *body = passes(3);
    struct run *run = run_new(fermi, body, 32, 1, NULL, SIM_TIME_NEVER);
    expect(run, 192, 96, 96);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(run, i), 2 * (3 * (7 * 32 * i + 1) + 7 * 1024 * (0 + 1 + 2)));
    run_free(run);
}
END_TEST

/* Four times 32 lines, 8 more in each of the 4 sets than there are ways: least recently used, each
 * goes before it is asked for again. */
START_TEST(what_does_not_fit_goes)
{
    g_autofree char *body = passes(4);
    struct run *run = run_new(fermi, body, 32, 1, NULL, SIM_TIME_NEVER);
    expect(run, 256, 0, 256);
    run_free(run);
}
END_TEST

/* Stores may have changed what a later kernel sees. */
START_TEST(a_kernels_end_empties_it)
{
    struct run *run = run_new(fermi, twice, 32, 3, NULL, SIM_TIME_NEVER);
    expect(run, 6, 3, 3);
    run_free(run);
}
END_TEST

/* Without a texture cache texels go through L1D, and their values are the same. */
START_TEST(without_a_cache_of_its_own)
{
    g_autofree char *xml = NULL, *path = NULL;
    ck_assert(g_file_get_contents(fermi, &xml, NULL, NULL));
    g_autoptr(GString) text = g_string_new(xml);
    g_string_replace(text, "\"texture.size\" value=\"12KiB\"", "\"texture.size\" value=\"0B\"", 1);
    g_string_replace(text, "<prop id=\"texture.ways\" value=\"24\"/>", "", 1);
    g_string_replace(text, "<prop id=\"texture.hit_latency\" value=\"200cycles\"/>", "", 1);
    g_string_replace(text, "<prop id=\"texture.mshr_merges\" value=\"8\"/>", "", 1);
    g_close(g_file_open_tmp("texture-XXXXXX.xml", &path, NULL), NULL);
    ck_assert(g_file_set_contents(path, text->str, -1, NULL));
    struct run *run = run_new(path, twice, 32, 1, NULL, SIM_TIME_NEVER);
    g_unlink(path);
    ck_assert_uint_eq(run->totals.sm.texture.loads, 0);
    ck_assert_uint_eq(run->totals.sm.l1.loads, 2);
    ck_assert_uint_eq(run->totals.sm.l1.misses, 1);
    ck_assert_uint_eq(run->totals.sm.l1.hits, 1);
    for (unsigned i = 0; i < 32; i++)
        ck_assert_uint_eq(word(run, i), 2 * (7 * i + 1));
    run_free(run);
}
END_TEST

/* ---- time
 * ------------------------------------------------------------------------------------------- */

static uint64_t cycles_of(const struct run *run)
{
    const struct kernel_record *record =
        &g_array_index(gpu_kernel_records(run->gpu), struct kernel_record, 0);
    return kernel_record_cycles(record);
}

/* A warp reads texel 0, which is 1 and in the same line, then texel 1 - 1, and so on: each fetch
 * waits for the one before. */
static uint64_t chain_cycles(unsigned n, const char *set, sim_time window)
{
    g_autoptr(GString) text = g_string_new("mov.u32 %r2, 0;\n");
    for (unsigned i = 0; i < n; i++)
        g_string_append(text, "tex.1d.v4.u32.s32 {%r2, _, _, _}, [%rd2, {%r2}];\n");
    g_string_append(text, "st.global.u32 [%rd1], %r2;");
    struct run *run = run_new(fermi, text->str, 1, 1, set, window);
    uint64_t cycles = cycles_of(run);
    ck_assert_uint_eq(word(run, 0), n == 1 ? 1 : n == 2 ? 8 : 57);
    ck_assert_uint_eq(run->totals.sm.texture.loads, n);
    run_free(run);
    return cycles;
}

/* Texels 0, 1, 8 lie in one line. A third, dependent fetch takes the load/store unit's latency and
 * the cache's; with a cache that is faster by 150 cycles, so much less. The first one misses: it
 * has the same latency behind it, from the fill's arrival on. */
START_TEST(the_time_of_a_hit)
{
    uint64_t one = chain_cycles(1, NULL, SIM_TIME_NEVER);
    uint64_t two = chain_cycles(2, NULL, SIM_TIME_NEVER);
    uint64_t three = chain_cycles(3, NULL, SIM_TIME_NEVER);
    ck_assert_uint_eq(two - one, HIT_LATENCY + ISSUE_LATENCY);
    ck_assert_uint_eq(three - two, HIT_LATENCY + ISSUE_LATENCY);
    static const char fast[] = "sm.texture.hit_latency=50cycles";
    ck_assert_uint_eq(one - chain_cycles(1, fast, SIM_TIME_NEVER), 150);
    ck_assert_uint_eq(three - chain_cycles(3, fast, SIM_TIME_NEVER), 450);
}
END_TEST

/* Everything above at windows of 10,000 and 1,428 ps (7 cycles and 1), too. */
START_TEST(any_window_gives_the_same)
{
    g_autofree char *body = passes(4);
    static const char *const sets[] = {NULL, "sm.texture.mshr_merges=1"};
    for (unsigned i = 0; i < 2; i++) {
        struct run *full = run_new(fermi, body, 96, 2, sets[i], SIM_TIME_NEVER);
        for (sim_time window = 10000; window > 1000; window /= 7) {
            struct run *cut = run_new(fermi, body, 96, 2, sets[i], window);
            ck_assert_mem_eq(&full->totals, &cut->totals, sizeof full->totals);
            ck_assert_uint_eq(gpu_end_time(full->gpu), gpu_end_time(cut->gpu));
            run_free(cut);
        }
        run_free(full);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("texture_cache");
    TCase *tcase = tcase_create("texture_cache");
    tcase_set_timeout(tcase, 60);
    tcase_add_test(tcase, a_line_is_fetched_once);
    tcase_add_test(tcase, every_lane_its_own_line);
    tcase_add_test(tcase, lanes_outside_touch_nothing);
    tcase_add_test(tcase, a_line_under_way_is_shared);
    tcase_add_test(tcase, as_many_as_may_wait);
    tcase_add_test(tcase, what_fits_stays);
    tcase_add_test(tcase, what_does_not_fit_goes);
    tcase_add_test(tcase, a_kernels_end_empties_it);
    tcase_add_test(tcase, without_a_cache_of_its_own);
    tcase_add_test(tcase, the_time_of_a_hit);
    tcase_add_test(tcase, any_window_gives_the_same);
    suite_add_tcase(suite, tcase);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed != 0;
}
