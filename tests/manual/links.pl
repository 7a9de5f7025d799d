#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# links.pl SOURCE: every link of a Markdown page to the tree leads to a file, a folder or a heading that is there.
use strict;
use warnings;
use File::Basename;
use File::Find;

my $root = shift;
my (@pages, %anchors, $bad);
find({wanted => sub {
    $File::Find::prune = 1 if -d && $_ ne '.' && (/^\./ || /^(build|obj-)/ || $_ eq 'shared');
    push @pages, $File::Find::name =~ s/^\Q$root\E\///r if /\.md$/ && -f;
}}, $root);

# The lines of a page without those of code between fences.
sub prose {
    my ($page) = @_;
    open my $in, '<:encoding(UTF-8)', "$root/$page" or die "$page: $!\n";
    my ($fenced, @lines) = (0);
    while (<$in>) {
        $fenced = !$fenced, next if /^\s*```/;
        push @lines, $_ unless $fenced || /^    /;
    }
    return @lines;
}

# What servers of Git make of headings.
sub anchors_of {
    my ($page) = @_;
    return $anchors{$page} //= do {
        my (%known, %times);
        for (prose($page)) {
            next unless /^#+\s+(.*?)\s*$/;
            my $anchor = lc $1;
            $anchor =~ s/\[([^\]]*)\]\([^)]*\)/$1/g;
            $anchor =~ s/[^\w\- ]//g;
            $anchor =~ s/ /-/g;
            my $before = $times{$anchor}++;
            $known{$before ? "$anchor-$before" : $anchor} = 1;
        }
        \%known;
    };
}

my $links = 0;
for my $page (@pages) {
    my $text = join '', prose($page);
    $text =~ s/`[^`]*`//g;
    while ($text =~ /\]\(([^)\s]+)[^)]*\)/g) {
        my ($target, $anchor) = split /#/, $1, 2;
        next if $target =~ /^[a-z]+:/;
        $links++;
        my $path = $target eq '' ? $page : dirname($page) . "/$target";
        1 while $path =~ s{(^|/)(?!\.\./)[^/]+/\.\./}{$1};
        $path =~ s{(^|/)(\./)+}{$1}g;
        if (!-e "$root/$path") {
            print "$page: there is no $target\n";
            $bad = 1;
        } elsif (defined $anchor && $path =~ /\.md$/ && !anchors_of($path)->{$anchor}) {
            print "$page: $target has no heading #$anchor\n";
            $bad = 1;
        }
    }
}
die "only $links links on " . @pages . " pages\n" if $links < 100;
exit($bad ? 1 : 0);
