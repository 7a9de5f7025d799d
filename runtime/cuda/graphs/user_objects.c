/* SPDX-License-Identifier: BSD-3-Clause */
/* References to user objects, counted. */
#include "runtime/cuda/graphs/user_objects.h"

#include <stdlib.h>

#include "runtime/cuda/message.h"

struct user_object {
    void *pointer;
    cudaHostFn_t destroy;
    unsigned int references;
};

struct user_reference {
    struct user_reference *next;
    struct user_object *object;
    unsigned int count;
};

static void release(struct runtime *runtime, struct user_object *object, unsigned int count)
{
    object->references -= count < object->references ? count : object->references;
    if (object->references > 0)
        return;
    pthread_mutex_unlock(&runtime->lock);
    object->destroy(object->pointer);
    pthread_mutex_lock(&runtime->lock);
    free(object);
}

static void refer(struct graph *graph, struct user_object *object, unsigned int count)
{
    struct user_reference *reference = message_allocate(sizeof *reference);
    *reference = (struct user_reference){graph->objects, object, count};
    graph->objects = reference;
}

void user_objects_share(struct graph *clone, const struct graph *graph)
{
    for (const struct user_reference *at = graph->objects; at; at = at->next) {
        at->object->references += at->count;
        refer(clone, at->object, at->count);
    }
}

void user_objects_leave(struct runtime *runtime, struct graph *graph)
{
    while (graph->objects) {
        struct user_reference *reference = graph->objects;
        graph->objects = reference->next;
        release(runtime, reference->object, reference->count);
        free(reference);
    }
}

cudaError_t cudaUserObjectCreate(cudaUserObject_t *made, void *pointer, cudaHostFn_t destroy,
                                 unsigned int references, unsigned int flags)
{
    if (!made || !destroy || references == 0 || flags != cudaUserObjectNoDestructorSync)
        return error_note(cudaErrorInvalidValue);
    struct user_object *object = message_allocate(sizeof *object);
    *object = (struct user_object){pointer, destroy, references};
    *made = (cudaUserObject_t)object;
    return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count)
{
    if (!object || count == 0)
        return error_note(cudaErrorInvalidValue);
    struct runtime *runtime = runtime_hold();
    ((struct user_object *)object)->references += count;
    runtime_release(runtime);
    return cudaSuccess;
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count)
{
    if (!object || count == 0)
        return error_note(cudaErrorInvalidValue);
    struct runtime *runtime = runtime_hold();
    release(runtime, (struct user_object *)object, count);
    runtime_release(runtime);
    return cudaSuccess;
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t handle, cudaUserObject_t object,
                                      unsigned int count, unsigned int flags)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct graph *graph = graph_find(runtime, handle);
        if (!graph || !object || count == 0 || (flags & ~(unsigned)cudaGraphUserObjectMove))
            status = cudaErrorInvalidValue;
        else {
            if (!(flags & cudaGraphUserObjectMove))
                ((struct user_object *)object)->references += count;
            refer(graph, (struct user_object *)object, count);
        }
    }
    return runtime_leave(runtime, status);
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t handle, cudaUserObject_t object,
                                       unsigned int count)
{
    struct runtime *runtime = NULL;
    cudaError_t status = runtime_enter(&runtime);
    if (status == cudaSuccess) {
        struct graph *graph = graph_find(runtime, handle);
        struct user_reference **at = graph ? &graph->objects : NULL;
        while (at && *at && ((*at)->object != (struct user_object *)object || (*at)->count < count))
            at = &(*at)->next;
        struct user_reference *found = at ? *at : NULL;
        if (!found || count == 0)
            status = cudaErrorInvalidValue;
        else {
            found->count -= count;
            if (found->count == 0) {
                *at = found->next;
                free(found);
            }
            release(runtime, (struct user_object *)object, count);
        }
    }
    return runtime_leave(runtime, status);
}
