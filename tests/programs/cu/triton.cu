/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches kernels as Triton's launcher does: PTX text and a file of metadata beside it, through
 * the driver interface. The second argument is the folder of both.
 *
 * Source: the calls are those of Triton's documentation of its NVIDIA backend: cuModuleLoadData,
 * cuFuncSetAttribute for more shared memory than 48 KB, and a launch with one argument more than
 * the kernel's source has, a pointer to scratch memory, which is null here.
 */
#include "cases.h"
#include <cmath>
#include <cuda.h>
#include <cuda_fp16.h>
#include <string>
#include <vector>

#define OK(call)                                                                                   \
    do {                                                                                           \
        CUresult result_ = (call);                                                                 \
        const char *name_ = "?";                                                                   \
        if (result_ != CUDA_SUCCESS) {                                                             \
            cuGetErrorName(result_, &name_);                                                       \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name_);                           \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static std::string folder;

/* ---- what a launcher does ------------------------------------------------------------------- */

struct kernel {
    std::string name;
    unsigned threads, shared;
    CUmodule module;
    CUfunction function;
};

static std::string read_file(const std::string &path)
{
    std::string text;
    char part[4096];
    FILE *file = fopen(path.c_str(), "r");
    if (!file) {
        printf("no file %s\n", path.c_str());
        exit(1);
    }
    for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;)
        text.append(part, n);
    fclose(file);
    return text;
}

/* What stands behind "key": in the metadata. */
static std::string member(const std::string &json, const char *key)
{
    const std::string quoted = std::string("\"") + key + "\": ";
    size_t from = json.find(quoted) + quoted.size();
    from += json[from] == '"';
    return json.substr(from, json.find_first_of(",\"}", from) - from);
}

static kernel load(const char *name)
{
    CUdevice device;
    CUcontext context;
    kernel k;
    const std::string json = read_file(folder + "/" + name + ".json");
    const std::string ptx = read_file(folder + "/" + name + ".ptx");
    int registers, spilled, most_threads;
    k.name = member(json, "name");
    k.threads = 32 * (unsigned)atoi(member(json, "num_warps").c_str());
    k.shared = (unsigned)atoi(member(json, "shared").c_str());
    OK(cuInit(0));
    OK(cuDeviceGet(&device, 0));
    OK(cuCtxCreate(&context, 0, device));
    OK(cuModuleLoadData(&k.module, ptx.c_str()));
    OK(cuModuleGetFunction(&k.function, k.module, k.name.c_str()));
    OK(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, k.function));
    OK(cuFuncGetAttribute(&spilled, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, k.function));
    OK(cuFuncGetAttribute(&most_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k.function));
    printf("threads %u of %d\nspilled %d\n", k.threads, most_threads, spilled);
    return k;
}

static void allow_shared(const kernel &k)
{
    enum { WITHOUT_ASKING = 48 * 1024 };
    CUdevice device;
    int most, fixed;
    if (k.shared <= WITHOUT_ASKING)
        return;
    OK(cuCtxGetDevice(&device));
    OK(cuDeviceGetAttribute(&most, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device));
    OK(cuFuncSetCacheConfig(k.function, CU_FUNC_CACHE_PREFER_SHARED));
    OK(cuFuncGetAttribute(&fixed, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, k.function));
    OK(cuFuncSetAttribute(k.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          most - fixed));
}

static CUresult launch(const kernel &k, unsigned programs, void **arguments)
{
    return cuLaunchKernel(k.function, programs, 1, 1, k.threads, 1, 1, k.shared, 0, arguments, 0);
}

/* Newer launchers. */
static CUresult launch_ex(const kernel &k, unsigned programs, void **arguments)
{
    CUlaunchConfig config = {};
    config.gridDimX = programs;
    config.gridDimY = config.gridDimZ = 1;
    config.blockDimX = k.threads;
    config.blockDimY = config.blockDimZ = 1;
    config.sharedMemBytes = k.shared;
    return cuLaunchKernelEx(&config, k.function, arguments, 0);
}

template <class T> static CUdeviceptr to_device(const std::vector<T> &from)
{
    CUdeviceptr to;
    OK(cuMemAlloc(&to, from.size() * sizeof(T)));
    OK(cuMemcpyHtoD(to, from.data(), from.size() * sizeof(T)));
    return to;
}

