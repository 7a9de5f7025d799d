#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The list of the driver interface's functions that a library has, for driver_entries.c.
# $1: nm, $2: the library, $3: the header to write.
set -eu
{
    echo '#define DRIVER_ENTRIES(X) \'
    "$1" -D --defined-only "$2" | sed -n 's/.* T \(cu[A-Z][A-Za-z0-9_]*\)$/    X(\1) \\/p' | LC_ALL=C sort
    echo
} >"$3"
