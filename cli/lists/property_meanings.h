/* SPDX-License-Identifier: BSD-3-Clause */
/* What each property of a platform means, in a sentence, for --list-properties. */
#ifndef SIMGPU_CLI_LISTS_PROPERTY_MEANINGS_H
#define SIMGPU_CLI_LISTS_PROPERTY_MEANINGS_H

/* A property of groups of a model; a name with a star is of all names with one word there. */
struct property_meaning {
    const char *model, *name, *meaning;
};

/* Up to an entry without a model. */
extern const struct property_meaning property_meanings[];

#endif
