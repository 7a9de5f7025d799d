/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/clients/programs.h"
#include "cli/base/output.h"
#include "cli/base/version.h"
#include "cli/run/clients/program_device.h"
#include "models/memory/address_check.h"
#include "models/memory/device_peers.h"
#include "models/memory/memory_digest.h"
#include "models/memory/owed_memory.h"
#include "models/memory/reserved_memory.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct programs;

/* A program and its part of device memory. */
struct one_program {
    struct programs *all;
    uint32_t index;
    struct program *program;
    struct program_again self; /* while it is paused */
};

struct programs {
    struct programs_setup setup;
    struct one_program *each;
    char *library_folder;
};

/* ---- what a program sees of memory ------------------------------------------------------------
 */

static struct device_memory *memory_of(void *data)
{
    return ((struct one_program *)data)->all->setup.memory;
}

static uint64_t allocate(void *data, uint32_t device, const char *name, uint64_t bytes,
                         GError **error)
{
    const struct one_program *one = data;
    struct device_memory *memory = memory_of(data);
    const uint32_t range = one->index * device_memory_devices(memory) + device;
    return device_memory_allocate_on(memory, range, name, bytes, error);
}

static uint32_t device_of(void *data, uint64_t address)
{
    return device_memory_device_of(memory_of(data), address);
}

static void share(void *data, uint64_t address)
{
    device_memory_share(memory_of(data), address);
}

static void let_reach(void *data, uint32_t device, uint32_t peer, bool reach)
{
    device_memory_let_reach(memory_of(data), device, peer, reach);
}

/* A program has its own addresses only. */
static bool is_own(void *data, uint64_t address)
{
    const struct device_memory *memory = memory_of(data);
    uint64_t base = device_memory_range(memory, ((struct one_program *)data)->index);
    return address - base < device_memory_devices(memory) * device_memory_capacity(memory);
}

static bool is_own_or_host(void *data, uint64_t address)
{
    const struct one_program *one = data;
    return is_own(data, address) || device_memory_is_host(memory_of(data), one->index, address);
}

static void show_host(void *data, uint8_t *bytes, uint64_t n_bytes)
{
    const struct one_program *one = data;
    device_memory_show_host(memory_of(data), one->index, bytes, n_bytes);
}

static bool release(void *data, uint64_t address)
{
    return is_own(data, address) && device_memory_release(memory_of(data), address);
}

static uint8_t *at(void *data, uint64_t address, uint64_t n_bytes)
{
    struct device_memory *memory = memory_of(data);
    bool good = is_own_or_host(data, address) && device_memory_find(memory, address, n_bytes);
    if (good)
        device_memory_arrive(memory, address);
    return good ? device_memory_at(memory, address) : NULL;
}

static uint64_t room(void *data, uint64_t address)
{
    const struct device_allocation *found = device_memory_find(memory_of(data), address, 1);
    return found ? found->address + found->bytes - address : 0;
}

static bool range(void *data, uint64_t address, uint64_t *begin, uint64_t *bytes)
{
    const struct device_allocation *found =
        is_own(data, address) ? device_memory_find(memory_of(data), address, 1) : NULL;
    if (found) {
        *begin = found->address;
        *bytes = found->bytes;
    }
    return found != NULL;
}

static uint64_t left(void *data, uint32_t device)
{
    return device_memory_left_of(memory_of(data), device);
}

static uint64_t reserve(void *data, uint64_t bytes, uint64_t wanted)
{
    const struct one_program *one = data;
    return reserved_memory_new(memory_of(data), one->index, bytes, wanted);
}

static bool reserves(void *data, uint64_t address, uint64_t bytes)
{
    return is_own(data, address) && reserved_memory_has(memory_of(data), address, bytes);
}

static bool unreserve(void *data, uint64_t address, uint64_t bytes)
{
    return is_own(data, address) && reserved_memory_free(memory_of(data), address, bytes);
}

static void open_reserved(void *data, uint64_t address, uint64_t bytes, bool open)
{
    reserved_memory_open(memory_of(data), address, bytes, open);
}

