#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# pages.pl SOURCE MANUAL: the manual has each Markdown page of the tree, in its navigation too; what its pages link to or
# load is there, and nothing is loaded from a network.
use strict;
use warnings;
use File::Basename;
use File::Find;

my ($root, $manual) = @ARGV;
my (@sources, @pages, %ids, %text);
my $bad = 0;

sub wrong { print "@_\n"; $bad = 1 }

find({wanted => sub {
    $File::Find::prune = 1 if -d && $_ ne '.' && (/^\./ || /^(build|obj-|debian$)/ || $_ eq 'shared');
    push @sources, $File::Find::name =~ s/^\Q$root\E\///r if /\.md$/ && -f;
}}, $root);
find(sub { push @pages, $File::Find::name =~ s/^\Q$manual\E\///r if /\.html$/ }, $manual);

for my $page (@pages) {
    open my $in, '<', "$manual/$page" or die "$page: $!\n";
    local $/;
    $text{$page} = <$in>;
    $ids{$page}{$1} = 1 while $text{$page} =~ /\b(?:id|name)="([^"]+)"/g;
}
for my $source (@sources) {
    my $page = $source =~ s/\.md$/.html/r;
    wrong("$source is not in the manual") unless $text{$page};
    wrong("$source is not in the navigation") unless $page eq 'README.html' || $text{'README.html'} =~ /class="reference internal" href="\Q$page\E"/;
}
for my $page (@pages) {
    while ($text{$page} =~ /<(\w+)[^>]*?\s(href|src)="([^"]*)"/g) {
        my ($element, $target) = ($1, $3);
        if ($target =~ m{^(\w+:|//)}) {
            wrong("$page loads $target") if $element ne 'a' && $target !~ /^data:/;
            next;
        }
        my ($file, $anchor) = split /#/, $target, 2;
        $file = defined $file ? $file =~ s/\?.*//r : '';
        my $path = $file eq '' ? $page : dirname($page) . "/$file";
        1 while $path =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
        $path =~ s{(^|/)(\./)+}{$1}g;
        wrong("$page: there is no $target") unless -e "$manual/$path";
        wrong("$page: $path has no #$anchor") if $anchor && $ids{$path} && !$ids{$path}{$anchor};
    }
}
die "only " . @pages . " pages\n" if @pages < 50;
exit $bad;
