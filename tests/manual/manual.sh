#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The manual is made and whole. $1: the source folder; $2: where to make it, which is kept for the next time; $3: the version.
set -eu
status=0
"$1/scripts/manual/build.sh" "$@" -W --keep-going >"$2.log" 2>&1 || status=$?
[ $status -eq 0 ] || { cat "$2.log"; exit $status; }
[ -f "$2/index.html" ] && [ -f "$2/searchindex.js" ]
exec perl "$(dirname "$0")/pages.pl" "$1" "$2"
