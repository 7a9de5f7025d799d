/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/system/small_trace.h"
#include "tests/rigs/command.h"
#include "tests/rigs/folder.h"
#include "tests/rigs/result.h"

#include <string.h>

static char *folder;

void small_trace_set_up(void)
{
    folder = folder_new();
}

void small_trace_tear_down(void)
{
    folder_remove(folder);
}

void small_trace_write_at(unsigned kernels, unsigned blocks, const char *const *lines,
                          const unsigned *places)
{
    g_autoptr(GString) list = g_string_new(NULL);
    for (unsigned k = 1; k <= kernels; k++) {
        g_autoptr(GString) text = g_string_new(NULL);
        g_autofree char *name = g_strdup_printf("kernel-%u.traceg", k);
        g_string_append_printf(text,
                               "-kernel name = k%u\n-kernel id = %u\n-grid dim = (%u,1,1)\n"
                               "-block dim = (32,1,1)\n-shmem = 0\n-nregs = 16\n"
                               "-binary version = 61\n-cuda stream id = 0\n"
                               "-accelsim tracer version = 5\n#traces format\n",
                               k, k, blocks);
        for (unsigned b = 0; b < blocks; b++) {
            unsigned n = g_strv_length((char **)lines);
            g_string_append_printf(text, "#BEGIN_TB\nthread block = %u,0,0\nwarp = 0\ninsts = %u\n",
                                   b, n + 1);
            for (unsigned i = 0; i < n; i++)
                g_string_append_printf(text, "%04x %s\n", places ? places[i] : 8 + 0x800 * i,
                                       lines[i]);
            g_string_append_printf(text, "%04x ffffffff 0 EXIT 0 0 0\n#END_TB\n",
                                   places ? places[n] : 8 + 0x800 * n);
        }
        g_free(folder_write(folder, name, text->str, text->len));
        g_string_append_printf(list, "%s\n", name);
    }
    g_free(folder_write(folder, "kernelslist.g", list->str, list->len));
}

void small_trace_write(unsigned kernels, unsigned blocks, const char *const *lines)
{
    small_trace_write_at(kernels, blocks, lines, NULL);
}

void small_trace_write_text(const char *text)
{
    g_free(folder_write(folder, "kernel-1.traceg", text, strlen(text)));
    g_free(folder_write(folder, "kernelslist.g", "kernel-1.traceg\n", 16));
}

JsonNode *small_trace_run_all(const char *const *sets)
{
    g_autofree char *path = g_build_filename(folder, "kernelslist.g", NULL);
    g_autoptr(GPtrArray) command = command_new();
    g_ptr_array_add(command, source_path("platforms/calibration/accelsim-gtx480.xml"));
    command_add(command, "%s", path);
    command_set_all(command, sets);
    return run_for_result(command, EXIT_DONE);
}

JsonNode *small_trace_run(const char *set)
{
    return small_trace_run_all((const char *const[]){set, NULL});
}

int64_t small_trace_difference(const char *number, const char *with, const char *without)
{
    g_autoptr(JsonNode) a = small_trace_run(with);
    g_autoptr(JsonNode) b = small_trace_run(without);
    return (int64_t)result_number(a, number) - (int64_t)result_number(b, number);
}
