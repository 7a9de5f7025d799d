# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
# Sourced by what is made of --help: manual pages and completions.

# The subcommands that the help of command $1 names, in its order: "simgpu study runs ...: study --help."
subcommands_of() {
    "$1" --help | sed -n 's/^simgpu \([a-z-]*\) .*[: ]\1 --help\.$/\1/p'
}

# The long options of command $1, and of its subcommand $2 if there is one, a line each.
options_of() {
    "$@" --help | sed -n 's/^  -., \(--[a-z-]*\).*/\1/p; s/^  \(--[a-z-]*\).*/\1/p' | sort -u
}
