/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/report/results_file.h"
#include "study/store.h"
#include <check.h>
#include <glib.h>
#include <sqlite3.h>

const char results_file_run[] =
    "{\"schema_version\": 3, \"complete\": true, \"end\": \"done\", \"gpu\": \"G\", \"workload\": "
    "\"w\","
    " \"policies\": {\"warp_scheduler\": {\"name\": \"gto\"}}, \"elapsed_ps\": 5000000,"
    " \"totals\": {\"sm\": {\"slots_issued\": 30, \"slots_idle\": 60, \"slots_fence\": 0, "
    "\"slots_data\": 10},"
    "  \"dispatcher\": {\"kernel_cycles\": 50}},"
    " \"samples\": {\"interval_cycles\": 10, \"end_cycle\": [10, 20, 25], \"end_ps\": [1, 2, 3],"
    "  \"metrics\": {\"sm.issued\": [5, 0, 7]}},"
    " \"sharing\": {\"kernels\": [{\"name\": \"k\", \"block_matrix\": [[4], [1, 9]]}]},"
    " \"pattern\": {\"kernels\": [{\"name\": \"k\", \"issue\": {\"first_cycle\": 100, "
    "\"column_cycles\": 8,"
    "  \"warps\": [[0, 3], [64]]}}]},"
    " \"latency\": {\"parts\": {\"sync\": 1, \"fetch\": 3}, \"kernels\": [{\"kernel\": \"k\","
    "  \"slowest_block\": {\"warps\": [{\"warp\": 0, \"idle\": 2, \"parts\": {\"sync\": 5, "
    "\"fetch\": 1}}]}}]}}";

static void execute(sqlite3 *database, char *sql)
{
    char *message = NULL;
    int status = sqlite3_exec(database, sql, NULL, NULL, &message);
    ck_assert_msg(status == SQLITE_OK, "%s: %s", sql, message);
    sqlite3_free(sql);
}

static void add_point(sqlite3 *database, int position, const char *scheduler, const char *workload,
                      int cycles)
{
    execute(database, sqlite3_mprintf("INSERT INTO coordinate VALUES ('s',%d,'scheduler',%Q,'k%d'),"
                                      "('s',%d,'workload',%Q,'k%d')",
                                      position, scheduler, position, position, workload, position));
    if (cycles == 0) {
        execute(database,
                sqlite3_mprintf("INSERT INTO point(key,status,reason,command) VALUES "
                                "('k%d','failed','no <room> & \"so\"','simgpu p.xml w.json')",
                                position));
        return;
    }
    execute(database,
            sqlite3_mprintf("INSERT INTO point(key,status,result) VALUES ('k%d','done','{}')",
                            position));
    execute(database, sqlite3_mprintf("INSERT INTO metric VALUES ('k%d','cycles',%d),"
                                      "('k%d','sm.slots_issued',%d),('k%d','sm.slots_idle',%d)",
                                      position, cycles, position, cycles / 4, position, cycles));
}

void results_file_write(const char *path, const char *figures)
{
    static const char *const workloads[] = {"a", "b", "c, d"};
    static const int cycles[2][3] = {{100, 200, 400}, {50, 100, 0}};
    struct store *store = store_open(path, STORE_WRITE, NULL);
    ck_assert_ptr_nonnull(store);
    sqlite3 *database = store_database(store);
    execute(database, sqlite3_mprintf("PRAGMA synchronous = OFF; BEGIN"));
    g_autofree char *text =
        g_strdup_printf("{\"name\": \"s\", \"title\": \"A <study> & \\\"more\\\"\"%s%s}",
                        figures ? ", \"figures\": " : "", figures ? figures : "");
    execute(database, sqlite3_mprintf("INSERT INTO study VALUES ('s', %Q)", text));
    for (int scheduler = 0; scheduler < 2; scheduler++)
        for (int workload = 0; workload < 3; workload++) {
            int position = 3 * scheduler + workload;
            add_point(database, position, scheduler == 0 ? "old" : "new <&>", workloads[workload],
                      cycles[scheduler][workload]);
            execute(database, sqlite3_mprintf("INSERT INTO derived VALUES ('s','gmean',%d,%d)",
                                              position, scheduler + 1));
        }
    execute(database, sqlite3_mprintf("COMMIT"));
    store_close(store);
}
