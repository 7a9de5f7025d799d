#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# man.sh VERSION simgpu SIMGPU, man.sh VERSION simgpucc SIMGPUCC TOOLKIT: the command's manual page, made from what
# --help says of it and of its subcommands, so that it can't differ from the option tables. TOOLKIT is the installed
# folder in place of nvcc's.
set -eu
version=$1 name=$2 command=$3
# shellcheck source=scripts/help.sh
. "$(dirname "$0")/help.sh"

# Options become tagged paragraphs; all else is printed as it stands, in lines of its own.
as_roff() {
    awk '
        function plain(line) { return line ~ /^[.\047]/ ? "\\&" line : line } # no request
        { gsub(/\\/, "\\e"); gsub(/-/, "\\-") }
        /^$/ { if (kept) print ".fi"; kept = tagged = 0; apart = 1; next }
        /^[A-Z][A-Za-z ]*:$/ { if (kept) print ".fi"; kept = apart = 0; sub(/:$/, ""); print ".SS " $0; next }
        /^  (\\-)/ {
            if (kept) print ".fi"
            kept = apart = 0
            tagged = 1
            line = substr($0, 3)
            at = match(line, /  +/)
            print ".TP"
            if (at) { print "\\fB" substr(line, 1, at - 1) "\\fR"; print plain(substr(line, at + RLENGTH)) }
            else print "\\fB" line "\\fR"
            next
        }
        tagged && /^            / { sub(/^ +/, ""); print plain($0); next }
        { if (apart || tagged) print ".PP"; apart = tagged = 0; if (!kept) print ".nf"; kept = 1; print plain($0) }
        END { if (kept) print ".fi" }'
}

section() {
    echo ".SH \"$*\"" | sed 's/-/\\-/g'
}

echo ".TH $(echo "$name" | tr '[:lower:]' '[:upper:]') 1 \"\" \"simgpu $version\" \"simgpu\""
echo '.SH NAME'
if [ "$name" = simgpu ]; then
    cat <<'END'
simgpu \- simulates whole GPUs as discrete events
.SH DESCRIPTION
simgpu runs CUDA programs, PTX kernels and traces on a simulated GPU, and tells how long they take and why.
END
    section THE COMMAND
    "$command" --help | as_roff
    for subcommand in $(subcommands_of "$command"); do
        section "simgpu $subcommand"
        "$command" "$subcommand" --help | as_roff
    done
    cat <<'END'
.SH "SEE ALSO"
.BR simgpucc (1),
.BR simgpu\-platform (5),
.BR simgpu\-study (5),
.BR simgpu\-workload (5)
END
else
    cat <<'END'
simgpucc \- compiles CUDA programs for simgpu
.SH DESCRIPTION
simgpucc compiles CUDA programs with clang, and links them with the CUDA runtime that simgpu serves.
You need neither a GPU nor NVIDIA's CUDA.
END
    section THE COMMAND
    "$command" --help | sed "s#^\( *CUDA_HOME=\).*#\1$4#" | as_roff
    cat <<'END'
.SH "SEE ALSO"
.BR simgpu (1)
END
fi
