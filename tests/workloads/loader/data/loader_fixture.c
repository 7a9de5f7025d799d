/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/workloads/loader/data/loader_fixture.h"

#include "base/input_error.h"

#include <check.h>
#include <glib/gstdio.h>
#include <string.h>

const char *fixture_environment(const char *name)
{
    const char *value = g_getenv(name);
    ck_assert_msg(value != NULL, "%s is not set", name);
    return value;
}

void fixture_directory_init(struct fixture_directory *directory)
{
    directory->path = g_dir_make_tmp("simgpu-loader-XXXXXX", NULL);
    ck_assert_ptr_nonnull(directory->path);
    directory->workload = g_build_filename(directory->path, "w.json", NULL);
    fixture_write(directory, "main.ptx", "", 0);
}

static void remove_tree(const char *path)
{
    GDir *entries = g_dir_open(path, 0, NULL);
    for (const char *name; entries && (name = g_dir_read_name(entries));) {
        g_autofree char *entry = g_build_filename(path, name, NULL);
        if (g_file_test(entry, G_FILE_TEST_IS_DIR))
            remove_tree(entry);
        else
            g_unlink(entry);
    }
    if (entries)
        g_dir_close(entries);
    g_rmdir(path);
}

void fixture_directory_finish(struct fixture_directory *directory)
{
    remove_tree(directory->path);
    g_free(directory->path);
    g_free(directory->workload);
}

void fixture_write(const struct fixture_directory *directory, const char *name, const void *bytes,
                   size_t n_bytes)
{
    g_autofree char *path = g_build_filename(directory->path, name, NULL);
    g_autofree char *parent = g_path_get_dirname(path);
    ck_assert_int_eq(g_mkdir_with_parents(parent, 0700), 0);
    ck_assert(g_file_set_contents(path, bytes, (gssize)n_bytes, NULL));
}

/* ---- kernels ---- */

static const struct {
    struct kernel_code code;
    unsigned n_parameters;
    struct kernel_parameter parameters[7];
} kernels[] = {
    {{.name = "copy", .param_bytes = 20},
     3,
     {{"source", KERNEL_PARAMETER_UNSIGNED, 8, 0},
      {"target", KERNEL_PARAMETER_UNSIGNED, 8, 8},
      {"n", KERNEL_PARAMETER_UNSIGNED, 4, 16}}},
    {{.name = "mix", .param_bytes = 36},
     7,
     {{"pointer", KERNEL_PARAMETER_BITS, 8, 0},
      {"i", KERNEL_PARAMETER_SIGNED, 4, 8},
      {"u", KERNEL_PARAMETER_UNSIGNED, 4, 12},
      {"f", KERNEL_PARAMETER_FLOAT, 4, 16},
      {"d", KERNEL_PARAMETER_FLOAT, 8, 24},
      {"byte", KERNEL_PARAMETER_BITS, 1, 32},
      {"h", KERNEL_PARAMETER_SIGNED, 2, 34}}},
    {{.name = "small", .max_threads = 64}, 0, {{0}}},
    {{.name = "structure", .param_bytes = 12}, 1, {{"s", KERNEL_PARAMETER_BITS, 12, 0}}},
    {{.name = "half", .param_bytes = 2}, 1, {{"x", KERNEL_PARAMETER_FLOAT, 2, 0}}},
    {{.name = "narrow", .param_bytes = 4}, 1, {{"pointer", KERNEL_PARAMETER_UNSIGNED, 4, 0}}},
};

/* A module handle: which of the provider's modules it is. */
struct handle {
    struct fixture_provider *provider;
    unsigned index;
};

static bool open_module(void *data, const char *path, void **module, GError **error)
{
    struct fixture_provider *provider = data;
    g_free(provider->last_path);
    provider->last_path = g_strdup(path);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error))
        return false;
    if (strcmp(text, "broken") == 0)
        return input_error_at(error, path, 1, "broken");
    struct handle *handle = g_new0(struct handle, 1);
    *handle = (struct handle){provider, provider->n_opened++};
    *module = handle;
    return true;
}

static void close_module(void *data, void *module)
{
    ((struct fixture_provider *)data)->n_closed++;
    g_free(module);
}

static const struct kernel_code *find_kernel(void *module, const char *name, uint32_t registers,
                                             GError **error)
{
    ((struct handle *)module)->provider->last_registers = registers;
    for (size_t i = 0; i < G_N_ELEMENTS(kernels); i++) {
        if (strcmp(kernels[i].code.name, name) == 0)
            return &kernels[i].code;
    }
    g_set_error(error, INPUT_ERROR, 0, "there is no kernel \"%s\"", name);
    return NULL;
}

static size_t kernel_index(const struct kernel_code *code)
{
    size_t i = 0;
    while (&kernels[i].code != code)
        i++;
    return i;
}

static unsigned n_parameters(void *module, const struct kernel_code *code)
{
    (void)module;
    return kernels[kernel_index(code)].n_parameters;
}

static void get_parameter(void *module, const struct kernel_code *code, unsigned index,
                          struct kernel_parameter *out)
{
    (void)module;
    *out = kernels[kernel_index(code)].parameters[index];
}

static unsigned n_symbols(void *module)
{
    (void)module;
    return 2;
}

static void get_symbol(void *module, unsigned index, struct kernel_symbol *out)
{
    struct handle *handle = module;
    struct fixture_provider *provider = handle->provider;
    if (index == 1) {
        *out = (struct kernel_symbol){"scratch", 8, NULL};
        return;
    }
    provider->tables[handle->index][0] = provider->addresses[2 * handle->index + 1];
    provider->tables[handle->index][1] = 7;
    *out = (struct kernel_symbol){"table", 16, provider->tables[handle->index]};
}

