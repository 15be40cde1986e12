/* SPDX-License-Identifier: MIT */
/* Which programs run on a board. */
#include <elf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "board/board.h"
#include "program/program.h"

/* The programs that go with a board's first monitor. */
struct family {
	const char *monitor;
	uint16_t elf_machine;
	uint8_t bits;
	bool big_endian;
};

static const struct family families[] = {
	{ "arm1136", EM_ARM, 32, false },
	{ "arm1176", EM_ARM, 32, false },
	{ "arm1156", EM_ARM, 32, false },
	{ "arm926pxp-ahb", EM_ARM, 32, false },
	{ "pxa250", EM_ARM, 32, false },
	{ "pmuv3/cortex-a53", EM_AARCH64, 64, false },
	{ "pmuv3/cortex-a57", EM_AARCH64, 64, false },
	{ "pmuv3/cortex-a72", EM_AARCH64, 64, false },
	{ "e500v1", EM_PPC, 32, true },
	{ "e500v2", EM_PPC, 32, true },
};

static const struct family *family_of(const struct board_info *info)
{
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (strcmp(families[i].monitor, info->monitor[0]) == 0)
			return &families[i];
	return NULL;
}

struct program *board_program(const char *name, const char *path,
			      struct error *err)
{
	const struct board_info *info = board_find(name, err);
	const struct family *f = info ? family_of(info) : NULL;
	struct program *p;
	struct error why;
	struct stat st;

	if (info && !f)
		error_set(err,
			  "board %s has a monitor, %s, that this build does "
			  "not simulate",
			  info->name, info->monitor[0]);
	if (!f)
		return NULL;
	p = program_open(path, f->elf_machine, f->bits, f->big_endian, err);
	/* A file that is there is the wrong one: building it is the cure. */
	if (!p && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    access(path, R_OK) == 0) {
		why = *err;
		error_set(err,
			  "%s; 'tally board %s --cc' shows how to build for "
			  "this board",
			  why.text, info->name);
	}
	return p;
}
