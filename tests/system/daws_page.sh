#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
# The profile that docs/papers/daws.md shows is what its command writes.
# $1: the command; $2: the source tree.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" "$2/platforms/papers/daws.xml" "$2/workloads/examples/spmv/spmv.json" --scheduler daws \
  --profile-out "$folder/spmv.profile" >/dev/null
sed -n 's/^    \(daws profile 1\|kernel spmv\|loop [0-9].*\|load [0-9].*\)$/\1/p' "$2/docs/papers/daws.md" >"$folder/shown"
diff "$folder/shown" "$folder/spmv.profile"
