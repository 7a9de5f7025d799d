/* SPDX-License-Identifier: BSD-3-Clause */
/* Malformed workload files: a good one, changed in one place, must fail with the place and the
 * reason. */
#include "tests/workloads/loader/data/loader_fixture.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char good[] =
    "{\"name\": \"test\", \"description\": \"d\",\n"
    " \"modules\": {\"main\": {\"ptx\": \"main.ptx\"}},\n"
    " \"scalars\": {\"n\": 16, \"two_n\": \"2 * n\", \"alpha\": 1.5},\n"
    " \"graphs\": {\n"
    "  \"g\": {\"kind\": \"uniform\", \"vertices\": \"n\", \"degree\": 4, \"seed\": 7},\n"
    "  \"r\": {\"kind\": \"rmat\", \"vertices\": 32, \"edges\": 40, \"seed\": 3,\n"
    "        \"a\": 0.5, \"b\": 0.2, \"c\": 0.1}},\n"
    " \"buffers\": {\n"
    "  \"rows\": {\"type\": \"s32\", \"init\": {\"csr\": {\"graph\": \"g\", \"part\": "
    "\"offsets\"}}},\n"
    "  \"x\": {\"type\": \"f32\", \"count\": \"n\",\n"
    "        \"init\": {\"uniform\": {\"seed\": 2, \"min\": -1, \"max\": 1}}},\n"
    "  \"y\": {\"type\": \"f32\", \"count\": \"n+0\", \"init\": \"zero\"},\n"
    "  \"z\": {\"type\": \"f64\", \"count\": 9,\n"
    "        \"init\": {\"normal\": {\"seed\": 5, \"mean\": 0, \"deviation\": 2}}},\n"
    "  \"level\": {\"type\": \"s32\", \"count\": 10,\n"
    "        \"init\": {\"fill\": {\"value\": -7, \"except\": [{\"index\": 1, \"value\": 8}]}}},\n"
    "  \"ids\": {\"type\": \"u8\", \"count\": 11, \"init\": {\"iota\": {\"start\": 5, \"step\": "
    "25}}},\n"
    "  \"data\": {\"type\": \"u16\", \"count\": 4, \"init\": {\"file\": \"data.bin\"}}},\n"
    " \"steps\": [\n"
    "  {\"write\": {\"buffer\": \"level\", \"value\": 3, \"index\": 2}},\n"
    "  {\"launch\": {\"kernel\": \"copy\", \"module\": \"main\", \"grid\": [\"n\", 2],\n"
    "    \"block\": [64, 4], \"shared_bytes\": 100, \"registers\": 20,\n"
    "    \"args\": [\"x\", \"y + 4\", \"n\"]}},\n"
    "  {\"repeat\": {\"count\": 13, \"steps\": [\n"
    "    {\"launch\": {\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []}}]}},\n"
    "  {\"do_while\": {\"buffer\": \"ids\", \"index\": 6, \"max_iterations\": 99,\n"
    "    \"steps\": [{\"write\": {\"buffer\": \"ids\", \"value\": 0}}]}}],\n"
    " \"checks\": [\n"
    "  {\"buffer\": \"y\", \"equals\": \"x\", \"absolute\": 0.25, \"relative\": 0.125},\n"
    "  {\"buffer\": \"z\", \"checksum\": \"fnv1a64:0123456789abcdef\"},\n"
    "  {\"buffer\": \"y\", \"reference\": {\"library\": \"loader_reference\",\n"
    "                                 \"function\": \"doubled\"}}],\n"
    " \"policies\": {\"warp_scheduler\": \"gto\"}}\n";

struct change {
    const char *old, *new; /* old occurs once in the good file */
    const char *path, *message;
};

