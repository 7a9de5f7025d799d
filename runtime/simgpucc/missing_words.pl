# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc does without "template" in front of a member template's name, as in "p->f<1>(x)", and without
# "typename" in front of a type of a template's; clang asks for them. Reads preprocessed text, and writes it with these
# words. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

require(($0 =~ m{^(.*/)})[0] . 'refused.pl');

# A name as clang writes it: spaces may be elsewhere in the text.
sub pattern_of
{
    return join('\s*', map { quotemeta } $_[0] =~ /\w+|[^\w\s]/g);
}

my $member = qr/missing 'template' keyword prior to dependent template name '(\w+)'/;
my $type = qr/missing 'typename' prior to dependent type name '(.+)'/;
my $call = qr/(reference to (?:non-static member function must be called|overloaded function could not be resolved))/;

# Each place: a member's name, a type's, or that an unnamed member is called.
sub add_words
{
    my $n = 0;
    for my $place (@_) {
        my ($member, $type, $is_call) = @$place;
        if (defined $type) {
            my $name = pattern_of($type);
            $n += s/(?<![\w:])(?<!typename )(?=$name\b)/typename /;
        } else {
            my $name = $is_call ? '\w+' : $member;
            $n += s/((?:->|\.|::)\s*)(?=$name\s*<[^<>();]*(?:<[^<>();]*>[^<>();]*)*>\s*\()(?!template\b)/$1template /g;
        }
    }
    return $n;
}

rewrite_places(refused_places($ARGV[0], qr/(?:$member|$type|$call)/), sub { return add_words(@{$_[0]}) });
