# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc: launches of kernels by kernels, "k<<<1, 1>>>(p);" in device code, which nvcc takes
# and clang refuses. From preprocessed text on standard input to text that clang takes; exit code 1 if
# there was no such launch.
#
# clang looks who calls a kernel, and refuses functions of the device. The body of a captured statement
# is no function to it. So the launch is made one, and clang's code has two calls for it: one says the
# configuration, the other calls the kernel. simgpu makes a launch of that call. The optimizer must not
# draw conclusions from a kernel's body about its call, so kernels are not inlined, and each begins
# with an empty assembly.
#
# Device code is what stands in braces behind the attribute device or global.
use strict;
use warnings;

local $/;
my $text = <STDIN>;
my @token;
while ($text =~ m{\G(R"([^\s()\\]{0,16})\(.*?\)\2"  # a raw string
                   |"(?:\\.|[^"\\\n])*"
                   |'(?:\\.|[^'\\\n])*'
                   |^[ \t]*\#[^\n]*
                   |\s+
                   |[A-Za-z_]\w*
                   |\d(?:[\w.]|'(?=\w))*
                   |<<<|>>>|::
                   |.)}gcxms) {
    push @token, $1;
}

sub is_blank
{
    my ($at) = @_;
    return $at >= 0 && $at < @token && $token[$at] =~ /^\s|^[ \t]*#/;
}

# The token before $at, or behind it, that is no blank.
sub before { my ($at) = @_; do { $at--; } while (is_blank($at)); return $at; }
sub behind { my ($at) = @_; do { $at++; } while (is_blank($at)); return $at; }

# From a closing bracket at $at back to the one that opens it; -1: there is none.
sub opening
{
    my ($at, $open, $close) = @_;
    my $depth = 0;
    for (; $at >= 0; $at--) {
        $depth++ if $token[$at] eq $close;
        $depth-- if $token[$at] eq $open;
        return $at if $depth == 0;
    }
    return -1;
}

# From an opening bracket at $at on to the one that closes it; -1: there is none.
sub closing
{
    my ($at) = @_;
    my ($open, $close) = ($token[$at], {'(' => ')', '[' => ']', '{' => '}'}->{$token[$at]});
    my $depth = 0;
    for (; $at < @token; $at++) {
        $depth++ if $token[$at] eq $open;
        $depth-- if $token[$at] eq $close;
        return $at if $depth == 0;
    }
    return -1;
}

# Where the expression for the kernel begins that ends before "<<<" at $at; -1: none does. It is a name,
# perhaps with scopes and template arguments, or stands in round brackets.
sub kernel_begin
{
    my ($at) = @_;
    my $first = before($at);
    return opening($first, '(', ')') if $token[$first] eq ')';
    while (1) {
        $first = before(opening($first, '<', '>')) if $token[$first] eq '>';
        return -1 if $first < 0 || $token[$first] !~ /^[A-Za-z_]/;
        my $scope = before($first);
        return $first if $scope < 0 || $token[$scope] ne '::';
        $first = before($scope);
        return $scope if $first < 0 || $token[$first] !~ /^(?:[A-Za-z_]\w*|>)$/
            || $token[$first] =~ /^(?:else|do)$/;
    }
}

# The semicolon of the launch with "<<<" at $at; -1: it is not a launch.
sub launch_end
{
    my ($at) = @_;
    while (++$at < @token && $token[$at] ne '>>>') {
        return -1 if $token[$at] =~ /^[;}]$/;
        $at = closing($at) if $token[$at] =~ /^[(\[{]$/;
        return -1 if $at < 0;
    }
    $at = behind($at);
    return -1 if $at >= @token || $token[$at] ne '(';
    $at = behind(closing($at));
    return $at < @token && $token[$at] eq ';' ? $at : -1;
}

my (%put_before, %put_behind);
my @device = (0);             # of each open brace: it holds device code
my @brackets = (0);           # of each open brace: round brackets that are open in it
my ($marked, $kernel) = (0, 0); # what has been read of a declaration has the attribute
my $launches = 0;

for my $at (0 .. $#token) {
    my $word = $token[$at];
    if ($word eq '__attribute__') {
        my $attribute = join '', grep { !/^\s/ } @token[$at + 1 .. ($at + 6 < $#token ? $at + 6 : $#token)];
        $marked = 1 if $attribute =~ /^\(\((?:device|global)\)\)/;
        if ($attribute =~ /^\(\(global\)\)/) {
            $kernel = 1;
            $put_before{$at} = '__attribute__((noinline)) ';
        }
    } elsif ($word eq '{') {
        $put_behind{$at} = ' __asm__ volatile("" ::: "memory");' if $kernel && $brackets[-1] == 0;
        push @device, $device[-1] || $marked;
        push @brackets, 0;
        ($marked, $kernel) = (0, 0);
    } elsif ($word eq '}') {
        if (@device > 1) {
            pop @device;
            pop @brackets;
        }
        ($marked, $kernel) = (0, 0);
    } elsif ($word eq ';') {
        ($marked, $kernel) = (0, 0);
    } elsif ($word eq '(') {
        $brackets[-1]++;
    } elsif ($word eq ')') {
        $brackets[-1]--;
    } elsif ($word eq '<<<' && $device[-1]) {
        my ($first, $last) = (kernel_begin($at), launch_end($at));
        next if $first < 0 || $last < 0;
        my $previous = before($first);
        next if $previous >= 0 && $token[$previous] !~ /^(?:[;{}):]|else|do)$/;
        $put_before{$first} = '_Pragma("clang __debug captured") { ' . ($put_before{$first} // '');
        $put_behind{$last} = ' }';
        $launches++;
    }
}
for my $at (0 .. $#token) {
    print $put_before{$at} // '', $token[$at], $put_behind{$at} // '';
}
exit($launches ? 0 : 1);
