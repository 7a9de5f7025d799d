#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints the commit that the source tree is of, for results and --version: what git says, with
# "-dirty" behind it when files have changed since; of an archive that git made, what git wrote
# into archived-commit; "unknown" elsewhere.
folder=$(cd "$(dirname "$0")/.." && pwd -P) || exit 1
# A tarball that lies in somebody else's repository is not of that one's commit.
top=$(git -C "$folder" rev-parse --show-toplevel 2>/dev/null)
if [ -n "$top" ] && [ "$(cd "$top" && pwd -P)" = "$folder" ]; then
    git -C "$folder" --no-optional-locks describe --always --dirty --abbrev=12 2>/dev/null && exit 0
fi
archived=$(cat "$folder/scripts/archived-commit" 2>/dev/null)
case $archived in
"" | *Format*) echo unknown ;;
*) echo "$archived" ;;
esac
