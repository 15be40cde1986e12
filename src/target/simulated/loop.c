/* SPDX-License-Identifier: MIT */
/* The loop that runs on a board for which nobody names a program. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "target/simulated/board.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "boards/src/board.h"
#include "catalog/catalog.h"
#include "program/image.h"
#include "space/space.h"
#include "target/target.h"

/* The core's own monitor tells which it is; 0: it is in memory. */
static uint16_t machine_of(const struct board_info *info)
{
	struct error ignored;
	const struct catalog_monitor *m =
		catalog_monitor(info->monitor[0], &ignored);
	const struct space *space =
		space_of(m ? m->monitor->counter[0].reg.space : TALLY_MMIO);

	return space ? space->machine : 0;
}

/* Behind vectors, and before what a boot loader keeps at the end of RAM. */
static uint64_t place_of(const struct board_info *info)
{
	enum { BEHIND = 0x80000 };
	struct board_area area[BOARD_AREAS];
	const unsigned areas = board_areas(info, area);
	struct board_area most = { 0 };

	for (unsigned i = 0; i < areas; i++)
		if (!area[i].read_only && area[i].size > most.size)
			most = area[i];
	return most.base + BEHIND;
}

bool target_board_code(struct target *t, const uint32_t *code, size_t words,
		       struct error *err)
{
	const struct board_info *info = target_board_info(t);
	const int fd = memfd_create("code", MFD_CLOEXEC);
	char path[32];
	bool good;

	good = (fd >= 0 && program_image_write(fd, machine_of(info),
					       place_of(info), code, words)) ||
	       error_set(err, "no program could be made for %s", info->title);
	(void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	good = good && target_load(t, path, err);
	if (fd >= 0)
		(void)close(fd);
	return good;
}

bool target_board_loop(struct target *t, struct error *err)
{
	return target_board_code(
		t, program_image_loop(machine_of(target_board_info(t))),
		PROGRAM_LOOP, err);
}
