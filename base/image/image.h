/* SPDX-License-Identifier: BSD-3-Clause */
/* An image of this process in a file, from which another process of the same executable goes on.
 *
 * All of the process's own memory is in it, so whatever the program has computed, counted and
 * queued is exactly as it was: there is no list of things to save that could be incomplete. What
 * the kernel has of a process is made again: open files, signal handlers. Threads are not: the
 * process has one when the image is made, and has ended the others before.
 *
 * Source: Plank and others, "Libckpt: Transparent Checkpointing under Unix", USENIX 1995, for
 *   memory and registers; Rieker and others, "Transparent User-Level Checkpointing for the Native
 *   POSIX Thread Library for Linux", PDPTA 2006, for the restorer that stands outside of both
 *   memories.
 * Differs: one thread, one executable, one machine. Libraries lie where they lay, whatever the
 *   kernel chose for the new process.
 */
#ifndef SIMGPU_BASE_IMAGE_IMAGE_H
#define SIMGPU_BASE_IMAGE_IMAGE_H

#include <stdint.h>

enum { IMAGE_NOTE_BYTES = 4096, IMAGE_KEY_BYTES = 128, IMAGE_NEWS_BYTES = 512 };

/* Of whoever makes images: what the run is, and what else it wants to know when it goes on. */
struct image_note {
    char key[IMAGE_KEY_BYTES];
    uint8_t bytes[IMAGE_NOTE_BYTES];
};

#endif
