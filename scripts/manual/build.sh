#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# build.sh SOURCE FOLDER VERSION [OPTION...]: makes the manual, HTML with search that needs no network, in FOLDER, with
# more options for Sphinx. It warns of links that lead nowhere; with -W --keep-going they are errors. Exit code 77:
# Sphinx, or what it needs, is not installed.
set -eu
source=$1 folder=$2
export SIMGPU_VERSION="$3"
shift 3
if ! command -v sphinx-build >/dev/null ||
    ! python3=$(sed -n '1s/^#! *//p' "$(command -v sphinx-build)") ||
    ! $python3 -c 'import furo, myst_parser' 2>/dev/null; then
    echo "skipped: the manual needs Sphinx with MyST and Furo: apt install python3-sphinx python3-myst-parser furo" >&2
    exit 77
fi
mkdir -p "$folder"
# What Sphinx knows of the pages is kept beside the manual, so that the next time only changed ones are made.
sphinx-build -q "$@" -b html -c "$source/scripts/manual" -d "$folder.cache" "$source" "$folder"
rm -f "$folder/.buildinfo" "$folder/objects.inv"
# The front page is README's; who opens the folder finds it.
cp "$folder/README.html" "$folder/index.html"
echo "the manual is $folder/index.html"
