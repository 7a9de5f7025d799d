# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc: __cluster_dims__(x, y, z) and __maxnreg__(n), for which clang has no word, become directives of PTX.
# host_defines.h makes annotations of them, which clang keeps in its own code.
#
# kernel_directives.pl CODE: copies PTX from standard input, with the directives that clang's code asks for. Exit code 0
# if it asks for some, 2 if not.
use strict;
use warnings;

my (%text, %numbers, %asked); # of constants by name; of kernels
open(my $code, '<', $ARGV[0]) or exit 2;
while (<$code>) {
    $text{$1} = $2 if /^(\@[\w.]+) = private .*constant \[\d+ x i8\] c"(simgpu\.\w+)\\00"/;
    $numbers{$1} = $2 if /^(\@[\w.]+) = private .*constant \{ [i\d, ]+\} \{ (i\d+ [^}]+) \}/;
    next unless /^\@llvm\.global\.annotations = /;
    # Each names four things: kernel, text, file, arguments.
    my @names = /(\@[\w.\$]+|\bnull\b)/g;
    shift(@names); # its own
    while (my ($kernel, $what, undef, $arguments) = splice(@names, 0, 4)) {
        $kernel =~ s/^\@//;
        ($what, $arguments) = ($text{$what} // '', $numbers{$arguments // ''} // '');
        my @values = $arguments =~ /i\d+ (\d+)/g or next;
        push(@values, 1) while @values < 3;
        $asked{$kernel} .= ".explicitcluster\n.reqnctapercluster $values[0], $values[1], $values[2]\n"
            if $what eq 'simgpu.cluster';
        $asked{$kernel} .= ".maxnreg $values[0]\n" if $what eq 'simgpu.registers';
    }
}
my $kernel = '';
while (<STDIN>) {
    $kernel = $1 if /\.entry\s+([\w\$]+)/;
    print $asked{$kernel} if /^\{/ && $asked{$kernel};
    $kernel = '' if /^(?:\{|;)/ || /\.func\b/;
    print;
}
exit(%asked ? 0 : 2);
