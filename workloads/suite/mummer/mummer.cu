/* SPDX-License-Identifier: BSD-3-Clause */
/* MUM: for every position of every query, the longest piece of the query from there on that the
 * reference contains, found in a suffix tree of the reference.
 *
 * A thread walks its own query through the tree. Each step loads a node whose address comes from
 * the last node (pointer chasing), and 32 lanes are at 32 unrelated places of the tree: a load
 * touches up to 32 lines, little of a line is used, and lanes whose match ends early wait for the
 * others. Nodes, children and reference are textures, so this load falls on the texture cache. Each
 * thread reads its query, and stores its matches, from an address of its own: one line a lane.
 *
 * Source: M. Schatz, C. Trapnell, A. Delcher, A. Varshney, "High-throughput sequence alignment
 *   using graphics processing units", BMC Bioinformatics 8:474, 2007: one thread a query, tree and
 *   reference in textures, nodes apart from their children, suffix links from one position to the
 *   next.
 * Differs: nodes lie row by row in order of construction, not reordered into square tiles.
 */
#include "../common/texture.h"
#include "mummer_reference.h"
#include "mummer_tree.h"

constexpr int BLOCK = 256;
constexpr int ROW = 1024;           /* nodes in a row of a texture */
constexpr int QUERY_LENGTH = 32;    /* letters, ASSUMED: a short read */
constexpr unsigned ERROR_RATE = 24; /* one letter in that many of a query is wrong, ASSUMED */

/* What the device sees of the tree. */
struct device_tree {
    cudaTextureObject_t nodes;     /* x start, y end, z link, w position */
    cudaTextureObject_t children;  /* by letter */
    cudaTextureObject_t reference; /* a byte a letter */
};

/* How far a match has come: `matched` letters, of which `depth` lead to `node` and the others lie
 * on the edge to `below` (the node itself when there are none). */
struct place {
    unsigned node;
    int depth;
    unsigned below;
    int matched;
};

__device__ uint4 fetch(cudaTextureObject_t texture, unsigned node)
{
    return tex2D<uint4>(texture, (float)(node % ROW) + 0.5f, (float)(node / ROW) + 0.5f);
}

__device__ unsigned child(uint4 children, unsigned char letter)
{
    unsigned low = letter & 1 ? children.y : children.x;
    unsigned high = letter & 1 ? children.w : children.z;
    return letter & 2 ? high : low;
}

/* Letters of the edge that match the query, at least `known`, at most `rest`. */
__device__ int compare_edge(const struct device_tree &tree, uint4 edge, const unsigned char *query,
                            int known, int rest)
{
    int length = min((int)(edge.y - edge.x), rest);
    int same = min(known, length);
    while (same < length &&
           tex1Dfetch<unsigned char>(tree.reference, (int)edge.x + same) == query[same])
        same++;
    return same;
}

/* Walks down from place->node as long as the query, of which `rest` letters are left, agrees. The
 * first place->matched letters are known to agree and are only counted. */
__device__ void extend(const struct device_tree &tree, const unsigned char *query, int rest,
                       struct place *place)
{
    place->below = place->node;
    while (place->depth < rest) {
        unsigned below = child(fetch(tree.children, place->node), query[place->depth]);
        if (below == 0)
            break;
        uint4 edge = fetch(tree.nodes, below);
        int same = compare_edge(tree, edge, query + place->depth, place->matched - place->depth,
                                rest - place->depth);
        place->matched = max(place->matched, place->depth + same);
        place->below = below;
        if (same < (int)(edge.y - edge.x))
            break;
        place->node = below;
        place->depth += same;
    }
}

/* Thread of a query: the longest match at each of its positions, x where in the reference, y how
 * long. The suffix link spares it to begin at the root again. */
__global__ void match_queries(struct device_tree tree, const unsigned char *queries, int2 *matches,
                              int count)
{
    int index = blockIdx.x * BLOCK + threadIdx.x;
    if (index >= count)
        return;
    const unsigned char *query = queries + (size_t)index * QUERY_LENGTH;
    int2 *result = matches + (size_t)index * QUERY_LENGTH;
    struct place place = {0, 0, 0, 0};

    for (int start = 0; start < QUERY_LENGTH; start++) {
        extend(tree, query + start, QUERY_LENGTH - start, &place);
        result[start] = make_int2((int)fetch(tree.nodes, place.below).w, place.matched);
        if (place.node != 0) {
            place.node = fetch(tree.nodes, place.node).z;
            place.depth--;
        }
        place.matched = max(place.matched - 1, 0);
    }
}

