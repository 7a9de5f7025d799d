#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The list of a library's functions, as a macro that applies another one to each.
# $1: nm, $2: the library, $3: the macro, $4: what their names begin with (a regular expression), $5: the header
# to write.
set -eu
{
    echo "#define $3(X) \\"
    "$1" -D --defined-only "$2" | sed -n "s/.* T \($4[A-Za-z0-9_]*\)\$/    X(\1) \\\\/p" | LC_ALL=C sort
    echo
} >"$5"
