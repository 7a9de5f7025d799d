/* SPDX-License-Identifier: BSD-3-Clause */
/* How blocks of a trace follow one another, and in which order its warps get a line of
 * instructions that they wait for: small traces, written here, on GTX480's calibration platform
 * with one SM or two. */
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"

static char *folder;

static void set_up(void)
{
    folder = folder_new();
}

static void tear_down(void)
{
    folder_remove(folder);
}

/* So many blocks alike, each of these warps: their instructions. */
static void write_kernel(unsigned blocks, unsigned warps, const char *const *const *warp)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text,
                           "-kernel name = k1\n-kernel id = 1\n-grid dim = (%u,1,1)\n"
                           "-block dim = (%u,1,1)\n-shmem = 0\n-nregs = 16\n-binary version = 61\n"
                           "-cuda stream id = 0\n-accelsim tracer version = 5\n#traces format\n",
                           blocks, warps * 32);
    for (unsigned b = 0; b < blocks; b++) {
        g_string_append_printf(text, "#BEGIN_TB\nthread block = %u,0,0\n", b);
        for (unsigned w = 0; w < warps; w++) {
            const unsigned n = g_strv_length((char **)warp[w]);
            g_string_append_printf(text, "warp = %u\ninsts = %u\n", w, n);
            for (unsigned i = 0; i < n; i++)
                g_string_append_printf(text, "%s\n", warp[w][i]);
        }
        g_string_append(text, "#END_TB\n");
    }
    g_free(folder_write(folder, "kernel-1.traceg", text->str, text->len));
    g_free(folder_write(folder, "kernelslist.g", "kernel-1.traceg\n", 16));
}

static uint64_t cycles_with(const char *const *sets)
{
    g_autofree char *path = g_build_filename(folder, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, source_path("platforms/calibration/accelsim-gtx480.xml"));
    command_add(command, "%s", path);
    command_set_all(command, sets);
    g_autoptr(JsonNode) result = run_for_result(command, EXIT_DONE);
    return result_number(result, "kernels.0.cycles");
}

/* ---- blocks ------------------------------------------------------------------------------- */

#define CHAIN "0010 ffffffff 1 R1 MUFU.RCP 1 R1 0 0"

/* 260 cycles of arithmetic and a store. */
static void write_blocks(unsigned blocks)
{
    static const char *const warp[] = {"0008 ffffffff 1 R1 MUFU.RCP 1 R1 0 0",
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       CHAIN,
                                       "0018 ffffffff 0 STG.E 2 R2 R1 4 1 0x7f5000000000 4 0",
                                       "0020 ffffffff 0 EXIT 0 0 0",
                                       NULL};
    static const char *const *const warps[] = {warp};
    write_kernel(blocks, 1, warps);
}

#define ONE "sm.count=1", "front.dispatch.ahead=0"

/* Eight blocks at a time, five times: of the four ways to the dispatcher and back those are left
 * that the last block needs, for which it is not said that one ends. */
START_TEST(a_block_is_there_when_another_ends)
{
    write_blocks(5 * 8);
    const uint64_t at_once = cycles_with((const char *const[]){
        ONE, "front.sm.latency=1cycle", "front.sm.start_latency=1cycle", NULL});
    const uint64_t told = cycles_with((const char *const[]){ONE, NULL});
    const uint64_t done =
        cycles_with((const char *const[]){ONE, "front.dispatch.notice=done", NULL});
    const uint64_t far = cycles_with((const char *const[]){
        ONE, "front.dispatch.notice=done", "front.sm.start_latency=26cycles", NULL});
    ck_assert_uint_le(told, at_once + 26 + 8);
    ck_assert_uint_ge(done, at_once + 3 * (26 + 8));
    ck_assert_uint_ge(far, done + 3 * (26 - 8));
}
END_TEST

/* Sixteen at a time on two SMs. Two are left then, for who has room first, or sixteen, of which all
 * but two are sent before. */
START_TEST(the_last_blocks_go_to_who_has_room)
{
    static const char *const told[] = {"sm.count=2", NULL};
    static const char *const done[] = {"sm.count=2", "front.dispatch.notice=done", NULL};
    write_blocks(2 * 8 + 2);
    ck_assert_uint_eq(cycles_with(told), cycles_with(done));
    write_blocks(3 * 8);
    ck_assert_uint_lt(cycles_with(told), cycles_with(done));
}
END_TEST

/* ---- lines -------------------------------------------------------------------------------- */

#define ADD(place)  place " ffffffff 1 R1 IADD 1 R1 0 0"
#define RCP(place)  place " ffffffff 1 R1 MUFU.RCP 1 R1 0 0"
#define EXIT(place) place " ffffffff 0 EXIT 0 0 0"

/* 24 warps ask for the line at 0x80 after dependent instructions of the one before: warp 1 after
 * two, then warp 0, which has most to do there, after four, and all others after ten. By slots from
 * the first of them on warp 0 would be the last, 22 cycles later. */
START_TEST(a_line_goes_to_warps_in_the_order_in_which_they_asked)
{
    enum { WARPS = 24 };
    static const char *const second[] = {ADD("0008"),  ADD("0068"), ADD("0070"), ADD("0078"),
                                         RCP("0088"),  RCP("0090"), RCP("0098"), RCP("00a8"),
                                         EXIT("00b0"), NULL};
    static const char *const first[] = {ADD("0008"), ADD("0078"), EXIT("00b0"), NULL};
    static const char *const third[] = {ADD("0008"), ADD("0028"), ADD("0030"),  ADD("0038"),
                                        ADD("0048"), ADD("0050"), ADD("0058"),  ADD("0068"),
                                        ADD("0070"), ADD("0078"), EXIT("00b0"), NULL};
    const char *const *warps[WARPS] = {second, first};
    for (unsigned w = 2; w < WARPS; w++)
        warps[w] = third;
    write_kernel(1, WARPS, warps);
    const uint64_t slots = cycles_with((const char *const[]){"sm.fetch.order=slots", NULL});
    const uint64_t turns = cycles_with((const char *const[]){"sm.fetch.order=turns", NULL});
    ck_assert_uint_le(turns, slots + 4);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("trace_blocks");
    TCase *tests = tcase_create("trace_blocks");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_block_is_there_when_another_ends);
    tcase_add_test(tests, the_last_blocks_go_to_who_has_room);
    tcase_add_test(tests, a_line_goes_to_warps_in_the_order_in_which_they_asked);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
