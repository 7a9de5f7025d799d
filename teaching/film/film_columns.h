/* SPDX-License-Identifier: BSD-3-Clause */
/* Events as columns of numbers, a table for each kind. A column whose numbers rise, or stay near
 * each other, has the difference to the one before instead. */
#ifndef SIMGPU_TEACHING_FILM_FILM_COLUMNS_H
#define SIMGPU_TEACHING_FILM_FILM_COLUMNS_H

#include "teaching/film/film_code.h"
#include "teaching/film/film_reel.h"

struct film_rows {
    const struct film_reel *reel;
    struct film_code *code;
    GHashTable *wires;       /* const struct wire * -> its number, plus 1 */
    const GPtrArray *events; /* struct event * */
};

/* "events":{...},"tables":{...}: without a comma at the end. */
void film_columns_write(const struct film_rows *rows, GString *text);

#endif
