/* SPDX-License-Identifier: BSD-3-Clause */
/* In C++20 libstdc++'s file of this name constrains std::pair's assignment by functions. clang 14 asks for them in
 * device code while it declares the assignment of a class that holds a pair, and crashes: so for each class with a
 * std::map and a destructor, and for CUB. This file is found first, and has the form of C++17 taken, with C++20's
 * comparison beside it. clang 15 is mended (Sema::checkTypeSupport).
 */
#if defined(__clang__) && defined(__CUDA__) && __clang_major__ < 15 && __cplusplus > 201703L
#include <compare>
#include <type_traits>
#pragma push_macro("__cpp_lib_concepts")
#undef __cpp_lib_concepts
#include_next <bits/stl_pair.h>
#pragma pop_macro("__cpp_lib_concepts")
#ifndef SIMGPU_BITS_STL_PAIR_H
#define SIMGPU_BITS_STL_PAIR_H
#ifdef __cpp_lib_three_way_comparison
namespace std
{
template <class A, class B>
constexpr common_comparison_category_t<__detail::__synth3way_t<A>, __detail::__synth3way_t<B>>
operator<=>(const pair<A, B> &x, const pair<A, B> &y)
{
    if (auto order = __detail::__synth3way(x.first, y.first); order != 0)
        return order;
    return __detail::__synth3way(x.second, y.second);
}
}
#endif
#endif
#else
#include_next <bits/stl_pair.h>
#endif
