/* SPDX-License-Identifier: MIT */
#ifndef TARGET_MEMORY_DEVMEM_H
#define TARGET_MEMORY_DEVMEM_H

#include <tally/native.h>

#include "catalog/catalog.h"
#include "kernel/perf.h"
#include "target/inner.h"

/*
 * Memory-mapped monitors of this computer, from user space: their windows in
 * physical memory, or behind UIO devices, and a command that runs meanwhile.
 */

enum devmem_by {
	DEVMEM_MEMORY, /* /dev/mem, at an address */
	DEVMEM_UIO,    /* the first window of a UIO device */
};

struct devmem_monitor {
	const struct catalog_monitor *monitor;
	uint64_t address; /* physical; of a UIO device: within its window */
	size_t bytes;     /* what its registers need */
};

struct devmem_target {
	struct target target;
	const struct tally_linux_doors *doors;
	enum devmem_by by;
	char device[160]; /* the file that is mapped, below the kernel's root */
	char name[192], title[224];
	bool force; /* whatever the device tree says */
	struct devmem_monitor monitor[TARGET_MONITORS];
	char *const *command; /* NULL ends it */
	bool quiet;
};

/* A bus whose registers may go away at any access: from then on it fails. */
struct devmem_guard {
	struct tally_bus bus; /* the first */
	struct tally_bus *behind;
	bool gone;
};

void devmem_guard(struct devmem_guard *g, struct tally_bus *behind);

/* The window of one, while it is mapped. */
struct devmem_window {
	void *page;
	size_t mapped;
	int fd; /* of the device, where its registers are locked */
	struct devmem_guard guard;
	union {
		struct tally_bus bus; /* the first of each */
		struct tally_bus_mmio own;
		struct tally_bus_mmio_be big;
	} way;
};

/* Is this the machine that has such a monitor?  No: `err` tells what it is. */
bool devmem_is_here(const struct devmem_target *t, unsigned monitor,
		    struct error *err);
/* Maps the pages of a monitor, and nothing else; while they are, no other
 * process that asks gets these registers. */
bool devmem_map(const struct devmem_target *t, unsigned monitor,
		struct devmem_window *w, struct error *err);
void devmem_unmap(struct devmem_window *w);
/* Is there still what was mapped, as far as the kernel tells? */
bool devmem_stays(const struct devmem_target *t);

/* Gives the target its functions for runs. */
void devmem_make(struct devmem_target *t);

#endif
