/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: vdso(7) of the Linux man pages project; System V ABI for symbol tables. */
#include "base/image/vdso_calls.h"
#include <elf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>

/* mov $NUMBER, %eax; syscall; ret */
enum { CODE_BYTES = 8, NUMBER_AT = 1 };
static const uint8_t code[CODE_BYTES] = {0xb8, 0, 0, 0, 0, 0x0f, 0x05, 0xc3};
/* mov $-ENOSYS, %eax; ret: the C library then does without. */
static const uint8_t refuse[] = {0xb8, 0xda, 0xff, 0xff, 0xff, 0xc3};

static const struct call {
    const char *name;
    int32_t number; /* -1: refused */
} calls[] = {{"__vdso_clock_gettime", SYS_clock_gettime},
             {"__vdso_gettimeofday", SYS_gettimeofday},
             {"__vdso_clock_getres", SYS_clock_getres},
#if defined(SYS_time)
             {"__vdso_time", SYS_time},
#endif
             {"__vdso_getcpu", SYS_getcpu},
             {"__vdso_getrandom", -1}};

struct tables {
    uint64_t symbols, names; /* offsets */
};

static bool find_tables(const uint8_t *bytes, size_t n, struct tables *tables)
{
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)(const void *)bytes;
    *tables = (struct tables){0, 0};
    if (n < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0 ||
        head->e_phoff + head->e_phnum * sizeof(Elf64_Phdr) > n)
        return false;
    for (unsigned i = 0; i < head->e_phnum; i++) {
        const Elf64_Phdr *part =
            (const Elf64_Phdr *)(const void *)(bytes + head->e_phoff + i * sizeof *part);
        if (part->p_type != PT_DYNAMIC || part->p_offset + part->p_filesz > n)
            continue;
        const Elf64_Dyn *entry = (const Elf64_Dyn *)(const void *)(bytes + part->p_offset);
        for (size_t j = 0; j < part->p_filesz / sizeof *entry; j++) {
            tables->symbols = entry[j].d_tag == DT_SYMTAB ? entry[j].d_un.d_ptr : tables->symbols;
            tables->names = entry[j].d_tag == DT_STRTAB ? entry[j].d_un.d_ptr : tables->names;
        }
    }
    /* The names follow the symbols. */
    return tables->symbols > 0 && tables->symbols < tables->names && tables->names < n;
}

static void replace(uint8_t *at, size_t room, const struct call *call)
{
    if (call->number < 0 && room >= sizeof refuse) {
        memcpy(at, refuse, sizeof refuse);
    } else if (call->number >= 0 && room >= CODE_BYTES) {
        memcpy(at, code, CODE_BYTES);
        memcpy(at + NUMBER_AT, &call->number, sizeof call->number);
    }
}

void vdso_calls_replace(uint8_t *bytes, size_t n)
{
    struct tables tables;
    if (!find_tables(bytes, n, &tables))
        return;
    const Elf64_Sym *symbols = (const Elf64_Sym *)(const void *)(bytes + tables.symbols);
    const size_t n_symbols = (tables.names - tables.symbols) / sizeof *symbols;
    for (size_t i = 0; i < n_symbols; i++) {
        const uint64_t name = tables.names + symbols[i].st_name, at = symbols[i].st_value;
        for (size_t j = 0; j < sizeof calls / sizeof *calls; j++) {
            const size_t length = strlen(calls[j].name) + 1;
            if (name + length <= n && at > 0 && at < n &&
                memcmp(bytes + name, calls[j].name, length) == 0)
                replace(bytes + at, n - at, &calls[j]);
        }
    }
}
