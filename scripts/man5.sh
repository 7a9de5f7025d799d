#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# man5.sh VERSION NAME SUMMARY PAGE.md: manual page NAME(5), made from a page of docs/reference.
set -eu
version=$1 name=$2 summary=$3 page=$4
echo ".TH $(echo "$name" | tr '[:lower:]' '[:upper:]') 5 \"\" \"simgpu $version\" \"simgpu\""
echo '.SH NAME'
echo "$name - $summary" | sed 's/-/\\-/g'
awk -f "$(dirname "$0")/markdown_man.awk" "$page"
cat <<'END'
.SH "SEE ALSO"
.BR simgpu (1),
.BR simgpu\-platform (5),
.BR simgpu\-study (5),
.BR simgpu\-workload (5)
END
