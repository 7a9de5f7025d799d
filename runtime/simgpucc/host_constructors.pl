# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc lets host code make objects whose constructors are for devices only: there, a constructor runs
# its initializers, and no body. clang refuses it. Reads preprocessed text, and writes it with these constructors for
# host and device. Argument: the pass. In the host's, their bodies are empty.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

my $pass = $ARGV[0];
local $/;
my $text = <STDIN>;
my $changed = 0;
my %classes = map { $_ => 1 } $text =~ /\b(?:struct|class|union)\s+(?:__attribute__\s*\(\(.*?\)\)\s*)*+(\w+)/g;

my $round = qr/\((?:[^()]++|(??{our $round_again}))*+\)/;
our $round_again = $round;
my $curly = qr/\{(?:[^{}"']++|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(??{our $curly_again}))*+\}/;
our $curly_again = $curly;
my $specifier = qr/(?:__attribute__\(\([^()]*\)\)|inline|__inline__|__inline|explicit|constexpr)\s+/;
my $owners = qr/(?:(\w+)\s*(?:<[^<>;{}]*>)?\s*::\s*)?/;
my $initializer = qr/\s*[\w:]+\s*(?:<[^<>]*>)?\s*(?:$round|$curly)\s*(?:\.\.\.)?\s*/;

sub empty
{
    my ($head, $body) = @_;
    return $head . '{' . "\n" x ($body =~ tr/\n//) . '}'; # lines keep their numbers
}

# Text of one file of the program's.
sub for_both
{
    my ($part) = @_;
    my $result = '';
    while ($part =~ /\G(.*?)\b((?:$specifier)++)($owners(\w+))(?=\s*\()/gcs) {
        my ($before, $specifiers, $name, $owner, $class) = ($1, $2, $3, $4, $5);
        $result .= $before . $specifiers;
        if ($classes{$class} && ($owner // $class) eq $class && $specifiers =~ /\(\(device\)\)/
            && $specifiers !~ /\(\((?:host|global)\)\)/) {
            $result .= '__attribute__((host)) ';
            $changed++;
            if ($pass eq 'host'
                && $part =~ /\G(\s*$round\s*(?:noexcept\s*)?(?::$initializer(?:,$initializer)*)?)($curly)/gc) {
                $result .= $name . empty($1, $2);
                next;
            }
        }
        $result .= $name;
    }
    return $result . substr($part, pos($part) // 0);
}

# Headers of the system's, the CUDA headers among them, stay as they are.
my $is_system = 0;
for my $part (split(/^(?=# \d+ ")/m, $text)) {
    $is_system = $1 =~ /\b3\b/ if $part =~ /^# \d+ "(?:[^"\\]|\\.)*"([ \d]*)$/m;
    print $is_system ? $part : for_both($part);
}
exit($changed ? 0 : 2);
