/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that the program compiles while it runs. */
#include "cases.h"
#include <cuda.h>
#include <nvrtc.h>
#include <string>

static const char source[] = R"(
#include "factor.h"
namespace own
{
template <class T, int N> __global__ void scale(T *p, T by)
{
    p[threadIdx.x] = by * FACTOR * N * p[threadIdx.x] + extra + more;
}
}
)";
static const char header[] = "#define FACTOR 3\n__constant__ float extra;\n"
                             "static __constant__ float more;\n";

static void check(nvrtcResult result, const char *what)
{
    if (result != NVRTC_SUCCESS) {
        printf("%s: %s\n", what, nvrtcGetErrorString(result));
        exit(1);
    }
}
#define RTC(call) check(call, #call)

static std::string log_of(nvrtcProgram program)
{
    size_t bytes;
    RTC(nvrtcGetProgramLogSize(program, &bytes));
    std::string log(bytes, ' ');
    RTC(nvrtcGetProgramLog(program, &log[0]));
    return log;
}

static void compiles(const long *numbers)
{
    const char *headers[] = {header}, *names[] = {"factor.h"};
    const char *options[] = {"--gpu-architecture=compute_70", "-std=c++17"};
    const char *kernel = "own::scale<float, 2>", *variable = "&extra", *lowered, *place;
    nvrtcProgram program;
    CUmodule module;
    CUfunction function;
    CUdeviceptr extra, more;
    float *p = device_array<float>(32), values[32], by = 10, plus = 0.5f, least = 0.25f;
    void *arguments[] = {&p, &by};
    size_t bytes;
    (void)numbers;
    RTC(nvrtcCreateProgram(&program, source, "scale.cu", 1, headers, names));
    RTC(nvrtcAddNameExpression(program, kernel));
    RTC(nvrtcAddNameExpression(program, variable));
    printf("early %s\n", nvrtcGetErrorString(nvrtcGetLoweredName(program, kernel, &lowered)));
    if (nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS)
        printf("%s\n", log_of(program).c_str());
    RTC(nvrtcGetLoweredName(program, kernel, &lowered));
    RTC(nvrtcGetLoweredName(program, variable, &place));
    printf("name %s %s\n", lowered, place);
    RTC(nvrtcGetPTXSize(program, &bytes));
    std::string ptx(bytes, ' ');
    RTC(nvrtcGetPTX(program, &ptx[0]));
    printf("module %d\n", (int)cuModuleLoadData(&module, ptx.c_str()));
    printf("kernel %d\n", (int)cuModuleGetFunction(&function, module, lowered));
    printf("variable %d\n", (int)cuModuleGetGlobal(&extra, &bytes, module, place));
    printf("static %d\n", (int)cuModuleGetGlobal(&more, &bytes, module, "more"));
    RTC(nvrtcDestroyProgram(&program));
    for (int i = 0; i < 32; i++)
        values[i] = i;
    CHECK(cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice));
    cuMemcpyHtoD(extra, &plus, sizeof plus);
    cuMemcpyHtoD(more, &least, sizeof least);
    cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, arguments, 0);
    CHECK(cudaMemcpy(values, p, sizeof values, cudaMemcpyDeviceToHost));
    printf("value %g\n", values[31]);
}

/* Code that calls what another text defines, linked later, as LTO IR. */
static void links(const long *)
{
    const char *sources[] = {"extern __device__ int answer(int x);\n"
                             "extern \"C\" __global__ void ask(int *p) { *p = answer(*p); }\n",
                             "__device__ int answer(int x) { return 2 * x; }\n"};
    const char *options[] = {"-dlto", "--relocatable-device-code=true"};
    CUlinkState state;
    CUmodule module;
    CUfunction function;
    void *image;
    int *p = device_array<int>(1), value = 21;
    void *arguments[] = {&p};
    printf("state %d\n", (int)cuLinkCreate(0, NULL, NULL, &state));
    for (const char *source : sources) {
        nvrtcProgram program;
        size_t bytes;
        RTC(nvrtcCreateProgram(&program, source, "part.cu", 0, 0, 0));
        RTC(nvrtcCompileProgram(program, 2, options));
        RTC(nvrtcGetLTOIRSize(program, &bytes));
        std::string code(bytes, ' ');
        RTC(nvrtcGetLTOIR(program, &code[0]));
        RTC(nvrtcDestroyProgram(&program));
        printf("added %d\n", (int)cuLinkAddData(state, CU_JIT_INPUT_NVVM, &code[0], bytes, "part",
                                                0, NULL, NULL));
    }
    printf("complete %d\n", (int)cuLinkComplete(state, &image, NULL));
    printf("module %d\n", (int)cuModuleLoadData(&module, image));
    printf("kernel %d\n", (int)cuModuleGetFunction(&function, module, "ask"));
    CHECK(cudaMemcpy(p, &value, sizeof value, cudaMemcpyHostToDevice));
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, arguments, 0);
    CHECK(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
    printf("value %d\n", value);
}

static void refuses(const long *numbers)
{
    nvrtcProgram program;
    int major, minor, n;
    (void)numbers;
    RTC(nvrtcVersion(&major, &minor));
    RTC(nvrtcGetNumSupportedArchs(&n));
    printf("version %d, %d\n", major, n > 5);
    RTC(nvrtcCreateProgram(&program, "__global__ void k() {\n  nonsense;\n}\n", "wrong.cu", 0, 0,
                           0));
    printf("compiled %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 0, 0)));
    printf("line %d\n", log_of(program).find("wrong.cu:2:3: error") != std::string::npos);
    RTC(nvrtcDestroyProgram(&program));
    const char *own[] = {"#define CHAR_BIT device_bits\nstatic __device__ int device_bits = 8;\n"},
               *limits[] = {"limits.h"};
    RTC(nvrtcCreateProgram(&program,
                           "#include \"limits.h\"\n__global__ void k(int *p) { *p = CHAR_BIT; }\n",
                           "own.cu", 1, own, limits));
    printf("own %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 0, 0)));
    RTC(nvrtcDestroyProgram(&program));
    const char *options[] = {"-default-device", "-Dint32_t=int"};
    RTC(nvrtcCreateProgram(
        &program,
        "int32_t two() { return 2; }\nextern \"C\" __global__ void k(int *p) { *p = two(); }\n", 0,
        0, 0, 0));
    printf("device %s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 2, options)));
    RTC(nvrtcDestroyProgram(&program));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"compiles", compiles}, {"links", links}, {"refuses", refuses}};
    return run_case(cases, argc, argv);
}
