/* SPDX-License-Identifier: MIT */
/* Finds libdw and its functions at run time. */
#include "program/libdw.h"

#include "base/library.h"

struct libdw libdw;

bool libdw_load(struct error *err)
{
	static struct library library = {
		.file = "libdw.so.1",
		.package = "libdw1",
		.needs = "source lines need",
	};

	if (!library_load(&library, err))
		return false;
#define F(name) library_find(&library, "dwarf_" #name, &libdw.name, err) &&
	return LIBDW_FUNCTIONS(F) true;
#undef F
}
