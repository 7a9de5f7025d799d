# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc takes a definition that names the arguments of a function template behind its name, as in
# "template <class T> void f<T>(int) {}", for one of the template itself; clang refuses it. Reads preprocessed text,
# and writes it without these arguments. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

my %refused; # by file and line
open(my $said, '<', $ARGV[0]) or exit 2;
while (<$said>) {
    $refused{$1}{$2} = 1 if /^(.+?):(\d+):\d+: error: function template partial specialization is not allowed/;
}
exit 2 unless %refused;

my ($file, $line, $changed) = ('', 0, 0);
while (<STDIN>) {
    if (/^# (\d+) "((?:[^"\\]|\\.)*)"/) {
        ($line, $file) = ($1 - 1, $2);
    } else {
        $line++;
        $changed += s/(\b\w+)\s*<[^<>()]*>(?=\s*\()/$1/ if $refused{$file}{$line};
    }
    print;
}
exit($changed ? 0 : 2);
