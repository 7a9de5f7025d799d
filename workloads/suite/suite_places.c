/* SPDX-License-Identifier: BSD-3-Clause */
/* meson.build defines the folders: SUITE_BUILD, the build folder's workloads/suite, and
 * SUITE_BUILT, where that build has its programs; SUITE_SOURCE, the source tree; SUITE_PROGRAMS and
 * SUITE_DATA, as seen from the installed command. */
#include "workloads/suite/suite_places.h"

#include <glib.h>
#include <string.h>

static const char PLATFORM[] = "platforms/fermi-gtx480.xml";

static char *own_folder(void)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
    return self ? g_path_get_dirname(self) : g_get_current_dir();
}

void suite_places_init(struct suite_places *places)
{
    g_autofree char *here = own_folder();
    if (strcmp(here, SUITE_BUILD) == 0) {
        *places = (struct suite_places){
            .simgpu = g_canonicalize_filename("../../cli/simgpu", here),
            .programs = g_strdup(SUITE_BUILT),
            .list = g_build_filename(SUITE_SOURCE, "workloads", "suite", "suite.json", NULL),
            .platform = g_build_filename(SUITE_SOURCE, PLATFORM, NULL),
        };
        return;
    }
    g_autofree char *data = g_canonicalize_filename(SUITE_DATA, here);
    *places = (struct suite_places){
        .simgpu = g_build_filename(here, "simgpu", NULL),
        .programs = g_canonicalize_filename(SUITE_PROGRAMS, here),
        .list = g_build_filename(data, "suite.json", NULL),
        .platform = g_build_filename(data, PLATFORM, NULL),
    };
}

void suite_places_finish(struct suite_places *places)
{
    g_free(places->simgpu);
    g_free(places->programs);
    g_free(places->list);
    g_free(places->platform);
    *places = (struct suite_places){0};
}
