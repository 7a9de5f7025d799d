/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/dispatch/kernel_folds.h"
#include <string.h>

static guint hash(gconstpointer key)
{
    const struct kernel_fold *fold = key;
    return g_str_hash(fold->name) ^ (guint)(fold->stream * 31 + fold->client);
}

static gboolean equal(gconstpointer a, gconstpointer b)
{
    const struct kernel_fold *left = a, *right = b;
    return left->stream == right->stream && left->client == right->client &&
           strcmp(left->name, right->name) == 0;
}

static void clear_fold(void *fold)
{
    g_free(((struct kernel_fold *)fold)->name);
}

void kernel_folds_init(struct kernel_folds *folds, uint32_t kept)
{
    *folds = (struct kernel_folds){
        .kept = kept,
        .folds = g_array_new(FALSE, FALSE, sizeof(struct kernel_fold)),
        .known = g_hash_table_new_full(hash, equal, g_free, NULL),
    };
    launch_rows_init(&folds->rows);
    g_array_set_clear_func(folds->folds, clear_fold);
}

void kernel_folds_finish(struct kernel_folds *folds)
{
    g_hash_table_destroy(folds->known);
    g_array_free(folds->folds, TRUE);
    launch_rows_finish(&folds->rows);
}

static guint fold_of(struct kernel_folds *folds, const struct kernel_fold *what)
{
    gpointer index;
    if (g_hash_table_lookup_extended(folds->known, what, NULL, &index))
        return GPOINTER_TO_UINT(index);
    struct kernel_fold fold = {
        .name = g_strdup(what->name), .client = what->client, .stream = what->stream};
    const guint added = folds->folds->len;
    g_array_append_val(folds->folds, fold);
    g_hash_table_insert(folds->known, g_memdup2(&fold, sizeof fold), GUINT_TO_POINTER(added));
    return added;
}

bool kernel_folds_begin(struct kernel_folds *folds, guint n_records, uint32_t launch,
                        const struct kernel_fold *what, guint *fold)
{
    if (folds->kept == 0 || n_records < folds->kept) {
        launch_rows_set(&folds->rows, launch, n_records);
        return true;
    }
    *fold = fold_of(folds, what);
    kernel_folds_at(folds, *fold)->launches++;
    launch_rows_set(&folds->rows, launch, folds->kept + *fold);
    return false;
}

void kernel_folds_end(struct kernel_folds *folds, uint32_t launch)
{
    launch_rows_end(&folds->rows, launch);
}
