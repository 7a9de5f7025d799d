/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/gpu_host.h"
#include "models/functional/functional_threads.h"
#include "models/functional/known/known_launches.h"
#include "models/functional/memory_undo.h"
#include "models/gpu.h"
#include "models/l2/bank_launch.h"
#include "models/launch/grid.h"
#include "models/memory/device_access.h"
#include "models/memory/memory_digest.h"
#include "models/sm/sm_warm.h"
#include "models/sm/whole/output_log.h"
#include "policies/sm_policy.h"
#include "workloads/instruction_source.h"

static bool read_memory(void *data, uint64_t address, void *bytes, size_t n_bytes)
{
    if (!device_memory_find(data, address, n_bytes))
        return false;
    device_memory_read(data, address, bytes, n_bytes);
    return true;
}

static struct functional_options options_of(const struct gpu *gpu, const struct gpu_part *part)
{
    /* Where only the rest of a launch is computed, all of it was watched before it was timed. */
    return (struct functional_options){.first_block = part->first_block,
                                       .n_blocks = part->n_blocks,
                                       .max_instructions =
                                           part->most > 0 ? part->most : gpu->functional_limit,
                                       .interrupted = gpu->engine->options.interrupted,
                                       .status = gpu->engine->options.status,
                                       .listener = part->listener,
                                       .watch = part->first_block == 0 ? gpu->watch : NULL,
                                       .runners = gpu->runners,
                                       .threads = gpu->threads,
                                       .known = part->listener ? NULL : gpu->known};
}

bool gpu_compute(struct gpu *gpu, const struct launch *launch, const struct gpu_part *part,
                 GString *output, GError **error)
{
    const struct functional_options options = options_of(gpu, part);
    return functional_run(launch, gpu->memory, &options, &gpu->functional, output, error);
}

/* For the watch: what the launch will do, as far as it does so without others beside it. Its faults
 * come again when it is timed. */
static void compute_aside(void *data, const struct launch *launch)
{
    struct gpu *gpu = data;
    struct functional_counts counts = {0};
    g_autoptr(GString) output = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    const struct functional_options options = {.n_blocks = launch_blocks(launch),
                                               .max_instructions = gpu->functional_limit,
                                               .interrupted = gpu->engine->options.interrupted,
                                               .status = gpu->engine->options.status,
                                               .watch = gpu->watch,
                                               .undo = memory_undo_new(gpu->memory),
                                               .runners = RUNNERS_NEVER};
    functional_run(launch, gpu->memory, &options, &counts, output, &error);
    memory_undo_restore(options.undo);
    memory_undo_free(options.undo);
}

/* Its stores come to memory without a word. */
static void leaves(void *data, const struct launch *launch)
{
    const struct gpu *gpu = data;
    device_memory_launch_leaves(gpu->memory);
    if (gpu->watch)
        compute_aside(data, launch);
}

static void back(void *data, const struct launch *launch)
{
    (void)launch;
    device_memory_launch_ended(((const struct gpu *)data)->memory);
}

struct alarm *gpu_alarm(struct gpu *gpu)
{
    return gpu->alarm.unit.engine ? &gpu->alarm : NULL;
}

void gpu_note_leapt(struct gpu *gpu, uint64_t warp_instructions, uint64_t thread_instructions)
{
    gpu->functional.warp_instructions += warp_instructions;
    gpu->functional.thread_instructions += thread_instructions;
}

void gpu_warm_l2(struct gpu *gpu, uint64_t line, uint8_t sectors, bool written)
{
    l2_bank_warm(&gpu->banks[address_map_bank(&gpu->config->map, line)], line, sectors, written);
}

bool gpu_may_leave_out(const struct gpu *gpu)
{
    return gpu_count(gpu) == 1 && !gpu->dispatcher.scheduler->kernel_begin &&
           !gpu->banks[0].replacer && !gpu->banks[0].tags;
}

void gpu_warm_code(struct gpu *gpu, const struct launch *launch)
{
    const uint64_t n = MIN(launch_blocks(launch), gpu->config->n_sms);
    for (uint32_t i = 0; i < n && !launch->code->traced; i++)
        sm_warm_code(gpu->sms[i], launch->code_address, launch->code->n_instructions);
}

bool gpu_profile_read(struct gpu *gpu, const char *file, const char *text, GError **error)
{
    for (uint32_t i = 0; i < gpu_n_sms(gpu); i++)
        if (!sm_profile_read(gpu_sm(gpu, i), file, text, error))
            return false;
    return true;
}

void gpu_profile_write(struct gpu *gpu, GString *text)
{
    for (uint32_t i = 1; i < gpu_n_sms(gpu); i++)
        sm_profile_merge(gpu->sms[0], gpu_sm(gpu, i));
    sm_profile_write(gpu->sms[0], text);
}

static bool run_functional(void *data, const struct launch *launch, uint64_t first_block,
                           uint64_t *computed, GString *output, struct functional_stopped **stopped,
                           GError **error)
{
    struct gpu *gpu = data;
    const struct gpu_part part = {.first_block = first_block,
                                  .n_blocks = launch_blocks(launch) - first_block};
    const uint64_t before = gpu->functional.warp_instructions;
    bool good;
    if (stopped && !gpu->watch) { /* who looks on, looks at one launch at a time */
        const struct functional_options options = options_of(gpu, &part);
        good = functional_begin(launch, gpu->memory, &options, &gpu->functional, output, stopped,
                                error);
    } else {
        good = gpu_compute(gpu, launch, &part, output, error);
    }
    *computed += gpu->functional.warp_instructions - before;
    const struct kernel_code *code = launch->code;
    gpu->refused_launches +=
        !code->problem && code->ops && code->ops->refused && code->ops->refused(code);
    return good;
}

