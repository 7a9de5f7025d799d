/* SPDX-License-Identifier: BSD-3-Clause */
/* BPT: point and range queries on a b+tree.
 *
 * One block a query, one thread a key of the node: each compares its key with the query's, and
 * the one thread whose interval fits writes where to go down. Two barriers a level; between them
 * one line after the other of a node that is 2 KB long. Queries of different blocks meet in the
 * root and part below it: sharing between blocks without a pattern, and few bytes used of many
 * fetched.
 */
#include "../common/program.h"
#include "bptree_tree.h"

enum { RECORD_MISSING = -1 };

/* What the search for one key knows; in global memory, read by all threads of its block. */
struct query_state {
    int node; /* where the search is */
    int next; /* and where it goes */
};

/* One level down: the thread whose child would hold `key` says so. */
__device__ void choose_child(const tree_node *nodes, query_state *state, int key)
{
    const tree_node *node = &nodes[state->node];

    if (node->keys[threadIdx.x] <= key && key < node->keys[threadIdx.x + 1])
        state->next = node->children[threadIdx.x];
}

/* In a leaf: the number of the record with exactly that key. */
__device__ void pick_record(const tree_node *nodes, const query_state *state, int key, int *record)
{
    const tree_node *leaf = &nodes[state->node];

    if (leaf->keys[threadIdx.x] == key)
        *record = leaf->children[threadIdx.x];
}

/* The number of the record with the query's key. `records` starts as RECORD_MISSING, the states
 * at the root. */
__global__ void find_point(const tree_node *nodes, int levels, query_state *states, const int *keys,
                           int *records)
{
    query_state *state = &states[blockIdx.x];
    int key = keys[blockIdx.x];

    for (int level = 1; level < levels; level++) {
        choose_child(nodes, state, key);
        __syncthreads();
        if (threadIdx.x == 0)
            state->node = state->next;
        __syncthreads();
    }
    pick_record(nodes, state, key, &records[blockIdx.x]);
}

/* The numbers of the first and the last record of a range, by their keys: two searches side by
 * side. */
__global__ void find_range(const tree_node *nodes, int levels, query_state *low_states,
                           query_state *high_states, const int *lows, const int *highs, int *firsts,
                           int *lasts)
{
    query_state *low_state = &low_states[blockIdx.x];
    query_state *high_state = &high_states[blockIdx.x];
    int low = lows[blockIdx.x];
    int high = highs[blockIdx.x];

    for (int level = 1; level < levels; level++) {
        choose_child(nodes, low_state, low);
        choose_child(nodes, high_state, high);
        __syncthreads();
        if (threadIdx.x == 0) {
            low_state->node = low_state->next;
            high_state->node = high_state->next;
        }
        __syncthreads();
    }
    pick_record(nodes, low_state, low, &firsts[blockIdx.x]);
    pick_record(nodes, high_state, high, &lasts[blockIdx.x]);
}

/* The number of the record with that key, by halving. */
static int reference_find(const int *keys, int n, int key)
{
    int low = 0;
    int high = n;

    while (low < high) {
        int middle = low + (high - low) / 2;
        if (keys[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < n && keys[low] == key ? low : RECORD_MISSING;
}

/* Queries for one end each, and their place on the device. */
struct query_batch {
    int n;
    int *keys;     /* on the host, as is expected */
    int *expected; /* record numbers */
    int *keys_device;
    query_state *states;
    int *records;
};

/* `keys` is handed over. */
static query_batch batch_new(const tree *t, const int *record_keys, int records, int *keys, int n)
{
    query_batch b = {n, keys, host_array<int>(n), device_copy(keys, n), NULL, device_array<int>(n)};
    query_state *at_root = host_array<query_state>(n);

    for (int i = 0; i < n; i++) {
        at_root[i].node = t->node_count - 1;
        b.expected[i] = reference_find(record_keys, records, keys[i]);
    }
    b.states = device_copy(at_root, n);
    CHECK(cudaMemset(b.records, 0xff, n * sizeof(int))); /* RECORD_MISSING */
    free(at_root);
    return b;
}

/* Returns how many answers are wrong. */
static size_t batch_finish(query_batch *b, const char *what)
{
    int *records = host_array<int>(b->n);

    copy_back(records, b->records, b->n);
    size_t wrong = count_different(what, records, b->expected, b->n);
    CHECK(cudaFree(b->keys_device));
    CHECK(cudaFree(b->states));
    CHECK(cudaFree(b->records));
    free(b->keys);
    free(b->expected);
    free(records);
    return wrong;
}

/* Half of the keys asked for exist; the others lie anywhere. */
static size_t run_points(const tree *t, const tree_node *nodes, const int *record_keys, int records,
                         int queries)
{
    uint64_t random = 2;
    int *keys = host_array<int>(queries);
    for (int i = 0; i < queries; i++)
        keys[i] = i % 2 == 0 ? record_keys[random_below(&random, records)]
                             : (int)random_below(&random, record_keys[records - 1]);

    query_batch b = batch_new(t, record_keys, records, keys, queries);
    find_point<<<queries, ORDER>>>(nodes, t->levels, b.states, b.keys_device, b.records);
    CHECK(cudaGetLastError());
    return batch_finish(&b, "point");
}

/* Ranges that begin and end with a record that exists, up to 1000 records long. */
static size_t run_ranges(const tree *t, const tree_node *nodes, const int *record_keys, int records,
                         int queries)
{
    uint64_t random = 3;
    int longest = records < 1000 ? records : 1000;
    int *lows = host_array<int>(queries);
    int *highs = host_array<int>(queries);
    for (int i = 0; i < queries; i++) {
        int length = 1 + (int)random_below(&random, longest);
        int first = (int)random_below(&random, records - length + 1);
        lows[i] = record_keys[first];
        highs[i] = record_keys[first + length - 1];
    }

    query_batch low = batch_new(t, record_keys, records, lows, queries);
    query_batch high = batch_new(t, record_keys, records, highs, queries);
    find_range<<<queries, ORDER>>>(nodes, t->levels, low.states, high.states, low.keys_device,
                                   high.keys_device, low.records, high.records);
    CHECK(cudaGetLastError());
    return batch_finish(&low, "first of range") + batch_finish(&high, "last of range");
}

int main(int argc, char **argv)
{
    int records = (int)program_argument(argc, argv, 1, "RECORDS", 100000, 1, 1L << 26);
    int queries = (int)program_argument(argc, argv, 2, "QUERIES", 600, 1, 65535);

    uint64_t random = 1;
    int *record_keys = host_array<int>(records);
    for (int i = 0, key = 0; i < records; i++) {
        key += 1 + (int)random_below(&random, 30);
        record_keys[i] = key;
    }
    tree t = tree_build(record_keys, records);
    printf("%d records, %d nodes in %d levels\n", records, t.node_count, t.levels);
    tree_node *nodes = device_copy(t.nodes, t.node_count);

    size_t wrong = run_points(&t, nodes, record_keys, records, queries);
    wrong += run_ranges(&t, nodes, record_keys, records, queries);

    CHECK(cudaFree(nodes));
    free(t.nodes);
    free(record_keys);
    return program_verdict("bptree", wrong);
}
