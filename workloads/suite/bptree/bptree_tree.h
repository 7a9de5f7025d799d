/* SPDX-License-Identifier: BSD-3-Clause */
/* A b+tree of fixed order, built from sorted records, on the host.
 *
 * Nodes lie in one array, as large structs, level after level from the leaves; the root is the
 * last. Child i of a node holds the keys from keys[i] up to, but without, keys[i + 1]. In a leaf,
 * child i is the number of the record with key keys[i].
 *
 * Source: D. Comer, "The Ubiquitous B-Tree", ACM Computing Surveys 11(2), 1979.
 */
#ifndef SIMGPU_PROGRAMS_BPTREE_TREE_H
#define SIMGPU_PROGRAMS_BPTREE_TREE_H

#include "../common/program.h"

/* Children of a node: as many as a block has threads, so that each thread looks at one. */
enum { ORDER = 256 };

struct tree_node {
    int keys[ORDER + 1]; /* INT32_MAX after the last: what is higher does not come down here */
    int children[ORDER];
};

struct tree {
    int node_count;
    int levels;
    tree_node *nodes;
};

/* One level: `n` children with their lowest keys, spread over nodes in `nodes`. Writes each
 * node's lowest key to `lowest` (which may be `keys`); returns how many nodes. */
static inline int tree_level(tree_node *nodes, const int *keys, int first_child, int n, int *lowest)
{
    int count = (n + ORDER - 1) / ORDER;

    for (int i = 0; i < count; i++) {
        int start = (int)((long)i * n / count);
        int end = (int)((long)(i + 1) * n / count);
        for (int k = 0; k <= ORDER; k++) {
            bool used = start + k < end;
            nodes[i].keys[k] = used ? keys[start + k] : INT32_MAX;
            if (k < ORDER)
                nodes[i].children[k] = used ? first_child + start + k : 0;
        }
        lowest[i] = nodes[i].keys[0];
    }
    return count;
}

/* From `n` records with rising keys below INT32_MAX. */
static inline tree tree_build(const int *record_keys, int n)
{
    int room = 2 * (n / ORDER) + 16; /* with the levels above the leaves */
    tree t = {0, 0, host_array<tree_node>(room)};
    int *keys = host_array<int>(n);
    int first_child = 0;

    memcpy(keys, record_keys, n * sizeof(int));
    for (;;) {
        int count = tree_level(&t.nodes[t.node_count], keys, first_child, n, keys);
        /* The leftmost node of a level takes what is below all keys, too. */
        if (t.levels > 0)
            t.nodes[t.node_count].keys[0] = INT32_MIN;
        first_child = t.node_count;
        t.node_count += count;
        t.levels++;
        n = count;
        if (count == 1)
            break;
    }
    free(keys);
    return t;
}

#endif