static bool go_on(void *data, struct functional_stopped **stopped, uint64_t *computed,
                  GString *output, bool *moved, GError **error)
{
    const struct gpu *gpu = data;
    const uint64_t before = gpu->functional.warp_instructions;
    const bool good = functional_go_on(stopped, output, moved, error);
    *computed += gpu->functional.warp_instructions - before;
    return good;
}

static bool insist(void *data, struct functional_stopped *stopped)
{
    (void)data;
    return functional_insist(stopped);
}

static void drop(void *data, struct functional_stopped *stopped, GError **error)
{
    (void)data;
    if (error)
        *error = functional_complain(
            stopped,
            "waits for ever: it goes round a loop that only looks at memory, and no launch, "
            "copy or thread of the program is left that could write there");
    functional_drop(stopped);
}

static void note_issued(void *data, const struct instruction *instruction, struct issued *what)
{
    kernel_profile_note(data, instruction, what);
}

static bool run_on_cpu(void *data, const struct launch *launch, struct transfer *transfer,
                       GString *output, GError **error)
{
    struct gpu *gpu = data;
    struct gpu_cpu *cpu = gpu->cpu;
    const struct functional_listener listener = {.data = &cpu->profile, .issued = note_issued};
    const struct functional_options options = {.n_blocks = launch_blocks(launch),
                                               .max_instructions = gpu->functional_limit,
                                               .interrupted = gpu->engine->options.interrupted,
                                               .status = gpu->engine->options.status,
                                               .listener = &listener};
    kernel_profile_begin(&cpu->profile, launch->code,
                         launch->block[0] * launch->block[1] * launch->block[2]);
    cpu->kernels.work = (struct kernel_work){0};
    if (!functional_run(launch, gpu->memory, &options, &gpu->on_cpu, output, error))
        return false;
    cpu->kernels.work =
        kernel_work_of(&cpu->profile, cpu->kernels.cpu->host, launch_blocks(launch));
    transfer->carry_out = host_kernels_carry_out;
    transfer->data = &cpu->kernels;
    return true;
}

static void free_log(void *log)
{
    output_log_free(log);
}

static void take_output(void *data, const struct launch *launch, GString *output)
{
    const struct gpu *gpu = ((const struct gpu *)data)->all[launch->device];
    g_autoptr(GPtrArray) logs = g_ptr_array_new_with_free_func(free_log);
    for (uint32_t i = 0; i < gpu->config->n_sms; i++) {
        struct output_log *log = sm_take_output(gpu->sms[i], launch->id);
        if (log)
            g_ptr_array_add(logs, log);
    }
    output_logs_merge((struct output_log **)logs->pdata, logs->len, launch->output_limit, output);
}

void gpu_make_host(struct gpu *gpu, const struct gpu_run *run)
{
    gpu->memory = run->memory;
    gpu->functional_limit = run->functional_limit;
    gpu->runners = run->runners;
    gpu->threads = functional_threads_new(gpu->engine->options.threads);
    gpu->watch = run->watch;
    if (!run->watch && !run->recomputes)
        gpu->known = known_launches_new(run->memory);
    gpu->access = device_memory_access(run->memory);
    gpu->services = (struct launch_services){.data = run->memory, .read = read_memory};
    if (run->cpu)
        gpu->placing = placing_new(run->policies->of[POLICY_OFFLOAD], run->memory, &run->cpu->host);
    gpu->cpu = run->cpu;
    const struct host_hooks hooks = {.data = gpu,
                                     .services = &gpu->services,
                                     .run_functional = run_functional,
                                     .go_on = go_on,
                                     .insist = insist,
                                     .drop = drop,
                                     .leaves = leaves,
                                     .back = back,
                                     .chooser = run->chooser,
                                     .placing = gpu->placing,
                                     .run_on_cpu = run_on_cpu,
                                     .take_output = take_output};
    struct host_config own = gpu->config->host;
    own.kept_launches = run->kept_launches;
    gpu->fronts = g_new0(char *, gpu_count(gpu) + 1);
    for (uint32_t i = 0; i < gpu_count(gpu); i++) {
        g_autofree char *prefix = gpu_config_prefix(gpu->config, i);
        gpu->fronts[i] = g_strconcat(prefix, gpu->config->front_host, NULL);
    }
    own.gpu_hosts = gpu->fronts;
    host_init(&gpu->host, gpu->engine, "host", gpu->config->front_host, &own, &hooks, &gpu->access);
    for (uint32_t i = 0; i < run->n_sources; i++)
        host_add_client(&gpu->host, run->sources[i]);
    if (run->chooser)
        alarm_init(&gpu->alarm, gpu->engine, gpu->config->front_host);
}

void gpu_finish_host(struct gpu *gpu)
{
    host_finish(&gpu->host);
    if (gpu_alarm(gpu))
        alarm_finish(&gpu->alarm);
}
