/* SPDX-License-Identifier: BSD-3-Clause */
/* The files that a process has open, and the same files opened again in another process. */
#ifndef SIMGPU_BASE_IMAGE_OPEN_FILES_H
#define SIMGPU_BASE_IMAGE_OPEN_FILES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { OPEN_FILE_PATH_BYTES = 512 };

enum open_file_kind {
    OPEN_FILE_NAMED,   /* opened again by its path; what was written behind its end is dropped */
    OPEN_FILE_UNNAMED, /* O_TMPFILE: its bytes are kept; path is its folder */
    OPEN_FILE_MEMORY,  /* memfd_create: its bytes are kept; path is its name */
    OPEN_FILE_GIVEN    /* whoever restores the image gives another one */
};

struct open_file {
    int number; /* the descriptor */
    enum open_file_kind kind;
    int flags, descriptor_flags; /* of fcntl */
    int seals;
    uint64_t at, bytes; /* position, size */
    uint64_t inode;
    char path[OPEN_FILE_PATH_BYTES];
};

/* Descriptors from 3 on, without those in `inherited`; those in `given` are OPEN_FILE_GIVEN. Both
 * are arrays of int. An array of struct open_file; NULL with an error that names what can't be
 * opened again. */
GArray *open_files_read(const GArray *inherited, const GArray *given, GError **error);
/* The numbers of all descriptors from 3 on; an array of int. */
GArray *open_files_numbers(void);
/* Opens the file again, without its bytes, as a descriptor of at least `least`. -1 with an error;
 * also for OPEN_FILE_GIVEN. */
int open_files_again(const struct open_file *file, int least, GError **error);

#endif
