#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# man.sh SIMGPU: its manual page, made from what --help says of the command and its subcommands, so
# that it can't differ from the option tables.
set -eu
simgpu=$1

# Options become tagged paragraphs; all else is printed as it stands, in lines of its own.
as_roff() {
    awk '
        function plain(line) { return line ~ /^[.\047]/ ? "\\&" line : line } # no request
        { gsub(/\\/, "\\e"); gsub(/-/, "\\-") }
        /^$/ { if (kept) print ".fi"; kept = 0; print ".PP"; next }
        /^[A-Z][A-Za-z ]*:$/ { if (kept) print ".fi"; kept = 0; sub(/:$/, ""); print ".SS " $0; next }
        /^  (\\-)/ {
            if (kept) print ".fi"
            kept = 0
            line = substr($0, 3)
            at = match(line, /  +/)
            print ".TP"
            if (at) { print "\\fB" substr(line, 1, at - 1) "\\fR"; print plain(substr(line, at + RLENGTH)) }
            else print "\\fB" line "\\fR"
            next
        }
        { if (!kept) print ".nf"; kept = 1; print plain($0) }
        END { if (kept) print ".fi" }'
}

cat <<'END'
.TH SIMGPU 1
.SH NAME
simgpu \- simulates whole GPUs as discrete events
.SH DESCRIPTION
simgpu runs CUDA programs, PTX kernels and traces on a simulated GPU, and tells how long they take and why.
END
echo '.SH "THE COMMAND"'
"$simgpu" --help | as_roff
for subcommand in study report diff import-config list-metrics; do
    echo ".SH \"simgpu $subcommand\"" | sed 's/-/\\-/g'
    "$simgpu" "$subcommand" --help | as_roff
done