/* Random letters and, as in real genomes, repeats of what was there before. */
static void make_reference(unsigned char *reference, unsigned length)
{
    uint64_t state = 6;
    for (unsigned i = 0; i < length - 1;) {
        unsigned copied = i > 64 && random_below(&state, 64) == 0 ? 32 : 0;
        unsigned from = copied > 0 ? random_below(&state, i - copied) : 0;
        for (unsigned k = 0; k < copied && i < length - 1; k++)
            reference[i++] = reference[from + k];
        if (i < length - 1)
            reference[i++] = (unsigned char)random_below(&state, LETTERS);
    }
    reference[length - 1] = TERMINATOR;
}

/* Pieces of the reference with reading errors. */
static void make_queries(unsigned char *queries, int count, const unsigned char *reference,
                         unsigned length)
{
    uint64_t state = 7;
    for (int i = 0; i < count; i++) {
        unsigned from = random_below(&state, length - 1 - QUERY_LENGTH);
        for (int k = 0; k < QUERY_LENGTH; k++) {
            bool error = random_below(&state, ERROR_RATE) == 0;
            queries[i * QUERY_LENGTH + k] =
                error ? (unsigned char)random_below(&state, LETTERS) : reference[from + k];
        }
    }
}

/* The matches of all queries by the kernel. */
static void device_match(const struct tree *tree, const unsigned char *queries, int2 *matches,
                         int count)
{
    unsigned rows = (tree->node_count + ROW - 1) / ROW;
    uint4 *nodes = host_array<uint4>((size_t)rows * ROW);
    uint4 *children = host_array<uint4>((size_t)rows * ROW);
    for (unsigned i = 0; i < tree->node_count; i++) {
        const struct tree_node *node = &tree->nodes[i];
        nodes[i] = make_uint4(node->start, node->end, node->link, node->position);
        children[i] =
            make_uint4(node->children[0], node->children[1], node->children[2], node->children[3]);
    }
    struct bound_texture node_texture = texture_2d(nodes, ROW, rows);
    struct bound_texture child_texture = texture_2d(children, ROW, rows);
    struct bound_texture reference = texture_1d(tree->reference, tree->length);
    struct device_tree device = {node_texture.object, child_texture.object, reference.object};
    size_t letters = (size_t)count * QUERY_LENGTH;
    unsigned char *device_queries = device_copy(queries, letters);
    int2 *device_matches = device_array<int2>(letters);

    match_queries<<<(count + BLOCK - 1) / BLOCK, BLOCK>>>(device, device_queries, device_matches,
                                                          count);
    CHECK(cudaGetLastError());
    copy_back(matches, device_matches, letters);
    texture_free(node_texture);
    texture_free(child_texture);
    texture_free(reference);
    CHECK(cudaFree(device_queries));
    CHECK(cudaFree(device_matches));
    free(nodes);
    free(children);
}

int main(int argc, char **argv)
{
    int count = (int)program_argument(argc, argv, 1, "QUERIES", 4096, 1, 1 << 20);
    unsigned length =
        (unsigned)program_argument(argc, argv, 2, "REFERENCE", 32768, 2 * QUERY_LENGTH, 1 << 22) +
        1;
    unsigned char *reference = host_array<unsigned char>(length);
    unsigned char *queries = host_array<unsigned char>((size_t)count * QUERY_LENGTH);
    int2 *matches = host_array<int2>((size_t)count * QUERY_LENGTH);
    make_reference(reference, length);
    make_queries(queries, count, reference, length);

    struct tree tree;
    tree_init(&tree, reference, length);
    device_match(&tree, queries, matches, count);
    size_t wrong = count_wrong_matches(reference, length, queries, matches, count, QUERY_LENGTH);

    tree_finish(&tree);
    free(reference);
    free(queries);
    free(matches);
    return program_verdict("mummer", wrong);
}
