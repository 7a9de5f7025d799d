/* SPDX-License-Identifier: BSD-3-Clause */
/* Element types of buffers: how a number becomes bytes, and when two elements are equal. */
#ifndef SIMGPU_WORKLOADS_LOADER_ELEMENT_H
#define SIMGPU_WORKLOADS_LOADER_ELEMENT_H

#include "workloads/loader/scalars.h"
#include <stddef.h>

enum element_kind { ELEMENT_SIGNED, ELEMENT_UNSIGNED, ELEMENT_FLOAT };

struct element_type {
    const char *name;
    enum element_kind kind;
    uint32_t bytes;
    int64_t min, max; /* of integers; the part of u64 that int64_t has */
};

/* "f32" and its like; NULL if there is no such type. */
const struct element_type *element_type_find(const char *name);
/* "u8, s8, ..." for messages. */
char *element_type_list(void);

/* Whether the type holds the number; false: *why (g_free). */
bool element_fits(const struct element_type *type, struct number value, char **why);
/* Writes an element. The number fits. */
void element_store(const struct element_type *type, void *element, struct number value);
/* Fills n elements. */
void element_fill(const struct element_type *type, void *elements, uint64_t n, struct number value);

bool element_is_zero(const struct element_type *type, const void *element);
/* The value as text, enough digits to be exact. To be freed with g_free. */
char *element_text(const struct element_type *type, const void *element);
/* Integers: the same; f32, f64: |a - e| <= absolute + relative * |e|, NaN equals NaN, and an
 * infinity equals itself only. */
bool element_close(const struct element_type *type, const void *actual, const void *expected,
                   double absolute, double relative);

#endif
