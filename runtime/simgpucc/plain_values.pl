# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc passes over "__restrict__" behind another name of a type, as in "state __restrict__ *p"; clang
# refuses it there. Reads preprocessed text, and writes it without the word. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

require(($0 =~ m{^(.*/)})[0] . 'refused.pl');

rewrite_places(refused_places($ARGV[0], qr/(restrict) requires a pointer or reference/), sub {
    return s/(?<=[\w>])\s+__restrict(?:__)?\b//g;
});