static const struct change changes[] = {
    /* structure */
    {"\"description\": \"d\",\n", "", "the top level", "member \"description\" is missing"},
    {"\"description\"", "\"descripton\"", "the top level",
     "unknown member \"descripton\"; known: name, description, modules, scalars, graphs, buffers, "
     "steps, checks, policies"},
    {"\"name\": \"test\"", "\"name\": 5", "name", "expected a string, found an integer"},
    {"\"name\": \"test\"", "\"name\": \"\"", "name", "must not be empty"},
    {"{\"main\": {\"ptx\": \"main.ptx\"}}", "[]", "modules", "expected an object, found an array"},
    {"{\"main\": {\"ptx\": \"main.ptx\"}}", "{}", "modules", "expected at least one module"},
    /* modules */
    {"{\"ptx\": \"main.ptx\"}", "{\"ptx\": \"main.ptx\", \"cuda\": \"main.cu\"}", "modules.main",
     "\"cuda\" and \"ptx\" exclude each other"},
    {"{\"ptx\": \"main.ptx\"}", "{}", "modules.main",
     "expected one of the members cuda, opencl, ptx"},
    {"{\"ptx\": \"main.ptx\"}", "{\"cuda\": \"main.cl\"}", "modules.main.cuda",
     "expected a file name that ends in .cu, found \"main.cl\""},
    {"{\"ptx\": \"main.ptx\"}", "{\"cuda\": \"other.cu\"}", "modules.main",
     "other.ptx is missing; the build makes it from other.cu; looked for: "},
    {"{\"ptx\": \"main.ptx\"}", "{\"ptx\": \"other.ptx\"}", "modules.main",
     "other.ptx is not there; looked for: "},
    {"{\"main\": {\"ptx\"", "{\"my module\": {\"ptx\"", "modules", "\"my module\" is no name"},
    /* scalars and expressions */
    {"\"n\": 16", "\"n\": true", "scalars.n", "expected a number or an expression, found true"},
    {"\"n\": 16", "\"n\": [16]", "scalars.n", "expected a number or an expression, found an array"},
    {"\"n\": 16", "\"n\": \"two_n\"", "scalars.n", "scalar \"two_n\" is not known before this one"},
    {"\"n\": 16", "\"n\": \"n\"", "scalars.n", "scalar \"n\" is not known before this one"},
    {"\"2 * n\"", "\"2 * m\"", "scalars.two_n",
     "there is no scalar \"m\" (known: n, two_n, alpha) in \"2 * m\""},
    {"\"2 * n\"", "\"2 * (n\"", "scalars.two_n", "expected ')' at the end in \"2 * (n\""},
    {"\"2 * n\"", "\"n / (n - 16)\"", "scalars.two_n", "division by zero"},
    {"\"2 * n\"", "\"n << 62\"", "scalars.two_n", "64-bit overflow"},
    {"\"2 * n\"", "\"\"", "scalars.two_n", "must not be empty"},
    {"\"two_n\": \"2 * n\", \"alpha\": 1.5", "\"alpha\": 1.5, \"two_n\": \"2 * alpha\"",
     "scalars.two_n", "scalar \"alpha\" is a real number, and expressions are integer"},
    {"\"two_n\":", "\"min\":", "scalars", "\"min\" is the name of a function"},
    {"\"two_n\":", "\"2n\":", "scalars", "\"2n\" is no name"},
    /* graphs */
    {"\"kind\": \"uniform\"", "\"kind\": \"random\"", "graphs.g.kind",
     "unknown kind \"random\"; known: uniform, rmat"},
    {"\"kind\": \"uniform\", ", "", "graphs.g", "member \"kind\" is missing"},
    {"\"degree\": 4", "\"edges\": 4", "graphs.g",
     "unknown member \"edges\"; known: kind, vertices, degree, seed"},
    {"\"degree\": 4", "\"degree\": 17", "graphs.g.degree", "expected 0 to 16, found 17"},
    {"\"seed\": 7", "\"seed\": -1", "graphs.g.seed", "expected 0 to 9223372036854775807, found -1"},
    {"\"vertices\": 32", "\"vertices\": 33", "graphs.r.vertices",
     "an rmat graph needs a power of two, found 33"},
    {"\"vertices\": 32", "\"vertices\": 32.5", "graphs.r.vertices",
     "expected an integer, found the real number 32.5"},
    {"\"edges\": 40", "\"edges\": 3000000000", "graphs.r.edges", "expected 0 to 2147483647"},
    {"\"a\": 0.5", "\"a\": 0.75", "graphs.r", "a + b + c = 1.05 exceeds 1"},
    {"\"a\": 0.5", "\"a\": -0.5", "graphs.r.a", "expected 0 to 1, found -0.5"},
    {", \"c\": 0.1", "", "graphs.r", "member \"c\" is missing"},
    /* buffers */
    {"\"x\": {\"type\"", "\"n\": {\"type\"", "buffers.n", "there is a scalar of this name, too"},
    {"\"type\": \"u16\"", "\"type\": \"f16\"", "buffers.data.type",
     "unknown type \"f16\"; known: u8, s8, u16, s16, u32, s32, u64, s64, f32, f64"},
    {"\"count\": \"n\",\n", "", "buffers.x", "member \"count\" is missing"},
    {"\"type\": \"s32\", \"init\"", "\"type\": \"s32\", \"count\": 17, \"init\"", "buffers.rows",
     "leave \"count\" out: the graph sets it"},
    {"\"n+0\"", "\"n-16\"", "buffers.y.count", "expected 1 to 274877906944, found 0"},
    {"\"n+0\"", "\"n*1000000000000\"", "buffers.y.count", "expected 1 to"},
    {"\"zero\"", "\"zeros\"", "buffers.y.init",
     "unknown initialiser \"zeros\"; expected \"zero\" or an object"},
    {"\"zero\"", "0", "buffers.y.init", "expected an object, found an integer"},
    {"{\"uniform\":", "{\"unifrom\":", "buffers.x.init",
     "unknown member \"unifrom\"; known: csr, uniform, normal, fill, iota, file"},
    {"\"graph\": \"g\"", "\"graph\": \"G\"", "buffers.rows.init.csr.graph",
     "there is no graph \"G\"; known: g, r"},
    {"\"part\": \"offsets\"", "\"part\": \"rows\"", "buffers.rows.init.csr.part",
     "unknown part \"rows\"; known: offsets, columns"},
    {"\"type\": \"s32\", \"init\"", "\"type\": \"s16\", \"init\"", "buffers.rows.init.csr",
     "a graph needs type s32, u32, s64 or u64, not s16"},
    {"\"degree\": 4, \"seed\": 7}", "\"degree\": 0, \"seed\": 7}", NULL, NULL},
    {"\"max\": 1}", "\"max\": -2}", "buffers.x.init.uniform", "min exceeds max"},
    {"\"max\": 1}", "\"max\": 1e39}", "buffers.x.init.uniform.max", "beyond the range of f32"},
    {"\"deviation\": 2", "\"deviation\": -2", "buffers.z.init.normal.deviation",
     "a deviation must not be negative"},
    {"\"type\": \"f64\"", "\"type\": \"u64\"", "buffers.z.init.normal",
     "needs type f32 or f64, not u64"},
    {"\"value\": -7", "\"value\": 2147483648", "buffers.level.init.fill.value",
     "2147483648 does not fit s32 (-2147483648 to 2147483647)"},
    {"\"value\": -7", "\"value\": \"alpha\"", "buffers.level.init.fill.value",
     "s32 takes integers, found the real number 1.5"},
    {"{\"index\": 1,", "{\"index\": 10,", "buffers.level.init.fill.except[0].index",
     "expected 0 to 9, found 10"},
    {"{\"index\": 1, \"value\": 8}", "1", "buffers.level.init.fill.except[0]",
     "expected an object, found an integer"},
    {"\"step\": 25", "\"step\": 26", "buffers.ids.init.iota",
     "the last element: 265 does not fit u8 (0 to 255)"},
    {"\"step\": 25", "\"step\": 9000000000000000000", "buffers.ids.init.iota", "64-bit overflow"},
    {"\"data.bin\"", "\"none.bin\"", "buffers.data.init.file", "there is no file "},
    {"\"count\": 4", "\"count\": 5", "buffers.data.init.file", "has 8 bytes, the buffer 10"},
    /* steps */
    {"{\"write\": {\"buffer\": \"level\"", "{\"wirte\": {\"buffer\": \"level\"", "steps[0]",
     "unknown member \"wirte\"; known: write, launch, repeat, do_while"},
    {"\"buffer\": \"level\"", "\"buffer\": \"levels\"", "steps[0].write.buffer",
     "there is no buffer \"levels\"; known: rows, x, y, z, level, ids, data"},
    {"\"value\": 3", "\"value\": 3.5", "steps[0].write.value",
     "s32 takes integers, found the real number 3.5"},
    {"\"index\": 2", "\"index\": -1", "steps[0].write.index", "expected 0 to 9, found -1"},
    {"\"kernel\": \"copy\"", "\"kernel\": \"cpoy\"", "steps[1].launch",
     "there is no kernel \"cpoy\""},
    {"\"module\": \"main\"", "\"module\": \"mian\"", "steps[1].launch.module",
     "there is no module \"mian\"; known: main"},
    {"{\"main\": {\"ptx\": \"main.ptx\"}}",
     "{\"main\": {\"ptx\": \"main.ptx\"}, \"other\": {\"ptx\": \"main.ptx\"}}",
     "steps[2].repeat.steps[0].launch",
     "member \"module\" is missing; there are several: main, other"},
    {"[\"n\", 2]", "[]", "steps[1].launch.grid", "expected at least 1 entry, found 0"},
    {"[\"n\", 2]", "[1, 1, 1, 1]", "steps[1].launch.grid", "expected at most 3 entries, found 4"},
    {"[\"n\", 2]", "8", "steps[1].launch.grid", "expected an array, found an integer"},
    {"[\"n\", 2]", "[\"n\", 65536]", "steps[1].launch.grid[1]", "expected 1 to 65535, found 65536"},
    {"[\"n\", 2]", "[\"1 << 31\"]", "steps[1].launch.grid[0]", "expected 1 to 2147483647"},
    {"[64, 4]", "[64, 0]", "steps[1].launch.block[1]", "expected 1 to 1024, found 0"},
    {"[64, 4]", "[1, 1, 65]", "steps[1].launch.block[2]", "expected 1 to 64, found 65"},
    {"[64, 4]", "[64, 17]", "steps[1].launch", "a block of 1088 threads; at most 1024"},
    {"\"block\": [32]", "\"block\": [65]", "steps[2].repeat.steps[0].launch",
     "a block of 65 threads; kernel \"small\" allows 64 (.maxntid)"},
    {"\"shared_bytes\": 100", "\"shared_bytes\": -1", "steps[1].launch.shared_bytes",
     "expected 0 to 2147483647, found -1"},
    {"\"registers\": 20", "\"registers\": 256", "steps[1].launch.registers",
     "expected 1 to 255, found 256"},
    {"\"count\": 13", "\"count\": 0", "steps[2].repeat.count", "expected 1 to"},
    {"\"index\": 6", "\"index\": 11", "steps[3].do_while.index", "expected 0 to 10, found 11"},
    {"\"buffer\": \"ids\", \"index\"", "\"buffer\": \"x\", \"index\"", "steps[3].do_while.buffer",
     "the deciding element must be an integer; \"x\" is f32"},
    {", \"max_iterations\": 99", "", "steps[3].do_while", "member \"max_iterations\" is missing"},
    {"[{\"write\": {\"buffer\": \"ids\", \"value\": 0}}]", "[]", "steps[3].do_while.steps",
     "expected at least 1 entry, found 0"},
    {"{\"buffer\": \"ids\", \"value\": 0}", "null", "steps[3].do_while.steps[0].write",
     "expected an object, found null"},
    /* arguments */
    {"\"y + 4\", \"n\"", "\"n\"", "steps[1].launch.args",
     "2 arguments, but kernel \"copy\" has 3 parameters: source, target, n"},
    {"\"y + 4\"", "\"w\"", "steps[1].launch.args[1]",
     "parameter 1 (target): there is no buffer or scalar \"w\"; buffers: rows, x, y, z, level, "
     "ids, data; scalars: n, two_n, alpha"},
    {"\"y + 4\"", "\"y - 4\"", "steps[1].launch.args[1]",
     "parameter 1 (target): expected \"y + OFFSET\" in bytes, found \"y - 4\""},
    {"\"y + 4\"", "\"y + 65\"", "steps[1].launch.args[1]",
     "offset 65 lies outside the 64 bytes of \"y\""},
    {"\"y + 4\"", "\"y + 4 +\"", "steps[1].launch.args[1]", "expected a number, a name or '('"},
    {"\"y + 4\"", "\"n + y\"", "steps[1].launch.args[1]", "there is no scalar \"y\""},
    {"\"n\"]}}", "\"x\"]}}", "steps[1].launch.args[2]",
     "parameter 2 (n): takes 4 bytes of integer, but an address has 8 bytes"},
    {"\"n\"]}}", "1.5]}}", "steps[1].launch.args[2]",
     "parameter 2 (n): takes integers of 4 bytes, found the real number 1.5"},
    {"\"n\"]}}", "4294967296]}}", "steps[1].launch.args[2]",
     "4294967296 does not fit its 4 bytes (-2147483648 to 4294967295)"},
    {"\"n\"]}}", "false]}}", "steps[1].launch.args[2]",
     "expected a number or an expression, found true or false"},
    {"\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []",
     "\"kernel\": \"structure\", \"grid\": [1], \"block\": [32], \"args\": [1]",
     "steps[2].repeat.steps[0].launch.args[0]",
     "parameter 0 (s): 12 bytes cannot be given in a workload file"},
    {"\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []",
     "\"kernel\": \"half\", \"grid\": [1], \"block\": [32], \"args\": [1]",
     "steps[2].repeat.steps[0].launch.args[0]",
     "parameter 0 (x): 2 bytes of floating point cannot be given"},
    {"\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []",
     "\"kernel\": \"narrow\", \"grid\": [1], \"block\": [32], \"args\": [\"x\"]",
     "steps[2].repeat.steps[0].launch.args[0]", "but an address has 8 bytes"},
    {"\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []",
     "\"kernel\": \"copy\", \"grid\": [1], \"block\": [32], \"args\": [1, 2, 3], \"registers\": 30",
     "steps[2].repeat.steps[0].launch",
     "30 registers for kernel \"copy\", but an earlier launch states 20"},
    {"\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []",
     "\"kernel\": \"mix\", \"grid\": [1], \"block\": [32], \"args\": [0, 2147483648, 0, 0, 0, 0, "
     "0]",
     "steps[2].repeat.steps[0].launch.args[1]",
     "parameter 1 (i): 2147483648 does not fit its 4 bytes (-2147483648 to 2147483647)"},
    {"\"kernel\": \"small\", \"grid\": [1], \"block\": [32], \"args\": []",
     "\"kernel\": \"mix\", \"grid\": [1], \"block\": [32], \"args\": [0, 0, 0, 1e300, 0, 0, 0]",
     "steps[2].repeat.steps[0].launch.args[3]",
     "parameter 3 (f): 1e+300 is beyond the range of f32"},
    /* checks and policies */
    {"\"equals\": \"x\"", "\"equals\": \"w\"", "checks[0].equals", "there is no buffer \"w\""},
    {"\"equals\": \"x\"", "\"equals\": \"z\"", "checks[0]", "\"y\" is f32, but \"z\" is f64"},
    {"\"equals\": \"x\"", "\"equals\": \"y\"", "checks[0]", "\"y\" always equals itself"},
    {"\"n+0\"", "\"n+1\"", "checks[0]", "\"y\" has 17 elements, \"x\" has 16"},
    {"\"absolute\": 0.25", "\"absolute\": -0.25", "checks[0].absolute", "found -0.25"},
    {"\"absolute\": 0.25", "\"abs\": 0.25", "checks[0]", "unknown member \"abs\""},
    {"\"y\", \"equals\": \"x\"", "\"level\", \"equals\": \"rows\"", "checks[0].absolute",
     "elements of type s32 are compared exactly"},
    {"\"fnv1a64:0123456789abcdef\"", "\"fnv1a64:0123456789abcde\"", "checks[1].checksum",
     "expected \"fnv1a64:\" and 16 hexadecimal digits"},
    {"\"buffer\": \"z\", \"checksum\"", "\"relative\": 0, \"buffer\": \"z\", \"checksum\"",
     "checks[1]", "a checksum has no tolerance"},
    {"\"buffer\": \"z\", \"checksum\"", "\"buffer\": \"z\", \"equals\": \"x\", \"checksum\"",
     "checks[1]", "\"equals\" and \"checksum\" exclude each other"},
    {"\"library\": \"loader_reference\"", "\"library\": \"none\"", "checks[2].reference",
     "none.so is missing; the build makes it; looked for: "},
    {"\"doubled\"", "\"trebled\"", "checks[2].reference", "has no function \"trebled\""},
    {"\"gto\"", "5", "policies.warp_scheduler", "expected a string, found an integer"},
};

