#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The version stands in the top meson.build; what else says it agrees. $1: the source folder; $2: the version; $3: simgpu.
set -eu
fail() { echo "$1 is not of version $2"; exit 1; }
[ "$(sed -n 's/^version: //p' "$1/CITATION.cff")" = "$2" ] || fail CITATION.cff "$2"
[ "$(sed -n '1s/^simgpu (\(.*\)) .*/\1/p' "$1/debian/changelog")" = "$2" ] || fail debian/changelog "$2"
[ "$(sed -n 's/^## \([0-9][^ ]*\) - .*/\1/p' "$1/CHANGELOG.md" | head -1)" = "$2" ] || fail "CHANGELOG.md's newest version" "$2"
"$3" --version | grep -q "^simgpu $2 " || fail "$3" "$2"
