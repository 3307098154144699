#pragma once
#include <stddef.h>

// The sum of a[i] * b[i]. In C, since a build for debugging would otherwise need a hundred times
// as long: most of what a neural network does is this.
float utter_inner_product(const float *a, const float *b, size_t count);
