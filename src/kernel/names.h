/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

#include <stddef.h>

#include <tally/linux.h>

/* "page-faults", "r11:u" as a slot on counter 0; false: it is no event. */
bool linux_name(const char *text, size_t length, struct tally_slot *slot);

#endif
