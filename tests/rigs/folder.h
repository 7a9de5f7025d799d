/* SPDX-License-Identifier: BSD-3-Clause */
/* Temporary folders with files, for tests and for mains, in which Check's assertions cannot be
 * used. */
#ifndef SIMGPU_TESTS_RIGS_FOLDER_H
#define SIMGPU_TESTS_RIGS_FOLDER_H

#include <stddef.h>

/* A new, empty folder. folder_remove deletes it with all that is in it and frees the string. It
 * deletes links, and leaves what they lead to. */
char *folder_new(void);
void folder_remove(char *folder);

/* Writes a file into it and returns its path. g_free. */
char *folder_write(const char *folder, const char *name, const char *text, size_t length);

#endif
