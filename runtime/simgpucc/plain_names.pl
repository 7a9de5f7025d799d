# SPDX-License-Identifier: BSD-3-Clause
# Part of simgpucc. nvcc takes a definition that names the arguments of a function template behind its name, as in
# "template <class T> void f<T>(int) {}", for one of the template itself; clang refuses it. Reads preprocessed text,
# and writes it without these arguments. Argument: what clang said.
# Exit code: 0 if it changed something, 2 if not.
use strict;
use warnings;

require(($0 =~ m{^(.*/)})[0] . 'refused.pl');

rewrite_places(refused_places($ARGV[0], qr/function template partial specialization is not allowed/),
    sub { return s/(\b\w+)\s*<[^<>()]*>(?=\s*\()/$1/ });
