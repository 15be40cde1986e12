/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

#include <stddef.h>

#include <tally/linux.h>

/*
 * "page-faults", "kernel:cs:k", "INST_RETIRED:u", "r11:uk", "0x11" as a slot on
 * counter 0, by the tables and the files below `root`; false: it is no event.
 * Blanks around it do not count.
 */
bool linux_name(const char *root, const char *text, size_t length,
		struct tally_slot *slot);

#endif
