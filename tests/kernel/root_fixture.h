/* SPDX-License-Identifier: MIT */
#ifndef TESTS_KERNEL_ROOT_FIXTURE_H
#define TESTS_KERNEL_ROOT_FIXTURE_H

/* A folder that stands before /sys and /proc: what the kernel's files say is
 * what a test writes. */
extern char root[];

/* Set-up and tear-down of a case. */
int root_make(void **state);
int root_remove(void **state);

/* A file below it, with the folders that lead there. */
void root_say(const char *path, const char *text);

#endif
