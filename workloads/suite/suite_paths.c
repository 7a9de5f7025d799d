/* SPDX-License-Identifier: BSD-3-Clause */
/* meson.build defines the folders: SUITE_BUILD, the build folder's workloads/suite, and
 * SUITE_BUILT, where that build has its programs; SUITE_SOURCE, the source tree; SUITE_PROGRAMS and
 * SUITE_DATA, as seen from the installed command. */
#include "workloads/suite/suite_paths.h"

#include <glib.h>
#include <string.h>

static const char PLATFORM[] = "platforms/fermi-gtx480.xml";

static char *own_folder(void)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    return self ? g_path_get_dirname(self) : g_get_current_dir();
}

void suite_paths_init(struct suite_paths *paths)
{
    g_autofree char *here = own_folder();
    if (strcmp(here, SUITE_BUILD) == 0) {
        *paths = (struct suite_paths){
            .simgpu = g_canonicalize_filename("../../cli/simgpu", here),
            .programs = g_strdup(SUITE_BUILT),
            .list = g_build_filename(SUITE_SOURCE, "workloads", "suite", "suite.json", NULL),
            .platform = g_build_filename(SUITE_SOURCE, PLATFORM, NULL),
        };
        return;
    }
    g_autofree char *data = g_canonicalize_filename(SUITE_DATA, here);
    *paths = (struct suite_paths){
        .simgpu = g_build_filename(here, "simgpu", NULL),
        .programs = g_canonicalize_filename(SUITE_PROGRAMS, here),
        .list = g_build_filename(data, "suite.json", NULL),
        .platform = g_build_filename(data, PLATFORM, NULL),
    };
}

void suite_paths_finish(struct suite_paths *paths)
{
    g_free(paths->simgpu);
    g_free(paths->programs);
    g_free(paths->list);
    g_free(paths->platform);
    *paths = (struct suite_paths){0};
}
