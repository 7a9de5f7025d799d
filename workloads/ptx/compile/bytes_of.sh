#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# bytes_of.sh FILE OUTPUT: the bytes of FILE as the inside of a C array's braces.
od -An -v -t u1 "$1" | sed 's/^ *//; s/  */,/g; $!s/$/,/' > "$2"
