/* SPDX-License-Identifier: MIT */
#ifndef BASE_DIGITS_H
#define BASE_DIGITS_H

#include <stdint.h>

/* A large number for people: "1,234,567", whatever the locale. */
struct digits {
	char text[28];
};

struct digits digits_grouped(uint64_t n);

#endif
