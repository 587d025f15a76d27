/* Spans, columns, and how calls end: a part of hnav.hpp, which says the rest. */
#ifndef HNAV_BASICS_HPP
#define HNAV_BASICS_HPP

#include <hnav/hnav.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifdef HNAV_EXCEPTIONS
#include <stdexcept>
#endif

/* Where the types are, so that they are found from everywhere. */
inline bool operator==(hnavVec2 a, hnavVec2 b) { return a.x == b.x && a.y == b.y; }
inline bool operator!=(hnavVec2 a, hnavVec2 b) { return !(a == b); }

/* Handles are equal if they name the same. */
#define HNAV_COMPARABLE(Handle) \
  inline bool operator==(Handle a, Handle b) { return a.index1 == b.index1 && a.generation == b.generation; } \
  inline bool operator!=(Handle a, Handle b) { return !(a == b); }
HNAV_COMPARABLE(hnavWorldId)
HNAV_COMPARABLE(hnavSavedStateId)
HNAV_COMPARABLE(hnavObstacleId)
HNAV_COMPARABLE(hnavUnitId)
HNAV_COMPARABLE(hnavOrderId)
HNAV_COMPARABLE(hnavAreaId)
HNAV_COMPARABLE(hnavLinkId)
HNAV_COMPARABLE(hnavDiscomfortId)
#undef HNAV_COMPARABLE

namespace hnav {

/* Items in somebody else's memory, one behind the other. Of two that belong together the second must not be shorter. */
template <class T>
class Span {
 public:
  constexpr Span() = default;
  constexpr Span(T* data, std::size_t size) : data_(data), size_(size) {}
  template <std::size_t N>
  constexpr Span(T (&items)[N]) : data_(items), size_(N) {}
  template <class Items, class = std::enable_if_t<std::is_convertible_v<
                             std::remove_pointer_t<decltype(std::declval<Items&>().data())> (*)[], T (*)[]>>>
  constexpr Span(Items&& items) : data_(items.data()), size_(items.size()) {}

  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr T* begin() const { return data_; }
  constexpr T* end() const { return data_ + size_; }
  constexpr T& operator[](std::size_t index) const { return data_[index]; }
  /* As the C library counts; what does not fit into it is more than any world has. */
  constexpr std::uint32_t count() const {
    return size_ < UINT32_MAX ? static_cast<std::uint32_t>(size_) : UINT32_MAX;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

#ifdef HNAV_EXCEPTIONS
/* Who is thrown to need not look. */
#define HNAV_NODISCARD
/* A refused call. */
class Error : public std::runtime_error {
 public:
  explicit Error(hnavResult code) : std::runtime_error(hnavGetLastErrorMessage()), code_(code) {}
  hnavResult code() const noexcept { return code_; }

 private:
  hnavResult code_;
};
#else
#define HNAV_NODISCARD [[nodiscard]]
#endif

/* How a call ended. */
class HNAV_NODISCARD Status {
 public:
  Status(hnavResult code) : code_(code) {
#ifdef HNAV_EXCEPTIONS
    if (code < 0) throw Error(code);
#endif
  }
  /* Not refused. */
  explicit operator bool() const { return code_ >= 0; }
  hnavResult code() const { return code_; }
  /* Why it was refused; valid until the next refusal in this thread. */
  const char* message() const { return code_ < 0 ? hnavGetLastErrorMessage() : ""; }

 private:
  hnavResult code_;
};

/* How a call ended, and its answer. The answer of a refused call, and that of HNAV_RESULT_NONE, is an empty one: where that
 * matters, look at the result before its answer. */
template <class T>
class HNAV_NODISCARD Result : public Status {
 public:
  Result(hnavResult code, T value) : Status(code), value_(std::move(value)) {}
  /* Whether there is an answer: not refused, and not HNAV_RESULT_NONE. Of a part of what was asked for (HNAV_RESULT_MORE,
   * HNAV_RESULT_PARTIAL) it is true. */
  explicit operator bool() const { return code() >= 0 && code() != HNAV_RESULT_NONE; }
  T& operator*() & { return value_; }
  const T& operator*() const& { return value_; }
  /* By value: `for (hnavUnitId unit : *world.units())` outlives the result. */
  T operator*() && { return std::move(value_); }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }

 private:
  T value_;
};

#undef HNAV_NODISCARD

/* Two members of each item of an array, as a column. */
template <class Item>
hnavVectorColumn column(Item* first, float Item::*x, float Item::*y) {
  return {&(first->*x), &(first->*y), sizeof(Item)};
}
template <class Item>
hnavConstVectorColumn column(const Item* first, float Item::*x, float Item::*y) {
  return {&(first->*x), &(first->*y), sizeof(Item)};
}
/* Two arrays of coordinates, as a column. */
inline hnavVectorColumn column(float* xs, float* ys) { return {xs, ys, sizeof(float)}; }
inline hnavConstVectorColumn column(const float* xs, const float* ys) { return {xs, ys, sizeof(float)}; }
/* An array of vectors, as a column. */
inline hnavVectorColumn column(hnavVec2* first) { return {&first->x, &first->y, sizeof(hnavVec2)}; }
inline hnavConstVectorColumn column(const hnavVec2* first) { return {&first->x, &first->y, sizeof(hnavVec2)}; }

/* A column that is only read: any column will do. */
class ReadColumn {
 public:
  constexpr ReadColumn(hnavConstVectorColumn column) : column_(column) {}
  constexpr ReadColumn(hnavVectorColumn column) : column_{column.x, column.y, column.stride} {}
  constexpr ReadColumn(const float* x, const float* y, std::uint32_t stride) : column_{x, y, stride} {}
  constexpr operator hnavConstVectorColumn() const { return column_; }

 private:
  hnavConstVectorColumn column_;
};

}  // namespace hnav

#endif
