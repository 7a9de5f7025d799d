/* SPDX-License-Identifier: BSD-3-Clause */
/* Configurations of the peer as platforms: the committed calibration platforms come out byte for
 * byte, malformed values are refused with file and line, and nothing is lost in silence. */
#include "import/import.h"
#include <check.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

static char *path_of(const char *relative)
{
    return g_build_filename(g_getenv("SIMGPU_TEST_ROOT"), relative, NULL);
}

static char *contents(const char *path)
{
    char *text = NULL;
    GError *error = NULL;
    ck_assert_msg(g_file_get_contents(path, &text, NULL, &error), "%s",
                  error ? error->message : "");
    return text;
}

/* Imports the test's configuration of this GPU, with more options behind it if extra is not NULL.
 */
static bool import_gpu(struct import_result *result, const char *gpu, const char *extra,
                       GError **error)
{
    g_autofree char *config = g_build_filename("tests/import", gpu, "gpgpusim.config", NULL);
    g_autofree char *trace = g_build_filename("tests/import", gpu, "trace.config", NULL);
    g_autofree char *config_path = path_of(config);
    g_autofree char *trace_path = path_of(trace);
    g_autofree char *extra_path = NULL;
    if (extra) {
        int file = g_file_open_tmp("simgpu-import-XXXXXX.config", &extra_path, NULL);
        ck_assert_int_ge(file, 0);
        g_close(file, NULL);
        ck_assert(g_file_set_contents(extra_path, extra, -1, NULL));
    }
    const char *const paths[] = {config_path, trace_path, extra_path, NULL};
    bool right = import_config(result, paths, gpu, error);
    if (extra)
        g_unlink(extra_path);
    return right;
}

static const struct {
    const char *gpu, *platform;
} committed[] = {
    {"SM7_QV100", "platforms/calibration/accelsim-qv100.xml"},
    {"SM2_GTX480", "platforms/calibration/accelsim-gtx480.xml"},
};

START_TEST(gives_the_committed_platform)
{
    struct import_result result;
    GError *error = NULL;
    ck_assert_msg(import_gpu(&result, committed[_i].gpu, NULL, &error), "%s",
                  error ? error->message : "");
    g_autofree char *path = path_of(committed[_i].platform);
    g_autofree char *wanted = contents(path);
    ck_assert_str_eq(result.xml, wanted);
    import_result_finish(&result);
}
END_TEST

