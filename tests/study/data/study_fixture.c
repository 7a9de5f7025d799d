/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/study/data/study_fixture.h"
#include "study/study_read.h"

#include <check.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

void fixture_init(struct fixture *fixture)
{
    fixture->folder = g_dir_make_tmp("simgpu-study-XXXXXX", NULL);
    ck_assert_ptr_nonnull(fixture->folder);
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static GPtrArray *names_in(const char *folder)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, compare_names);
    return names;
}

void fixture_finish(struct fixture *fixture)
{
    g_autoptr(GPtrArray) names = names_in(fixture->folder);
    for (unsigned i = 0; i < names->len; i++) {
        g_autofree char *path = fixture_path(fixture, names->pdata[i]);
        g_unlink(path);
    }
    ck_assert_int_eq(g_rmdir(fixture->folder), 0);
    g_free(fixture->folder);
}

char *fixture_path(const struct fixture *fixture, const char *name)
{
    return g_build_filename(fixture->folder, name, NULL);
}

/* Not g_file_set_contents, which waits for the disk. */
void fixture_put(const struct fixture *fixture, const char *name, const char *text)
{
    g_autofree char *path = fixture_path(fixture, name);
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    ck_assert(fputs(text, file) >= 0);
    ck_assert_int_eq(fclose(file), 0);
}

char *fixture_names(const struct fixture *fixture)
{
    g_autoptr(GPtrArray) names = names_in(fixture->folder);
    g_ptr_array_add(names, NULL);
    return g_strjoinv(" ", (char **)names->pdata);
}

static struct study *load(const struct fixture *fixture, const char *text, GError **error)
{
    g_autofree char *path = fixture_path(fixture, "study.json");
    fixture_put(fixture, "p.xml", "<platform/>");
    fixture_put(fixture, "w.json", "{}");
    fixture_put(fixture, "study.json", text);
    return study_load(path, error);
}

struct study *fixture_study(const struct fixture *fixture, const char *text)
{
    g_autoptr(GError) error = NULL;
    struct study *study = load(fixture, text, &error);
    ck_assert_msg(study != NULL, "%s", error ? error->message : "");
    return study;
}

char *fixture_study_error(const struct fixture *fixture, const char *text)
{
    g_autoptr(GError) error = NULL;
    struct study *study = load(fixture, text, &error);
    ck_assert_ptr_null(study);
    ck_assert_ptr_nonnull(error);
    g_auto(GStrv) parts = g_strsplit(error->message, fixture->folder, -1);
    return g_strjoinv("", parts);
}

struct store *fixture_store(const struct fixture *fixture, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fixture_path(fixture, name);
    struct store *store = store_open(path, STORE_WRITE, &error);
    ck_assert_msg(store != NULL, "%s", error ? error->message : "");
    return store;
}

void fixture_run(struct store *store, const char *key, const char *status, const char *result)
{
    g_autoptr(GError) error = NULL;
    const struct store_run run = {.key = (char *)key,
                                  .status = (char *)status,
                                  .reason = result ? NULL : (char *)"it was late",
                                  .command = (char *)"simgpu p.xml w.json",
                                  .version = (char *)"1",
                                  .started = (char *)"2026-01-02T03:04:05Z",
                                  .result = (char *)result,
                                  .wall_s = 1.5,
                                  .user_s = 1.25,
                                  .rss_kb = 4096};
    ck_assert_msg(store_put_run(store, &run, &error), "%s", error ? error->message : "");
}
