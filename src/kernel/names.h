/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_NAMES_H
#define KERNEL_NAMES_H

#include <stddef.h>

#include <tally/linux.h>

/*
 * "page-faults", "kernel:cs:k", "INST_RETIRED:u", "r11:uk", "0x11" as a slot on
 * counter 0, by the tables, the files below `root`, and libpfm4's tables;
 * false: it is no event, or one that needs more than a code of 16 bits. Blanks
 * around it do not count.
 */
bool linux_name(const char *root, const char *text, size_t length,
		struct tally_slot *slot);

#endif
