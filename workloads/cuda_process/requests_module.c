/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules, their variables, launches, textures. */
#include "base/kernel_name.h"
#include "workloads/cuda_process/launch_shape.h"
#include "workloads/cuda_process/program_private.h"
#include "workloads/cuda_process/requests.h"

#include <string.h>

static bool fail_with(struct program *program, enum cuda_status status)
{
    program->exchange->answer.status = status;
    return true;
}

/* The payload as a string; "" if there is none. */
static const char *text_of(const struct program *program)
{
    return program->exchange->payload ? (const char *)program->exchange->payload : "";
}

static uint32_t module_of(const struct program *program)
{
    return (uint32_t)MIN(request_argument(program, PROTOCOL_SUBJECT), UINT32_MAX);
}

bool finish_module(struct program *program, GError **error)
{
    uint32_t module;
    g_autofree char *base = g_path_get_basename(program->process.name);
    g_autofree char *name =
        g_strdup_printf("%s:module-%u.ptx", base, modules_count(program->modules));
    g_autoptr(GError) problem = NULL;
    if (!modules_add(program->modules, name, text_of(program), &program->setup.memory, &module,
                     &problem)) {
        if (request_argument(program, PROTOCOL_SUBJECT) == 0) {
            g_propagate_error(error, g_steal_pointer(&problem));
            return false;
        }
        program_say(program, g_strdup(problem->message));
        return fail_with(program, CUDA_INVALID_PTX);
    }
    program->exchange->answer.value[PROTOCOL_RESULT] = module;
    return true;
}

bool finish_module_unload(struct program *program, GError **error)
{
    (void)error;
    if (!modules_unload(program->modules, module_of(program), &program->setup.memory))
        return fail_with(program, CUDA_INVALID_HANDLE);
    return true;
}

static uint64_t constant_bytes_of(const struct ptx_program *module)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < ptx_program_n_symbols(module); i++) {
        const struct ptx_symbol symbol = ptx_program_symbol(module, i);
        bytes += symbol.space == SPACE_CONST ? symbol.bytes : 0;
    }
    return bytes;
}

bool finish_function(struct program *program, GError **error)
{
    uint32_t number;
    (void)error;
    if (!modules_function(program->modules, module_of(program), text_of(program), &number))
        return fail_with(program, CUDA_INVALID_DEVICE_FUNCTION);
    const struct kernel_code *code =
        g_array_index(program->modules->functions, struct module_function, number).code[0];
    const struct ptx_program *module = modules_program(program->modules, module_of(program), 0);
    uint32_t most = program->setup.device.max_threads_per_block;
    const struct protocol_function function = {
        .registers = program->setup.registers(program->setup.data, code),
        .max_threads = code->max_threads != 0 ? MIN(code->max_threads, most) : most,
        .shared_bytes = code->static_shared_bytes,
        .param_bytes = code->param_bytes,
        .local_bytes = code->local_bytes_per_thread,
        .constant_bytes = constant_bytes_of(module)};
    GByteArray *payload = program->exchange->answer_payload;
    g_byte_array_append(payload, (const guint8 *)&function, sizeof function);
    for (unsigned i = 0; i < ptx_program_n_params(module, code); i++) {
        const struct ptx_param param = ptx_program_param(module, code, i);
        const uint32_t place[2] = {param.offset, param.bytes};
        g_byte_array_append(payload, (const guint8 *)place, sizeof place);
    }
    program->exchange->answer.value[PROTOCOL_RESULT] = number;
    return true;
}

bool finish_symbol(struct program *program, GError **error)
{
    unsigned index;
    (void)error;
    if (!modules_symbol(program->modules, module_of(program), text_of(program), &index))
        return fail_with(program, CUDA_INVALID_SYMBOL);
    const struct ptx_symbol symbol = ptx_program_symbol(
        modules_program(program->modules, module_of(program), request_device(program)), index);
    uint64_t *value = program->exchange->answer.value;
    bool constant = symbol.space == SPACE_CONST;
    value[PROTOCOL_SYMBOL_ADDRESS] = constant ? 0 : symbol.address;
    value[PROTOCOL_SYMBOL_BYTES] = symbol.bytes;
    value[PROTOCOL_SYMBOL_CONSTANT] = constant;
    value[PROTOCOL_SYMBOL_NUMBER] = index;
    return true;
}

