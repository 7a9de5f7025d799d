/* SPDX-License-Identifier: BSD-3-Clause */
/* Opens pages in headless Chromium. The browser has a user's folder of its own. */
#ifndef SIMGPU_TESTS_RIGS_BROWSER_H
#define SIMGPU_TESTS_RIGS_BROWSER_H

#include <stdbool.h>

/* What Meson takes for skipped. */
enum { BROWSER_SKIPPED = 77 };

/* Whether there is one; says so if not. */
bool browser_is_there(void);

/* Opens a page of the folder with these options, which end with NULL. Returns what Chromium prints
 * (with --dump-dom the page); *log: what its console says, and more. g_free both. */
char *browser_run(const char *folder, const char *page, const char *const *options, char **log);

/* Opens the page in a frame of that width: a window cannot be as narrow as a phone. Returns what a
 * script in the page has told by parent.postMessage(text, '*'). Nothing may be said on the console.
 * g_free. */
char *browser_hear(const char *folder, const char *page, unsigned width);

#endif
