/* SPDX-License-Identifier: BSD-3-Clause */
/* A study file: read, and its points made. It finds no other files. */
#include "study/study_read.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    struct study *study = study_parse("study", text, NULL);
    if (study) {
        g_autoptr(GPtrArray) points = study_points(study);
        g_free(study_select("0", points->len, NULL));
        g_free(study_point_text(study, points->pdata[0]));
        study_free(study);
    }
    return 0;
}