/* ---- constant memory ------------------------------------------------------------------------ */

/* Arguments module, symbol, offset, bytes: where they are; NULL if they are not all in the symbol.
 */
static uint8_t *constant_range(const struct program *program)
{
    struct ptx_program *module =
        modules_program(program->modules, module_of(program), request_device(program));
    uint64_t index = request_argument(program, PROTOCOL_CONSTANT_SYMBOL),
             offset = request_argument(program, PROTOCOL_CONSTANT_OFFSET);
    if (!module || index >= ptx_program_n_symbols(module))
        return NULL;
    const struct ptx_symbol symbol = ptx_program_symbol(module, (unsigned)index);
    bool inside = symbol.space == SPACE_CONST && offset <= symbol.bytes &&
                  request_argument(program, PROTOCOL_CONSTANT_BYTES) <= symbol.bytes - offset;
    return inside ? ptx_program_constant(module, (unsigned)index) + offset : NULL;
}

/* Where a range that there is lies in device memory; 0: it does not. */
static uint64_t constant_address(const struct program *program)
{
    const uint32_t module = module_of(program), device = request_device(program);
    const uint64_t base = modules_constants(program->modules, module, device);
    const struct ptx_symbol symbol =
        ptx_program_symbol(modules_program(program->modules, module, device),
                           (unsigned)request_argument(program, PROTOCOL_CONSTANT_SYMBOL));
    return base == 0 ? 0
                     : base + symbol.address + request_argument(program, PROTOCOL_CONSTANT_OFFSET);
}

static bool begin_constant(struct program *program, struct command *out,
                           enum copy_direction direction)
{
    const uint32_t stream = program_stream(program, PROTOCOL_CONSTANT_STREAM);
    if (!constant_range(program))
        return program_refuse(program, out, CUDA_INVALID_SYMBOL);
    if (!program_append(program, out, COMMAND_COPY, stream, true))
        return true;
    out->direction = direction;
    out->bytes = request_argument(program, PROTOCOL_CONSTANT_BYTES);
    return true;
}

bool begin_constant_write(struct program *program, struct command *out, GError **error)
{
    (void)error;
    if (program->exchange->request.payload_bytes !=
        request_argument(program, PROTOCOL_CONSTANT_BYTES))
        return program_refuse(program, out, CUDA_INVALID_VALUE);
    if (!begin_constant(program, out, COPY_HOST_TO_DEVICE) || out->kind != COMMAND_COPY)
        return true;
    struct effect *effect = program_effect(program, out, EFFECT_CONSTANT);
    effect->to = constant_range(program);
    effect->from = effect->owned = g_steal_pointer(&program->exchange->payload);
    effect->width = out->bytes;
    effect->height = 1;
    effect->address = constant_address(program);
    effect->bytes = effect->address != 0 ? out->bytes : 0;
    return true;
}

bool begin_constant_read(struct program *program, struct command *out, GError **error)
{
    (void)error;
    return begin_constant(program, out, COPY_DEVICE_TO_HOST);
}

bool finish_constant_read(struct program *program, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    (void)error;
    memory->arrive_at(memory->data, constant_range(program));
    g_byte_array_append(program->exchange->answer_payload, constant_range(program),
                        (guint)request_argument(program, PROTOCOL_CONSTANT_BYTES));
    return true;
}

/* The variable may move: nothing is under way. */
bool finish_constant_address(struct program *program, GError **error)
{
    (void)error;
    if (!constant_range(program) ||
        !modules_move_constants(program->modules, module_of(program), request_device(program),
                                &program->setup.memory))
        return fail_with(program, CUDA_INVALID_SYMBOL);
    program->exchange->answer.value[PROTOCOL_RESULT] = constant_address(program);
    return true;
}

