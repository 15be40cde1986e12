/* SPDX-License-Identifier: MIT */
/* For the demo programs, where there is no C library: what they use of it. */
#ifndef MPC85XX_STDLIB_H
#define MPC85XX_STDLIB_H

#include <stddef.h>

/* Memory behind the program; what is freed does not come back. */
void *malloc(size_t size);
void free(void *memory);
_Noreturn void exit(int status);

#endif
