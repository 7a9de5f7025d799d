/* SPDX-License-Identifier: BSD-3-Clause */
/* C++ with containers, templates and lambdas around kernels; for test_simgpucc.c. */
#include "parts.h"
#include <algorithm>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

template <class T, class Operation>
__global__ void apply(T *data, size_t count, Operation operation)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < count)
        data[i] = operation(data[i], std::numeric_limits<T>::max());
}

template <class T> struct clamped_double {
    __host__ __device__ T operator()(T x, T most) const
    {
        return std::min(x + x, most);
    }
};

template <class T> class device_vector
{
    T *data = nullptr;
    size_t count;

  public:
    explicit device_vector(const std::vector<T> &from) : count(from.size())
    {
        cudaMalloc(&data, count * sizeof(T));
        cudaMemcpy(data, from.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    ~device_vector()
    {
        cudaFree(data);
    }
    template <class Operation> void transform(Operation operation)
    {
        apply<<<(count + 63) / 64, 64>>>(data, count, operation);
    }
    std::vector<T> read() const
    {
        std::vector<T> result(count);
        cudaMemcpy(result.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
        return result;
    }
};

int main()
{
    std::vector<int> numbers(100);
    for (int i = 0; i < 100; i++)
        numbers[i] = i;
    auto device = std::make_shared<device_vector<int>>(numbers);
    device->transform(clamped_double<int>());
    device->transform([] __device__(int x, int) { return x + 1; });
    std::vector<int> result = device->read();
    std::function<int(int)> expected = [](int i) { return 2 * i + 1; };
    for (int i = 0; i < 100; i++)
        if (result[i] != expected(i)) {
            std::cerr << "number " << i << ": " << result[i] << std::endl;
            return 1;
        }
    std::cout << std::string("containers ") +
                     (scaled_in_cpp(21) == 42 && counted_in_c() == 1 && tripled_on_device(5) == 15
                          ? "right"
                          : "wrong")
              << std::endl;
    return 0;
}