/* The good file with `old` replaced. */
static char *apply(const struct change *change)
{
    const char *at = strstr(good, change->old);
    ck_assert_msg(at != NULL, "\"%s\" is not in the good file", change->old);
    ck_assert_msg(strstr(at + 1, change->old) == NULL, "\"%s\" is given twice", change->old);
    return g_strdup_printf("%.*s%s%s", (int)(at - good), good, change->new,
                           at + strlen(change->old));
}

static char *load_and_prepare(const struct fixture_directory *directory, const char *json)
{
    fixture_write(directory, "w.json", json, strlen(json));
    fixture_write(directory, "data.bin", "\1\0\2\0\3\0\4\0", 8);
    struct fixture_provider provider;
    fixture_provider_init(&provider);
    const char *const search[] = {fixture_environment("SIMGPU_TEST_LIBRARY_DIR"), NULL};
    g_autoptr(GError) error = NULL;
    struct workload *w = workload_load(directory->workload, &error);
    bool prepared = w && workload_prepare(w, &provider.ops, search, &error);
    ck_assert_int_eq(prepared, error == NULL);
    workload_free(w);
    fixture_provider_finish(&provider);
    return error ? g_strdup(error->message) : NULL;
}

START_TEST(test_good_file)
{
    struct fixture_directory directory;
    fixture_directory_init(&directory);
    g_autofree char *message = load_and_prepare(&directory, good);
    ck_assert_msg(message == NULL, "%s", message);
    fixture_directory_finish(&directory);
}
END_TEST

