# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc: what the scripts share that rewrite preprocessed text where clang has refused it.
use strict;
use warnings;

# The places, by file and line, of errors that the pattern matches: each a list of what the pattern's groups are, one
# list an error. Ends the script with exit code 2 if there is none.
sub refused_places
{
    my ($path, $pattern) = @_;
    my %places;
    open(my $said, '<', $path) or exit 2;
    while (<$said>) {
        my ($file, $line, @groups) = /^(.+?):(\d+):\d+: error: $pattern/ or next;
        push(@{$places{$file}{$line}}, \@groups);
    }
    exit 2 unless %places;
    return \%places;
}

# Copies the text from standard input to standard output. At each of the places, $change->(what the place has) changes
# the line, which is in $_, and says how often. Ends the script: exit code 0 if something was changed, 2 if not.
sub rewrite_places
{
    my ($places, $change) = @_;
    my ($file, $line, $changed) = ('', 0, 0);
    while (<STDIN>) {
        if (/^# (\d+) "((?:[^"\\]|\\.)*)"/) {
            ($line, $file) = ($1 - 1, $2);
        } else {
            $line++;
            my $what = $places->{$file}{$line};
            $changed += $change->($what) || 0 if $what;
        }
        print;
    }
    exit($changed ? 0 : 2);
}

1;