/* ---- launches ------------------------------------------------------------------------------- */

static const struct module_function *function_of(const struct program *program)
{
    uint64_t number = request_argument(program, PROTOCOL_LAUNCH_FUNCTION);
    return number < program->modules->functions->len
               ? &g_array_index(program->modules->functions, struct module_function, number)
               : NULL;
}

/* People hear of a refused launch whether the program asks or not: of each kernel and reason once,
 * and of no more than a screenful. */
static bool refuse_launch(struct program *program, struct command *out, const char *kernel,
                          struct launch_refusal *refusal)
{
    enum { SCREENFUL = 24 };
    g_autofree char *name = kernel_plain_name(kernel);
    char *text = g_strdup_printf("%s: a launch of %s was refused: %s", program->process.name, name,
                                 refusal->why);
    g_free(refusal->why);
    if (g_hash_table_contains(program->refusals, text) ||
        g_hash_table_size(program->refusals) == SCREENFUL) {
        g_free(text);
        program->n_refused_quietly++;
        return program_refuse(program, out, refusal->status);
    }
    g_hash_table_add(program->refusals, g_strdup(text));
    return program_complain(program, out, refusal->status, text);
}

/* Like hardware: a kernel runs on its stream's device, which has to be the current one. */
static bool launch_stream(const struct program *program, uint32_t *stream)
{
    *stream = program_stream(program, PROTOCOL_LAUNCH_STREAM);
    return streams_known(&program->streams, *stream) &&
           streams_device(&program->streams, *stream) == request_device(program);
}

bool begin_launch(struct program *program, struct command *out, GError **error)
{
    (void)error;
    const struct module_function *function = function_of(program);
    struct launch launch = {0};
    struct launch_refusal refusal;
    uint32_t stream;
    if (!function)
        return program_refuse(program, out, CUDA_INVALID_DEVICE_FUNCTION);
    const struct kernel_code *code = function->code[request_device(program)];
    if (program->exchange->request.payload_bytes != code->param_bytes)
        return program_refuse(program, out, CUDA_INVALID_VALUE);
    if (!launch_shape_read(program, code, &launch, &refusal))
        return refuse_launch(program, out, code->name, &refusal);
    if (!launch_stream(program, &stream))
        return program_refuse(program, out, CUDA_INVALID_HANDLE);
    program_append(program, out, COMMAND_LAUNCH, stream, false);
    struct effect *effect = program_effect(program, out, EFFECT_RELEASE);
    effect->owned = g_steal_pointer(&program->exchange->payload);
    launch.code = code;
    launch.params = effect->owned;
    launch.services = &program->devices[out->device].services;
    launch.stream = stream;
    launch.textures = program->textures->len;
    launch.output_limit = MAX(program->limits[CUDA_LIMIT_PRINTF_FIFO_SIZE], 1);
    out->launch = launch;
    return true;
}

bool finish_occupancy(struct program *program, GError **error)
{
    (void)error;
    const struct module_function *function = function_of(program);
    uint64_t threads = request_argument(program, PROTOCOL_OCCUPANCY_THREADS);
    uint64_t shared = request_argument(program, PROTOCOL_OCCUPANCY_SHARED_BYTES);
    if (!function || threads > UINT32_MAX)
        return fail_with(program, CUDA_INVALID_DEVICE_FUNCTION);
    if (shared <= program->setup.device.shared_per_block_optin) /* else none fits */
        program->exchange->answer.value[PROTOCOL_RESULT] = program->setup.occupancy(
            program->setup.data, function->code[0], (uint32_t)threads, shared);
    return true;
}

/* ---- textures ------------------------------------------------------------------------------- */