START_TEST(test_change)
{
    const struct change *change = &changes[_i];
    g_autofree char *json = apply(change);
    struct fixture_directory directory;
    fixture_directory_init(&directory);
    g_autofree char *message = load_and_prepare(&directory, json);
    if (!change->path) {
        ck_assert_msg(message == NULL, "%s", message);
    } else {
        ck_assert_msg(message != NULL, "%s -> %s: accepted", change->old, change->new);
        g_autofree char *start = g_strdup_printf("%s: at %s: ", directory.workload, change->path);
        ck_assert_msg(g_str_has_prefix(message, start), "%s: not at %s", message, change->path);
        ck_assert_msg(strstr(message + strlen(start), change->message) != NULL,
                      "\"%s\" does not say \"%s\"", message, change->message);
    }
    fixture_directory_finish(&directory);
}
END_TEST

START_TEST(test_whole_file)
{
    struct fixture_directory directory;
    fixture_directory_init(&directory);
    g_autofree char *twice = load_and_prepare(&directory, "{\"name\": \"x\",\n\"name\": \"y\"}");
    ck_assert_ptr_nonnull(strstr(twice, "w.json:2: member \"name\" is given twice"));
    g_autofree char *array = load_and_prepare(&directory, "[]");
    ck_assert_ptr_nonnull(
        strstr(array, "w.json: at the top level: expected an object, found an array"));
    g_autoptr(GError) error = NULL;
    ck_assert_ptr_null(workload_load("/nowhere/w.json", &error));
    ck_assert(g_str_has_prefix(error->message, "/nowhere/w.json: "));
    fixture_directory_finish(&directory);
}
END_TEST