static uint8_t *bytes_of(void *data, uint64_t address)
{
    return device_memory_at(memory_of(data), address);
}

static void clear_bytes(void *data, uint64_t address, uint64_t bytes)
{
    const struct one_program *one = data;
    device_memory_clear(memory_of(data), one->index, address, bytes);
}

static void changed(void *data, uint64_t address, uint64_t bytes)
{
    device_memory_changed(memory_of(data), address, bytes);
}

static void arrive(void *data, uint64_t address)
{
    device_memory_arrive(memory_of(data), address);
}

static void arrive_at(void *data, const uint8_t *place)
{
    device_memory_arrive_at(memory_of(data), place);
}

static void hold(void *data, bool begins)
{
    (begins ? device_memory_hold : device_memory_let_go)(memory_of(data));
}

static void shown(void *data, uint64_t address)
{
    device_memory_keep_no_digest(memory_of(data), address);
}

static bool take(void *data, uint64_t bytes)
{
    return reserved_memory_take(memory_of(data), bytes);
}

static void give_back(void *data, uint64_t bytes)
{
    reserved_memory_give_back(memory_of(data), bytes);
}

static char *describe_nearest(void *data, uint64_t address)
{
    return address_describe_nearest(memory_of(data), address);
}

/* ---- what it sees of the GPU --------------------------------------------------------------------
 */

static uint32_t registers(void *data, const struct kernel_code *code)
{
    const struct gpu_config *config = ((struct one_program *)data)->all->setup.config;
    return occupancy_registers(&config->sm.limits, code);
}

static uint32_t occupancy(void *data, const struct kernel_code *code, uint32_t threads_per_block,
                          uint64_t dynamic_shared_bytes)
{
    const struct gpu_config *config = ((struct one_program *)data)->all->setup.config;
    const struct occupancy_need need = {.threads_per_block = threads_per_block,
                                        .registers_per_thread = registers(data, code),
                                        .shared_bytes_per_block =
                                            code->static_shared_bytes + dynamic_shared_bytes,
                                        .grid_blocks = UINT32_MAX,
                                        .n_sms = config->n_sms};
    return threads_per_block == 0 ? 0 : occupancy_compute(&config->sm.limits, &need).capacity;
}

static void complain(void *data, const char *message)
{
    (void)data;
    output_line(stderr, "simgpu: %s", message);
}

/* ---- starting and ending them
 * --------------------------------------------------------------------- */

/* Where the runtime library lies under the names that nvcc links programs with, in the build tree
 * or installed, seen from the executable. */
char *programs_library_folder(void)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length < 0)
        return NULL;
    path[length] = '\0';
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *built = g_build_filename(folder, "..", "runtime", "cuda", "cudart", NULL);
    if (g_file_test(built, G_FILE_TEST_IS_DIR))
        return g_canonicalize_filename(built, NULL);
    g_autofree char *installed = g_build_filename(folder, SIMGPU_CUDART_FOLDER, NULL);
    return g_file_test(installed, G_FILE_TEST_IS_DIR) ? g_canonicalize_filename(installed, NULL)
                                                      : NULL;
}

static bool start_one(struct programs *programs, uint32_t index, GError **error)
{
    const struct programs_setup *all = &programs->setup;
    struct one_program *one = &programs->each[index];
    *one = (struct one_program){.all = programs, .index = index};
    void *const host_place = device_memory_host_place(all->memory, index);
    const struct program_setup setup = {.argv = all->argvs[index],
                                        .library_folder = programs->library_folder,
                                        .number = index,
                                        .device = program_device(all->config, all->memory),
                                        .memory = {.data = one,
                                                   .allocate = allocate,
                                                   .release = release,
                                                   .at = at,
                                                   .room = room,
                                                   .range = range,
                                                   .left = left,
                                                   .device_of = device_of,
                                                   .let_reach = let_reach,
                                                   .share = share,
                                                   .changed = changed,
                                                   .shown = shown,
                                                   .arrive = arrive,
                                                   .arrive_at = arrive_at,
                                                   .hold = hold,
                                                   .describe_nearest = describe_nearest,
                                                   .show_host = show_host,
                                                   .host_place = host_place,
                                                   .reserve = reserve,
                                                   .unreserve = unreserve,
                                                   .reserves = reserves,
                                                   .open = open_reserved,
                                                   .bytes_of = bytes_of,
                                                   .clear = clear_bytes,
                                                   .take = take,
                                                   .give_back = give_back,
                                                   .file = device_memory_file(all->memory, index)},
                                        .device_base = device_memory_range(all->memory, index),
                                        .call_time = all->config->host.call_time,
                                        .graph_node_time = all->config->host.graph_node_time,
                                        .interrupted = all->interrupted,
                                        .status = all->status,
                                        .data = one,
                                        .occupancy = occupancy,
                                        .registers = registers,
                                        .complain = complain};
    one->program = program_new(&setup, error);
    return one->program &&
           (!all->calls || program_keep_calls(one->program, all->calls[index], error));
}