/* Every property has its origin beside it. */
START_TEST(properties_have_origins)
{
    g_autofree char *path = path_of(committed[_i].platform);
    g_autofree char *text = contents(path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    unsigned properties = 0;
    for (char **line = lines; *line; line++) {
        const char *property = strstr(*line, "<prop ");
        if (!property)
            continue;
        properties++;
        const char *comment = strstr(property, "/> <!-- ");
        ck_assert_msg(comment && g_ascii_isalpha(comment[8]), "%s", *line);
    }
    ck_assert_uint_gt(properties, 100);
}
END_TEST

static const struct {
    const char *option, *property; /* of the QV100 with this option */
} changed[] = {
    {"-gpgpu_n_clusters 3", "radical=\"0-2\""},
    {"-gpgpu_n_clusters 10 -gpgpu_n_cores_per_cluster 3", "radical=\"0-29\""},
    {"-gpgpu_n_clusters 10 -gpgpu_n_cores_per_cluster 3",
     "<prop id=\"cluster\" value=\"3\"/> <!-- gpgpu_n_cores_per_cluster 3"},
    {"-gpgpu_n_clusters 10 -gpgpu_n_cores_per_cluster 3",
     "<prop id=\"dispatch.width\" value=\"10\"/>"},
    {"-gpgpu_l1_latency 30", "<prop id=\"l1d.hit_latency\" value=\"30cycles\"/>"},
    {"-gpgpu_l1_latency 30", "port to SM 42, fill 2 = 203"},
    {"-gpgpu_l2_rop_latency 200", "fill 2 = 233"},
    {"-gpgpu_reg_file_port_throughput 1", "<prop id=\"op.fp32.latency\" value=\"8cycles\"/>"},
    {"-gpgpu_reg_file_port_throughput 1", "issue to L1 5, L1 20 = 25"},
    {"-gpgpu_sub_core_model 0", "<prop id=\"units.sp\" value=\"4\"/>"},
    {"-gpgpu_num_int_units 0", "<prop id=\"op.int.unit\" value=\"sp\"/>"},
    {"-gpgpu_num_dp_units 0", "<prop id=\"op.fp64.unit\" value=\"sfu\"/>"},
    {"-gpgpu_inst_fetch_throughput 1", "<prop id=\"fetch.latency\" value=\"2cycles\"/>"},
    {"-gpgpu_perfect_inst_const_cache 0", "<prop id=\"l1i.size\" value=\"128KiB\"/>"},
    {"-gpgpu_adaptive_cache_config 0", "<prop id=\"l1d.size\" value=\"32KiB\"/>"},
    {"-gpgpu_adaptive_cache_config 0", "<prop id=\"l1d.carveout\" value=\"none\"/>"},
    {"-gpgpu_cache:dl1 N:32:128:4,L:L:f:N:H,S:64:8,8",
     "<prop id=\"l1d.allocate\" value=\"fill\"/> <!-- gpgpu_cache:dl1 ..,L:L:f:N:H,.. -->"},
    {"-gpgpu_cache:dl1 S:4:128:64,L:T:m:N:L,A:512:8,16:0,32",
     "<prop id=\"l1d.write\" value=\"through\"/>"},
    {"-gpgpu_cache:dl1 S:32:128:4,L:T:m:N:H,A:512:8,16:0,32",
     "<prop id=\"l1d.set_index\" value=\"fermi\"/>"},
    {"-gpgpu_cache:dl1 S:32:128:4,L:T:m:N:X,A:512:8,16:0,32",
     "<prop id=\"l1d.set_index\" value=\"xor\"/>"},
    {"-gpgpu_dram_timing_opt 16:1:3:14:28:12:40:22:2:3:10:4:2:3",
     "row conflict 66 (tRP, tRCD, tCL and\n              bursts: 49 command cycles)"},
    {"-gpgpu_memory_partition_indexing 0", "<prop id=\"memory.bank_hash\" value=\"none\"/>"},
    {"-gpgpu_memory_partition_indexing 6",
     "<prop id=\"memory.bank_hash\" value=\"ipoly_modulo\"/>"},
    {"-gpgpu_memory_partition_indexing 4", "<prop id=\"memory.bank_hash\" value=\"rotate\"/>"},
    {"-trace_opcode_latency_initiation_sp 2,4",
     "<prop id=\"op.fp32.interval\" value=\"4cycles\"/>"},
    {"-trace_opcode_latency_initiation_sp 1,0", "<prop id=\"op.fp32.interval\" value=\"1cycle\"/>"},
    {"-gpgpu_simple_dram_model 1", "<prop id=\"t_ras\" value=\"1cycle\"/> <!-- gpgpu_simple"},
    {"-gpgpu_simple_dram_model 1",
     "<prop id=\"memory.address_bits\" value=\"RCCC.CCCCCCCC.CCCCCCCB.CCCSSSSS\"/>"},
    {"-gpgpu_simple_dram_model 1 -gpgpu_n_sub_partition_per_mchannel 4",
     "<prop id=\"memory.address_bits\" value=\"RCCC.CCCCCCCC.CCCBCCCB.CCCSSSSS\"/>"},
    {"-gpgpu_simple_dram_model 1 -gpgpu_simple_dram_clock_multiplier 3",
     "<prop id=\"clock\" value=\"2550MHz\"/>"},
    {"-gpgpu_simple_dram_model 1 -gpgpu_simple_dram_clock_multiplier 3 -gpgpu_clock_domains "
     "1:1:1:0.5",
     "<prop id=\"clock\" value=\"1.500MHz\"/>"},
    {"-gpgpu_gmem_skip_L1D 1", "<prop id=\"l1_bypass\" value=\"all\"/> <!-- gpgpu_gmem_skip_L1D 1"},
    {"-gpgpu_n_chiplet_partition 2", "<prop id=\"far.latency\" value=\"200cycles\"/>"},
    {"-gpgpu_n_chiplet_partition 2 -inter_chiplet_queue_latency 30",
     "<prop id=\"far.latency\" value=\"60cycles\"/>"},
    {"-gpgpu_n_chiplet_partition 2 -inter_chiplet_queue_size 300 -network_mode 1 -vc_buf_size 64",
     "inter_chiplet_queue_size 300; and what is on its way"},
    {"-gpgpu_n_chiplet_partition 2", "<prop id=\"far.copies\" value=\"48KiB\"/>"},
    {"-gpgpu_clock_domains 1447.5:1447.5:1447.5:850.0", "value=\"1447.5MHz\""},
    {"-gpgpu_clock_domains 1000.0:1000.0:500.0:850.0", "fill 2 = 353"},
    {"-gpgpu_dram_timing_opt 16:1:3:14:28:12:40:13:2:3:10:4:2:3",
     "<prop id=\"t_cl\" value=\"13cycles\"/>"},
    {"-gpgpu_dram_buswidth 32", "<prop id=\"width\" value=\"64B/cycle\"/>"},
    {"-gpgpu_n_mem 16 -gpgpu_n_mem 24 # twice: the last counts", "radical=\"0-23\""},
    {"-specialized_unit_2 0,4,4,4,4,TEX", "<prop id=\"op.texture.unit\" value=\"int\"/>"},
    {"-specialized_unit_2 1,8,4,4,4,TEX", "<prop id=\"units.texture\" value=\"2\"/>"},
    {"-trace_opcode_latency_initiation_spec_op_2 300,5",
     "<prop id=\"op.texture.latency\" value=\"305cycles\"/>"},
    {"-specialized_unit_1 0,4,4,4,4,BRA", "<prop id=\"op.branch.unit\" value=\"int\"/>"},
};

START_TEST(options_change_properties)
{
    struct import_result before, after;
    GError *error = NULL;
    ck_assert(import_gpu(&before, "SM7_QV100", NULL, &error));
    ck_assert_msg(import_gpu(&after, "SM7_QV100", changed[_i].option, &error), "%s",
                  error ? error->message : "");
    ck_assert_ptr_null(strstr(before.xml, changed[_i].property));
    ck_assert_msg(strstr(after.xml, changed[_i].property) != NULL, "%s", changed[_i].property);
    import_result_finish(&before);
    import_result_finish(&after);
}
END_TEST

#define ZEROS "00000000.00000000.00000000.00000000.0000"

static const struct {
    const char *text;
    unsigned line;
    const char *message;
} refused[] = {
    {"\n-gpgpu_n_mem many", 2, "-gpgpu_n_mem: expected a whole number from 1 to 1024, found"},
    {"-gpgpu_n_mem", 1, "expected a whole number from 1 to 1024, found \"\""},
    {"-gpgpu_n_mem -4", 1, "found \"-4\""},
    {"# x\n\n-gpgpu_l1_latency 0", 3, "from 1 to 700, found \"0\""},
    {"stray", 1, "expected an option such as -gpgpu_n_mem, found \"stray\""},
    {"-gpgpu_n_mem 6\n-gpgpu_dram_timing_opt \"nbk=16:\nCCD=2", 2,
     "the quotation mark has no partner"},
    {"-gpgpu_dram_timing_opt nbk=16:CCD=2:RRX=3", 1, "found \"RRX=3\""},
    {"-gpgpu_dram_timing_opt nbk=16:CCD=2", 1, "RCD, RP and CL must be given"},
    {"-gpgpu_cache:dl2 S:32:128", 1, "expected a cache such as"},
    {"-gpgpu_cache:dl1 none", 1, "expected a cache such as"},
    {"-gpgpu_cache:dl1 S:0:128:4,L:T:m:L:L,A:512:8,16:0,32", 1, "expected a cache such as"},
    {"-gpgpu_mem_addr_mapping dramid@8;RRBBCC", 1, "expected 64 bits such as"},
    {"-gpgpu_mem_addr_mapping dramid@8;" ZEROS "RRRR.RRRRRRRR.RBBBCCCC.CCSBSSSS", 1,
     "the lowest letter B must leave a line of 128 bytes in one bank; found \"dramid@8;"},
    {"-gpgpu_mem_addr_mapping dramid@6;" ZEROS "RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS", 1,
     "the channel's lowest bit must be from 7 to 16"},
    {"-gpgpu_mem_addr_mapping " ZEROS "RRRR.RRRRRRRD.RBBBCCDD.BCCSSSSS", 1,
     "the letters D must stand side by side"},
    {"-gpgpu_mem_addr_mapping dramid@8;" ZEROS "RRRR.RRRRRRRR.RBBBCCDD.BCCSSSSS", 1,
     "expected 64 bits such as"},
    {"-gpgpu_mem_addr_mapping " ZEROS "RRRR.RRRRRRRR.RBBBCCCC.BCCSSSSS", 1,
     "expected 64 bits such as"},
    {"-gpgpu_clock_domains 700.0:700.0:924.0", 1, "expected four clocks in MHz"},
    {"-gpgpu_shader_core_pipeline 2048:16", 1, "warps of 32"},
    {"-gpgpu_dram_partition_queues 8:8:8", 1, "expected four queues"},
    {"-trace_opcode_latency_initiation_sp 2", 1, "expected 2 to 2 whole numbers"},
    {"-trace_opcode_latency_initiation_sp 0,4", 1, "expected a latency from 1 to 700"},
    {"-gpgpu_memory_partition_indexing 7", 1, "from 0 to 6, found \"7\""},
    {"-gpgpu_adaptive_cache_config 1 -gpgpu_unified_l1d_size 0", 1, "1 needs gpgpu_unified"},
    {"-specialized_unit_1 1,4,BRA", 1, "expected a unit such as"},
    {"-gpgpu_num_sp_units 3", 1, "3 units cannot be dealt out to 4 schedulers"},
    {"-gpgpu_n_clusters 1024 -gpgpu_n_cores_per_cluster 2", 1, "at most 1024 SMs"},
    {"-gpgpu_l2_rop_latency 1 -gpgpu_l1_latency 1", 1, "L2 answers in 15 cycles"},
};

START_TEST(refuses_with_file_and_line)
{
    struct import_result result;
    GError *error = NULL;
    ck_assert(!import_gpu(&result, "SM7_QV100", refused[_i].text, &error));
    g_autofree char *place = g_strdup_printf(".config:%u: ", refused[_i].line);
    ck_assert_msg(strstr(error->message, place) != NULL, "%s", error->message);
    ck_assert_msg(strstr(error->message, refused[_i].message) != NULL, "%s", error->message);
    ck_assert_ptr_null(result.xml);
    g_error_free(error);
    import_result_finish(&result);
}
END_TEST

static const struct {
    const char *option, *loss; /* NULL: nothing is lost */
} lost[] = {
    {"-gpgpu_frobnicate 3", ".config:1: -gpgpu_frobnicate 3: unknown"},
    {"-power_simulation_enabled 0", ".config:1: -power_simulation_enabled 0: power"},
    {"-gpgpu_perfect_mem 1", ".config:1: -gpgpu_perfect_mem 1: perfect memory"},
    {"-gpgpu_perfect_mem 0", NULL},
    {"-gpgpu_n_cores_per_cluster 2",
     "-gpgpu_n_cores_per_cluster: simgpu sends blocks to one SM after another"},
    {"-gpgpu_memory_partition_indexing 3", "-gpgpu_memory_partition_indexing: 3: consecutive here"},
    {"-gpgpu_gmem_skip_L1D 1", "-gpgpu_gmem_skip_L1D: local memory goes around L1, too"},
    {"-smem_latency 24", ".config:1: -smem_latency 24: gpgpu_smem_latency counts"},
    {"-specialized_unit_4 1,4,4,4,4,RT", "-specialized_unit_4: the unit RT: not modelled"},
};

static bool lists(const struct import_result *result, const char *loss)
{
    for (guint i = 0; i < result->losses->len; i++)
        if (strstr(result->losses->pdata[i], loss))
            return true;
    return false;
}

START_TEST(lists_what_is_lost)
{
    struct import_result before, after;
    GError *error = NULL;
    ck_assert(import_gpu(&before, "SM7_QV100", NULL, &error));
    ck_assert(import_gpu(&after, "SM7_QV100", lost[_i].option, &error));
    if (lost[_i].loss) {
        ck_assert(!lists(&before, lost[_i].loss));
        ck_assert(lists(&after, lost[_i].loss));
    }
    ck_assert_uint_eq(after.losses->len, before.losses->len + (lost[_i].loss ? 1 : 0));
    import_result_finish(&before);
    import_result_finish(&after);
}
END_TEST

/* Every option of the files is in the platform, is listed as lost, or asks for nothing. */
START_TEST(no_option_is_dropped_in_silence)
{
    struct import_result result;
    ck_assert(import_gpu(&result, committed[_i].gpu, NULL, NULL));
    unsigned listed = 0;
    for (guint i = 0; i < result.losses->len; i++)
        listed += strstr(result.losses->pdata[i], ": -") &&
                  !strstr(result.losses->pdata[i], "lines of 64");
    ck_assert_uint_eq(result.options, result.carried->len + result.neutral + listed);
    for (guint i = 0; i < result.carried->len; i++) {
        const char *name = result.carried->pdata[i];
        ck_assert_msg(strstr(result.xml, name) != NULL, "%s is not in the platform", name);
    }
    import_result_finish(&result);
}
END_TEST

static const struct {
    const char *option, *found; /* of the GTX480 with this option; NULL: refused */
} networks[] = {
    {"", "<prop id=\"speedup\" value=\"2\"/> <!-- internal_speedup 2.0, inter_config_file config_"},
    {"-inter_config_file none.icnt", "<prop id=\"speedup\" value=\"1\"/>"},
    {"-network_mode 2", "<prop id=\"speedup\" value=\"1\"/>"},
    {"-network_mode 2", "<prop id=\"arbitration\" value=\"rising\"/> <!-- icnt_arbiter_algo "},
    {"-network_mode 2 -icnt_arbiter_algo 0", "<prop id=\"arbitration\" value=\"turns\"/>"},
    {"", "<prop id=\"arbitration\" value=\"turns\"/>"},
    {"", "<prop id=\"packet.contended\" value=\"whole\"/>"},
    {"", "<prop id=\"packet.mixed\" value=\"1\"/>"},
    {"", "<prop id=\"merged_replies\" value=\"mixed\"/>"},
    {"-internal_speedup 3", "<prop id=\"speedup\" value=\"2\"/>"}, /* the network's file counts */
};

START_TEST(reads_the_network)
{
    struct import_result result;
    GError *error = NULL;
    ck_assert_msg(import_gpu(&result, "SM2_GTX480", networks[_i].option, &error), "%s",
                  error ? error->message : "");
    ck_assert_msg(strstr(result.xml, networks[_i].found) != NULL, "%s", networks[_i].option);
    import_result_finish(&result);
}
END_TEST

START_TEST(names_the_scheduler)
{
    struct import_result right, wrong;
    ck_assert(import_gpu(&right, "SM7_QV100", NULL, NULL));
    ck_assert(import_gpu(&wrong, "SM7_QV100", "-gpgpu_scheduler two_level_active:6:0:1", NULL));
    ck_assert(strstr(right.xml, "<prop id=\"warp_scheduler\" value=\"lrr\"/>") != NULL);
    ck_assert(!lists(&right, "-gpgpu_scheduler"));
    ck_assert(strstr(wrong.xml, "<prop id=\"warp_scheduler\" value=\"gto keep=true\"/>") != NULL);
    ck_assert(lists(
        &wrong, "-gpgpu_scheduler: simgpu has no scheduler two_level_active:6:0:1; it takes gto"));
    import_result_finish(&right);
    import_result_finish(&wrong);
}
END_TEST

START_TEST(refuses_what_is_no_text)
{
    struct import_result result;
    GError *error = NULL;
    const char *const paths[] = {"/nonexistent/gpgpusim.config", NULL};
    ck_assert(!import_config(&result, paths, "x", &error));
    ck_assert_ptr_nonnull(strstr(error->message, "/nonexistent/gpgpusim.config: "));
    g_error_free(error);
    import_result_finish(&result);
}
END_TEST

/* Defaults alone make no platform: the peer's have no L1. */
START_TEST(nothing_is_not_enough)
{
    struct import_result result;
    GError *error = NULL;
    const char *const paths[] = {"/dev/null", NULL};
    ck_assert(!import_config(&result, paths, "x", &error));
    ck_assert_str_eq(error->message, "/dev/null: -gpgpu_cache:dl1: expected a cache such as "
                                     "S:4:128:64,L:T:m:L:L,A:512:8,16:0,32, found \"none\"");
    g_error_free(error);
    import_result_finish(&result);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("import");
    TCase *tcase = tcase_create("import");
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, gives_the_committed_platform, 0, G_N_ELEMENTS(committed));
    tcase_add_loop_test(tcase, properties_have_origins, 0, G_N_ELEMENTS(committed));
    tcase_add_loop_test(tcase, options_change_properties, 0, G_N_ELEMENTS(changed));
    tcase_add_loop_test(tcase, refuses_with_file_and_line, 0, G_N_ELEMENTS(refused));
    tcase_add_loop_test(tcase, lists_what_is_lost, 0, G_N_ELEMENTS(lost));
    tcase_add_loop_test(tcase, no_option_is_dropped_in_silence, 0, G_N_ELEMENTS(committed));
    tcase_add_loop_test(tcase, reads_the_network, 0, G_N_ELEMENTS(networks));
    tcase_add_test(tcase, names_the_scheduler);
    tcase_add_test(tcase, refuses_what_is_no_text);
    tcase_add_test(tcase, nothing_is_not_enough);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
