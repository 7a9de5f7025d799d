/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads a film's data: columns of numbers, by table. */
#ifndef SIMGPU_TESTS_TEACHING_FILM_FILE_H
#define SIMGPU_TESTS_TEACHING_FILM_FILE_H

#include <glib.h>
#include <json-glib/json-glib.h>

/* As in teaching/film: a table for each kind of events, in the order of "event_names". */
enum film_kind {
    FILM_ENDS,
    FILM_STARTS,
    FILM_RECEIVES,
    FILM_WAITS,
    FILM_LOOKS,
    FILM_QUEUES,
    FILM_ISSUES,
    FILM_SERVES,
    FILM_BURSTS,
    FILM_SENDS,
    FILM_KINDS
};

struct film_file {
    JsonNode *root;
    char *text;
    GHashTable *columns[FILM_KINDS]; /* that have been asked for, by name */
    GArray *time, *kind, *unit;
    guint n_of[FILM_KINDS];
};

struct film_file *film_file_read(const char *path);
void film_file_free(struct film_file *film);
typedef struct film_file film_file;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(film_file, film_file_free)

gint64 film_number(const struct film_file *film, const char *member);
const char *film_text(const struct film_file *film, const char *member);
/* gint64, differences added up; the film's, which keeps the name. */
const GArray *film_column(struct film_file *film, enum film_kind kind, const char *name);
gint64 film_value(struct film_file *film, enum film_kind kind, const char *name, guint row);
/* The name of a unit; of a kind of messages. */
const char *film_unit(const struct film_file *film, guint unit);
const char *film_message(const struct film_file *film, gint64 kind);
/* A wire's end: 0 the sender, 1 the receiver. */
guint film_wire_end(const struct film_file *film, gint64 wire, guint end);

#endif
