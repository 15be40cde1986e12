/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_REGIONS_H
#define KERNEL_REGIONS_H

struct tally_linux_doors;

/* Another kernel than the one that runs: for tests, before the first region. */
void linux_regions_on(const struct tally_linux_doors *d);

#endif