struct programs *programs_start(const struct programs_setup *setup, GError **error)
{
    struct programs *programs = g_new0(struct programs, 1);
    programs->setup = *setup;
    programs->each = g_new0(struct one_program, setup->n);
    programs->library_folder = programs_library_folder();
    for (uint32_t i = 0; i < setup->n; i++)
        if (!start_one(programs, i, error)) {
            programs_free(programs);
            return NULL;
        }
    return programs;
}

void programs_free(struct programs *programs)
{
    if (!programs)
        return;
    for (uint32_t i = 0; i < programs->setup.n; i++)
        program_free(programs->each[i].program);
    g_free(programs->each);
    g_free(programs->library_folder);
    g_free(programs);
}

struct command_source *programs_source(struct programs *programs, uint32_t index)
{
    return program_source(programs->each[index].program);
}

struct program_end programs_end(struct programs *programs, uint32_t index)
{
    struct program *program = programs->each[index].program;
    bool over = program_over(program);
    return (struct program_end){.name = program_name(program),
                                .over = over,
                                .threads = program_n_threads(program),
                                .ordered = program_is_ordered(program),
                                .exit_code = over ? program_exit_code(program) : 0};
}

bool programs_pause(struct programs *programs, struct program_place places[], uint32_t *n,
                    char **why)
{
    struct program_again again[PROGRAMS_PAUSED_MOST];
    *n = programs->setup.n;
    for (uint32_t i = 0; i < *n; i++) {
        struct program *program = programs->each[i].program;
        const char *problem = program_pause(program, &places[i]);
        again[i] = (struct program_again){places[i].pid, places[i].speaker};
        if (!problem)
            continue;
        while (i-- > 0)
            program_resume(programs->each[i].program, again[i].pid, again[i].speaker);
        *why =
            program_over(program) ? NULL : g_strdup_printf("%s %s", program_name(program), problem);
        return false;
    }
    for (uint32_t i = 0; i < *n; i++)
        programs->each[i].self = again[i];
    return true;
}

void programs_resume(struct programs *programs, const struct program_again *again)
{
    for (uint32_t i = 0; programs && i < programs->setup.n; i++) {
        struct one_program *one = &programs->each[i];
        const struct program_again who = again ? again[i] : one->self;
        program_resume(one->program, who.pid, who.speaker);
    }
}

void programs_go_on(struct programs *programs, enum fault_kind kind)
{
    program_go_on(programs->each[0].program, kind);
}

bool programs_report(struct programs *programs, GString *text, GString *output)
{
    bool good = true;
    for (uint32_t i = 0; i < programs->setup.n; i++) {
        struct program *program = programs->each[i].program;
        g_string_append(output, program_left_output(program));
        program_report_misuse(program, text);
        if (program_over(program) && program_exit_code(program) == 0)
            continue;
        good = false;
        const volatile int *interrupted = programs->setup.interrupted;
        bool by_us = interrupted && *interrupted && *interrupted != PROGRAM_DIED;
        if (!program_over(program) || by_us)
            continue;
        g_autofree char *end = program_describe_end(program);
        g_string_append_printf(text, "simgpu: %s\n", end);
    }
    return good;
}
