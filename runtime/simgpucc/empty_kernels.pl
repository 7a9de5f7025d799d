# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc doesn't look into kernels where it compiles for the host: they may use what a source declares
# for devices only. clang does. Reads preprocessed text of the host's part, and writes it with empty kernels.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

local $/;
my $text = <STDIN>;
my $token = qr/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[(){};]|\w+|[^\w"'(){};]+|./s;
my ($result, $depth, $changed) = ('', 0, 0);
my $state = 'outside'; # of a kernel: outside, head, body
my $braces = 0;        # open ones of a body

# $_[0]: text. Whether its last line ends within a string.
sub is_in_string
{
    my ($line) = $_[0] =~ /([^\n]*)\z/;
    return ($line =~ s/\\.|'"'//gr =~ tr/"//) % 2;
}

pos($text) = 0;
while (1) {
    if ($state eq 'outside') {
        my $from = pos($text);
        $text =~ /\b__attribute__\s*\(\(\s*global\s*\)\)/gc or last;
        my $passed = substr($text, $from, pos($text) - $from);
        $result .= $passed;
        $state = 'head' unless is_in_string(substr($passed, 0, length($passed) - length($&)));
        $depth = 0;
        next;
    }
    last unless $text =~ /\G($token)/gc;
    my $word = $1;
    if ($state eq 'body') {
        $braces += ($word eq '{') - ($word eq '}');
        $result .= $word =~ tr/\n//dcr if $braces > 0; # lines keep their numbers
        next if $braces > 0;
        $state = 'outside';
    } else {
        $depth += ($word eq '(') - ($word eq ')');
        if ($depth == 0 && $word eq ';') {
            $state = 'outside';
        } elsif ($depth == 0 && $word eq '{') {
            ($state, $braces) = ('body', 1);
            $changed++;
        }
    }
    $result .= $word;
}
print $result, substr($text, pos($text));
exit($changed ? 0 : 2);
