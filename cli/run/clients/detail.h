/* SPDX-License-Identifier: BSD-3-Clause */
/* Which launches are simulated in detail: --functional, --kernels. The others run functionally, in
 * no simulated time. */
#ifndef SIMGPU_CLI_RUN_CLIENTS_DETAIL_H
#define SIMGPU_CLI_RUN_CLIENTS_DETAIL_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct detail {
    bool functional;  /* none is */
    GPtrArray *picks; /* struct detail_pick: what --kernels names; NULL: all */
};

/* kernels: "3-5,8,assign", or NULL for all. A kernel goes by its name in the PTX or, as C++ makes
 * long names of short ones, by the function's own. */
bool detail_init(struct detail *detail, bool functional, const char *kernels, GError **error);
void detail_clear(struct detail *detail);

/* Whether `kernels` names the launch, or is not given. */
bool detail_picked(const struct detail *detail, uint32_t number, const char *kernel);
/* Whether it is simulated. The launch's number counts a program's launches from 0. */
bool detail_wanted(const struct detail *detail, uint32_t number, const char *kernel);
/* The next word of `kernels` that no launch has matched, NULL behind the last; *from begins with 0.
 */
const char *detail_unmatched(const struct detail *detail, guint *from);
/* Whether `kernels` is given, no launch has matched any word of it, and so none was simulated that
 * would have been. */
bool detail_nothing_matched(const struct detail *detail);

#endif
