/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/traces/trace_writer.h"

static void write_text(struct trace_writer *writer, const char *text, size_t length)
{
    fwrite(text, 1, length, writer->file); /* errors stay with the file: ferror */
    writer->counts.bytes += length;
}

static void G_GNUC_PRINTF(2, 3) write_format(struct trace_writer *writer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    write_text(writer, text, strlen(text));
}

void trace_writer_init(struct trace_writer *writer, FILE *file, const struct trace_head *head)
{
    *writer = (struct trace_writer){.file = file, .warp = g_string_new(NULL)};
    write_format(writer,
                 "-kernel name = %s\n-kernel id = 1\n-grid dim = (%u,%u,1)\n"
                 "-block dim = (%u,%u,1)\n-shmem = %u\n-nregs = %u\n-binary version = %u\n",
                 head->name, head->grid[0], head->grid[1], head->block[0], head->block[1],
                 head->shared_bytes, head->registers, head->binary_version);
    write_format(writer,
                 "-cuda stream id = %u\n-shmem base_addr = 0x00007fa000000000\n"
                 "-local mem base_addr = 0x00007fa001000000\n-nvbit version = 1.5.5\n"
                 "-accelsim tracer version = 5\n-enable lineinfo = 0\n\n",
                 head->stream);
    write_format(writer, "#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num "
                         "[reg_srcs] mem_width [adrrescompress?] [mem_addresses] immediate\n\n");
}

void trace_writer_clear(struct trace_writer *writer)
{
    g_string_free(writer->warp, TRUE);
    writer->warp = NULL;
}

void trace_block_start(struct trace_writer *writer, unsigned x, unsigned y)
{
    write_format(writer, "\n#BEGIN_TB\n\nthread block = %u,%u,0\n", x, y);
    writer->warps = 0;
    writer->counts.blocks++;
}

void trace_block_finish(struct trace_writer *writer)
{
    write_format(writer, "\n#END_TB\n");
}

void trace_warp_finish(struct trace_writer *writer)
{
    write_format(writer, "\nwarp = %u\ninsts = %" G_GINT64_MODIFIER "u\n", writer->warps++,
                 writer->warp_instructions);
    write_text(writer, writer->warp->str, writer->warp->len);
    g_string_set_size(writer->warp, 0);
    writer->counts.warp_instructions += writer->warp_instructions;
    writer->warp_instructions = 0;
}

/* Numbers without printf, which would be most of the time of a large trace. */
static void append_decimal(GString *text, int64_t number)
{
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    g_string_append_len(text, at, digits + sizeof digits - at);
}

static void append_hexadecimal(GString *text, uint64_t number, unsigned least_digits)
{
    char digits[16];
    unsigned n = 0;
    while (number || n < least_digits) {
        digits[15 - n++] = "0123456789abcdef"[number % 16];
        number /= 16;
    }
    g_string_append_len(text, digits + 16 - n, n);
}

static void add_start(struct trace_writer *writer, unsigned pc, uint32_t mask,
                      const char *instruction)
{
    GString *text = writer->warp;
    append_hexadecimal(text, pc, 4);
    g_string_append_c(text, ' ');
    append_hexadecimal(text, mask, 8);
    g_string_append_c(text, ' ');
    g_string_append(text, instruction);
    g_string_append_c(text, ' ');
    writer->warp_instructions++;
    writer->counts.thread_instructions += (unsigned)__builtin_popcount(mask);
}

void trace_add_of(struct trace_writer *writer, unsigned pc, uint32_t mask, const char *instruction)
{
    add_start(writer, pc, mask, instruction);
    g_string_append(writer->warp, "0 0\n");
}

void trace_add(struct trace_writer *writer, unsigned pc, const char *instruction)
{
    trace_add_of(writer, pc, TRACE_ALL_LANES, instruction);
}

void trace_add_off(struct trace_writer *writer, unsigned pc, const char *instruction)
{
    trace_add_of(writer, pc, 0, instruction);
}

void trace_add_immediate(struct trace_writer *writer, unsigned pc, const char *instruction,
                         int64_t immediate)
{
    add_start(writer, pc, TRACE_ALL_LANES, instruction);
    g_string_append(writer->warp, "0 ");
    append_decimal(writer->warp, immediate);
    g_string_append_c(writer->warp, '\n');
}

/* The width, the way in which addresses are given, and the first of them. */
static void add_first_address(struct trace_writer *writer, unsigned width, const char *mode,
                              uint64_t address)
{
    append_decimal(writer->warp, width);
    g_string_append(writer->warp, mode);
    append_hexadecimal(writer->warp, address, 1);
    writer->counts.accesses++;
}

static void add_base_and_stride(struct trace_writer *writer, uint64_t base, unsigned width,
                                int64_t stride)
{
    add_first_address(writer, width, " 1 0x", base);
    g_string_append_c(writer->warp, ' ');
    append_decimal(writer->warp, stride);
    g_string_append(writer->warp, " 0\n");
}

void trace_add_strided(struct trace_writer *writer, unsigned pc, const char *instruction,
                       unsigned width, uint64_t base, int64_t stride)
{
    add_start(writer, pc, TRACE_ALL_LANES, instruction);
    add_base_and_stride(writer, base, width, stride);
}

void trace_add_single(struct trace_writer *writer, unsigned pc, const char *instruction,
                      unsigned width, uint64_t address)
{
    add_start(writer, pc, 1, instruction);
    add_base_and_stride(writer, address, width, 0);
}

void trace_add_listed_of(struct trace_writer *writer, unsigned pc, uint32_t mask,
                         const char *instruction, unsigned width,
                         const uint64_t addresses[TRACE_LANES])
{
    unsigned last = (unsigned)__builtin_ctz(mask);
    add_start(writer, pc, mask, instruction);
    add_first_address(writer, width, " 2 0x", addresses[last]);
    for (unsigned lane = last + 1; lane < TRACE_LANES; lane++) {
        if (!(mask >> lane & 1))
            continue;
        g_string_append_c(writer->warp, ' ');
        append_decimal(writer->warp, (int64_t)(addresses[lane] - addresses[last]));
        last = lane;
    }
    g_string_append(writer->warp, " 0\n");
}

void trace_add_listed(struct trace_writer *writer, unsigned pc, const char *instruction,
                      unsigned width, const uint64_t addresses[TRACE_LANES])
{
    trace_add_listed_of(writer, pc, TRACE_ALL_LANES, instruction, width, addresses);
}
