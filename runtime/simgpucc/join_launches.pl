# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc: joins the brackets of launches, "k<< <1, 1>> >(p)", which nvcc takes for
# "k<<<1, 1>>>(p)". From standard input to standard output; exit code 1 if there were none.
#
# Strings, characters, lines of the preprocessor and operator<< <T>(...) stay as they are. Three
# closing brackets of templates mean the same joined or not.
use strict;
use warnings;

local $/;
my $text = <STDIN>;
my $joined = 0;

sub join_brackets
{
    my ($brackets) = @_;
    $joined++;
    return substr($brackets, 0, 1) x 3 . "\n" x ($brackets =~ tr/\n//); # lines keep their numbers
}

$text =~ s{
    ( R"([^\s()\\]{0,16})\(.*?\)\2"   # a raw string
    | "(?:\\.|[^"\\\n])*"
    | '(?:\\.|[^'\\\n])*'
    | ^\#[^\n]*
    | \boperator\s*<<\s*<
    )
    | <<\s+<(?![<=]) | >>\s+>(?![>=])
}{defined $1 ? $1 : join_brackets($&)}gexms;
print $text;
exit($joined ? 0 : 1);
