/* SPDX-License-Identifier: BSD-3-Clause */
/* The platform files of the tree, whichever there are. */
#ifndef SIMGPU_TESTS_RIGS_PLATFORM_FILES_H
#define SIMGPU_TESTS_RIGS_PLATFORM_FILES_H

/* Every .xml file below platforms/, as a path from there, sorted; g_strfreev. May be
 * called before the tests run, to know how many there are: ends the program if it cannot. */
char **platform_files(void);

#endif
