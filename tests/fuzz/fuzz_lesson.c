/* SPDX-License-Identifier: BSD-3-Clause */
/* A lesson, and what its expressions make of any numbers; the same text as a student's answers. */
#include "teaching/grade/answers.h"
#include "teaching/grade/arithmetic.h"
#include "teaching/grade/lesson_command.h"
#include "teaching/grade/lesson_read.h"
#include "tests/fuzz/fuzz.h"

static bool lookup(void *data, const char *name, double *value, GError **error)
{
    (void)data;
    (void)error;
    *value = name[0];
    return true;
}

static void use(struct lesson *lesson)
{
    double value;
    lesson_draw(lesson, 7);
    for (guint i = 0; i < lesson->runs->len; i++)
        g_free(lesson_command_text(lesson, lesson->runs->pdata[i], NULL));
    for (guint i = 0; i < lesson->checks->len; i++) {
        const struct lesson_check *check = lesson->checks->pdata[i];
        if (!check->choices)
            arithmetic_evaluate(check->holds ? check->holds : check->expected, lookup, NULL, &value,
                                NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int file;
    g_autofree char *path = fuzz_file(data, size, &file);
    struct lesson *lesson = lesson_load(path, NULL);
    if (lesson)
        use(lesson);
    lesson_free(lesson);
    answers_free(answers_load(path, NULL));
    fuzz_file_remove(file);
    return 0;
}
