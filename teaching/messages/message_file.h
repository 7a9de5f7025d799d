/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of messages, in a file or on standard output: --trace-messages. */
#ifndef SIMGPU_TEACHING_MESSAGES_MESSAGE_FILE_H
#define SIMGPU_TEACHING_MESSAGES_MESSAGE_FILE_H

#include "models/gpu.h"
#include "teaching/messages/message_filter.h"

struct message_file;

/* path: "-" is standard output. A name that ends with .jsonl gets JSON, a line an event. The filter
 * is borrowed until message_file_end. */
struct message_file *message_file_new(const char *path, const struct message_filter *filter,
                                      GError **error);
/* Drops what is not ended. NULL is fine. */
void message_file_free(struct message_file *file);

/* Before the first event; borrows gpu until message_file_end. */
void message_file_attach(struct message_file *file, const struct gpu *gpu);
/* What hears for it. */
struct event_sink message_file_sink(struct message_file *file);
/* After the run. False: it could not write all, and there is no file. */
bool message_file_end(struct message_file *file, GError **error);

#endif
