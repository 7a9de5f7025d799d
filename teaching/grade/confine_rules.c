/* SPDX-License-Identifier: BSD-3-Clause */
#include "teaching/grade/confine_rules.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- files: landlock(7)
 * -------------------------------------------------------------------------- */

/* Newer kernels know more than Debian's headers. Source: landlock(7), versions 2 and 3. */
#ifndef LANDLOCK_ACCESS_FS_REFER
#define LANDLOCK_ACCESS_FS_REFER (1ULL << 13)
#endif
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ULL << 14)
#endif

enum { OF_FILES = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE };
enum { READS = OF_FILES | LANDLOCK_ACCESS_FS_READ_DIR };
enum {
    WRITES = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
             LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
             LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
             LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
             LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM
};

static long version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

bool confine_knows_files(void)
{
    return version() > 0;
}

/* What this kernel can keep from writing. */
static __u64 writes(void)
{
    enum { KNOWS_REFER = 2, KNOWS_TRUNCATE = 3 };
    const long known = version();
    return WRITES | (known >= KNOWS_REFER ? LANDLOCK_ACCESS_FS_REFER : 0) |
           (known >= KNOWS_TRUNCATE ? LANDLOCK_ACCESS_FS_TRUNCATE : 0);
}

/* A path that is not there needs no rule. */
static bool allow(int rules, const char *path, __u64 access)
{
    struct stat there;
    const int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return true;
    if (fstat(file, &there) == 0 && !S_ISDIR(there.st_mode))
        access &= OF_FILES | LANDLOCK_ACCESS_FS_WRITE_FILE;
    const struct landlock_path_beneath_attr beneath = {.allowed_access = access, .parent_fd = file};
    const long failed =
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    close(file);
    return failed == 0;
}

bool confine_files(const struct confine_rules *rules)
{
    const struct landlock_ruleset_attr all = {.handled_access_fs = READS | writes()};
    if (!confine_knows_files())
        return true;
    const int set = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (set < 0)
        return false;
    bool good = allow(set, rules->write, READS | writes()) &&
                allow(set, "/dev/null", OF_FILES | LANDLOCK_ACCESS_FS_WRITE_FILE);
    for (const char *const *path = rules->read; good && *path; path++)
        good = allow(set, *path, READS);
    good = good && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_landlock_restrict_self, set, 0) == 0;
    close(set);
    return good;
}

/* ---- system calls: seccomp(2)
 * -------------------------------------------------------------------- */

#define REFUSE(call)                                                                               \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1),                                         \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define LOAD(member) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

bool confine_knows_calls(void)
{
#ifdef __x86_64__
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
#else
    return false;
#endif
}

static bool install(struct sock_filter *filter, unsigned short n)
{
    const struct sock_fprog program = {n, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

bool confine_calls(const struct confine_rules *rules)
{
#ifdef __x86_64__
    struct sock_filter network[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* x32's calls */
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        REFUSE(socket),
        REFUSE(socketpair),
        REFUSE(ptrace),
        REFUSE(process_vm_writev),
        REFUSE(kill),
        REFUSE(tkill),
        REFUSE(pidfd_send_signal),
        REFUSE(setsid),
        REFUSE(setpgid),
        REFUSE(io_uring_setup),
        REFUSE(unshare),
        REFUSE(mount),
        REFUSE(keyctl),
        REFUSE(bpf),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    /* New threads are fine, new processes are not. clone3's flags are out of a filter's reach: who
     * calls it is told to take clone. */
    struct sock_filter forks[] = {
        LOAD(nr),
        REFUSE(fork),
        REFUSE(vfork),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    return install(network, G_N_ELEMENTS(network)) &&
           (rules->forks || install(forks, G_N_ELEMENTS(forks)));
#else
    (void)rules;
    return true;
#endif
}

/* ---- limits: setrlimit(2)
 * ------------------------------------------------------------------------ */

bool confine_limits(const struct confine_rules *rules)
{
    enum { FILE_BYTES = 64 << 20, FILES = 256 };
    const struct rlimit cpu = {(rlim_t)rules->seconds + 1, (rlim_t)rules->seconds + 2};
    const struct rlimit size = {FILE_BYTES, FILE_BYTES}, files = {FILES, FILES}, core = {0, 0};
    return setrlimit(RLIMIT_CPU, &cpu) == 0 && setrlimit(RLIMIT_FSIZE, &size) == 0 &&
           setrlimit(RLIMIT_NOFILE, &files) == 0 && setrlimit(RLIMIT_CORE, &core) == 0;
}
