/* SPDX-License-Identifier: BSD-3-Clause */
/* Which function serves which request. */
#include "workloads/cuda_process/requests.h"
#include "workloads/cuda_process/program_private.h"

static bool finish_hello(struct program *program, GError **error)
{
    (void)error;
    if (request_argument(program, PROTOCOL_SUBJECT) != PROTOCOL_VERSION) {
        program->exchange->answer.status = CUDA_INVALID_VALUE;
        return true;
    }
    g_byte_array_append(program->exchange->answer_payload, (const guint8 *)&program->setup.device,
                        sizeof program->setup.device);
    return true;
}

static bool finish_limit_set(struct program *program, GError **error)
{
    (void)error;
    uint64_t limit = request_argument(program, PROTOCOL_LIMIT),
             value = request_argument(program, PROTOCOL_LIMIT_VALUE);
    if (limit >= G_N_ELEMENTS(program->limits) ||
        (limit == CUDA_LIMIT_STACK_SIZE && value > PTX_MAX_STACK_BYTES)) {
        program->exchange->answer.status = CUDA_INVALID_VALUE;
        return true;
    }
    program->limits[limit] = value;
    if (limit == CUDA_LIMIT_STACK_SIZE)
        modules_set_stack_limit(program->modules, (uint32_t)MIN(value, UINT32_MAX));
    return true;
}

static bool finish_limit_get(struct program *program, GError **error)
{
    (void)error;
    if (request_argument(program, PROTOCOL_LIMIT) < G_N_ELEMENTS(program->limits))
        program->exchange->answer.value[PROTOCOL_RESULT] =
            program->limits[request_argument(program, PROTOCOL_LIMIT)];
    else
        program->exchange->answer.status = CUDA_INVALID_VALUE;
    return true;
}

static bool finish_shown(struct program *program, GError **error)
{
    const struct program_memory *memory = &program->setup.memory;
    (void)error;
    memory->shown(memory->data, request_argument(program, PROTOCOL_SHOWN_ADDRESS));
    if (program->calls)
        calls_show(program->calls, request_argument(program, PROTOCOL_SHOWN_ADDRESS),
                   request_argument(program, PROTOCOL_SHOWN_BYTES));
    return true;
}

const struct request_ops program_request_ops[PROTOCOL_REQUESTS] = {
    [PROTOCOL_HELLO] = {"hello", NULL, finish_hello, true},
    [PROTOCOL_GOODBYE] = {"goodbye", NULL, NULL, false},
    [PROTOCOL_MODULE] = {"module", NULL, finish_module, true},
    [PROTOCOL_MODULE_UNLOAD] = {"module unload", begin_free, finish_module_unload, false},
    [PROTOCOL_FUNCTION] = {"function", NULL, finish_function, true},
    [PROTOCOL_SYMBOL] = {"symbol", NULL, finish_symbol, true},
    [PROTOCOL_CONSTANT_WRITE] = {"constant write", begin_constant_write, NULL, false},
    [PROTOCOL_CONSTANT_READ] = {"constant read", begin_constant_read, finish_constant_read, false},
    [PROTOCOL_ALLOCATE] = {"allocate", NULL, finish_allocate, false},
    [PROTOCOL_FREE] = {"free", begin_free, finish_free, false},
    [PROTOCOL_MEMORY_INFO] = {"memory info", NULL, finish_memory_info, false},
    [PROTOCOL_COPY] = {"copy", begin_copy, NULL, false},
    [PROTOCOL_SET] = {"set", begin_set, NULL, false},
    [PROTOCOL_LAUNCH] = {"launch", begin_launch, NULL, false},
    [PROTOCOL_STREAM_CREATE] = {"stream create", NULL, finish_stream_create, false},
    [PROTOCOL_STREAM_DESTROY] = {"stream destroy", NULL, finish_stream_destroy, false},
    [PROTOCOL_STREAM_WAIT] = {"stream wait", begin_stream_wait, NULL, false},
    [PROTOCOL_STREAM_SYNC] = {"stream sync", begin_stream_sync, finish_wait, false},
    [PROTOCOL_STREAM_QUERY] = {"stream query", NULL, finish_stream_query, false},
    [PROTOCOL_DEVICE_SYNC] = {"device sync", begin_device_sync, finish_wait, false},
    [PROTOCOL_EVENT_CREATE] = {"event create", NULL, finish_event_create, false},
    [PROTOCOL_EVENT_DESTROY] = {"event destroy", NULL, finish_event_destroy, false},
    [PROTOCOL_EVENT_RECORD] = {"event record", begin_event_record, NULL, false},
    [PROTOCOL_EVENT_SYNC] = {"event sync", begin_event_sync, finish_wait, false},
    [PROTOCOL_EVENT_QUERY] = {"event query", NULL, finish_event_query, false},
    [PROTOCOL_EVENT_ELAPSED] = {"event elapsed", NULL, finish_event_elapsed, false},
    [PROTOCOL_OCCUPANCY] = {"occupancy", NULL, finish_occupancy, false},
    [PROTOCOL_TEXTURE_CREATE] = {"texture create", NULL, finish_texture_create, false},
    [PROTOCOL_TEXTURE_DESTROY] = {"texture destroy", NULL, finish_texture_destroy, false},
    [PROTOCOL_TEXTURE_BIND] = {"texture bind", NULL, finish_texture_bind, false},
    [PROTOCOL_LIMIT_SET] = {"limit set", NULL, finish_limit_set, false},
    [PROTOCOL_LIMIT_GET] = {"limit get", NULL, finish_limit_get, false},
    [PROTOCOL_GRAPH_LAUNCH] = {"graph launch", begin_graph_launch, NULL, false},
    [PROTOCOL_POOL_CREATE] = {"pool create", NULL, finish_pool_create, false},
    [PROTOCOL_POOL_DESTROY] = {"pool destroy", NULL, finish_pool_destroy, false},
    [PROTOCOL_POOL_ALLOCATE] = {"pool allocate", begin_pool_allocate, NULL, false},
    [PROTOCOL_POOL_FREE] = {"pool free", begin_pool_free, NULL, false},
    [PROTOCOL_POOL_TRIM] = {"pool trim", NULL, finish_pool_trim, false},
    [PROTOCOL_POOL_GET] = {"pool get", NULL, finish_pool_get, false},
    [PROTOCOL_POOL_SET] = {"pool set", NULL, finish_pool_set, false},
    [PROTOCOL_ADDRESS_RANGE] = {"address range", NULL, finish_address_range, false},
    [PROTOCOL_PEER_ACCESS] = {"peer access", begin_peer_access, NULL, false},
    [PROTOCOL_SHOWN] = {"shown", NULL, finish_shown, true},
    [PROTOCOL_VIRTUAL] = {"virtual memory", begin_virtual, finish_virtual, false},
    [PROTOCOL_CONSTANT_ADDRESS] = {"constant address", begin_free, finish_constant_address, false},
};

bool request_takes_output(const struct protocol_request *request)
{
    switch (request->kind) {
    case PROTOCOL_DEVICE_SYNC:
    case PROTOCOL_STREAM_SYNC:
    case PROTOCOL_EVENT_SYNC:
        return true;
    case PROTOCOL_COPY:
        return !request->argument[PROTOCOL_COPY_ASYNCHRONOUS];
    default:
        return false;
    }
}
