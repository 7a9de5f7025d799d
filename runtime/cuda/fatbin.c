/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds and unpacks PTX. Nothing in a container is believed before it has been checked: sizes and
 * offsets stay within the container, and unpacking within what the entry says it will be.
 */
#include "runtime/cuda/fatbin.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "runtime/cuda/lz4.h"
#include "runtime/cuda/message.h"

/* A byte of an LZ4 block stands for at most so many bytes of text (a length byte of 255). */
enum { ENTRY_PTX = 1, WRAPPER_PRELINKED = 2, LZ4_EXPANSION_MAX = 255 };

static const uint32_t wrapper_magic = 0x466243b1, container_magic = 0xba55ed50;
static const uint32_t wrapper_magic_hip = 0x48495046; /* what clang writes as HIP */
static const uint64_t flag_lz4 = 0x2000, flag_zstd = 0x8000;
/* More PTX than any compiler writes. ASSUMED: bounds what a broken entry can make us allocate. */
static const uint64_t text_bytes_max = (uint64_t)1 << 30;

struct wrapper {
    uint32_t magic, version;
    const void *data;
    const void *prelinked;
};

struct container_header {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes; /* that follow the header */
};

struct entry_header {
    uint16_t kind, version;
    uint32_t header_bytes;
    uint64_t padded_bytes; /* of what follows the header, to the next entry */
    uint32_t packed_bytes; /* without the padding, if packed */
    uint32_t options_offset;
    uint16_t minor, major; /* of the PTX version */
    uint32_t arch;
    uint32_t name_offset, name_bytes;
    uint64_t flags;
    uint64_t reserved;
    uint64_t text_bytes; /* unpacked */
};

struct entry {
    struct entry_header header;
    const unsigned char *bytes;
};

/* Takes the entry at *offset and moves on. False if it doesn't fit into the container. */
static bool next_entry(const unsigned char *container, size_t size, size_t *offset,
                       struct entry *entry)
{
    struct entry_header *header = &entry->header;
    if (size - *offset < sizeof *header)
        return false;
    memcpy(header, container + *offset, sizeof *header);
    if (header->header_bytes < sizeof *header || header->header_bytes > size - *offset ||
        header->padded_bytes > size - *offset - header->header_bytes)
        return false;
    entry->bytes = container + *offset + header->header_bytes;
    *offset += header->header_bytes + (size_t)header->padded_bytes;
    return true;
}

static bool is_better(unsigned candidate, unsigned chosen, unsigned arch)
{
    if ((candidate <= arch) != (chosen <= arch))
        return candidate <= arch;
    return candidate <= arch ? candidate > chosen : candidate < chosen;
}

static bool unpack(const struct entry *entry, char *text, size_t bytes)
{
    const struct entry_header *header = &entry->header;
    if (header->flags & flag_lz4)
        return lz4_unpack(entry->bytes, header->packed_bytes, (unsigned char *)text, bytes);
    return ZSTD_decompress(text, bytes, entry->bytes, header->packed_bytes) == bytes;
}

/* False if the entry cannot possibly unpack to as much as it says: don't even allocate it then. */
static bool is_plausible(const struct entry_header *header, const unsigned char *bytes)
{
    if (header->text_bytes > text_bytes_max || header->packed_bytes > header->padded_bytes)
        return false;
    if (header->flags & flag_lz4)
        return header->text_bytes / LZ4_EXPANSION_MAX <= header->packed_bytes;
    return ZSTD_getFrameContentSize(bytes, header->packed_bytes) == header->text_bytes;
}

static const char *take_text(const struct entry *entry, struct fatbin_ptx *ptx)
{
    const struct entry_header *header = &entry->header;
    bool packed = (header->flags & (flag_lz4 | flag_zstd)) != 0;
    uint64_t bytes = packed ? header->text_bytes : header->padded_bytes;
    if (packed && !is_plausible(header, entry->bytes))
        return "its PTX is not of the size it should have: the container (fatbin) is damaged";
    char *text = message_allocate((size_t)bytes + 1);
    if (!packed)
        memcpy(text, entry->bytes, (size_t)bytes);
    else if (!unpack(entry, text, (size_t)bytes)) {
        free(text);
        return "its PTX cannot be unpacked: the container (fatbin) is damaged";
    }
    text[bytes] = '\0';
    *ptx = (struct fatbin_ptx){.text = text, .bytes = strlen(text) + 1, .owned = text};
    return NULL;
}

const char *fatbin_container_find_ptx(const void *container, size_t size, unsigned arch,
                                      struct fatbin_ptx *ptx)
{
    struct container_header header;
    struct entry entry, chosen = {.bytes = NULL};
    if (size < sizeof header)
        return "its container (fatbin) is cut short";
    memcpy(&header, container, sizeof header);
    if (header.magic != container_magic || header.header_bytes < sizeof header ||
        header.header_bytes > size)
        return "its container (fatbin) has an unknown header";
    if (header.bytes < size - header.header_bytes)
        size = header.header_bytes + (size_t)header.bytes;
    size_t offset = header.header_bytes;
    bool any = false;
    while (next_entry(container, size, &offset, &entry)) {
        any = true;
        if (entry.header.kind == ENTRY_PTX &&
            (!chosen.bytes || is_better(entry.header.arch, chosen.header.arch, arch)))
            chosen = entry;
    }
    if (chosen.bytes)
        return take_text(&chosen, ptx);
    return any ? "it has machine code only: compile it with PTX (nvcc -arch=compute_70)"
               : "its container (fatbin) is empty";
}

const char *fatbin_find_ptx(const void *image, unsigned arch, struct fatbin_ptx *ptx)
{
    struct wrapper wrapper;
    struct container_header header;
    memcpy(&wrapper, image, sizeof wrapper.magic);
    if (wrapper.magic != wrapper_magic && wrapper.magic != wrapper_magic_hip)
        return "what its compiler registered is of an unknown kind";
    memcpy(&wrapper, image, sizeof wrapper);
    if (wrapper.version == WRAPPER_PRELINKED && wrapper.prelinked)
        return "it was linked from relocatable device code (nvcc -rdc=true)";
    memcpy(&header.magic, wrapper.data, sizeof header.magic);
    if (header.magic == container_magic) {
        memcpy(&header, wrapper.data, sizeof header);
        return fatbin_container_find_ptx(wrapper.data, header.header_bytes + (size_t)header.bytes,
                                         arch, ptx);
    }
    const char *text = wrapper.data;
    *ptx = (struct fatbin_ptx){.text = text, .bytes = strlen(text) + 1};
    return NULL;
}
