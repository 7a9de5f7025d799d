# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc looks at the default argument of a template's function where a call needs it, so it takes
# "template <class T> void f(T x, E &e = E());"; clang looks at once, and refuses to bind e to a temporary object. Reads
# preprocessed text, and writes it with an object that stays. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

require(($0 =~ m{^(.*/)})[0] . 'refused.pl');

my $refused = qr/non-const lvalue reference to type '(.+)' cannot bind to a temporary of type/;
rewrite_places(refused_places($ARGV[0], $refused), sub {
    my $n = 0;
    for my $place (@{$_[0]}) {
        my ($type) = @$place;
        $n += s/=\s*\Q$type\E\s*(\(\s*\)|\{\s*\})(?=\s*[,)])/= *new $type$1/;
    }
    return $n;
});
