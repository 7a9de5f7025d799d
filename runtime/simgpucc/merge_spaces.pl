# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc takes a function that is declared for host and device, and defined for one of the two, or
# the other way round, for one of both; clang refuses it. Reads preprocessed text, and writes it with both
# attributes before the names of such functions. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

require(($0 =~ m{^(.*/)})[0] . 'refused.pl');

my $both = qr/__host__ __device__/;
my %names; # by file and line

open(my $said, '<', $ARGV[0]) or exit 2;
my $name; # of a declaration whose place comes next
while (<$said>) {
    if (/^(.+?):(\d+):\d+: error: (.+) function '([^']+)' cannot overload (.+) function '\4'/) {
        my ($file, $line, $here, $function, $before) = ($1, $2, $3, $4, $5);
        $names{$file}{$line}{$function} = 1 if $before =~ /^$both$/;
        $name = $here =~ /^$both$/ ? $function : undef;
    } elsif (defined $name && /^(.+?):(\d+):\d+: note: previous declaration is here/) {
        $names{$1}{$2}{$name} = 1;
        $name = undef;
    }
}
exit 2 unless %names;

rewrite_places(\%names, sub {
    my ($functions) = @_;
    my $changed = 0;
    for my $function (keys %$functions) {
        $changed += s/((?:\w+\s*::\s*)*(?<!\w)\Q$function\E\s*\()/__attribute__((host)) __attribute__((device)) $1/;
    }
    return $changed;
});
