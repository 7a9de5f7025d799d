/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launches are simulated in detail: --functional, --kernels. The others run functionally, in
 * no simulated time. */
#ifndef SIMGPU_CLI_DETAIL_H
#define SIMGPU_CLI_DETAIL_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct detail {
    bool functional; /* none is */
    GArray *ranges;  /* struct detail_range: launch numbers; NULL: all */
    char **names;    /* kernels by name; NULL with ranges: all */
};

/* kernels: "3-5,8,assign", or NULL for all. */
bool detail_init(struct detail *detail, bool functional, const char *kernels, GError **error);
void detail_clear(struct detail *detail);

/* The launch's number counts a program's launches from 0. */
bool detail_wanted(const struct detail *detail, uint32_t number, const char *kernel);

#endif
