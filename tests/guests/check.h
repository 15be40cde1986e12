/* SPDX-License-Identifier: MIT */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stdint.h>

/* One line to the console per check: PASS name, or FAIL name and why. */
void check_equal(const char *name, uint64_t got, uint64_t expected);
void check_between(const char *name, uint64_t got, uint64_t low, uint64_t high);
/* Of status codes, which may be negative. */
void check_status(const char *name, int got, int expected);
void check_true(const char *name, bool good);

/* For the end of main(): 0 when nothing failed. */
int check_result(void);

#endif
