/* SPDX-License-Identifier: BSD-3-Clause */
/* Orders of rows of a symmetric matrix that keep its factors small.
 *
 * Source: Cuthill, McKee, Reducing the Bandwidth of Sparse Symmetric Matrices, 1969 (reversed:
 *   George 1971); George, Liu, The Evolution of the Minimum Degree Ordering Algorithm, SIAM Review
 *   31 (1989), with degrees bounded from above; George, Nested Dissection of a Regular Finite
 *   Element Mesh, SIAM J. Numer. Anal. 10 (1973), with the middle level as the separator.
 */
#include "sparse_pattern.h"

#include <algorithm>
#include <set>

/* Nodes by distance from `root`, through nodes whose `part` is that of the root. begins: of each
 * distance, and the end. */
static int_list levels_from(const sparse_pattern &graph, int root, const int_list &part,
                            int_list *seen, int mark, int_list *begins)
{
    int_list found(1, root);
    begins->assign(1, 0);
    (*seen)[root] = mark;
    for (size_t at = 0; at < found.size();) {
        const size_t end = found.size();
        begins->push_back((int)end);
        for (; at < end; at++) {
            const int i = found[at];
            const size_t first = found.size();
            for (int e = graph.offsets[i]; e < graph.offsets[i + 1]; e++) {
                const int j = graph.indices[e];
                if (part[j] == part[root] && (*seen)[j] != mark) {
                    (*seen)[j] = mark;
                    found.push_back(j);
                }
            }
            std::stable_sort(found.begin() + (long)first, found.end(), [&](int a, int b) {
                return graph.offsets[a + 1] - graph.offsets[a] <
                       graph.offsets[b + 1] - graph.offsets[b];
            });
        }
    }
    return found;
}

/* As above, from a node that has one as far away as can be found with little work. */
static int_list levels_from_afar(const sparse_pattern &graph, int root, const int_list &part,
                                 int_list *seen, int *mark, int_list *begins)
{
    int_list found = levels_from(graph, root, part, seen, ++*mark, begins);
    for (size_t levels = 0; begins->size() > levels;) {
        levels = begins->size();
        int_list other_begins;
        int_list other = levels_from(graph, found.back(), part, seen, ++*mark, &other_begins);
        if (other_begins.size() <= levels)
            break;
        found.swap(other);
        begins->swap(other_begins);
    }
    return found;
}

static int_list reverse_cuthill_mckee(const sparse_pattern &graph)
{
    int_list order, begins, part((size_t)graph.lines, 0), seen((size_t)graph.lines, 0);
    int mark = 0;
    for (int i = 0; i < graph.lines; i++) {
        if (part[i] != 0)
            continue;
        const int_list found = levels_from_afar(graph, i, part, &seen, &mark, &begins);
        for (int j : found)
            part[j] = 1;
        order.insert(order.end(), found.begin(), found.end());
    }
    std::reverse(order.begin(), order.end());
    return order;
}

/* A row that is gone is an element: the set of those that it joins. */
struct quotient_graph {
    std::vector<std::set<int>> rows;     /* neighbours that are still there, by no element */
    std::vector<std::set<int>> elements; /* of each row */
    std::vector<int_list> members;       /* of each element */
    std::vector<char> gone;
};

static int_list joined_by(quotient_graph *q, int pivot)
{
    std::set<int> joined(q->rows[pivot].begin(), q->rows[pivot].end());
    for (int e : q->elements[pivot])
        for (int i : q->members[e])
            if (!q->gone[i])
                joined.insert(i);
    joined.erase(pivot);
    return int_list(joined.begin(), joined.end());
}

static int_list minimum_degree(const sparse_pattern &graph)
{
    const int n = graph.lines;
    quotient_graph q;
    q.rows.resize((size_t)n), q.elements.resize((size_t)n), q.members.resize((size_t)n);
    q.gone.assign((size_t)n, 0);
    int_list order, degree((size_t)n);
    std::set<std::pair<int, int>> queue;
    for (int i = 0; i < n; i++) {
        q.rows[i].insert(graph.indices.begin() + graph.offsets[i],
                         graph.indices.begin() + graph.offsets[i + 1]);
        degree[i] = (int)q.rows[i].size();
        queue.insert({degree[i], i});
    }
    while (!queue.empty()) {
        const int pivot = queue.begin()->second;
        queue.erase(queue.begin());
        order.push_back(pivot);
        q.gone[pivot] = 1;
        q.members[pivot] = joined_by(&q, pivot);
        for (int i : q.members[pivot]) {
            queue.erase({degree[i], i});
            q.rows[i].erase(pivot);
            for (int j : q.members[pivot])
                q.rows[i].erase(j);
            for (int e : q.elements[pivot])
                q.elements[i].erase(e);
            q.elements[i].insert(pivot);
            degree[i] = (int)q.rows[i].size();
            for (int e : q.elements[i])
                degree[i] += (int)q.members[e].size() - 1;
            queue.insert({degree[i], i});
        }
        for (int e : q.elements[pivot])
            int_list().swap(q.members[e]);
    }
    return order;
}

enum { SMALLEST_PART = 16 };

/* Cuts parts until they are small. `parts` has what is still to be put in order, last first. */
static int_list dissection(const sparse_pattern &graph)
{
    int_list order, part((size_t)graph.lines, 0), seen((size_t)graph.lines, 0), begins;
    std::vector<int_list> parts(1);
    int mark = 0, name = 0;
    for (int i = 0; i < graph.lines; i++)
        parts[0].push_back(i);
    while (!parts.empty()) {
        int_list nodes;
        nodes.swap(parts.back());
        parts.pop_back();
        if (nodes.size() <= (size_t)SMALLEST_PART) {
            order.insert(order.end(), nodes.rbegin(), nodes.rend());
            continue;
        }
        name++;
        for (int i : nodes)
            part[i] = name;
        const int before = mark;
        const int_list found = levels_from_afar(graph, nodes[0], part, &seen, &mark, &begins);
        int_list near, middle, far;
        const int half = (int)begins.size() / 2 - 1; /* levels before the middle one */
        if (begins.size() > 3) {
            near.assign(found.begin(), found.begin() + begins[half]);
            middle.assign(found.begin() + begins[half], found.begin() + begins[half + 1]);
            far.assign(found.begin() + begins[half + 1], found.end());
        } else
            middle = found;
        for (int i : nodes) /* what is not joined to the rest */
            if (seen[i] <= before)
                far.push_back(i);
        order.insert(order.end(), middle.rbegin(), middle.rend()); /* reversed at the end */
        if (!near.empty())
            parts.push_back(near);
        if (!far.empty())
            parts.push_back(far);
    }
    std::reverse(order.begin(), order.end());
    return order;
}

int_list pattern_order(const sparse_pattern &a, sparse_ordering how)
{
    int_list order;
    switch (how) {
    case ORDER_RCM:
        return reverse_cuthill_mckee(pattern_graph(a));
    case ORDER_MINIMUM_DEGREE:
        return minimum_degree(pattern_graph(a));
    case ORDER_DISSECTION:
        return dissection(pattern_graph(a));
    case ORDER_NONE:
        break;
    }
    for (int i = 0; i < a.lines; i++)
        order.push_back(i);
    return order;
}
