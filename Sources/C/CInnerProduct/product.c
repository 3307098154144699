#include "CInnerProduct.h"

#include <string.h>

// Vectors of GCC and clang: instructions for several numbers at once, whatever the options.
typedef float eight __attribute__((vector_size(32)));

float utter_inner_product(const float *a, const float *b, size_t count) {
    eight sums = {0};
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        eight x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        sums += x * y;
    }
    float sum = 0;
    for (int lane = 0; lane < 8; lane++) sum += sums[lane];
    for (; i < count; i++) sum += a[i] * b[i];
    return sum;
}
