/* SPDX-License-Identifier: BSD-3-Clause */
/* The lines of code that warps run in a film: opcode, place and text of each instruction. */
#ifndef SIMGPU_TEACHING_FILM_FILM_CODE_H
#define SIMGPU_TEACHING_FILM_FILM_CODE_H

#include "teaching/events/event.h"
#include <glib.h>

struct kernel_code;

struct film_code {
    GHashTable *opcodes; /* struct place_key -> opcode, interned */
    GHashTable *seen;    /* const struct kernel_code *, whole */
    GHashTable *numbers; /* struct place_key -> number of its row, plus 1 */
    GPtrArray *rows;     /* struct event *: an event of each row */
};

void film_code_init(struct film_code *code);
void film_code_finish(struct film_code *code);

/* A warp runs the instruction at pc. */
void film_code_hear(struct film_code *code, const struct kernel_code *kernel, uint32_t pc);
/* The number of the row of an event of a warp. The event is borrowed. */
guint film_code_row(struct film_code *code, const struct event *event);
/* "code":{...}: columns of rows, without a comma. Reads the files of source that are there. */
void film_code_write(const struct film_code *code, GString *text);

/* A string of JSON. */
void film_put_string(GString *text, const char *value);

#endif
