/* SPDX-License-Identifier: BSD-3-Clause */
/* NVTX for C++: ranges that end with their scope, marks, domains, categories. Nobody listens, so
 * the classes keep nothing; they take what NVTX's take. A scoped range counts its depth as C's do.
 *
 * Source: NVTX reference, "NVTX C++ API" 3.1.
 */
#ifndef SIMGPU_NVTX3_NVTX3_HPP
#define SIMGPU_NVTX3_NVTX3_HPP

#include <cstdint>
#include <string>

#include "nvtx3/nvToolsExt.h"

#define NVTX3_CPP_DEFINITIONS_V1_0
#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 1

namespace nvtx3
{
inline namespace v1
{

struct domain {
    struct global {
    };
    template <class D = global> static domain const &get() noexcept
    {
        static const domain d{};
        return d;
    }
    operator nvtxDomainHandle_t() const noexcept
    {
        return nullptr;
    }
};

struct rgb {
    using component_type = uint8_t;
    constexpr rgb(uint8_t r, uint8_t g, uint8_t b) noexcept : red{r}, green{g}, blue{b} {}
    uint8_t red, green, blue;
};
struct argb : rgb {
    constexpr argb(uint8_t a, uint8_t r, uint8_t g, uint8_t b) noexcept : rgb{r, g, b}, alpha{a} {}
    uint8_t alpha;
};

class color
{
  public:
    using value_type = uint32_t;
    constexpr explicit color(uint32_t code) noexcept : code{code} {}
    constexpr color(argb c) noexcept
        : code{(uint32_t)c.alpha << 24 | (uint32_t)c.red << 16 | (uint32_t)c.green << 8 | c.blue}
    {
    }
    constexpr color(rgb c) noexcept : color{argb{0xff, c.red, c.green, c.blue}} {}
    constexpr uint32_t get_value() const noexcept
    {
        return code;
    }
    constexpr nvtxColorType_t get_type() const noexcept
    {
        return NVTX_COLOR_ARGB;
    }

  private:
    uint32_t code;
};

class category
{
  public:
    using id_type = uint32_t;
    constexpr explicit category(id_type id) noexcept : id{id} {}
    constexpr id_type get_id() const noexcept
    {
        return id;
    }

  private:
    id_type id;
};
template <class D = domain::global> class named_category_in final : public category
{
  public:
    template <class C> static named_category_in const &get() noexcept
    {
        static const named_category_in c{C::id, C::name};
        return c;
    }
    template <class Name> named_category_in(id_type id, Name const &) noexcept : category{id} {}
};
using named_category = named_category_in<domain::global>;

template <class D = domain::global> class registered_string_in
{
  public:
    template <class M> static registered_string_in const &get() noexcept
    {
        static const registered_string_in s{M::message};
        return s;
    }
    template <class Text> explicit registered_string_in(Text const &) noexcept {}
    nvtxStringHandle_t get_handle() const noexcept
    {
        return nullptr;
    }
};
using registered_string = registered_string_in<domain::global>;

class message
{
  public:
    using value_type = nvtxMessageValue_t;
    constexpr message() noexcept {}
    template <class Text> constexpr message(Text const &) noexcept {}
    constexpr message(nvtxMessageType_t, nvtxMessageValue_t const &) noexcept {}
};

class payload
{
  public:
    template <class Number> constexpr explicit payload(Number) noexcept {}
    template <class Value> constexpr payload(nvtxPayloadType_t, Value const &) noexcept {}
};

/* Of colors, categories, messages and payloads, in any order. */
class event_attributes
{
  public:
    template <class... What> constexpr event_attributes(What const &...) noexcept {}
};

template <class D = domain::global> class scoped_range_in
{
  public:
    scoped_range_in() noexcept
    {
        nvtxRangePushA("");
    }
    template <class First, class... Rest>
    explicit scoped_range_in(First const &, Rest const &...) noexcept : scoped_range_in{}
    {
    }
    scoped_range_in(scoped_range_in const &) = delete;
    scoped_range_in &operator=(scoped_range_in const &) = delete;
    ~scoped_range_in() noexcept
    {
        nvtxRangePop();
    }
};
using scoped_range = scoped_range_in<domain::global>;
template <class D = domain::global>
using domain_thread_range = scoped_range_in<D>; /* older names */
using thread_range = scoped_range;

struct range_handle {
    using value_type = nvtxRangeId_t;
    constexpr range_handle() noexcept = default;
    constexpr explicit range_handle(value_type id) noexcept : id{id} {}
    constexpr explicit operator bool() const noexcept
    {
        return id != 0;
    }
    constexpr value_type get_value() const noexcept
    {
        return id;
    }
    value_type id = 0;
};
constexpr bool operator==(range_handle a, range_handle b) noexcept
{
    return a.id == b.id;
}
constexpr bool operator!=(range_handle a, range_handle b) noexcept
{
    return a.id != b.id;
}

template <class D = domain::global, class... What>
range_handle start_range_in(What const &...) noexcept
{
    return range_handle{nvtxRangeStartA("")};
}
template <class... What> range_handle start_range(What const &...) noexcept
{
    return range_handle{nvtxRangeStartA("")};
}
template <class D = domain::global> void end_range_in(range_handle range) noexcept
{
    nvtxRangeEnd(range.get_value());
}
inline void end_range(range_handle range) noexcept
{
    nvtxRangeEnd(range.get_value());
}

template <class D = domain::global> class unique_range_in
{
  public:
    template <class... What> explicit unique_range_in(What const &...) noexcept {}
    unique_range_in(unique_range_in &&) noexcept = default;
    unique_range_in &operator=(unique_range_in &&) noexcept = default;
    unique_range_in(unique_range_in const &) = delete;
    unique_range_in &operator=(unique_range_in const &) = delete;
    ~unique_range_in() noexcept {}
};
using unique_range = unique_range_in<domain::global>;

template <class D = domain::global, class... What> void mark_in(What const &...) noexcept
{
    nvtxMarkA("");
}
template <class... What> void mark(What const &...) noexcept
{
    nvtxMarkA("");
}

} // namespace v1
} // namespace nvtx3

#define NVTX3_V1_FUNC_RANGE_IN(D)                                                                  \
    ::nvtx3::scoped_range_in<D> const nvtx3_func_range__                                           \
    {                                                                                              \
        __func__                                                                                   \
    }
#define NVTX3_V1_FUNC_RANGE()           NVTX3_V1_FUNC_RANGE_IN(::nvtx3::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) ((void)(C))
#define NVTX3_V1_FUNC_RANGE_IF(C)       ((void)(C))
#define NVTX3_FUNC_RANGE_IN(D)          NVTX3_V1_FUNC_RANGE_IN(D)
#define NVTX3_FUNC_RANGE()              NVTX3_V1_FUNC_RANGE()
#define NVTX3_FUNC_RANGE_IF_IN(D, C)    NVTX3_V1_FUNC_RANGE_IF_IN(D, C)
#define NVTX3_FUNC_RANGE_IF(C)          NVTX3_V1_FUNC_RANGE_IF(C)

#endif
