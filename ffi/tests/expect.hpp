// How the C++ programs say what is not as it should be.
#pragma once

#include <cstdio>

namespace {

int failures = 0;

void expect(bool right, const char* what) {
  if (!right) {
    std::printf("%s\n", what);
    ++failures;
  }
}

}  // namespace