template <class T> static void to_host(std::vector<T> &to, CUdeviceptr from)
{
    OK(cuCtxSynchronize());
    OK(cuMemcpyDtoH(to.data(), from, to.size() * sizeof(T)));
}

static float noise()
{
    return (float)(rand() % 2001 - 1000) / 128;
}

/* ---- kernels -------------------------------------------------------------------------------- */

/* numbers: elements, a multiple of four. What lies behind the last must stay. */
static void vector_add(const long *numbers)
{
    const kernel k = load("vector_add");
    int n = (int)numbers[0], wrong = 0;
    std::vector<float> x(n), y(n), out(n + 1024, -1);
    for (int i = 0; i < n; i++)
        x[i] = noise(), y[i] = noise();
    CUdeviceptr dx = to_device(x), dy = to_device(y), dout = to_device(out), scratch = 0;
    void *arguments[] = {&dx, &dy, &dout, &n, &scratch};
    OK(launch(k, (unsigned)(n + 1023) / 1024, arguments));
    to_host(out, dout);
    for (int i = 0; i < n; i++)
        wrong += out[i] != x[i] + y[i];
    for (int i = n; i < n + 1024; i++)
        wrong += out[i] != -1;
    printf("wrong %d\n", wrong);
}

/* numbers: rows, columns (a multiple of four, at most 1024), programs. The error is relative; sums
 * of 1024 floats and 2^x have about 1e-6. */
static void softmax(const long *numbers)
{
    const kernel k = load("softmax");
    int rows = (int)numbers[0], columns = (int)numbers[1], stride = columns + 20, wrong = 0;
    std::vector<float> in(rows * stride, 1000), out(rows * columns);
    for (int i = 0; i < rows * columns; i++)
        in[i / columns * stride + i % columns] = noise();
    CUdeviceptr din = to_device(in), dout = to_device(out), scratch = 0;
    void *arguments[] = {&dout, &din, &stride, &columns, &rows, &columns, &scratch};
    OK(launch(k, (unsigned)numbers[2], arguments));
    to_host(out, dout);
    for (int row = 0; row < rows; row++) {
        const float *x = &in[row * stride];
        double sum = 0;
        for (int i = 0; i < columns; i++)
            sum += exp((double)x[i]);
        for (int i = 0; i < columns; i++) {
            const double right = exp((double)x[i]) / sum;
            wrong += !(fabs(out[row * columns + i] - right) <= 4e-6 * right);
        }
    }
    printf("wrong %d\n", wrong);
}

/* numbers: rows, columns, depth (all multiples of eight). The matrices hold small whole numbers, so
 * all sums are exact. */
static void matmul(const long *numbers)
{
    const kernel k = load("matmul");
    int m = (int)numbers[0], n = (int)numbers[1], depth = (int)numbers[2], wrong = 0;
    int stride_a = depth + 8, stride_b = n + 16, stride_c = n + 8;
    std::vector<__half> a(m * stride_a, __half(1000)), b(depth * stride_b, __half(1000));
    std::vector<__half> c(m * stride_c, __half(-1));
    for (int i = 0; i < m * depth; i++)
        a[i / depth * stride_a + i % depth] = __half(rand() % 5 - 2);
    for (int i = 0; i < depth * n; i++)
        b[i / n * stride_b + i % n] = __half(rand() % 5 - 2);
    CUdeviceptr da = to_device(a), db = to_device(b), dc = to_device(c), scratch = 0;
    void *arguments[] = {&da, &db, &dc, &m, &n, &depth, &stride_a, &stride_b, &stride_c, &scratch};
    const unsigned programs = (unsigned)((m + 63) / 64 * ((n + 63) / 64));
    allow_shared(k);
    OK(launch_ex(k, programs, arguments));
    to_host(c, dc);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < stride_c; j++) {
            float sum = j < n ? 0 : -1;
            for (int l = 0; j < n && l < depth; l++)
                sum += (float)a[i * stride_a + l] * (float)b[l * stride_b + j];
            wrong += (float)c[i * stride_c + j] != sum;
        }
    printf("wrong %d\n", wrong);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"vector_add", vector_add}, {"softmax", softmax}, {"matmul", matmul}};
    if (argc < 3)
        return 2;
    folder = argv[2];
    argv[2] = argv[1];
    return run_case(cases, argc - 1, argv + 1);
}
