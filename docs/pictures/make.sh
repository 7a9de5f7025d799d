#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Makes the pictures of README.md and ARCHITECTURE.md: the graphs from the .dot files, the figure from a study.
#   make.sh graphs DOT FOLDER        into FOLDER, which is docs/pictures for good
#   make.sh figure SIMGPU FOLDER
#   make.sh film SIMGPU FOLDER       needs chromium
set -eu
here=$(cd "$(dirname "$0")" && pwd)
what=$1 command=$2 to=$3
case $what in
graphs)
    for graph in "$here"/*.dot; do
        "$command" -Tsvg "$graph" -o "$to/$(basename "$graph" .dot).svg"
    done
    ;;
figure)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    "$command" study "$here/../../studies/first-look.json" -j 2 -o "$scratch/first-look.sqlite" >"$scratch/told" 2>&1 ||
        { cat "$scratch/told" >&2; exit 1; }
    "$command" report "$scratch/first-look.sqlite" -o "$scratch/page.html" --svg "$scratch/figures"
    cp "$scratch/figures/where-the-issue-slots-go-by-workload-and-warp-scheduler.svg" "$to/first-look.svg"
    ;;
film)
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    "$command" film fermi-gtx480 vecadd --set sm.count=2 --set scalars.n=2048 -o "$scratch/film.html" >"$scratch/told" 2>&1 ||
        { cat "$scratch/told" >&2; exit 1; }
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$scratch/browser" --window-size=1280,800 \
        --virtual-time-budget=3000 --screenshot="$to/film.webp" "file://$scratch/film.html#cycle=19330&warp=0:3" 2>"$scratch/told" ||
        { cat "$scratch/told" >&2; exit 1; }
    ;;
esac
