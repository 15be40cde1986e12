/* SPDX-License-Identifier: MIT */
#ifndef TESTS_POWERLESS_H
#define TESTS_POWERLESS_H

#include <sys/types.h>

/* Fails the test where a process has a capability, or could get one. */
void check_powerless(pid_t pid);

#endif
