#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The pictures in this folder are what make.sh makes today: check.sh graphs DOT; check.sh figure SIMGPU.
# The figure must be the same to the byte. Graphviz places boxes a little otherwise in every version, so graphs must
# have the same words.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
words() {
    sed -n 's/.*<text[^>]*>\(.*\)<\/text>.*/\1/p' "$1" | sort
}
"$here/make.sh" "$1" "$2" "$made"
status=0
target=pictures_of_graphs
[ "$1" = graphs ] || target=pictures_of_runs
for picture in "$made"/*.svg; do
    kept=$here/$(basename "$picture")
    case $1 in
    graphs)
        words "$picture" >"$made/new"
        words "$kept" >"$made/old"
        ;;
    figure)
        cp "$picture" "$made/new"
        cp "$kept" "$made/old"
        ;;
    esac
    if ! cmp -s "$made/new" "$made/old"; then
        echo "$(basename "$kept") is old: meson compile -C build $target makes it anew"
        diff "$made/old" "$made/new" | head -5
        status=1
    fi
done
exit $status