static bool slices_are_possible(const struct texture *texture)
{
    enum { WIDEST = 16 }; /* access of a lane, which must not cross a line */
    const bool flat = texture->depth == 0;
    if (texture->layered > 1 || texture->cube > 1 || texture->surface > 1 ||
        texture->seamless > 1 || texture->depth >= INT32_MAX ||
        (flat && (texture->layered || texture->cube)))
        return false;
    if (!flat && !texture->layered && texture->height == 0)
        return false;
    if (texture->surface && (texture->address | texture->pitch | texture->slice) % WIDEST)
        return false;
    return !texture->cube || (texture->depth % TEXTURE_FACES == 0 && texture->height > 0);
}

/* The program's library may be anybody's. */
static bool texture_is_possible(const struct texture *texture)
{
    bool channels = texture->channels == 1 || texture->channels == 2 || texture->channels == 4;
    bool bits =
        texture->channel_bits == 8 || texture->channel_bits == 16 || texture->channel_bits == 32;
    bool floats = texture->texel != TEXEL_FLOAT || texture->channel_bits != 8;
    for (unsigned d = 0; d < G_N_ELEMENTS(texture->address_mode); d++)
        if (texture->address_mode[d] > TEXTURE_ADDRESS_BORDER)
            return false;
    return channels && bits && floats && texture->texel <= TEXEL_FLOAT && texture->width > 0 &&
           texture->height < INT32_MAX && (texture->linear_memory || texture->width < INT32_MAX) &&
           slices_are_possible(texture);
}

/* A texture bound without a size is as long as its allocation. */
static void clamp_to_allocation(const struct program *program, struct texture *texture)
{
    const struct program_memory *memory = &program->setup.memory;
    unsigned bytes = texture_texel_bytes(texture);
    if (!texture->linear_memory)
        return;
    uint64_t room = memory->room(memory->data, texture->address) / bytes;
    texture->width = MIN(texture->width, MIN(room, INT32_MAX));
}

/* Notes the texture at the head of the payload; its handle, 0 if the payload is none. */
static uint64_t note_texture(struct program *program)
{
    if (program->exchange->request.payload_bytes < sizeof(struct texture))
        return 0;
    struct program_texture noted = {.before = 0};
    memcpy(&noted.texture, program->exchange->payload, sizeof noted.texture);
    if (!texture_is_possible(&noted.texture))
        return 0;
    clamp_to_allocation(program, &noted.texture);
    g_array_append_val(program->textures, noted);
    return program->textures->len;
}

bool finish_texture_create(struct program *program, GError **error)
{
    (void)error;
    uint64_t handle = note_texture(program);
    program->exchange->answer.value[PROTOCOL_RESULT] = handle;
    return handle != 0 || fail_with(program, CUDA_INVALID_VALUE);
}

bool finish_texture_destroy(struct program *program, GError **error)
{
    (void)error;
    uint64_t handle = request_argument(program, PROTOCOL_SUBJECT);
    return (handle > 0 && handle <= program->textures->len) ||
           fail_with(program, CUDA_INVALID_VALUE);
}

/* A texture reference is a variable that holds the handle of the texture it is bound to. Launches
 * that were issued before keep theirs, so the new one remembers it. */
bool finish_texture_bind(struct program *program, GError **error)
{
    (void)error;
    const struct program_memory *memory = &program->setup.memory;
    unsigned index;
    uint64_t handle = note_texture(program);
    if (handle == 0)
        return fail_with(program, CUDA_INVALID_VALUE);
    const char *name = text_of(program) + sizeof(struct texture);
    if (!modules_symbol(program->modules, module_of(program), name, &index))
        return fail_with(program, CUDA_INVALID_SYMBOL);
    const struct ptx_symbol symbol = ptx_program_symbol(
        modules_program(program->modules, module_of(program), request_device(program)), index);
    uint8_t *bytes = memory->at(memory->data, symbol.address, sizeof handle);
    if (!bytes)
        return fail_with(program, CUDA_INVALID_SYMBOL);
    memcpy(&g_array_index(program->textures, struct program_texture, handle - 1).before, bytes,
           sizeof handle);
    memcpy(bytes, &handle, sizeof handle);
    memory->changed(memory->data, symbol.address, sizeof handle);
    return true;
}
