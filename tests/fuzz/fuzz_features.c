/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of features, trained with, and a regression model, which is read again as it was written.
 * The same bytes are taken for either. */
#include "offload/model_file.h"
#include "offload/training.h"
#include "tests/fuzz/fuzz.h"
#include <string.h>

static void train(const struct feature_table *table)
{
    const char *const features[] = {"a", "b", NULL};
    const struct training_options options = {.target = "seconds",
                                             .by = "kernel",
                                             .features = features,
                                             .folds = 2,
                                             .passes = 2,
                                             .seed = 1,
                                             .drop_collinear = true};
    struct training training;
    training_init(&training, table, &options, NULL);
    training_finish(&training);
}

static void write_again(const struct linear_model *model)
{
    g_autofree char *text = model_file_text(model);
    int file;
    g_autofree char *path = fuzz_file((const uint8_t *)text, strlen(text), &file);
    struct linear_model *again = model_file_load(path, NULL);
    g_assert(again && again->terms->len == model->terms->len);
    linear_model_free(again);
    fuzz_file_remove(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file;
    g_autofree char *path = fuzz_file(data, size, &file);
    struct feature_table *table = feature_table_load(path, NULL);
    struct linear_model *model = model_file_load(path, NULL);
    if (table)
        train(table);
    if (model)
        write_again(model);
    feature_table_free(table);
    linear_model_free(model);
    fuzz_file_remove(file);
    return 0;
}
