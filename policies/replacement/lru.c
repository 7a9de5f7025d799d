/* SPDX-License-Identifier: BSD-3-Clause */
/* Least recently used: the line that was asked for longest ago goes.
 *
 * Caches keep their lines in the order of their use by themselves (models/cache/tag_array.h,
 * models/l2/bank_lines.h), which costs the same for any number of ways; so there is nothing to do
 * here. A use is an access, not a fill.
 *
 * Source: Mattson, Gecsei, Slutz, Traiger, "Evaluation Techniques for Storage Hierarchies", IBM
 * Systems Journal 9(2), 1970.
 */
#include "policies/replacement/replacement.h"

const struct replacement_ops replacement_lru = {
    .policy = {.head = {.name = "lru",
                        .summary = "The least recently used line goes",
                        .source = "Mattson and others, Evaluation Techniques for Storage "
                                  "Hierarchies, IBM Systems Journal, 1970"}},
};
