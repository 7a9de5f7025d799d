# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc: variables of devices that clang takes for known to one file only: those in a namespace without a
# name, and those of a type without one. The host reaches them by their names, as in
#     namespace { __constant__ int limit = 3; }
#     cudaMemcpyToSymbol(limit, &n, sizeof n);
# but clang, which sees no host code here, drops what device code only writes, and takes the first value for good
# where it only reads.
#
# hidden_variables.pl --asks SOURCE [FOLDER...]: exit code 0 if the source, or a file that it includes by "name" (beside
# it, or in a folder), may have such variables, or asks for directives of PTX (kernel_directives.pl); 2 if not.
# hidden_variables.pl: copies clang's code from standard input, and makes these variables known. Exit code 0 if
# there were some, 2 if not.
use strict;
use warnings;

# Words of a declaration before the name, in which brackets come only behind words for attributes.
my $words = qr/(?:[^;(){}=]|\b(?:__align__|alignas|__attribute__)\s*\((?:[^()]|\([^()]*\))*\))*/;
my $device = qr/\b(?:__constant__|__device__|__managed__)\b/;

sub asks
{
    my ($path, $folders, $seen) = @_;
    return 0 if $seen->{$path}++ || !open(my $file, '<', $path);
    my $text = do { local $/; <$file> };
    return 1 if $text =~ /\b(?:__cluster_dims__|__maxnreg__)\s*\(/;
    return 1 if $text =~ /$device$words\b(?:struct|union|class)\s*\{/ || $text =~ /\}\s*$device\s+\w+\s*[;=\[]/;
    return 1 if $text =~ /\bnamespace\s*\{/ && $text =~ /$device$words[;={\[]/;
    my ($here) = $path =~ m{^(.*/)};
    while ($text =~ /^\s*#\s*include\s*"([^"]+)"/mg) {
        for my $folder ($here // '', map { "$_/" } @$folders) {
            next unless -f "$folder$1";
            return 1 if asks("$folder$1", $folders, $seen);
            last;
        }
    }
    return 0;
}

# Whether a name says that its variable is "static", or belongs to a function: clang makes these known where the host
# uses them. In a name, L before the length of a part says so.
sub is_static
{
    my ($name) = @_;
    return 1 if $name =~ /^_Z(?:L|Z)/;
    return 0 unless $name =~ /^_ZN/g;
    while ($name =~ /\G(L?)(\d+)/gc) {
        return 1 if $1;
        pos($name) += $2;
    }
    return 0;
}

if (@ARGV && shift(@ARGV) eq '--asks') {
    my $source = shift;
    exit(asks($source, \@ARGV, {}) ? 0 : 2);
}
my $found = 0;
while (<STDIN>) {
    if (/^\@("?)([\w.\$]+)\1 = internal (addrspace\([14]\)) global / && !is_static($2)) {
        s/ = internal addrspace\(([14])\) global / = dso_local addrspace($1) externally_initialized global /;
        $found = 1;
    }
    print;
}
exit($found ? 0 : 2);
