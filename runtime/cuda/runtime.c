/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of this process's CUDA runtime: connecting, locking, forking, ending.
 *
 * The one place of this library with a variable of its own: CUDA's interface has no context
 * argument, so the state has to be found without one.
 */
#include "runtime/cuda/runtime.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include "runtime/cuda/message.h"

static struct runtime the_runtime = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* After the program's own exit handlers and destructors, which may still call the runtime. A
 * process that ends some other way doesn't get here, and simgpu sees the socket close without a
 * GOODBYE. */
__attribute__((destructor)) static void say_goodbye(void)
{
    struct runtime *runtime = &the_runtime;
    if (runtime->process != getpid() || pthread_mutex_trylock(&runtime->lock) != 0)
        return;
    if (runtime->state == RUNTIME_CONNECTED)
        channel_tell(&runtime->channel, PROTOCOL_GOODBYE);
    runtime->state = RUNTIME_ENDED;
    pthread_mutex_unlock(&runtime->lock);
}

static uint32_t *thread_device(void)
{
    static _Thread_local uint32_t device;
    return &device;
}

uint32_t runtime_device(void)
{
    return *thread_device();
}

void runtime_set_device(uint32_t device)
{
    *thread_device() = device;
}

bool runtime_has_device(const struct runtime *runtime, int device)
{
    return device >= 0 && (uint32_t)device < runtime->device.devices;
}

uint64_t runtime_device_bytes(const struct runtime *runtime)
{
    return runtime->device.devices * runtime->device.device_bytes;
}

uint32_t runtime_device_of(const struct runtime *runtime, uint64_t address)
{
    return (uint32_t)((address - runtime->device.device_base) / runtime->device.device_bytes);
}

static enum runtime_state greet(struct runtime *runtime)
{
    struct exchange hello = {.kind = PROTOCOL_HELLO,
                             .argument = {[PROTOCOL_SUBJECT] = PROTOCOL_VERSION}};
    channel_ask(&runtime->channel, &hello);
    bool good = hello.status == cudaSuccess && hello.data_bytes == sizeof runtime->device;
    if (good)
        memcpy(&runtime->device, hello.data, sizeof runtime->device);
    free(hello.data);
    if (!good) {
        message_print("this program's runtime library and the simulator are not of one build");
        return RUNTIME_NO_DEVICE;
    }
    if (!channel_map_device(&runtime->channel, runtime_device_bytes(runtime))) {
        message_print("cannot map the device's memory: %s", strerror(errno));
        return RUNTIME_NO_DEVICE;
    }
    pinned_init(&runtime->pinned, runtime->channel.host_file, runtime->device.host_base,
                runtime->device.host_bytes);
    return RUNTIME_CONNECTED;
}

/* A child of the program has no GPU, and must not keep the conversation open when the program is
 * gone. */
static void leave_to_parent(void)
{
    if (the_runtime.state == RUNTIME_CONNECTED)
        channel_leave(&the_runtime.channel);
}

static enum runtime_state connect_to_simgpu(struct runtime *runtime)
{
    const char *text = getenv(PROTOCOL_VARIABLE);
    if (!text) {
        message_print("this program's GPU is simulated: run it as simgpu PLATFORM -- PROGRAM");
        return RUNTIME_NO_DEVICE;
    }
    if (!channel_open(&runtime->channel, text)) {
        message_print("the simulated GPU is not open to this process (" PROTOCOL_VARIABLE
                      "=%s): another process has taken it",
                      text);
        return RUNTIME_NO_DEVICE;
    }
    (void)pthread_atfork(NULL, NULL, leave_to_parent);
    return greet(runtime);
}

cudaError_t runtime_enter(struct runtime **entered)
{
    struct runtime *runtime = &the_runtime;
    *entered = NULL;
    if (runtime->process != 0 && runtime->process != getpid())
        return cudaErrorInitializationError;
    pthread_mutex_lock(&runtime->lock);
    if (runtime->state == RUNTIME_FRESH) {
        runtime->process = getpid();
        runtime->state = connect_to_simgpu(runtime);
    }
    cudaError_t status = runtime->sticky;
    if (runtime->state == RUNTIME_NO_DEVICE)
        status = cudaErrorNoDevice;
    if (runtime->state == RUNTIME_ENDED)
        status = cudaErrorCudartUnloading;
    if (status == cudaSuccess)
        *entered = runtime;
    else
        pthread_mutex_unlock(&runtime->lock);
    return status;
}

