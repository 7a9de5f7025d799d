# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc: joins the brackets of launches, "k<< <1, 1>> >(p)", which nvcc takes for
# "k<<<1, 1>>>(p)", and doubles the percent sign in asm("mov.u64 %0, %globaltimer;"), which nvcc takes
# for the register. A grid or a block in braces, "k<<<1, {8, 8}>>>(p)", becomes a dim3. A shared
# variable whose constructor nvcc leaves out, a cuda::barrier, becomes a reference to aligned bytes;
# alignas, which may stand behind __shared__ there, moves before it. __device__ beside __shared__ goes. Operands of inline assembly get the
# comma that nvcc does not ask for. "#pragma unroll 0", which nvcc ignores, goes. [[...]] behind __global__ moves
# before it. From standard input to standard output; exit code 1 if there was nothing to join.
#
# Other strings, characters, lines of the preprocessor and operator<< <T>(...) stay as they are. Three
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

# A backslash in front of a comment: where the comment is gone, nvcc's second compiler joins the lines.
sub join_lines
{
    $joined++;
    return " \n";
}

# Braces of a launch's configuration that begin an argument: dim3(8, 8), as nvcc warns of narrower
# numbers and clang refuses them in braces.
sub name_braces
{
    my ($configuration) = @_;
    my ($depth, $is_named, $may_begin, $dimensions, $text) = (0, 0, 1, 2, '');
    while ($configuration =~ m{\G(\s+|"(?:\\.|[^"\\\n])*"|\w+|.)}gcs) {
        my $token = $1;
        $depth-- if $token =~ /^[)}\]]$/;
        if ($depth == 0 && $may_begin && $token eq '{') {
            $text .= $dimensions > 0 ? 'dim3(' : '(';
            $is_named = 1;
            $joined++;
        } elsif ($depth == 0 && $is_named && $token eq '}') {
            $text .= $dimensions <= 0 && $text =~ /\(\s*$/ ? '0)' : ')';
            $is_named = 0;
        } else {
            $text .= $token;
        }
        $depth++ if $token =~ /^[({\[]$/;
        $dimensions-- if $depth == 0 && $token eq ',';
        $may_begin = $token eq ',' unless $token =~ /^\s/;
    }
    return $text;
}

# An operand of inline assembly is a number, perhaps behind one letter.
sub double_percent
{
    my ($assembly) = @_;
    $joined += $assembly =~ s/(?<!%)%(?=[a-zA-Z_](?![0-9]))/%%/g;
    return $assembly;
}

$text =~ s{\b(?:__)?asm(?:__)?\b (?:\s+(?:__)?volatile(?:__)?)? \s* \( (?:\s* "(?:\\.|[^"\\\n])*")+}
    {double_percent($&)}gexs;

my $nested = qr/\((?:[^()]++|(??{our $nested_again}))*+\)/;
our $nested_again = $nested;
# nvcc takes operands of inline assembly without a comma between them, "r"(x) "l"(y).
$joined += $text =~ s{("[=+]?&?\w{1,2}"\s*$nested)(?=\s*"[=+]?&?\w{1,2}"\s*\()}{$1,}g;
# Perl finds text that begins with a word much faster than what may begin with one, so it looks for that first.
$joined += $text =~ s{
    ((?:\b(?:static|extern)\s+)? __attribute__\(\((?:shared|device|constant)\)\)) \s+ (alignas\s*$nested)
}{$2 $1}gx if $text =~ /__attribute__\(\((?:shared|device|constant)\)\)\s+alignas/;

# nvcc takes __device__ beside __shared__, which then says it all.
$joined += $text =~ s{__attribute__\(\(device\)\)\s+((?:static\s+)?__attribute__\(\(shared\)\))}{$1}g;
$joined += $text =~ s{(__attribute__\(\(shared\)\))\s+__attribute__\(\(device\)\)}{$1}g;

$joined += $text =~ s{(\n[ \t]*)\#\s*pragma\s+unroll[ \t]+\(?(?:0|-\d+)\)?[ \t]*$}{$1}gm;

# clang takes a list of attributes at the beginning of a declaration only.
$joined += $text =~ s{
    ((?:\b(?:static|inline|__inline__)\s+)* (?:__attribute__\(\(\w+\)\)\s+)*
     __attribute__\(\((?:global|device|host)\)\)\s+ (?:__attribute__\(\(\w+\)\)\s+)*)
    (\[\[[^\[\]]*\]\]) (?=\s+[\w:])
}{$2 $1}gx if $text =~ /__attribute__\(\((?:global|device|host)\)\)\s+(?:__attribute__\(\(\w+\)\)\s+)*\[\[/;

# The type, the name, the bounds of an array. Only those of libcu++ are known by their names.
sub place_shared
{
    my ($type, $name, $bounds) = @_;
    $joined++;
    return "__attribute__((shared)) __attribute__((aligned(16))) char ${name}_bytes_[sizeof($type$bounds)]; "
        . ($bounds eq ''
           ? "$type &$name = *($type *)${name}_bytes_;"
           : "$type (&$name)$bounds = *($type (*)$bounds)${name}_bytes_;");
}

$text =~ s{
    (?:\bstatic\s+)? __attribute__\(\(shared\)\) \s+ (?:\#[^\n]*\n\s*)*
    ((?:[\w:]+::)? \w*(?:barrier|pipeline_shared_state)\w* (?:\s*<[^;(){}]*>)?) \s+ (\w+) \s* ((?:\[[^\]]*\])*) \s* ;
}{place_shared($1, $2, $3)}gexs;

$text =~ s{
    ( R"([^\s()\\]{0,16})\(.*?\)\2"   # a raw string
    | "(?:\\.|[^"\\\n])*"
    | '(?:\\.|[^'\\\n])*'
    | ^\#[^\n]*
    | \boperator\s*<<\s*<
    )
    | <<\s+<(?![<=]) | >>\s+>(?![>=])
}{defined $1 ? $1 : join_brackets($&)}gexms;
$text =~ s{
    ( R"([^\s()\\]{0,16})\(.*?\)\2"
    | "(?:\\.|[^"\\\n])*"
    | '(?:\\.|[^'\\\n])*'
    | ^\#[^\n]*
    )
    | \\[ \t]*\n
    | <<<((?:(?!>>>)[^;])*)>>>
}{defined $1 ? $1 : defined $3 ? '<<<' . name_braces($3) . '>>>' : join_lines()}gexms;
print $text;
exit($joined ? 0 : 1);
