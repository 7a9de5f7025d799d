/* SPDX-License-Identifier: BSD-3-Clause */
/* What nearly every file includes, read once for a library where the build was set up with
 * b_pch=true, as ./run and ./test do: a quarter of a small file's compile time. Files still include
 * what they use: builds without it check that, and tests/lint/test_includes.c. */
#include <glib.h>
