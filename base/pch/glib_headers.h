/* SPDX-License-Identifier: BSD-3-Clause */
/* Headers that nearly every file includes. With b_pch=true, as in ./run and ./test, a library reads
 * them once. That saves a quarter of a small file's compile time. Files still include the headers
 * that they use. Builds without b_pch check that, and so does tests/lint/test_includes.c. */
#include <glib.h>
