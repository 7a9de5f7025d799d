/* SPDX-License-Identifier: BSD-3-Clause */
/* Ways in which a program can end, and ways in which it doesn't. */
#include "cases.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

__global__ void spin(int turns, int *result)
{
    int x = threadIdx.x;
    for (int i = 0; i < turns; i++)
        x = x * 5 + i;
    if (result)
        *result = x;
}

// It counts, so it does more than wait: without simulated time, too, it goes on for ever.
__global__ void forever(volatile int *word)
{
    int rounds = 0;
    while (*word == 0)
        rounds++;
    *word = rounds;
}

__global__ void say(int number)
{
    printf("kernel %d\n", number);
}

/* A kernel is under way from here on. */
static void start_work()
{
    spin<<<1, 32>>>(2000, nullptr);
    CHECK(cudaGetLastError());
}

static void exit_code(const long *numbers)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    exit((int)numbers[0]);
}

static void by_signal(const long *numbers)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    start_work();
    printf("written\n");
    fflush(stdout);
    raise((int)numbers[0]);
}

static void segfault(const long *)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    *(volatile int *)nullptr = 1;
}

/* Without exit handlers, so the runtime doesn't take leave. */
static void quick_exit(const long *numbers)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    _exit((int)numbers[0]);
}

static void no_synchronisation(const long *)
{
    start_work();
    say<<<1, 1>>>(1);
}

static void in_a_copy(const long *)
{
    const size_t bytes = 1000000;
    char *host = pinned_array<char>(bytes), *device = device_array<char>(bytes);
    CHECK(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, 0));
}

static void no_gpu(const long *numbers)
{
    printf("no GPU\n");
    exit((int)numbers[0]);
}

static void closed_output(const long *)
{
    fclose(stdout);
    start_work();
    say<<<1, 1>>>(1);
    CHECK(cudaDeviceSynchronize());
}

static void closed_everything(const long *)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 256; i++)
        close(i);
}

/* It says who it is, does something on the GPU, and then goes on computing. */
static void compute(const long *)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    fprintf(stderr, "pid %d\n", (int)getpid());
    for (volatile unsigned i = 0;; i++)
        ;
}

/* The same, and does not care about signals that can be ignored. */
static void stubborn(const long *numbers)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    compute(numbers);
}

static void endless_kernel(const long *)
{
    int *word = device_array<int>(1);
    CHECK(cudaMemset(word, 0, sizeof *word));
    fprintf(stderr, "pid %d\n", (int)getpid());
    forever<<<1, 32>>>(word);
    CHECK(cudaDeviceSynchronize());
}

/* A child process that uses the GPU, too, gets an error; the parent goes on. */
static void forked(const long *)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        printf("child %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
        exit(0);
    }
    waitpid(child, nullptr, 0);
    start_work();
    CHECK(cudaDeviceSynchronize());
}

/* A child that outlives the program, forked off before the program uses the GPU (0) or after. */
static void left_child(const long *numbers)
{
    if (numbers[0] != 0)
        start_work();
    fflush(stdout);
    if (fork() == 0) {
        fprintf(stderr, "pid %d\n", (int)getpid());
        fclose(stdout);
        fclose(stderr);
        sleep(60);
        _exit(0);
    }
    start_work();
    CHECK(cudaDeviceSynchronize());
    if (numbers[1] != 0)
        raise((int)numbers[1]);
}

/* What this child has open of simgpu's: sockets and memory files. */
static void child_files(const long *)
{
    start_work();
    CHECK(cudaDeviceSynchronize());
    fflush(stdout);
    if (fork() == 0) {
        int n = 0;
        for (int i = 3; i < 256; i++) {
            char name[64], target[256] = "";
            snprintf(name, sizeof name, "/proc/self/fd/%d", i);
            n += readlink(name, target, sizeof target - 1) > 0 &&
                 (strncmp(target, "socket:", 7) == 0 || strstr(target, "simgpu") != nullptr);
        }
        printf("child_files %d\n", n);
        exit(0);
    }
    wait(nullptr);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"exit_code", exit_code},
                                      {"by_signal", by_signal},
                                      {"segfault", segfault},
                                      {"quick_exit", quick_exit},
                                      {"no_synchronisation", no_synchronisation},
                                      {"in_a_copy", in_a_copy},
                                      {"no_gpu", no_gpu},
                                      {"closed_output", closed_output},
                                      {"closed_everything", closed_everything},
                                      {"compute", compute},
                                      {"stubborn", stubborn},
                                      {"endless_kernel", endless_kernel},
                                      {"forked", forked},
                                      {"left_child", left_child},
                                      {"child_files", child_files}};
    return run_case(cases, argc, argv);
}