cudaError_t runtime_leave(struct runtime *runtime, cudaError_t status)
{
    if (runtime)
        pthread_mutex_unlock(&runtime->lock);
    return error_note(status);
}

struct runtime *runtime_hold(void)
{
    pthread_mutex_lock(&the_runtime.lock);
    return &the_runtime;
}

void runtime_release(struct runtime *runtime)
{
    pthread_mutex_unlock(&runtime->lock);
}

/* Errors of a running kernel leave the device in no state to go on.
 * Source: CUDA Runtime API reference manual, cudaError: those that "leave the process in an
 * inconsistent state". */
static bool is_sticky(cudaError_t status)
{
    switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
        return true;
    default:
        return false;
    }
}

static bool answers_with_data(enum protocol_request_kind kind)
{
    return kind == PROTOCOL_FUNCTION || kind == PROTOCOL_CONSTANT_READ;
}

/* The calling thread's number, with the lock held. */
static uint64_t thread_number(struct runtime *runtime)
{
    static _Thread_local uint64_t number; /* + 1 */
    if (number == 0)
        number = ++runtime->n_threads;
    return number - 1;
}

/* The calling thread's number: larger than that of threads made before. Where the system's numbers
 * begin anew, threads have smaller ones than the first thread, which has the process's. */
static uint64_t caller_number(void)
{
    enum { PROCESS_NUMBERS = 1 << 22 }; /* Linux's largest pid_max */
    static _Thread_local uint64_t number;
    if (number == 0) {
        const pid_t thread = gettid(), first = getpid();
        number = (uint64_t)(thread >= first ? thread : thread + PROCESS_NUMBERS);
    }
    return number;
}

/* Answered in no simulated time, and asked in the middle of something that two threads may not do
 * at the same time. */
static bool is_at_once(enum protocol_request_kind kind)
{
    return kind == PROTOCOL_MODULE || kind == PROTOCOL_FUNCTION || kind == PROTOCOL_SYMBOL ||
           kind == PROTOCOL_SHOWN;
}

static unsigned int *thread_flags(void)
{
    static _Thread_local unsigned int flags;
    return &flags;
}

unsigned int runtime_flag(unsigned int flags)
{
    const unsigned int before = *thread_flags();
    *thread_flags() = flags;
    return before;
}

/* Other threads may enter while this one waits for simulated time to pass. */
static void ask(struct runtime *runtime, struct exchange *exchange)
{
    const bool open = !is_at_once(exchange->kind);
    exchange->argument[PROTOCOL_CALLER] = __libc_single_threaded ? 0 : caller_number();
    exchange->argument[PROTOCOL_THREAD] = thread_number(runtime);
    exchange->flags = *thread_flags();
    exchange->device = runtime_device();
    if (open)
        pthread_mutex_unlock(&runtime->lock);
    channel_ask(&runtime->channel, exchange);
    if (open)
        pthread_mutex_lock(&runtime->lock);
}

cudaError_t runtime_ask(struct runtime *runtime, struct exchange *exchange)
{
    ask(runtime, exchange);
    if (!answers_with_data(exchange->kind) && exchange->data) {
        fwrite(exchange->data, 1, exchange->data_bytes, stdout);
        free(exchange->data);
        exchange->data = NULL;
    }
    const cudaError_t status = (cudaError_t)exchange->status;
    if (is_sticky(status))
        runtime->sticky = status;
    if (status != cudaSuccess && exchange->data) {
        free(exchange->data);
        exchange->data = NULL;
    }
    return status;
}

cudaError_t runtime_show(struct runtime *runtime, uint64_t address, uint64_t bytes)
{
    struct exchange exchange = {
        .kind = PROTOCOL_SHOWN,
        .argument = {[PROTOCOL_SHOWN_ADDRESS] = address, [PROTOCOL_SHOWN_BYTES] = bytes}};
    return runtime_ask(runtime, &exchange);
}
