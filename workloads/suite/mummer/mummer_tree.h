/* SPDX-License-Identifier: BSD-3-Clause */
/* Suffix tree of a DNA sequence, built on the host.
 *
 * Node 0 is the root. The edge into a node spells reference[start, end); a missing child is 0.
 * The sequence ends with TERMINATOR, which no query contains, so each suffix ends in a leaf.
 *
 * Source: E. Ukkonen, "On-line construction of suffix trees", Algorithmica 14, 1995.
 */
#ifndef SIMGPU_PROGRAMS_MUMMER_TREE_H
#define SIMGPU_PROGRAMS_MUMMER_TREE_H

#include "../common/program.h"

constexpr int LETTERS = 4; /* A, C, G, T are 0 to 3 */
constexpr unsigned char TERMINATOR = LETTERS;

struct tree_node {
    unsigned start, end;            /* of the edge into this node, in the reference */
    unsigned link;                  /* node of the same string without its first letter */
    unsigned position;              /* where the reference has this node's string */
    unsigned children[LETTERS + 1]; /* by first letter of the edge, the terminator last */
};

struct tree {
    const unsigned char *reference; /* borrowed; its last letter is TERMINATOR */
    unsigned length;                /* with the terminator */
    struct tree_node *nodes;
    unsigned node_count;
};

/* Where the construction stands: the longest suffix not yet spelled out starts below `node`, with
 * `length` letters of the edge that begins like reference[edge]. */
struct tree_cursor {
    unsigned node, edge, length;
    unsigned waiting;  /* suffixes that end at the current letter and have no leaf yet */
    unsigned unlinked; /* inner node that still needs its suffix link, 0 if none */
};

static inline unsigned tree_add(struct tree *tree, unsigned start, unsigned end, unsigned position)
{
    struct tree_node *node = &tree->nodes[tree->node_count];
    node->start = start;
    node->end = end;
    node->position = position;
    return tree->node_count++;
}

/* The suffix link of an inner node leads to the inner node reached right after it. */
static inline void tree_link(struct tree *tree, struct tree_cursor *cursor, unsigned node)
{
    if (cursor->unlinked != 0)
        tree->nodes[cursor->unlinked].link = node;
    cursor->unlinked = node;
}

/* Cuts the edge into `below` after the cursor's letters; the new node in the middle. */
static inline unsigned tree_split(struct tree *tree, struct tree_cursor *cursor, unsigned below)
{
    unsigned start = tree->nodes[below].start;
    unsigned middle = tree_add(tree, start, start + cursor->length, tree->nodes[below].position);
    tree->nodes[cursor->node].children[tree->reference[start]] = middle;
    tree->nodes[below].start += cursor->length;
    tree->nodes[middle].children[tree->reference[tree->nodes[below].start]] = below;
    return middle;
}

/* Gives the longest waiting suffix a leaf for the letter at `at`. False if it needs none, because
 * the tree spells it already. */
static inline bool tree_insert(struct tree *tree, struct tree_cursor *cursor, unsigned at)
{
    unsigned char letter = tree->reference[at];
    unsigned parent = cursor->node;
    if (cursor->length == 0)
        cursor->edge = at;
    unsigned below = tree->nodes[cursor->node].children[tree->reference[cursor->edge]];
    if (below != 0) {
        unsigned start = tree->nodes[below].start;
        if (tree->reference[start + cursor->length] == letter) {
            cursor->length++;
            if (cursor->node != 0)
                tree_link(tree, cursor, cursor->node);
            return false;
        }
        parent = tree_split(tree, cursor, below);
    }
    tree->nodes[parent].children[letter] =
        tree_add(tree, at, tree->length, at + 1 - cursor->waiting);
    if (parent != 0)
        tree_link(tree, cursor, parent);
    return true;
}

/* Moves the cursor down until its letters lie within one edge. */
static inline void tree_descend(struct tree *tree, struct tree_cursor *cursor)
{
    while (cursor->length > 0) {
        unsigned below = tree->nodes[cursor->node].children[tree->reference[cursor->edge]];
        unsigned length = tree->nodes[below].end - tree->nodes[below].start;
        if (cursor->length < length)
            return;
        cursor->node = below;
        cursor->edge += length;
        cursor->length -= length;
    }
}

/* The next shorter suffix. */
static inline void tree_shorten(struct tree *tree, struct tree_cursor *cursor, unsigned at)
{
    cursor->waiting--;
    if (cursor->node != 0) {
        cursor->node = tree->nodes[cursor->node].link;
    } else if (cursor->length > 0) {
        cursor->length--;
        cursor->edge = at + 1 - cursor->waiting;
    }
}

/* The tree borrows the reference; tree_finish() frees the rest. */
static inline void tree_init(struct tree *tree, const unsigned char *reference, unsigned length)
{
    struct tree_cursor cursor = {0, 0, 0, 0, 0};
    tree->reference = reference;
    tree->length = length;
    tree->nodes = host_array<struct tree_node>(2 * (size_t)length + 1);
    tree->node_count = 0;
    tree_add(tree, 0, 0, 0);
    for (unsigned at = 0; at < length; at++) {
        cursor.waiting++;
        cursor.unlinked = 0;
        while (cursor.waiting > 0) {
            tree_descend(tree, &cursor);
            if (!tree_insert(tree, &cursor, at))
                break;
            tree_shorten(tree, &cursor, at);
        }
    }
}

static inline void tree_finish(struct tree *tree)
{
    free(tree->nodes);
}

#endif
