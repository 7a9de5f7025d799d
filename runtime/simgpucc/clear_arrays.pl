# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc's host compiler clears an array of variable size, int a[n] = {0}; clang refuses it. Reads
# preprocessed text, and writes it with a call that clears such arrays. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

require(($0 =~ m{^(.*/)})[0] . 'refused.pl');

rewrite_places(refused_places($ARGV[0], qr/variable-sized object may not be initialized/), sub {
    return s/\b(\w+)((?:\s*\[[^][]*\])+)\s*=\s*\{\s*(?:0(?:\.0?f?)?)?\s*\}\s*;/$1$2; __builtin_memset($1, 0, sizeof $1);/g;
});
