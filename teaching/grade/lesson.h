/* SPDX-License-Identifier: BSD-3-Clause */
/* A lesson, as lessons/NAME/lesson.json has it: parameters, runs, checks. docs/howto/teach.md has
 * the format for teachers. */
#ifndef SIMGPU_TEACHING_GRADE_LESSON_H
#define SIMGPU_TEACHING_GRADE_LESSON_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* A number that differs from student to student. */
struct lesson_parameter {
    char *name, *meaning;
    double value;    /* the default, or what the seed has drawn */
    double *choices; /* from which it is drawn */
    unsigned n_choices;
    bool hidden; /* students are not told its value: they are to find it */
};

/* A run of simgpu. */
struct lesson_run {
    char *name;
    char *platform, *workload; /* paths, or names of those that come with simgpu */
    char *machine;  /* instead of `platform`: name of the answer that is the student's platform */
    char **options; /* with {parameter} in them; NULL-terminated */
    char *plugin;   /* name of the answer that is the student's plug-in; NULL: none */
};

/* A number that students are told: a measurement of a machine that they can't look into. */
struct lesson_given {
    char *name, *meaning;
    char *value; /* an expression */
};

struct lesson_check {
    char *answer;   /* its name; NULL: nothing is to be answered, see `holds` */
    char *title;    /* the question, or what is to hold */
    char **choices; /* words, of which the answer is one; NULL: a number */
    char *expected; /* an expression; with choices: the word */
    char *holds;    /* an expression; NULL: see `answer` */
    double tolerance;
    bool relative; /* the tolerance is a part of what is expected */
    double points;
    bool reveal; /* a student may see what is expected */
};

struct lesson {
    char *folder, *file; /* of lesson.json */
    char *name;          /* of the folder */
    char *title;
    double minutes;
    GPtrArray *parameters, *runs, *given, *checks; /* of these structs */
};

/* An empty one; lesson_read.h fills it. */
struct lesson *lesson_new(const char *folder, const char *file);
void lesson_free(struct lesson *lesson); /* NULL is fine */

/* Gives each parameter a value that depends on the seed and its name alone. */
void lesson_draw(struct lesson *lesson, uint64_t seed);

/* The parameter; NULL: there is none. */
const struct lesson_parameter *lesson_parameter_find(const struct lesson *lesson, const char *name);
const struct lesson_run *lesson_run_find(const struct lesson *lesson, const char *name);
/* The text with values in place of {name}. g_free. NULL with an error: an unknown name. */
char *lesson_fill(const struct lesson *lesson, const char *text, GError **error);
/* A number as {name} becomes it: 12, 0.5. g_free. */
char *lesson_number(double value);

#endif
