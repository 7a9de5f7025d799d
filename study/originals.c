/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/originals.h"
#include "base/input_error.h"

/* What stands for the folder in arguments. */
static const char folder_word[] = "{programs}";

static char *with_folder(const char *word, const char *folder)
{
    g_auto(GStrv) parts = g_strsplit(word, folder_word, -1);
    return g_strjoinv(folder, parts);
}

/* Whether the setting has an original, and the folder that one. */
static bool use_original(struct study_setting *setting, const char *folder)
{
    if (!setting->original)
        return false;
    g_autofree char *program = g_build_filename(folder, setting->original[0], NULL);
    if (!g_file_test(program, G_FILE_TEST_IS_EXECUTABLE) ||
        g_file_test(program, G_FILE_TEST_IS_DIR))
        return false;
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    g_strv_builder_add(words, program);
    for (char **word = setting->original + 1; *word; word++) {
        g_autofree char *text = with_folder(*word, folder);
        g_strv_builder_add(words, text);
    }
    g_strfreev(setting->command);
    setting->command = g_strv_builder_end(words);
    return true;
}

static void rename_study(struct study *study)
{
    char *name = g_strconcat(study->name, ", originals", NULL);
    char *title = g_strconcat(study->title, ", originals", NULL);
    g_free(study->name);
    g_free(study->title);
    study->name = name;
    study->title = title;
}

char *study_use_originals(struct study *study, const char *folder, GError **error)
{
    g_autofree char *path = g_canonicalize_filename(folder, NULL);
    g_autoptr(GString) others = g_string_new(NULL);
    bool any = use_original(&study->common, path);
    for (unsigned i = 0; i < study->axes->len; i++) {
        const struct study_axis *axis = study->axes->pdata[i];
        for (unsigned k = 0; k < axis->values->len; k++) {
            struct study_value *value = axis->values->pdata[k];
            if (use_original(&value->setting, path))
                any = true;
            else if (value->setting.command)
                g_string_append_printf(others, "%s%s", others->len > 0 ? ", " : "", value->label);
        }
    }
    if (!any) {
        input_error_at(error, folder, 0, "expected programs that %s names as originals",
                       study->file);
        return NULL;
    }
    rename_study(study);
    return g_strdup(others->str);
}
