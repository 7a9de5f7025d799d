# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc's host compiler clears an array of variable size, int a[n] = {0}; clang refuses it. Reads
# preprocessed text, and writes it with a call that clears such arrays. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

my %refused; # by file and line
open(my $said, '<', $ARGV[0]) or exit 2;
while (<$said>) {
    $refused{$1}{$2} = 1 if /^(.+?):(\d+):\d+: error: variable-sized object may not be initialized/;
}
exit 2 unless %refused;

my ($file, $line, $changed) = ('', 0, 0);
while (<STDIN>) {
    if (/^# (\d+) "((?:[^"\\]|\\.)*)"/) {
        ($line, $file) = ($1 - 1, $2);
    } else {
        $line++;
        $changed += s/\b(\w+)((?:\s*\[[^][]*\])+)\s*=\s*\{\s*(?:0(?:\.0?f?)?)?\s*\}\s*;/$1$2; __builtin_memset($1, 0, sizeof $1);/g
            if $refused{$file}{$line};
    }
    print;
}
exit($changed ? 0 : 2);