static void place_symbol(void *module, unsigned index, uint64_t address)
{
    struct handle *handle = module;
    handle->provider->addresses[2 * handle->index + index] = address;
}

void fixture_provider_init(struct fixture_provider *provider)
{
    *provider = (struct fixture_provider){.ops = {.data = provider,
                                                  .open = open_module,
                                                  .close = close_module,
                                                  .kernel = find_kernel,
                                                  .n_parameters = n_parameters,
                                                  .parameter = get_parameter,
                                                  .n_symbols = n_symbols,
                                                  .symbol = get_symbol,
                                                  .place_symbol = place_symbol}};
}

void fixture_provider_finish(struct fixture_provider *provider)
{
    ck_assert_uint_eq(provider->n_opened, provider->n_closed);
    g_free(provider->last_path);
}

/* ---- device memory ---- */

struct allocation {
    char *name;
    uint64_t address;
    size_t n_bytes;
    uint8_t *bytes;
};

static void allocation_free(void *data)
{
    struct allocation *allocation = data;
    g_free(allocation->name);
    g_free(allocation->bytes);
    g_free(allocation);
}

static uint64_t allocate(void *memory, const char *name, size_t n_bytes, GError **error)
{
    struct fixture_device *device = memory;
    if (n_bytes > device->limit) {
        g_set_error(error, INPUT_ERROR, 0, "device memory is full at \"%s\"", name);
        return 0;
    }
    struct allocation *allocation = g_new0(struct allocation, 1);
    allocation->name = g_strdup(name);
    allocation->address = device->next;
    allocation->n_bytes = n_bytes;
    allocation->bytes = g_malloc(n_bytes);
    memset(allocation->bytes, 0xcd, n_bytes);
    device->next += (n_bytes + 255) / 256 * 256;
    device->limit -= n_bytes;
    g_ptr_array_add(device->allocations, allocation);
    return allocation->address;
}

static uint8_t *find_range(const struct fixture_device *device, uint64_t address, size_t n_bytes)
{
    for (unsigned i = 0; i < device->allocations->len; i++) {
        const struct allocation *a = device->allocations->pdata[i];
        if (address >= a->address && address + n_bytes <= a->address + a->n_bytes)
            return a->bytes + (address - a->address);
    }
    ck_abort_msg("no allocation holds %zu bytes at %llx", n_bytes, (unsigned long long)address);
    return NULL;
}

static void device_write(void *memory, uint64_t address, const void *bytes, size_t n_bytes)
{
    struct fixture_device *device = memory;
    device->n_writes++;
    memcpy(find_range(device, address, n_bytes), bytes, n_bytes);
}

static void device_read(void *memory, uint64_t address, void *bytes, size_t n_bytes)
{
    memcpy(bytes, find_range(memory, address, n_bytes), n_bytes);
}

void fixture_device_init(struct fixture_device *device)
{
    *device =
        (struct fixture_device){.access = {device, allocate, device_write, device_read},
                                .allocations = g_ptr_array_new_with_free_func(allocation_free),
                                .limit = UINT64_MAX,
                                .next = 0x10000};
}

void fixture_device_finish(struct fixture_device *device)
{
    g_ptr_array_unref(device->allocations);
}

const char *fixture_device_name(const struct fixture_device *device, unsigned index)
{
    ck_assert_uint_lt(index, device->allocations->len);
    return ((const struct allocation *)device->allocations->pdata[index])->name;
}

static const struct allocation *find_allocation(const struct fixture_device *device,
                                                const char *name)
{
    for (unsigned i = 0; i < device->allocations->len; i++) {
        if (strcmp(fixture_device_name(device, i), name) == 0)
            return device->allocations->pdata[i];
    }
    ck_abort_msg("no allocation \"%s\"", name);
    return NULL;
}

uint64_t fixture_device_address(const struct fixture_device *device, const char *name)
{
    return find_allocation(device, name)->address;
}

void *fixture_device_bytes(const struct fixture_device *device, const char *name)
{
    return find_allocation(device, name)->bytes;
}

/* ---- workloads ---- */

struct workload *fixture_prepare(const struct fixture_directory *directory,
                                 struct fixture_provider *provider, const char *json)
{
    fixture_write(directory, "w.json", json, strlen(json));
    const char *const search[] = {g_getenv("SIMGPU_TEST_LIBRARY_DIR"), NULL};
    GError *error = NULL;
    struct workload *w = workload_load(directory->workload, &error);
    ck_assert_msg(w != NULL, "%s", error ? error->message : "no error");
    ck_assert_msg(workload_prepare(w, &provider->ops, search, &error), "%s",
                  error ? error->message : "no error");
    ck_assert_ptr_null(error);
    return w;
}

char *fixture_run(struct workload *w, struct fixture_device *device,
                  void (*on_launch)(struct fixture_device *device, const struct launch *launch),
                  GError **error)
{
    struct command_source *source = workload_source(w);
    GString *log = g_string_new(NULL);
    struct command command;
    unsigned launches = 0;
    do {
        if (!source->next(source, &device->access, 0, &command, error)) {
            g_string_append_c(log, '!');
            break;
        }
        if (command.kind == COMMAND_COPY)
            g_string_append_printf(log, "W%u ", (unsigned)command.bytes);
        if (command.kind == COMMAND_END)
            g_string_append_c(log, 'E');
        if (command.kind != COMMAND_LAUNCH)
            continue;
        command.launch.id = launches++;
        g_string_append_printf(log, "L%u ", command.launch.id);
        if (on_launch)
            on_launch(device, &command.launch);
    } while (command.kind != COMMAND_END);
    return g_string_free(log, FALSE);
}
