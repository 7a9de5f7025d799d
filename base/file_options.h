/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of simgpu that name files, and the use of these files in a run.
 *
 * The command, its provenance and the keys of studies all ask this table. If a run reads an
 * option's file, the file decides results, and its contents are part of a study's key. simgpu does
 * not start if an option that takes a file is missing here (cli/options/option_files.h).
 */
#ifndef SIMGPU_BASE_FILE_OPTIONS_H
#define SIMGPU_BASE_FILE_OPTIONS_H

enum file_use {
    FILE_IS_READ,    /* an input: its contents decide results */
    FILE_IS_WRITTEN, /* an output, or "-" for standard output: it decides no result */
    FILE_IS_AMENDED, /* an output that keeps what others have written */
    FOLDER_IS_WRITTEN
};

struct file_option {
    const char *name; /* with its dashes */
    enum file_use use;
};

/* Inputs, then outputs; ends with a name of NULL. */
extern const struct file_option file_options[];

/* NULL: the option names no file. */
const struct file_option *file_option_find(const char *name);

/* Finds the option at a word of a command line, "--json FILE" or "--json=FILE". NULL: it is none.
 * *file is borrowed; NULL: the line ends before it. *n_words: how many words the option takes. */
const struct file_option *file_option_at(char *const *word, const char **file, unsigned *n_words);

#endif
