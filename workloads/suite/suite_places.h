/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the command finds what it needs: in the build folder it was made in, or where it is
 * installed, relative to itself. */
#ifndef SIMGPU_PROGRAMS_SUITE_PLACES_H
#define SIMGPU_PROGRAMS_SUITE_PLACES_H

struct suite_places {
    char *simgpu;   /* the command */
    char *programs; /* the folder with the suite's executables */
    char *list;     /* suite.json */
    char *platform; /* the GTX 480 */
};

void suite_places_init(struct suite_places *places);
void suite_places_finish(struct suite_places *places);

#endif