/* Loops around a step, and around the array that holds it. */
static char *nest(unsigned depth)
{
    GString *json = g_string_new("{\"name\": \"n\", \"description\": \"d\", "
                                 "\"modules\": {\"main\": {\"ptx\": \"main.ptx\"}}, "
                                 "\"buffers\": {}, \"steps\": [");
    for (unsigned i = 0; i < depth; i++)
        g_string_append(json, "{\"repeat\": {\"count\": 1, \"steps\": [");
    g_string_append(json, "{\"launch\": {\"kernel\": \"small\", \"grid\": [1], \"block\": [1], "
                          "\"args\": []}}");
    for (unsigned i = 0; i < depth; i++)
        g_string_append(json, "]}}");
    g_string_append(json, "]}");
    return g_string_free(json, FALSE);
}

START_TEST(test_nesting)
{
    struct fixture_directory directory;
    fixture_directory_init(&directory);
    g_autofree char *deepest = nest(16), *too_deep = nest(17);
    g_autofree char *none = load_and_prepare(&directory, deepest);
    ck_assert_msg(none == NULL, "%s", none);
    g_autofree char *message = load_and_prepare(&directory, too_deep);
    ck_assert_ptr_nonnull(message);
    ck_assert_ptr_nonnull(strstr(message, "repeat: loops nest deeper than 16"));
    fixture_directory_finish(&directory);
}
END_TEST

