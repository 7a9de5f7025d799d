/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file_options.h"
#include <stddef.h>
#include <string.h>

const struct file_option file_options[] = {
    {"--profile-in", FILE_IS_READ},        {"--targets", FILE_IS_READ},
    {"--progress-from", FILE_IS_READ},     {"--host-apps", FILE_IS_READ},
    {"--sanitize-suppress", FILE_IS_READ}, {"--plugin", FILE_IS_READ},
    {"--json", FILE_IS_WRITTEN},           {"--csv", FILE_IS_WRITTEN},
    {"--profile-out", FILE_IS_WRITTEN},    {"--lines-out", FILE_IS_WRITTEN},
    {"--targets-out", FILE_IS_AMENDED},    {"--features", FILE_IS_WRITTEN},
    {"--sample-csv", FILE_IS_WRITTEN},     {"--timeline", FILE_IS_WRITTEN},
    {"--trace-messages", FILE_IS_WRITTEN}, {"--film-data", FILE_IS_WRITTEN},
    {"--dump-platform", FILE_IS_WRITTEN},  {"--export-trace", FOLDER_IS_WRITTEN},
    {"--checkpoint", FOLDER_IS_WRITTEN},   {0}};

const struct file_option *file_option_find(const char *name)
{
    for (const struct file_option *option = file_options; option->name; option++)
        if (strcmp(option->name, name) == 0)
            return option;
    return NULL;
}

const struct file_option *file_option_at(char *const *word, const char **file, unsigned *n_words)
{
    for (const struct file_option *option = file_options; option->name; option++) {
        const size_t length = strlen(option->name);
        if (strncmp(*word, option->name, length) != 0)
            continue;
        if ((*word)[length] == '=') {
            *file = *word + length + 1;
            *n_words = 1;
            return option;
        }
        if ((*word)[length] == '\0') {
            *file = word[1];
            *n_words = word[1] ? 2 : 1;
            return option;
        }
    }
    return NULL;
}
