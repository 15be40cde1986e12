/* SPDX-License-Identifier: MIT */
/* Which programs run on a board. */
#include <sys/stat.h>
#include <unistd.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/arch.h"
#include "program/program.h"

struct program *board_program(const char *name, const char *path,
			      struct error *err)
{
	const struct board_spec *spec = board_spec_find(name, err);
	struct program *p;
	struct error why;
	struct stat st;

	if (!spec)
		return NULL;
	p = program_open(path, spec->core->arch->elf_machine,
			 spec->core->arch->elf_bits,
			 spec->core->arch->big_endian, err);
	/* A file that is there is the wrong one: building it is the cure. */
	if (!p && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    access(path, R_OK) == 0) {
		why = *err;
		error_set(err,
			  "%s; 'tally board %s --cc' shows how to build for "
			  "this board",
			  why.text, spec->info.name);
	}
	return p;
}