START_TEST(test_set)
{
    struct fixture_directory directory;
    fixture_directory_init(&directory);
    fixture_write(&directory, "w.json", good, strlen(good));
    struct workload *w = workload_load(directory.workload, NULL);
    ck_assert_ptr_nonnull(w);
    g_autoptr(GError) error = NULL;
    ck_assert(!workload_set(w, "scalars.m", "1", &error));
    ck_assert_ptr_nonnull(
        strstr(error->message, "at scalars: there is no scalar \"m\"; known: n, two_n, alpha"));
    g_clear_error(&error);
    ck_assert(!workload_set(w, "steps", "1", &error));
    ck_assert_ptr_nonnull(strstr(error->message, "at steps: only scalars can be set"));
    g_clear_error(&error);
    ck_assert(workload_set(w, "scalars.n", "16 x", NULL));
    struct fixture_provider provider;
    fixture_provider_init(&provider);
    ck_assert(!workload_prepare(w, &provider.ops, NULL, &error));
    ck_assert_ptr_nonnull(
        strstr(error->message, "at scalars.n: expected an operator before \"x\" in \"16 x\""));
    workload_free(w);
    fixture_provider_finish(&provider);
    fixture_directory_finish(&directory);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("workload errors");
    TCase *tests = tcase_create("all");
    tcase_add_test(tests, test_good_file);
    tcase_add_loop_test(tests, test_change, 0, (int)G_N_ELEMENTS(changes));
    tcase_add_test(tests, test_whole_file);
    tcase_add_test(tests, test_nesting);
    tcase_add_test(tests, test_set);
    suite_add_tcase(suite, tests);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
